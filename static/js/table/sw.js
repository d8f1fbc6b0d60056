/* The table's page without the network: its service worker, over https or on localhost only (docs/architecture.md).

   It keeps table pages and nothing else: the page, the files and words that it names, and the newest state of its sheet.
   A page is kept whole or not at all, with the files of its own version. It is given out when the server does not
   answer soon; when the server says that there is no such table any more, all that was kept of it goes. Deals that wait
   to be sent are not here: the page keeps them itself. */
const PAGE = /^\/table\/[0-9a-f-]{36}\/$/;
const NAMED = /\.[0-9a-f]{12}\.\w+$/;
const GONE = [403, 404, 410];
const PATIENCE = 500;
const MOST_TABLES = 6;

const nameOf = (base, what) => `table ${base} ${what}`;
const named = async (base) => (await caches.keys()).filter((name) => name.startsWith(`table ${base} `));
const forget = async (base) => Promise.all((await named(base)).map((name) => caches.delete(name)));

/** A short mark of a list of addresses. */
const markOf = (files) => {
  let mark = 7;
  for (const char of [...files].sort().join("\n")) mark = (mark * 31 + char.codePointAt(0)) % 2147483647;
  return mark.toString(36);
};

/** The kept page of a table with the newest state in it; undefined where there is none. */
const keptPage = async (base) => {
  const names = (await named(base)).filter((name) => name !== nameOf(base, "state"));
  for (const name of names.reverse()) {
    const page = await (await caches.open(name)).match(base);
    if (page) return withState(base, page);
  }
  return undefined;
};

const STATE = /(<script id="state"[^>]*>)([^]*?)(<\/script>)/;

/** Whether a state of the table is older than another: by the games and revisions that they tell of, and by no clock. */
const isOlder = (one, other) => {
  const [mine, theirs] = [one, other].map(({ round, game }) => [round.number, game.number]);
  if (one.sheet === other.sheet) return one.revision < other.revision;
  const differs = mine.findIndex((number, at) => number !== theirs[at]);
  return differs >= 0 && mine[differs] < theirs[differs];
};

const withState = async (base, page) => {
  const newest = await caches.match(`${base}state`, { cacheName: nameOf(base, "state") });
  let text = await page.text();
  let from = page;
  if (newest) {
    const state = await newest.text();
    if (!isOlder(JSON.parse(state), JSON.parse(text.match(STATE)[2]))) {
      from = newest;
      const safe = state.replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
      text = text.replace(STATE, (_, open, before, close) => open + safe + close);
    }
  }
  // How old it is, is told by the phone's clock, and nothing else.
  text = text.replace("<body ", `<body data-kept="${from.headers.get("X-Kept-At")}" `);
  return new Response(text, { headers: page.headers });
};

const keep = async (base, files) => {
  const name = nameOf(base, `files ${markOf(files)}`);
  const cache = await caches.open(name);
  const wasWhole = await cache.match(base);
  try {
    await Promise.all(files.map(async (file) => {
      if (!NAMED.test(file) || !(await cache.match(file))) await cache.add(file);
    }));
    const page = await fetch(base, { credentials: "same-origin", cache: "no-store", redirect: "error" });
    if (GONE.includes(page.status)) {
      await forget(base);
      return;
    }
    const text = await page.text();
    if (page.status !== 200 || !text.includes(`data-base="${base}"`)) throw new Error("no table page");
    const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "X-Kept-At": String(Date.now()) });
    for (const one of ["Content-Security-Policy", "Referrer-Policy"]) if (page.headers.get(one)) headers.set(one, page.headers.get(one));
    await cache.put(base, new Response(text, { headers }));
  } catch {
    if (!wasWhole) await caches.delete(name);
    return;
  }
  for (const other of await named(base)) if (other !== name && other !== nameOf(base, "state")) await caches.delete(other);
  const tables = [...new Set((await caches.keys()).map((one) => one.split(" ")[1]))];
  for (const old of tables.slice(0, Math.max(0, tables.length - MOST_TABLES))) if (old !== base) await forget(old);
};

const open = async (request) => {
  const base = new URL(request.url).pathname;
  const fresh = fetch(request).then(async (answer) => {
    if (GONE.includes(answer.status)) await forget(base);
    return answer;
  });
  const kept = await keptPage(base);
  if (!kept) return fresh;
  const answered = fresh.then((answer) => (answer.status >= 500 ? kept : answer), () => kept);
  const late = new Promise((done) => { setTimeout(done, PATIENCE, kept); });
  return Promise.race([answered, late]);
};

/** A file: by name of its content from what is kept, any other from the server if that answers. */
const file = async (request) => {
  const { pathname, search } = new URL(request.url);
  const first = NAMED.test(pathname) || search ? await caches.match(request) : undefined;
  if (first) return first;
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  const { keep: base, files } = event.data;
  if (PAGE.test(base)) event.waitUntil(keep(base, files));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (PAGE.test(pathname)) event.respondWith(open(request));
  } else if (pathname.startsWith("/static/") || pathname === "/table/words" || pathname.endsWith("/rules")) {
    event.respondWith(file(request));
  }
});
