/* Deals that wait, a second time: in IndexedDB. Used by the table's page, which loads it later, and by the page that says
   that there is no table.

   A browser takes seconds to write localStorage down, and a phone that stops dead has then lost what was new in it. So
   each table's list is written here too, at each change, and is on the disk ("strict") before a deal is said to be saved.
   When a page is opened, what the lists in localStorage lack is put back, by the deals' keys. Which keys are gone is
   kept as well: a list that comes back as it was before brings back nothing that was sent or taken back. */
(() => {
  const KEY = "table:";
  const [NAME, LISTS] = ["tables", "lists"];
  const MOST_GONE = 200;
  const PATIENCE = 1000;
  const LONGEST = 3000;
  const { store, sending } = window.coinche || {};
  const own = document.body.dataset.base;
  const EMPTY = { queue: [], gone: [], place: null };
  /** What stands in the mirror, by table: {base, queue, gone, place}. */
  const mirrored = {};
  let db = null;

  const read = (base) => {
    try {
      return JSON.parse(localStorage.getItem(KEY + base)) || {};
    } catch {
      return {};
    }
  };
  const queueOf = (base) => (store && base === own ? store.queue : read(base).queue) || [];
  const bases = () => {
    const found = Object.keys(mirrored);
    try {
      for (let n = 0; n < localStorage.length; n += 1) {
        const name = localStorage.key(n);
        if (name.startsWith(`${KEY}/`)) found.push(name.slice(KEY.length));
      }
    } catch {
      // A phone that keeps nothing there.
    }
    return new Set(own ? [...found, own] : found);
  };
  const copy = (queue) => JSON.parse(JSON.stringify(queue));
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const keysOf = (queue) => queue.map((item) => item.key);
  const find = (queue, { key }) => queue.find((item) => item.key === key);

  // What was lost comes back

  /** The list of a table, of what is here now, what was here when the page was opened, and what is in the mirror. */
  const merged = (now, then, { queue, gone }) => {
    const out = new Set([...gone, ...keysOf(then).filter((key) => !keysOf(now).includes(key))]);
    const asNow = (item) => {
      const mine = find(now, item);
      return mine && !same(mine, find(then, item)) ? mine : item;
    };
    const all = [...queue.map(asNow), ...now.filter((item) => !find(queue, item))].filter((item) => !out.has(item.key));
    const sheets = [...new Set(all.map((item) => item.sheet))];
    return all.sort((one, other) => sheets.indexOf(one.sheet) - sheets.indexOf(other.sheet) || one.position - other.position);
  };

  const putBack = (record) => {
    const { base, place } = record;
    const now = queueOf(base);
    const queue = merged(now, store && base === own ? store.held : now, record);
    mirrored[base] = record;
    if (same(queue, now)) return false;
    try {
      const held = read(base);
      if (queue.length || held.draft) localStorage.setItem(KEY + base, JSON.stringify({ place, ...held, queue }));
      else localStorage.removeItem(KEY + base);
      // As if another tab had written it: who shows it reads it again.
      window.dispatchEvent(new StorageEvent("storage", { key: KEY + base }));
    } catch {
      if (base === own) Object.assign(store, { queue, safe: false });
    }
    return true;
  };

  // What is written is written here too

  const record = (base) => {
    const before = mirrored[base] || EMPTY;
    const queue = queueOf(base);
    const left = keysOf(before.queue).filter((key) => !keysOf(queue).includes(key));
    return { base, queue: copy(queue), gone: [...before.gone, ...left].slice(-MOST_GONE), place: read(base).place || before.place };
  };
  const write = (changed) => new Promise((done) => {
    const act = db.transaction(LISTS, "readwrite", { durability: "strict" });
    const before = { ...mirrored };
    act.oncomplete = done;
    act.onabort = () => {
      for (const base of changed) mirrored[base] = before[base] || EMPTY; // once more, with the next
      done();
    };
    for (const base of changed) {
      mirrored[base] = record(base);
      act.objectStore(LISTS).put(mirrored[base]);
    }
    if (act.commit) act.commit(); // also when the page is left at once
  });

  /** Write down which lists are others by now. Resolves once they are on the disk, or when that takes too long. */
  const sync = () => {
    if (!db) return Promise.resolve();
    const changed = [...bases()].filter((base) => !same((mirrored[base] || EMPTY).queue, queueOf(base)));
    if (!changed.length) return Promise.resolve();
    const written = write(changed).catch(() => {
      db = null; // closed by the browser: localStorage is all there is
    });
    return Promise.race([written, new Promise((done) => setTimeout(done, PATIENCE))]);
  };

  const follow = () => {
    if (store) {
      const before = store.write;
      store.write = () => {
        before();
        store.kept = sync();
      };
    }
    // Of lists that others write: another tab, and deals of a table that was left.
    setInterval(sync, 2000);
    return sync();
  };

  const opened = () => new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(LISTS, { keyPath: "base" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = failed;
  });
  const allOf = (found) => new Promise((done, failed) => {
    const lists = found.transaction(LISTS, "readwrite").objectStore(LISTS);
    const asked = lists.getAll();
    asked.onerror = failed;
    asked.onsuccess = () => {
      for (const { base, queue } of asked.result) if (!queue.length && base !== own) lists.delete(base);
      done(asked.result);
    };
  });

  const start = async () => {
    const found = await opened();
    const back = (await allOf(found)).filter(putBack);
    db = found; // nothing is written before all is back
    await follow();
    // Deals of a table that was left are sent again (others.js).
    if (back.some(({ base }) => base !== own)) window.dispatchEvent(new Event("online"));
  };
  const tooLong = new Promise((done) => setTimeout(done, LONGEST));
  const ready = Promise.race([start().catch(() => null), tooLong]).then(() => {
    if (store) {
      store.held = [];
      if (store.queue.length) sending.pump();
    }
  });
  window.mirror = { ready, sync };
})();
