/* A sheet of friends was erased from this phone: what the page kept of it here goes too. */
(() => {
  const base = document.querySelector("[data-erased]").dataset.erased;
  try {
    localStorage.removeItem(`table:${base}`);
  } catch {
    // Nothing can be kept here, and nothing was.
  }
  try {
    const asked = indexedDB.open("tables", 1); // mirror.js
    asked.onupgradeneeded = () => asked.result.createObjectStore("lists", { keyPath: "base" });
    asked.onsuccess = () => asked.result.transaction("lists", "readwrite").objectStore("lists").delete(base);
  } catch {
    // Nor there.
  }
  if ("caches" in window) {
    caches.keys().then((names) => names.filter((name) => name.startsWith(`table ${base} `)).forEach((name) => caches.delete(name)));
  }
})();
