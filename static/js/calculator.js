/* The calculator: counts again at each change, with the rules in the browser. It works without: the form asks the
   server. The address follows the deal, so that it can be sent. */

import { scorer } from "./rules/score.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const words = read("words");
const messages = read("rule-words");
const scorers = read("packed").map((packed) => scorer(packed, messages));
const form = document.getElementById("calculator");
const answers = document.querySelectorAll("[data-answer]");
const now = document.querySelector("[data-now]");
const SIDES = ["NS", "EW"];

const make = (tag, css, ...kids) => {
  const made = document.createElement(tag);
  if (css) made.className = css;
  made.append(...kids.filter(Boolean));
  return made;
};

/** A number as people read it. */
const figure = (value) => {
  const text = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, words.thousands);
  return value < 0 ? words.minus + text : text;
};

const numberOrText = (value) => {
  const text = (value || "").trim();
  return /^[0-9]{1,6}$/.test(text) ? Number(text) : text;
};

/** What the form says, in the fields of a deal; what is left empty is left out. */
const dealOf = (data) => {
  if (data.get("by") === "pass") return { declarer: null };
  const deal = {};
  const put = (name, value) => {
    if (value !== "" && value !== null && value !== undefined) deal[name] = value;
  };
  const bySide = (name, value) => {
    const found = {};
    for (const side of SIDES) {
      const given = value(side.toLowerCase());
      if (given !== "" && given.length !== 0) found[side] = given;
    }
    if (Object.keys(found).length) deal[name] = found;
  };
  put("declarer", data.get("by"));
  put("contract", numberOrText(data.get("contract")));
  for (const name of ["trump", "double", "sweep", "last_trick", "best"]) put(name, data.get(name));
  bySide("points", (side) => numberOrText(data.get(side)));
  bySide("announces", (side) => data.getAll(`ann_${side}`).map(numberOrText));
  const belote = [];
  for (const side of SIDES) belote.push(...Array(Number(data.get(`belote_${side.toLowerCase()}`) || 0)).fill(side));
  if (belote.length) deal.belote = belote;
  put("carried", numberOrText(data.get("carried")));
  if (data.get("alone")) deal.alone = true;
  if (data.get("last_deal")) deal.last_deal = true;
  return deal;
};

/** The same address as the server gives: nothing that says nothing. */
const addressOf = (data) => {
  const query = new URLSearchParams();
  for (const [name, value] of data) {
    const says = value.trim() !== "" && !(name === "double" && value === "none") && !(name.startsWith("belote") && value === "0");
    if (says) query.append(name, value.trim());
  }
  return `?${query}`;
};

const scoreOf = (answer) => {
  const parts = document.getElementById("score-parts").content.cloneNode(true);
  for (const side of SIDES) parts.querySelector(`[data-score="${side}"]`).textContent = figure(answer.score[side]);
  return parts;
};

const resultOf = (answer) => {
  const shape = answer.made === true ? "pill-done" : answer.made === false ? "pill-warn" : "pill-soft";
  const pill = make("span", `pill ${shape}`, make("span", "", words.results[answer.result]));
  const held = answer.held ? make("span", "", words.held.replace("{0}", figure(answer.held))) : null;
  return make("p", "count-result", pill, held);
};

/** "= 2 × (100 + 0) + 20 = 220"; nothing where the formula is the figure itself. */
const workingOf = ({ formula, filled, amount }) => {
  if (formula === String(amount)) return "";
  return filled === String(amount) || filled === formula ? `= ${figure(amount)}` : `= ${filled} = ${figure(amount)}`;
};

const stepOf = (step) => {
  const working = step.formula ? workingOf(step) : "";
  return make("li", "",
    make("p", "", step.text),
    step.formula ? make("p", "formula", step.formula) : null,
    working ? make("p", "formula", working) : null);
};

const sumOf = (answer, side) => {
  const lines = answer.lines.filter((line) => line.side === side && line.amount);
  const row = (css, text, amount) => make("div", css, make("dt", "", text), make("dd", "", figure(amount)));
  const rows = lines.map((line) => row("", line.text, line.amount));
  const total = row("is-total", words.total, answer.score[side]);
  return make("div", "", make("h3", "", words.sides[side]),
    lines.length ? make("dl", "sum", ...rows, total) : make("p", "muted", words.nothing));
};

const warn = () => document.getElementById("warn-parts").content.cloneNode(true);

const refusalOf = (text) => {
  const parts = make("p", "error", warn(), make("span", "", text));
  parts.setAttribute("role", "status");
  return parts;
};

const noteOf = (text) => make("div", "note note-warn", warn(), make("p", "", text));

const show = (place, answer, steps) => {
  if (answer.error) {
    place.replaceChildren(refusalOf(answer.error));
    return;
  }
  const status = make("div", "", scoreOf(answer));
  status.setAttribute("role", "status");
  place.replaceChildren(
    status,
    resultOf(answer),
    ...answer.warnings.map(noteOf),
    make("ol", "count-steps", ...steps.map(stepOf)),
    make("div", "count-sums", ...SIDES.map((side) => sumOf(answer, side))),
  );
};

/** On a narrow screen the scores stay in sight while the form is filled in. */
const nowOf = (answer) => {
  if (answer.error) return make("span", "", warn(), make("span", "", answer.error));
  const sides = SIDES.map((side) => make("span", "", `${words.sides[side]} `, make("b", "", figure(answer.score[side]))));
  return make("span", "", ...sides, make("span", "", words.results[answer.result]));
};

const count = (deal) => {
  const counted = scorers.map((one) => one.score(deal));
  counted.forEach((answer, n) => show(answers[n], answer, answer.error ? [] : scorers[n].steps(deal)));
  now.replaceChildren(...counted.map(nowOf));
};

const follow = () => {
  const address = addressOf(new FormData(form));
  history.replaceState(null, "", address);
  const link = document.querySelector("[data-link]");
  link.href = address;
  link.hidden = false;
};

form.querySelector("[data-submit]").hidden = true;
form.addEventListener("submit", (event) => {
  event.preventDefault();
});
form.addEventListener("input", (event) => {
  // Other rules ask other questions: the page comes anew, with this deal.
  if (event.target.matches("[data-rules]")) location.assign(addressOf(new FormData(form)));
  else {
    count(dealOf(new FormData(form)));
    follow();
  }
});

// At first the deal of the address stands there, also what this form has no field for.
now.replaceChildren(...scorers.map((one) => nowOf(one.score(read("deal")))));
new IntersectionObserver((seen) => {
  now.hidden = seen[seen.length - 1].isIntersecting;
}).observe(document.querySelector("[data-answer]"));
