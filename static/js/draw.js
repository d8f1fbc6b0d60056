/* The draft of a draw: two seats, or two tables, are chosen and change places. By tap or click; by keyboard (arrows move,
   Space chooses, Enter confirms, Escape lets go); by dragging one onto the other. Without this file the same forms work,
   a page at a time. */
(() => {
  const bench = () => document.getElementById("workbench");
  if (!bench() || !bench().dataset.bar) return;
  let chosen = [...bench().querySelectorAll('.pick[aria-pressed="true"]')].map((pick) => pick.dataset.spot);
  let last = "";
  let asked = 0;

  const picks = () => [...bench().querySelectorAll(".pick")];
  const at = (spot) => picks().find((pick) => pick.dataset.spot === spot);

  // ---- what is chosen, and what the bar says of it

  const paint = () => {
    for (const pick of picks()) pick.setAttribute("aria-pressed", String(chosen.includes(pick.dataset.spot)));
  };

  const show = async (query) => {
    const mine = ++asked;
    const bar = document.getElementById("swap-bar");
    if (!query) {
      bar.hidden = true;
      bar.replaceChildren();
      return;
    }
    const address = `${bench().dataset.bar}?${query}&seen=${bench().dataset.seen}`;
    const answer = await fetch(address, { credentials: "same-origin" }).catch(() => null);
    if (!answer || !answer.ok) {
      location.search = query;
      return;
    }
    const text = await answer.text();
    if (mine !== asked) return;
    const found = new DOMParser().parseFromString(text, "text/html").getElementById("swap-bar");
    // Its text is put into the region that is already there, so that it is read out.
    bar.replaceChildren(...found.childNodes);
    bar.hidden = found.hidden;
    const field = (name) => bar.querySelector(`input[name="${name}"]`);
    if (field("one") && field("other")) {
      chosen = [field("one").value, field("other").value];
      paint();
    }
  };

  const choose = (...spots) => {
    chosen = spots;
    paint();
    const query = new URLSearchParams();
    if (chosen[0]) query.set("one", chosen[0]);
    if (chosen[1]) query.set("other", chosen[1]);
    show(chosen.length ? query.toString() : "");
  };

  const toggle = (spot) => {
    last = spot;
    if (chosen.includes(spot)) choose(...chosen.filter((one) => one !== spot));
    else choose(...(chosen.length > 1 ? [spot] : [...chosen, spot]));
  };

  // ---- a form of the page, sent and its answer put in place

  const send = async (form, submitter) => {
    const data = new FormData(form);
    if (submitter && submitter.name) data.append(submitter.name, submitter.value);
    const focus = document.activeElement;
    const spot = last;
    const answer = await fetch(form.action, { method: "POST", body: data, credentials: "same-origin" }).catch(() => null);
    const page = answer && answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const fresh = page && page.getElementById("workbench");
    if (!fresh) {
      delete form.dataset.inPlace;
      form.requestSubmit(submitter || undefined);
      return;
    }
    const opened = [...bench().querySelectorAll("details[open]")].map((one) => one.className);
    const id = focus && focus.id;
    const again = focus && focus.classList.contains("lock") ? focus.value : "";
    bench().replaceWith(document.importNode(fresh, true));
    for (const one of bench().querySelectorAll("details")) if (opened.includes(one.className)) one.open = true;
    document.getElementById("toasts").replaceChildren(...page.getElementById("toasts").childNodes);
    chosen = [];
    asked += 1;
    const line = document.getElementById("seat-line");
    const target = (id && document.getElementById(id))
      || (again && bench().querySelector(`.lock[value="${again}"]`))
      || (form.classList.contains("seat-line") && line)
      || at(spot);
    if (target) target.focus();
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.id === "pick-form") {
      event.preventDefault();
      if (event.submitter) toggle(event.submitter.value);
    } else if ("inPlace" in form.dataset) {
      event.preventDefault();
      send(form, event.submitter);
    }
  });

  document.addEventListener("click", (event) => {
    const cancel = event.target.closest("[data-swap-cancel]");
    const propose = event.target.closest('#workbench a[href^="?propose="]');
    if (!cancel && !propose) return;
    event.preventDefault();
    if (cancel) {
      choose();
      const back = at(last);
      if (back) back.focus();
      return;
    }
    show(propose.getAttribute("href").slice(1).split("#")[0]).then(() => {
      const confirm = document.querySelector("#swap-bar .btn-main");
      if (confirm) confirm.focus();
    });
  });

  // ---- by keyboard

  const beside = (pick, key) => {
    const rows = [...bench().querySelectorAll("[data-row]")].filter((row) => row.querySelector(".pick"));
    const row = rows.indexOf(pick.closest("[data-row]"));
    const mine = [...rows[row].querySelectorAll(".pick")];
    const place = mine.indexOf(pick);
    if (key === "ArrowLeft" || key === "ArrowRight") return mine[place + (key === "ArrowRight" ? 1 : -1)];
    const next = rows[row + (key === "ArrowDown" ? 1 : -1)];
    if (!next) return null;
    const there = [...next.querySelectorAll(".pick")];
    return there[Math.min(place, there.length - 1)];
  };

  document.addEventListener("keydown", (event) => {
    const pick = event.target.closest("#workbench .pick");
    if (event.key === "Escape" && chosen.length && event.target.closest("#workbench")) {
      event.preventDefault();
      choose();
      const back = at(last);
      if (back) back.focus();
      return;
    }
    if (!pick || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      const next = beside(pick, event.key);
      if (next) next.focus();
    } else if (event.key === "Enter" && chosen.length === 2) {
      const confirm = document.querySelector("#swap-bar form");
      if (!confirm) return;
      event.preventDefault();
      last = pick.dataset.spot;
      send(confirm);
    }
  });

  // ---- by dragging, with a mouse: a finger scrolls

  let from = null;
  let over = null;
  let start = null;
  const mark = (pick) => {
    if (over) over.classList.remove("is-target");
    over = pick;
    if (over) over.classList.add("is-target");
  };

  document.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "mouse" && event.button === 0 ? event.target.closest("#workbench .pick") : null;
    start = [event.clientX, event.clientY];
  });
  document.addEventListener("pointermove", (event) => {
    if (!from) return;
    const moved = Math.hypot(event.clientX - start[0], event.clientY - start[1]);
    if (moved < 8 && !bench().classList.contains("is-dragging")) return;
    bench().classList.add("is-dragging");
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const pick = under && under.closest("#workbench .pick");
    mark(pick && pick !== from ? pick : null);
  });
  document.addEventListener("pointerup", () => {
    const dragged = from && bench().classList.contains("is-dragging");
    if (dragged && over) {
      last = from.dataset.spot;
      choose(from.dataset.spot, over.dataset.spot);
    }
    from = null;
    mark(null);
    // The click that ends a drag is no choice of its own.
    setTimeout(() => bench().classList.remove("is-dragging"));
  });
  document.addEventListener("click", (event) => {
    if (bench().classList.contains("is-dragging") && event.target.closest(".pick")) event.preventDefault();
  }, true);
})();
