/* The table's page: which other devices opened this table, told to the one that came first; a photograph of the paper.
   Comes later. */
(() => {
  const app = window.coinche;
  const { words, say, h, icon, screens } = app;
  const { m, draw, says } = app.page;
  const { take, reached, unreached } = app.sending;
  const base = document.body.dataset.base;
  const KEY = `devices:${base}`;

  // Other devices

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

  // A photograph

  const LONGEST = 1600;
  const TIMEOUT = 60000;
  let state = "";

  /** As small as the server keeps it anyway, where this browser can; the server takes out what it says of itself. */
  const smaller = async (file) => {
    try {
      const found = await createImageBitmap(file, { imageOrientation: "from-image" });
      const scale = Math.min(1, LONGEST / Math.max(found.width, found.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(found.width * scale);
      canvas.height = Math.round(found.height * scale);
      canvas.getContext("2d").drawImage(found, 0, 0, canvas.width, canvas.height);
      return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85))) || file;
    } catch {
      return file;
    }
  };

  const token = () =>
    (document.cookie.match(/(?:^|; )csrftoken=([^;]*)/) || [])[1] || document.querySelector("meta[name=csrf]").content;

  const send = async (file) => {
    state = words.photo_sending;
    draw();
    const form = new FormData();
    form.append("sheet", m.state.sheet);
    form.append("photo", await smaller(file), "photo.jpg");
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), TIMEOUT);
    let status = 0;
    let body = null;
    try {
      const answer = await fetch(`${base}photo`, {
        method: "POST", body: form, credentials: "same-origin", referrerPolicy: "same-origin", signal: stop.signal,
        headers: { Accept: "application/json", "X-CSRFToken": token() },
      });
      status = answer.status;
      body = await answer.json();
    } catch {
      body = null;
    } finally {
      clearTimeout(timer);
    }
    if (unreached({ status })) state = words.needs_network;
    else {
      reached();
      if (status === 201) {
        take(body);
        state = "";
        says(words.photo_sent);
      } else state = (body && (body.error || body.message)) || (status === 413 ? words.photo_large : words.reload_text);
    }
    if (state) m.announce = state;
    draw();
  };

  const photo = () => {
    const wrong = state && state !== words.photo_sending;
    return h("div.photo", null,
      h("input", { id: "photo", class: "sr", type: "file", accept: "image/jpeg,image/png,image/webp", capture: "environment", "data-k": "photo",
        disabled: state === words.photo_sending, "aria-describedby": "photo-says", "aria-invalid": wrong ? "true" : null,
        onchange: (event) => { if (event.target.files[0]) send(event.target.files[0]); } }),
      h("label.btn.btn-wide", { for: "photo" }, words.photo),
      h(wrong ? "p.error" : "p.muted", { id: "photo-says" }, wrong ? [icon("triangle"), h("span", null, state)] : state || words.photo_help));
  };

  /** Put something at the end of a screen that another script draws. */
  const extend = (name, more) => {
    const before = screens[name];
    screens[name] = (m) => {
      const found = before(m);
      found.find((one) => one && one.tagName === "MAIN").append(...more());
      return found;
    };
  };
  const isTournament = () => Boolean(m.state.devices);
  extend("sheet", () => [
    ...others().map((one) => h("p.trace", null, icon("phone"), ` ${say("other_device", one.time)}`)),
    ...(isTournament() ? [photo()] : []),
  ]);
  extend("closed", () => (isTournament() ? [photo()] : []));
})();
