/* The table's page: which other devices opened this table, told to the one that came first. Comes later. */
(() => {
  const app = window.coinche;
  const { say, h, icon, screens } = app;
  const { m, draw, says } = app.page;
  const KEY = `devices:${document.body.dataset.base}`;

  /** The devices that came after this one, where this one came first. */
  const others = () => {
    const [first, ...rest] = m.state.devices || [];
    return first && first.device === m.state.device ? rest : [];
  };

  let told = 0;
  try {
    told = Number(localStorage.getItem(KEY)) || 0;
  } catch {
    told = 0;
  }
  /** Said once, when nobody is in the middle of a question. */
  const look = () => {
    const rest = others();
    if (rest.length <= told || m.draft || m.busy || m.toast) return;
    told = rest.length;
    try {
      localStorage.setItem(KEY, String(told));
    } catch {
      // It is said again after the next load.
    }
    says(say("other_device", rest[rest.length - 1].time));
    draw();
  };
  setInterval(look, 3000);
  app.whenAllHere(look);

  const { sheet } = screens;
  screens.sheet = (m) => {
    const found = sheet(m);
    found[2].append(...others().map((one) => h("p.trace", null, icon("phone"), ` ${say("other_device", one.time)}`)));
    return found;
  };
})();
