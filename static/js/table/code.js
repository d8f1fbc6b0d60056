/* The table's page: the four figures that a side types when it agrees, where the tournament asks for them. Comes later. */
(() => {
  const app = window.coinche;
  const { words, say, h, icon, screens, parts } = app;
  const { m, draw } = app.page;
  const { bar, notes, ask, back, label } = parts;

  const code = (m) => {
    const called = `${words.pair} ${label(m, m.codeSide)}`;
    const wrong = m.note;
    m.note = "";
    const above = notes(m);
    m.note = wrong;
    return [
      bar(m),
      h("main", null, ...above, ask(say("code_of", called)),
        h("div.field", null,
          h("label", { for: "code" }, words.code), h("p.muted", { id: "code-help" }, words.code_help),
          h("input", { id: "code", inputmode: "numeric", maxlength: "4", autocomplete: "off", "data-k": "code", value: m.code || null,
            "aria-describedby": "code-help code-error", "aria-invalid": wrong ? "true" : null,
            oninput: (event) => { m.code = event.target.value.replace(/\D/g, ""); },
            onkeydown: (event) => { if (event.key === "Enter") m.act.giveCode(); } }),
          h("p.error", { id: "code-error", role: "alert" }, wrong ? [icon("triangle"), h("span", null, wrong)] : null)),
        h("button.btn.btn-main.btn-big.btn-wide", { onclick: () => m.act.giveCode(), disabled: m.busy, "data-k": "give-code" }, words.code_give)),
      back(words.back, () => { m.code = ""; m.act.show("close"); }),
    ];
  };

  Object.assign(m.act, {
    /** The code is for the figures of `digest`, which stood on the screen before this one, whatever comes meanwhile. */
    askCode(side, digest) {
      m.codeSide = side;
      m.codeFor = digest;
      m.code = "";
      m.act.show("code");
      document.getElementById("code").focus();
    },
    async giveCode() {
      if (!/^\d{4}$/.test(m.code)) {
        m.note = words.code_four;
        draw();
      } else {
        await m.act.confirm(m.codeSide, m.code, m.codeFor);
        m.code = "";
        if (m.view !== "code") return;
        if (m.net !== "off" && m.state.digest !== m.codeFor) {
          m.view = "close";
          m.announce = m.note;
        }
        draw();
        if (m.view !== "code") return;
      }
      document.getElementById("code").focus();
    },
  });

  Object.assign(screens, { code });
})();
