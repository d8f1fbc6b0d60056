/* No table opens here any more: deals that were never sent are still on this phone. They are sent where their own table
   still lets this phone in (unsent.js); what stays can be read out to the desk. */
(() => {
  const place = document.getElementById("left");
  const words = JSON.parse(document.getElementById("left-words").textContent);
  const done = document.getElementById("left-done");
  const { others, send, drop } = window.unsent;

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

  const show = () => {
    const deals = others("").flatMap((one) => one.queue).filter((item) => !item.undo);
    const rows = deals.map((item) => {
      const row = document.createElement("li");
      row.textContent = told(item);
      return row;
    });
    place.querySelector("ul").replaceChildren(...rows);
    place.hidden = !deals.length;
  };

  const states = {};
  const stuck = () => others("").filter((one) => states[one.base] === "stuck");
  let kind = "";

  /** Until nothing waits any more but what somebody has to look at. */
  const sendAll = async () => {
    for (const one of others("")) {
      const { state, recorded, late } = await send(one.base);
      states[one.base] = state;
      kind = late ? "left_late" : kind || (recorded ? "left_sent" : "");
      show();
    }
    const says = document.getElementById("left-sent");
    says.hidden = !kind;
    if (kind && says.textContent !== words[kind]) says.textContent = words[kind];
    done.hidden = !stuck().length;
    if (others("").length > stuck().length) setTimeout(sendAll, 6000);
  };
  done.querySelector("button").addEventListener("click", () => {
    for (const one of stuck()) drop(one.base, one.queue);
    done.hidden = true;
    show();
  });
  show();
  window.mirror.ready.then(() => {
    show();
    return sendAll();
  });
})();
