/* The table's page: building elements, drawings, words and figures. Text always goes in as text, never as markup. */
window.coinche = (() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const words = read("words");
  const sprite = document.body.dataset.sprite;
  const SVG = "http://www.w3.org/2000/svg";

  /** The sentence `name` with {0}, {1} filled in; nothing where the words that come later are not here yet. */
  const say = (name, ...values) => (words[name] || "").replace(/\{(\d)\}/g, (_, n) => values[n]);

  /** An element: `h("button.key", {onclick, "aria-pressed": true}, "text", child, null)`. */
  const h = (what, props, ...kids) => {
    const [tag, ...classes] = what.split(".");
    const made = document.createElement(tag);
    if (classes.length) made.className = classes.join(" ");
    if (tag === "button") made.type = "button";
    for (const [name, value] of Object.entries(props || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) made[name] = value;
      else made.setAttribute(name, value === true && !name.startsWith("aria") ? "" : String(value));
    }
    made.append(...kids.flat().filter((kid) => kid !== null && kid !== undefined && kid !== false));
    return made;
  };

  const use = (symbol, css) => {
    const svg = document.createElementNS(SVG, "svg");
    const inner = document.createElementNS(SVG, "use");
    inner.setAttribute("href", `${sprite}#${symbol}`);
    svg.setAttribute("class", css);
    svg.setAttribute("aria-hidden", "true");
    svg.append(inner);
    return svg;
  };
  const icon = (name) => use(name, "icon");
  const hidden = (text) => h("span.sr", null, text);
  const named = (label, css, ...kids) => h(`span.${css}`, { role: "img", "aria-label": label }, ...kids);

  /** Where a side sits; null where that says nothing, as among friends. */
  const seats = (side) => words.sides[side] ? named(words.sides[side], "seat-box", use(`seats-${side.toLowerCase()}`, "seats")) : null;
  const suit = (trump) => {
    const css = `suit.suit-${trump.toLowerCase()}`;
    if (trump === "SA") return named(words.trumps.SA, css, h("b", { "aria-hidden": "true" }, words.nt));
    const four = trump === "TA" ? ["s", "h", "d", "c"] : [trump.toLowerCase()];
    return named(words.trumps[trump], css, ...four.map((s) => use(`suit-${s}`, `suit-${s}`)));
  };
  const card = (label, large) =>
    h(large ? "span.pair-card.is-large" : "span.pair-card", null, h("span", null, hidden(`${words.pair} `), label));

  /** A number as people read it. */
  const figure = (value) => {
    const text = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, words.thousands);
    return value < 0 ? words.minus + text : text;
  };
  const signed = (value) => (value > 0 ? `+${figure(value)}` : figure(value));

  /** A contract in words: its number, or capot, générale, prise. */
  const contract = (bid) => words.specials[bid] || String(bid);
  const lines = (texts) => texts.flatMap((text, n) => (n ? [h("br"), text] : [text]));
  const other = (side) => (side === "NS" ? "EW" : "NS");
  /** Who marks: NS and EW, or three players A, B, C. In a deal of three NS is who declares, EW the two others. */
  const columns = read("state").sides.map((one) => one.side);
  const declares = (deal) => (deal.declarer === "EW" ? "EW" : "NS");

  /** Tell who listens, without moving anything. */
  const tell = (text) => {
    const region = document.getElementById("say");
    if (region.textContent !== text) region.textContent = text;
  };

  return { words, say, h, icon, hidden, seats, suit, card, figure, signed, contract, lines, other, columns, declares, tell, read };
})();
