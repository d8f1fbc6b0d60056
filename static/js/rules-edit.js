/* The edit page of a rule set: asks only what arises, keeps the marks beside the fields true. It works without. */
(() => {
  const PAUSE_MS = 400;
  const RETRY_MS = 5000;
  const form = document.getElementById("rules-form");
  if (!form) return;
  const questions = [...form.querySelectorAll("[data-question]")].map((part) => ({
    part,
    key: part.dataset.question,
    when: JSON.parse(part.dataset.when),
  }));
  const byKey = new Map(questions.map((question) => [question.key, question]));

  // The answer to a question as conditions compare it: true or false for a tick, a list for several, else the text.
  const answer = (key) => {
    const part = byKey.get(key).part;
    if (part.dataset.kind === "flag") return [part.querySelector("input").checked];
    const chosen = [...part.querySelectorAll("input:checked")].map((input) => input.value);
    const select = part.querySelector("select");
    return select ? [select.value] : chosen;
  };

  const needBids = [...form.querySelectorAll("[data-question] option, [data-question] input[value]")]
    .filter(({ type, value }) => type !== "text" && value.split("_").includes("bid"))
    .map((choice) => choice.closest("option, label"));

  // A question whose condition names another one arises only where that one does.
  const ask = () => {
    const known = new Map();
    const arises = (key) => {
      if (!known.has(key)) {
        known.set(key, false);
        const { when } = byKey.get(key);
        const holds = ([other, values]) => answer(other).some((value) => values.includes(value)) && arises(other);
        known.set(key, when.length === 0 || when.some((together) => together.every(holds)));
      }
      return known.get(key);
    };
    for (const { part, key } of questions) part.hidden = !arises(key);
    // Without bids nothing can be written or multiplied by one.
    const bids = answer("kind")[0] === "auction";
    for (const choice of needBids) {
      choice.hidden = !bids;
      if (choice.tagName === "OPTION") choice.disabled = !bids && !choice.selected;
    }
    // Figures by trump are asked for those that are played.
    for (const [key, mode] of [["no_trump", "SA"], ["all_trump", "TA"]]) {
      for (const input of form.querySelectorAll(`.figure-table input[name$=".${mode}"]`)) {
        input.closest("label").hidden = !answer(key)[0];
      }
    }
    for (const group of form.querySelectorAll("[data-group]")) {
      group.hidden = !group.querySelector("[data-question]:not([hidden])");
      form.querySelector(`[data-group-link="${group.dataset.group}"]`).hidden = group.hidden;
    }
  };

  // The examples are asked for again when nothing was typed for a moment; an answer to older answers is not shown.
  const live = document.getElementById("live");
  let timer = 0;
  let asking = null;
  const compute = async () => {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    live.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.dataset.live, { method: "POST", body: new FormData(form), signal: mine.signal });
      if (answer.redirected) window.location.reload();
      if (!answer.ok) throw new Error(String(answer.status));
      live.innerHTML = await answer.text();
      mark();
    } catch {
      // No network, or too many at once: what is shown stays, and the next answer asks again.
      if (asking === mine) timer = setTimeout(compute, RETRY_MS);
    } finally {
      if (asking === mine) live.removeAttribute("aria-busy");
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(compute, PAUSE_MS);
  };

  // What the server said of the form: errors beside their fields, what differs from the parent, the formulas.
  const mark = () => {
    const said = live.querySelector("[data-said]");
    if (!said) return;
    const { errors, changed, formulas } = JSON.parse(said.dataset.said);
    for (const { part, key } of questions) {
      part.classList.toggle("is-changed-answer", changed.includes(key));
      tell(part.querySelector("[data-error]"), errors[key]);
      for (const input of part.querySelectorAll("input[type='text'], select")) {
        if (key in errors) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      }
    }
    for (const area of form.querySelectorAll("[data-formulas]")) {
      const name = area.dataset.formulas;
      if (!expert.checked && name in formulas) area.value = formulas[name];
      tell(document.getElementById(`${area.id}-error`), errors[`x.${name}`]);
    }
  };

  const tell = (place, text) => {
    if ((place.textContent.trim() || undefined) === text) return;
    place.replaceChildren();
    if (!text) return;
    const line = document.getElementById("error-line").content.cloneNode(true);
    line.querySelector("span").textContent = text;
    place.append(line);
  };

  const expert = document.getElementById("expert");
  const unlock = () => {
    for (const area of form.querySelectorAll("[data-formulas]")) area.readOnly = !expert.checked;
  };

  // One more penalty row: the last one again, empty, with the next number in its names.
  const ladder = form.querySelector("[data-ladder]");
  const count = form.querySelector("[name='penalty-rows']");
  const more = form.querySelector("[data-more-rows]");
  const addRow = () => {
    const last = ladder.lastElementChild;
    const row = last.cloneNode(true);
    const index = Number(count.value);
    for (const node of row.querySelectorAll("[id], [for], [name]")) {
      for (const name of ["id", "for", "name"]) {
        const value = node.getAttribute(name);
        if (value) node.setAttribute(name, value.replace(/([.-])\d+([.-])/, `$1${index}$2`));
      }
      if (node.type === "text") node.value = "";
      if (node.type === "checkbox") node.checked = false;
    }
    count.value = String(index + 1);
    ladder.append(row);
    row.querySelector("input").focus();
  };

  // Where bids are given up, what needs one is answered as it is usual without.
  const instead = JSON.parse(form.dataset.insteadWithoutBids);
  const giveUpBids = () => {
    for (const [key, answers] of Object.entries(instead)) {
      const { part } = byKey.get(key);
      if (part.dataset.kind === "flag") {
        const tick = part.querySelector("input");
        tick.checked = Boolean(answers[tick.checked ? "1" : ""] ?? tick.checked);
        continue;
      }
      const now = answer(key)[0];
      if (!(now in answers)) continue;
      const select = part.querySelector("select");
      if (select) select.value = answers[now];
      else part.querySelector(`input[value="${answers[now]}"]`).checked = true;
    }
  };

  // Both belotes count towards the contract, or none does: the second answer follows the first.
  const against = byKey.get("belote_against").part.querySelector("input");
  form.addEventListener("change", ({ target }) => {
    if (target.name === "q.belote_helps") against.checked = target.value === "yes";
    if (target.name !== "q.kind" || target.value !== "take") return;
    giveUpBids();
    ask();
    soon();
  });

  // Leaving with answers that are not saved asks first: a page full of them is quickly lost.
  let touched = form.dataset.touched === "1";
  form.addEventListener("input", () => {
    touched = true;
    ask();
    unlock();
    soon();
  });
  form.addEventListener("submit", (event) => {
    touched = false;
    form.querySelector("[data-saving]").hidden = event.submitter?.value !== "save";
  });
  window.addEventListener("beforeunload", (event) => {
    if (touched) event.preventDefault();
  });

  // Enter in a field computes: saving a version is a button that one means.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[type='text']")) return;
    event.preventDefault();
    clearTimeout(timer);
    compute();
  });

  more.hidden = false;
  more.addEventListener("click", addRow);
  const narrow = window.matchMedia("(max-width: 68.75em)");
  const fold = document.querySelector("[data-live-fold]");
  fold.open = !narrow.matches;
  form.querySelector(".group-list").open = !narrow.matches;
  for (const button of form.querySelectorAll(".compute")) button.hidden = true;
  ask();
  unlock();
})();
