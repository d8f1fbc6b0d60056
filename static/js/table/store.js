/* The table's page: what is kept on this phone, and how it reaches the server.

   A deal stays in the queue, on the phone's own disk, until the server has answered that it is on its. It is sent with
   the same key each time, in the order in which the deals were played: nothing is lost, nothing is written twice. */
(() => {
  const app = window.coinche;
  const base = document.body.dataset.base;
  const KEY = `table:${base}`;
  const TIMEOUT = 8000;

  const cookie = (name) => {
    const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
    return found ? found.slice(name.length + 1) : "";
  };

  /** Ask the server. Answers {status, body, tag}; status 0 means that it was not reached. */
  const ask = async (method, path, body, tag) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), TIMEOUT);
    const headers = { Accept: "application/json" };
    if (tag) headers["If-None-Match"] = tag;
    if (body) {
      headers["Content-Type"] = "application/json";
      headers["X-CSRFToken"] = cookie("csrftoken") || document.querySelector("meta[name=csrf]").content;
    }
    try {
      const answer = await fetch(base + path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : undefined,
        credentials: "same-origin",
        // Without it some browsers hide where a request comes from, and the server then refuses the change.
        referrerPolicy: "same-origin",
        signal: stop.signal,
      });
      const text = answer.status === 304 ? "" : await answer.text();
      let found = null;
      try {
        found = text ? JSON.parse(text) : null;
      } catch {
        found = null;
      }
      return { status: answer.status, body: found, tag: answer.headers.get("ETag") };
    } catch {
      return { status: 0, body: null, tag: null };
    } finally {
      clearTimeout(timer);
    }
  };

  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {};
    }
  };

  /** A key that no other deal has. crypto.randomUUID does not exist on a plain http page. */
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const { queue = [], draft = null } = load();
  /** Where it is, for another table's page (unsent.js). */
  const place = () => {
    const { friends, table, round } = app.page.m.state;
    return friends ? null : [table, round.number];
  };

  /* A deal that waits: its `key`, the `deal`, its `position` on its `sheet`. `tried`: it may have reached the server, so
     what it says stays as it is, and what becomes of it follows: `then`, another deal, or `undo`, taken back. `seen`: the
     revision in which that was asked for. `refused`: why the server does not take it. */
  const store = {
    queue,
    draft,
    held: queue, // not sent before mirror.js has looked whether it is all
    safe: true,
    ask,

    /** Change what waits and write it down. Another tab of this table may have written meanwhile: its deals stay. */
    alter(act) {
      if (store.safe) store.queue = load().queue || [];
      act();
      store.write();
    },
    write() {
      try {
        if (!store.queue.length && !store.draft) localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, JSON.stringify({ queue: store.queue, draft: store.draft, place: place() }));
        store.safe = true;
      } catch {
        store.safe = false;
      }
    },
    find: (key) => store.queue.find((item) => item.key === key),

    keepDraft(kept) {
      store.alter(() => {
        store.draft = kept;
      });
    },
    add(deal, position, sheet) {
      const item = { key: newKey(), deal, position, sheet };
      store.alter(() => {
        store.queue.push(item);
        store.draft = null;
      });
      return item;
    },
    change(key, what) {
      store.alter(() => Object.assign(store.find(key) || {}, what));
      return store.find(key);
    },
    drop(item) {
      store.alter(() => {
        store.queue = store.queue.filter((other) => other.key !== item.key);
      });
    },
    /** The same deal for another place on the sheet, and those after it: a new key, as the old one stands for the old
        place. */
    move(item, position) {
      const shift = position - item.position;
      store.alter(() => {
        for (const waiting of store.queue) if (waiting.sheet === item.sheet) waiting.position += shift;
        Object.assign(store.find(item.key) || {}, { key: newKey(), deal: item.deal, then: null, seen: 0, tried: false });
      });
    },
    send(item) {
      store.change(item.key, { tried: true });
      return ask("POST", "deals", { position: item.position, client_key: item.key, deal: item.deal, sheet: item.sheet });
    },
  };
  app.store = store;
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    store.queue = load().queue || [];
    app.page.refresh();
  });
})();
