/* A screen of the hall. It asks every few seconds what it is to show, fetches a view's pages when they are others, and
   turns them. Without the network it goes on with what it has, and says how old that is.

   What it keeps: one set of nodes a page, put into the picture and taken out again. Nothing grows with the hours. */
(() => {
  const POLL_MS = 3000, PATIENCE_MS = 8000, TICK_MS = 250, OLD_MS = 60000, FIND_MS = 20000, IDLE_MS = 4000, HITS = 24;
  const at = (id) => document.getElementById(id);
  const words = JSON.parse(at("words").textContent);
  const scene = at("scene"), body = at("body"), strip = at("strip"), age = at("age"), full = at("full"), find = at("find");
  const seek = at("seek"), letters = at("letters");
  const { zone, version } = document.body.dataset;
  const now = () => performance.now();
  const say = (node, text) => { if (node && node.textContent !== text) node.textContent = text; };

  const views = new Map();
  let state = null, tag = "", isGone = false, heard = now(), ahead = null;

  /* ---- what the machine says ---- */

  const ask = async (path, etag) => {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE_MS), begun = now();
    try {
      const answer = await fetch(path, {
        cache: "no-store", signal: stop.signal, headers: etag ? { "If-None-Match": etag } : {},
      });
      const text = answer.status === 200 ? await answer.text() : "";
      const told = Number(answer.headers.get("Server-Time"));
      // The machine's time by this page's own seconds: what the device believes it is does not matter.
      if (told) ahead = told - (begun + now()) / 2;
      return { status: answer.status, tag: answer.headers.get("ETag") || "", text };
    } finally {
      clearTimeout(timer);
    }
  };

  const nodes = (html) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    const found = document.createElement("div");
    found.append(document.importNode(made.content, true));
    return found;
  };

  const fetchView = async (name, mark) => {
    if (!mark) views.delete(name);
    if (!mark || views.get(name)?.mark === mark) return;
    const answer = await ask(`view/${name}`);
    if (answer.status !== 200) throw new Error(name);
    const pages = JSON.parse(answer.text).pages.map((page) => ({ ...page, body: nodes(page.body), strip: nodes(page.strip) }));
    views.set(name, { mark, pages });
  };

  const take = async (text) => {
    const told = JSON.parse(text);
    if (told.version !== version) return location.reload();
    for (const [name, , mark] of told.shows) await fetchView(name, mark);
    await fetchView("names", told.find);
    const shown = new Set(told.shows.map(([name]) => name)).add("names");
    for (const name of [...views.keys()]) if (!shown.has(name)) views.delete(name);
    const before = state;
    state = told;
    if (!before || JSON.stringify(before.shows.map((one) => one[0])) !== JSON.stringify(told.shows.map((one) => one[0]))) {
      turnTo(0, 0);
    } else show(false);
    if (typed) showFind();
  };

  const poll = async () => {
    let wait = POLL_MS + Math.random() * 500;
    try {
      const answer = await ask("state", tag);
      if (answer.status === 200) await take(answer.text);
      if (answer.status === 200) tag = answer.tag;
      if (answer.status === 403 || answer.status === 404) { forget(); wait = 5 * POLL_MS; }
      else if (answer.status === 200 || answer.status === 304) heard = now();
    } catch { /* the network is away, or the machine starts again: what is shown stays */ }
    setTimeout(poll, wait);
  };

  /* Its link is void: what it showed goes, and comes again if the link does. */
  const forget = () => {
    if (isGone) return;
    isGone = true;
    state = null;
    tag = "";
    views.clear();
    shownPage = null;
    closeFind();
    scene.dataset.kind = "message";
    say(at("over"), "");
    say(at("title"), "");
    const text = document.createElement("p");
    text.textContent = words.gone;
    const made = document.createElement("div");
    made.className = "hall-message";
    made.append(text);
    body.replaceChildren(made);
    strip.replaceChildren();
  };

  /* ---- turning the pages ---- */

  let turn = 0, page = 0, since = now(), shownPage = null, shownMark = "";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const pagesOf = (number) => views.get(state.shows[number][0])?.pages || [];

  const turnTo = (toTurn, toPage) => {
    turn = toTurn;
    page = toPage;
    since = now();
    show(true);
  };

  const show = (isTurned) => {
    isGone = false;
    const [name, , mark] = state.shows[turn], pages = pagesOf(turn);
    page = Math.min(page, pages.length - 1);
    const one = pages[page], key = `${name}.${page}.${mark}`;
    if (!one || (shownPage === one && shownMark === key)) return;
    shownPage = one;
    shownMark = key;
    scene.dataset.kind = one.kind;
    say(at("over"), one.over);
    say(at("title"), one.title);
    body.replaceChildren(one.body);
    strip.replaceChildren(...one.strip.childNodes.length ? [one.strip] : []);
    fit(one);
    if (isTurned && !still.matches) body.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 400, easing: "ease-out" });
    tickClock();
  };

  /* Names are never cut, and no letter is under a fiftieth of the screen's height or so: what does not fit in the letters
     of this device is written smaller, then takes more lines, and who has no place then stands on a page of their own.
     Once for each page. */
  const SIZES = ["is-long", "is-longer", "is-tiny"], TALLEST = 16, LISTS = ".hall-names, .hall-ranks, .hall-tables";
  const fit = (one) => {
    if (one.isFitted || !one.body.clientHeight) return;
    one.isFitted = true;
    for (const row of one.body.querySelectorAll(".hall-names > li, .hall-ranks > li, .hall-tables > li")) {
      const name = row.querySelector(".hall-name, .hall-sides");
      const isOneLine = row.parentNode.className === "hall-names";
      const isTooTall = () => name.scrollHeight > row.clientHeight || name.scrollWidth > name.clientWidth + 1
        || (isOneLine && !/longer|tiny/.test(row.className) && name.clientHeight > 1.5 * parseFloat(getComputedStyle(name).fontSize));
      for (let size = SIZES.indexOf(row.className); size < SIZES.length - 1 && isTooTall(); size += 1) row.className = SIZES[size + 1];
      for (let tall = Number(row.dataset.tall || 2); tall < TALLEST && isTooTall(); tall += 1) row.dataset.tall = tall + 1;
    }
    for (const podium of one.body.querySelectorAll(".hall-podium")) fitPodium(podium);
    part(one);
  };

  const part = (one) => {
    const list = one.body.querySelector(LISTS), over = [];
    while (list && list.children.length > 1 && list.scrollWidth > list.clientWidth + 1) {
      over.unshift(list.lastElementChild);
      list.lastElementChild.remove();
    }
    const pages = over.length ? [...views.values()].map((view) => view.pages).find((some) => some.includes(one)) : null;
    if (!pages) return;
    const more = list.cloneNode(false), holder = document.createElement("div");
    more.append(...over);
    holder.append(more);
    pages.splice(pages.indexOf(one) + 1, 0, { ...one, isFitted: false, body: holder, strip: one.strip.cloneNode(true) });
  };

  /* Who has this place, before those told earlier: of them as many as there is room for. */
  const fitPodium = (podium) => {
    const step = podium.querySelector(".hall-step"), told = step.querySelectorAll("li");
    const isTooTall = () => podium.scrollHeight > podium.clientHeight + 1 || step.scrollHeight > step.clientHeight + 1;
    const write = (size) => {
      for (const row of told) if (SIZES.indexOf(row.className) < SIZES.indexOf(size)) row.className = size;
    };
    if (isTooTall()) write("is-long");
    if (isTooTall()) write("is-longer");
    const before = [...podium.querySelectorAll(".hall-before li")];
    while (before.length && isTooTall()) before.pop().remove();
    if (isTooTall()) write("is-tiny");
  };

  const tickPages = () => {
    const pages = pagesOf(turn);
    const seconds = pages[page]?.seconds || state.shows[turn][1];
    if (now() - since < seconds * 1000) return;
    if (page + 1 < pages.length) turnTo(turn, page + 1);
    else turnTo((turn + 1) % state.shows.length, 0);
  };

  /* ---- the clock, and how old all this is ---- */

  const two = (number) => String(number).padStart(2, "0");
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "numeric", minute: "2-digit", hourCycle: "h23" });
  const timeOfDay = (ms) => {
    const found = Object.fromEntries(parts.formatToParts(ms).map((one) => [one.type, one.value]));
    const hour = Number(found.hour);
    return words.time.replace("HH", two(hour)).replace("H", hour).replace("M", found.minute);
  };
  const span = (seconds) => {
    const all = Math.max(0, seconds), hours = Math.floor(all / 3600);
    const rest = `${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };

  const tickClock = () => {
    const corner = at("clock"), time = ahead === null ? null : ahead + now();
    const clock = state?.clock;
    const isBig = scene.dataset.kind === "round";
    const left = clock && time !== null ? clock.left ?? Math.ceil((clock.ends - time) / 1000) : null;
    const label = left === null ? "" : left > 0 ? clock.label : clock.past;
    const isDay = isBig || left === null;
    corner.classList.toggle("is-day", isDay);
    corner.classList.toggle("is-last", !isDay && clock.is_last);
    if (isDay && time !== null) {
      say(corner.firstElementChild, words.now);
      say(corner.lastElementChild, timeOfDay(time));
    } else if (!isDay) {
      say(corner.firstElementChild, label);
      say(corner.lastElementChild, span(left));
    }
    const big = body.querySelector("[data-clock]");
    if (!big) return;
    big.classList.toggle("is-last", Boolean(clock?.is_last));
    big.querySelector("[data-left]").classList.toggle("is-hours", left >= 3600);
    say(big.querySelector("[data-label]"), label);
    say(big.querySelector("[data-left]"), left === null ? "" : span(left));
    say(big.querySelector("[data-until]"), left === null ? "" : clock.until);
  };

  const tickAge = () => {
    const old = now() - heard, isOld = old >= OLD_MS && !isGone;
    const minutes = Math.floor(old / 60000), when = ahead === null ? "" : timeOfDay(ahead + heard);
    age.classList.toggle("is-old", isOld);
    if (isOld) say(age, minutes < 60 || !when ? words.old.replace("#", minutes) : words.older.replace("#", when));
    else say(age, when && !isGone ? words.fresh.replace("#", when) : "");
  };

  /* ---- who looks for a name ---- */

  let typed = "", typedAt = 0;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  const closeFind = () => {
    typed = letters.value = "";
    letters.blur();
    if (find.hidden) return;
    find.hidden = true;
    find.replaceChildren();
  };

  const showFind = () => {
    const head = document.createElement("p"), written = document.createElement("b");
    written.textContent = typed;
    head.append(words.find, written);
    const wanted = plain(typed).split(" ").filter(Boolean), list = document.createElement("ol");
    list.className = "hall-names";
    if (wanted.join("").length > 1) {
      const all = (views.get("names")?.pages || []).flatMap((one) => [...one.body.querySelectorAll("[data-find]")]);
      const hits = all.filter((row) => {
        const names = row.dataset.find.split(" ");
        return wanted.every((part) => names.some((name) => name.startsWith(part)));
      });
      list.append(...hits.slice(0, HITS).map((row) => row.cloneNode(true)));
      if (!hits.length && views.has("names")) {
        const none = document.createElement("p");
        none.className = "hall-message";
        none.textContent = words.none;
        find.replaceChildren(head, none);
        return;
      }
    }
    find.replaceChildren(head, list);
    fit({ body: find });
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isGone) return;
    if (event.key === "Escape") return closeFind();
    if (event.target === letters || (event.key === " " && event.target.closest?.("button"))) return;
    const isLetter = /^[\p{L}\p{N}'’-]$/u.test(event.key) || (event.key === " " && typed);
    if (event.key === "Backspace") typed = [...typed].slice(0, -1).join("");
    else if (isLetter && typed.length < 30) typed += event.key;
    else return;
    event.preventDefault();
    typedAt = now();
    if (!typed) return closeFind();
    find.hidden = false;
    showFind();
  });

  /* Without a keyboard: the button opens the one of the device; a touch of what was found closes it. */
  const seekNow = () => {
    typed = letters.value;
    typedAt = now();
    find.hidden = false;
    showFind();
  };
  seek.hidden = false;
  seek.addEventListener("click", () => {
    if (isGone) return;
    seekNow();
    letters.focus();
  });
  letters.addEventListener("input", seekNow);
  find.addEventListener("click", closeFind);

  /* ---- the device: full screen, and awake ---- */

  let moved = now();
  for (const kind of ["pointermove", "pointerdown", "keydown"]) {
    document.addEventListener(kind, () => { moved = now(); document.body.classList.remove("is-idle"); }, { passive: true });
  }
  const isFull = () => { full.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement); };
  full.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {}));
  document.addEventListener("fullscreenchange", isFull);
  isFull();

  const stayAwake = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();

  setInterval(() => {
    if (state) tickPages();
    tickClock();
    tickAge();
    if (!find.hidden && now() - typedAt > FIND_MS) closeFind();
    document.body.classList.toggle("is-idle", now() - moved > IDLE_MS);
  }, TICK_MS);
  poll();
})();
