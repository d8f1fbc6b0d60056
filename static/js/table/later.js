/* The table's page: what is loaded once the page is usable. `<template id="later">` lists it: the address of its words,
   then styles and scripts in their order (docs/architecture.md). A screen that is asked for before its script is here
   is drawn as `wait`, and again when all has come. What does not come, without the network, is asked for again. */
(() => {
  const app = window.coinche;
  const { root, draw, refresh } = app.page;
  const AGAIN = 3000;
  const { content, dataset } = document.getElementById("later");
  // Modules last, and nothing waits for them: an old browser has none.
  const isModule = (one) => one.type === "module";
  const missing = [...content.children].sort((one, other) => isModule(one) - isModule(other));
  let waiting = [];
  let haveWords = false;

  const getWords = async () => {
    const answer = await fetch(dataset.words);
    if (!answer.ok) throw new Error(answer.status);
    Object.assign(app.words, await answer.json());
    haveWords = true;
    // What is there already may lack them; else nothing is drawn anew, under a finger perhaps.
    if (root.querySelector(".note, .trace, .waiting")) refresh();
  };

  const bring = (one) =>
    new Promise((done, failed) => {
      const made = document.createElement(one.tagName);
      for (const { name, value } of one.attributes) made.setAttribute(name, value);
      made.onload = done;
      made.onerror = failed;
      document.head.append(made);
    });

  /** Ask for all at once; they are put in one after the other. */
  const preload = () => {
    for (const one of missing) {
      const link = document.createElement("link");
      link.rel = isModule(one) ? "modulepreload" : "preload";
      if (!isModule(one)) link.as = one.tagName === "LINK" ? "style" : "script";
      link.href = one.getAttribute("src") || one.getAttribute("href");
      document.head.append(link);
    }
  };

  const isHere = () => haveWords && !(missing.length && !isModule(missing[0]));
  const release = () => {
    if (!waiting || !isHere()) return;
    const acts = waiting;
    waiting = null;
    for (const act of acts) act();
    if (root.dataset.screen === "wait") draw();
  };

  /** Run `act` once all is here: at once where it is. */
  app.whenAllHere = (act) => {
    if (waiting) waiting.push(act);
    else act();
  };

  app.loadLater = async () => {
    try {
      if (!haveWords) {
        preload();
        await getWords();
      }
      release();
      while (missing.length) {
        await bring(missing[0]);
        missing.shift();
        release();
      }
    } catch {
      setTimeout(app.loadLater, AGAIN);
    }
  };
})();
