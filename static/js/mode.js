/* Light or dark, two or four colours of suits: the reader's choice, kept on this device in a cookie.
   Loaded in the head without defer, so that the page is never painted in the wrong mode. */
(() => {
  const root = document.documentElement;
  const choices = { mode: ["jour", "soir"], deck: ["4"] };

  const stored = (name) => {
    const found = document.cookie.split("; ").find((part) => part.startsWith(name + "="));
    const value = found ? found.slice(name.length + 1) : "";
    return choices[name].includes(value) ? value : "";
  };

  const show = (name, value) => {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
    for (const button of document.querySelectorAll(`[data-choose="${name}"] button`)) {
      button.setAttribute("aria-pressed", String(button.value === value));
    }
  };

  const keep = (name, value) => {
    const age = value ? 31536000 : 0;
    document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
  };

  // A page may fix its own mode (the hall screen): then the choice waits for the other pages.
  const names = Object.keys(choices).filter((name) => !(name === "mode" && root.dataset.mode === "salle"));
  names.forEach((name) => show(name, stored(name)));

  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-choose]")) {
      const name = group.dataset.choose;
      if (!names.includes(name)) continue;
      group.hidden = false;
      show(name, stored(name));
      group.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        keep(name, button.value);
        show(name, button.value);
      });
    }
  });
})();
