/* No table opens here any more: deals that were never sent are still on this phone, and can be read out to the desk. */
(() => {
  const place = document.getElementById("left");
  const words = JSON.parse(document.getElementById("left-words").textContent);
  const KEY = "table:";

  const waiting = () => {
    const found = [];
    for (let n = 0; n < localStorage.length; n += 1) {
      const name = localStorage.key(n);
      if (name.startsWith(KEY)) found.push(...(JSON.parse(localStorage.getItem(name)).queue || []));
    }
    return found.filter((item) => !item.undo);
  };

  const told = (item) =>
    words.side_terms.replace("{0}", words.line.replace("{0}", item.position)).replace("{1}", said(item.then || item.deal));

  const said = (deal) => {
    if (!deal.declarer) return words.all_pass;
    const points = Object.entries(deal.points || {}).map(([side, value]) => `${words.sides[side]} ${value}`);
    const belotes = (deal.belote || []).map((side) => words.belote.replace("{0}", words.sides[side]));
    const sweep = deal.sweep ? [words.capot_by.replace("{0}", words.sides[deal.sweep])] : [];
    const bid = [words.specials[deal.contract] || deal.contract, words.trumps[deal.trump], words.doublings[deal.double]];
    return [`${words.sides[deal.declarer]} ${bid.filter(Boolean).join(" ")}`, ...points, ...belotes, ...sweep].join(", ");
  };

  let deals = [];
  try {
    deals = waiting();
  } catch {
    return; // a phone that keeps nothing
  }
  if (!deals.length) return;
  for (const item of deals) {
    const row = document.createElement("li");
    row.textContent = told(item);
    place.querySelector("ul").append(row);
  }
  place.hidden = false;
})();
