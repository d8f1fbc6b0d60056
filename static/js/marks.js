/* The columns of a paper: Enter goes on to the next figure, and a row that its cards cannot make is told while it is typed. */
(() => {
  const form = document.querySelector("[data-marks]");
  if (!form) return;
  const rows = [...form.querySelectorAll("[data-row]")];
  const scores = rows.flatMap((row) => [...row.querySelectorAll("input:not([type=checkbox])")].slice(0, 2));
  const last = [...form.querySelectorAll(".paper-fields input")];
  const worth = form.dataset.worth ? JSON.parse(form.dataset.worth) : null;
  const said = form.querySelector("[data-off]");

  /** Enter in a figure goes to the next one of the two columns; in the first one of an empty row to the totals. */
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !rows.length) return;
    const row = event.target.closest("[data-row]");
    if (!row) return;
    event.preventDefault();
    const [first, second] = row.querySelectorAll("input:not([type=checkbox])");
    const isEmpty = event.target === first && first.value === "" && second.value === "";
    const place = scores.indexOf(event.target);
    const next = isEmpty ? last[0] : place < 0 ? rows[rows.indexOf(row) + 1]?.querySelector("input") : scores[place + 1];
    (next || last[0]).focus();
    (next || last[0]).select();
  });

  const wanted = (row) => {
    const find = (name) => row.querySelector(`[name$="_${name}"]`);
    const trump = find("trump");
    const pack = trump && trump.value ? worth.packs[trump.value] : worth.pack;
    const [ns, ew] = [find("ns").value, find("ew").value];
    if (pack === null || ns === "" || ew === "") return null;
    const told = pack + (Number(find("belotes")?.value) || 0) * worth.belote + (find("sweep")?.checked ? worth.sweep : 0);
    return Number(ns) + Number(ew) - told;
  };
  const tell = () => {
    const off = rows.map((row, place) => [place + 1, row, wanted(row)]);
    off.forEach(([, row, gap]) => row.classList.toggle("is-off", Boolean(gap)));
    const wrong = off.filter(([, , gap]) => gap);
    said.textContent = wrong
      .map(([no, , gap]) => said.dataset.text.replace("#1", no).replace("#2", gap > 0 ? `+${gap}` : `−${-gap}`))
      .join(" ");
  };
  form.dataset.ready = "";
  if (worth && said) {
    form.addEventListener("change", tell);
    tell();
  }
})();
