/* While the points of one side are typed, those of the other side, as the cards of the trump add up. */
(() => {
  const form = document.querySelector("[data-deal-form]");
  const sum = document.querySelector("[data-deal-sum]");
  if (!form || !sum) return;
  const pack = JSON.parse(sum.dataset.pack);
  const { trump, points_defence: defence, points_declarer: declarer } = form.elements;
  if (!trump || !defence || !declarer) return;

  const tell = () => {
    const total = pack[trump.value];
    const typed = [defence.value, declarer.value].filter((value) => value !== "");
    const rest = typed.length === 1 ? total - Number(typed[0]) : NaN;
    sum.textContent = rest >= 0 ? sum.dataset.text.replace("#", rest) : "";
  };
  /** Of a deal that is put right: the other side's points of before go, since one side's are enough. */
  const renew = ({ target }) => {
    const other = { [defence.name]: declarer, [declarer.name]: defence }[target.name];
    if (other && other.defaultValue && other.value === other.defaultValue) other.value = "";
  };
  form.addEventListener("input", renew);
  form.addEventListener("input", tell);
  form.addEventListener("change", tell);
  tell();
})();
