/* Three players, each for himself, as on the server (scoring/rules/three.py): who declares marks his side's score, each of
   the two others the defence's; a belote and announces are marked only by who held them. */

import { announceValues } from "./checks.js";
import { speaker } from "./words.js";

export const PLAYERS = ["A", "B", "C"];

/** The deal as one of two sides: NS declares. */
const asTwo = (deal) => {
  const side = (player) => (player === deal.declarer ? "NS" : "EW");
  const announces = { NS: [], EW: [] };
  for (const player of PLAYERS) announces[side(player)].push(...((deal.announces || {})[player] || []));
  return { ...deal, declarer: "NS", belote: (deal.belote || []).map(side), announces };
};

const count = (list, item) => list.filter((one) => one === item).length;

/** What each defender brought to a line that is only for who held the cards; nothing of any other. */
const ownParts = (packed, deal, defence, what) => {
  if (what === "belote") return defence.map((player) => count(deal.belote || [], player));
  if (what !== "announces") return [];
  const values = announceValues(packed, deal.trump);
  const worth = (one) => (typeof one === "number" ? one : values[one]);
  return defence.map((player) => ((deal.announces || {})[player] || []).reduce((sum, one) => sum + worth(one), 0));
};

/** Who has a line, and with what amount: [player, amount] pairs. */
const markers = (packed, deal, defence, line) => {
  if (line.side === "NS") return [[deal.declarer, line.amount]];
  if (line.what === "cancel") return defence.filter((player) => ((deal.announces || {})[player] || []).length).slice(0, 1).map((player) => [player, 0]);
  const parts = ownParts(packed, deal, defence, line.what);
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (!whole) return defence.map((player) => [player, line.amount]);
  return defence.map((player, n) => [player, Math.floor((line.amount * parts[n]) / whole)]);
};

const share = (packed, say, deal, answer) => {
  const score = { A: 0, B: 0, C: 0 };
  if (deal.declarer === null) return { ...answer, score };
  const { rounding } = packed.rules;
  const defence = PLAYERS.filter((player) => player !== deal.declarer);
  const lines = [];
  for (const line of answer.lines.filter((one) => one.what !== "divide")) {
    for (const [player, amount] of markers(packed, deal, defence, line)) {
      score[player] += amount;
      const text = amount === line.amount ? line.text : say(`line.${line.what}`, { n: amount });
      if (amount || !line.amount) lines.push({ ...line, side: player, amount, text });
    }
  }
  if (rounding.divide > 1) {
    for (const player of PLAYERS) {
      const n = score[player];
      const unit = rounding.divide;
      const tens = Math.floor((n + unit - (rounding.unit === unit ? rounding.up_from : 5)) / unit);
      if (tens !== n) lines.push({ side: player, what: "divide", amount: tens - n, text: say("line.divide", { n, tens }) });
      score[player] = tens;
    }
  }
  return { ...answer, score, lines };
};

/** What `score` is for deals of three: the declarer, belotes and announces by player; its answers are by player too. */
export const scoreOfThree = (packed, messages, score) => {
  const say = speaker(messages);
  return (deal) => {
    const answer = score(deal.declarer === null ? deal : asTwo(deal));
    return answer.error ? answer : share(packed, say, deal, answer);
  };
};
