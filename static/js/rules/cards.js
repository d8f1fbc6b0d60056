/* Sides, trumps, and which sums a number of cards can make. */

export const SIDES = ["NS", "EW"];
export const TRUMPS = ["S", "H", "D", "C", "SA", "TA"];
export const other = (side) => (side === "NS" ? "EW" : "NS");
export const modeOf = (trump) => (trump === "SA" || trump === "TA" ? trump : "suit");

/** For each number of cards, 0 to all of `deck`, a table of 0 and 1: can so many cards be worth s together? */
export const sums = (deck) => {
  const most = deck.reduce((total, value) => total + value, 0);
  const reach = Array.from({ length: deck.length + 1 }, () => new Uint8Array(most + 1));
  reach[0][0] = 1;
  for (const value of deck) {
    for (let count = deck.length; count > 0; count -= 1) {
      const from = reach[count - 1];
      const to = reach[count];
      for (let sum = most - value; sum >= 0; sum -= 1) if (from[sum]) to[sum + value] = 1;
    }
  }
  return reach;
};

/** Whether a side can have `points` with `taken` of `tricks` tricks (null: some, but not all). `ten` is the worth of the
    last trick, `last` whether this side took it (null: not known). `reach` comes from `sums`. */
export const canHave = (reach, ten, tricks, taken, last, points) => {
  const counts = taken === null ? Array.from({ length: tricks - 1 }, (_, n) => n + 1) : [taken];
  return counts.some((count) => {
    const cards = reach[Math.floor((count * (reach.length - 1)) / tricks)];
    return (last !== false && count > 0 && cards[points - ten] === 1) || (last !== true && count < tricks && cards[points] === 1);
  });
};
