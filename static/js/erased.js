/* A sheet of friends was erased from this phone: what the page kept of it here goes too. */
(() => {
  const base = document.querySelector("[data-erased]").dataset.erased;
  try {
    localStorage.removeItem(`table:${base}`);
  } catch {
    // Nothing can be kept here, and nothing was.
  }
  if ("caches" in window) {
    caches.keys().then((names) => names.filter((name) => name.startsWith(`table ${base} `)).forEach((name) => caches.delete(name)));
  }
})();
