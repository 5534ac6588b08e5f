// The check on the public page of a draw: one step after the other (verify.js), with what each found.
(() => {
  const box = document.getElementById("draw-check");
  if (!box) return;
  const words = box.dataset, said = box.querySelector("[role=status]");
  const state = (item, holds) => {
    const place = item.querySelector(".check-state");
    const [sign, word] = holds === null ? ["–", words.open] : holds ? ["✓", words.yes] : ["✗", words.no];
    place.textContent = `${sign} ${word}`;
    item.dataset.holds = holds === null ? "open" : holds ? "yes" : "no";
  };
  const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

  const told = (record) => {
    const facts = box.querySelector(".check-facts"), of = JSON.parse(record.terms).starts.length, chosen = (record.signed || {}).chosen;
    const lines = [filled(words.source, { title: record.title, draw: record.draw })];
    if (of > 1) {
      lines.push(filled(words.chosen, { number: record.candidate + 1, of, by: chosen && chosen.by, reason: chosen && chosen.reason }));
    }
    if (record.changes.length) lines.push(filled(words.changes, { count: record.changes.length }));
    facts.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  };

  const check = async (text) => {
    let record = null;
    box.querySelectorAll("[data-step]").forEach((item) => state(item, null));
    try {
      record = JSON.parse(text);
      told(record);
    } catch {
      said.textContent = words.none;
      box.dataset.verdict = "none";
      return;
    }
    box.dataset.verdict = "";
    let all = true;
    for (const [name, holds] of drawSteps(record, { commitment: words.commitment, listHash: words.listHash })) {
      said.textContent = words.busy;
      await new Promise((done) => { setTimeout(done); });
      let result = false;
      try { result = holds(); } catch { result = false; }
      state(box.querySelector(`[data-step=${name}]`), result);
      all = all && result !== false;
    }
    said.textContent = all ? words.all : words.not;
    box.dataset.verdict = all ? "yes" : "no";
  };

  const read = (files) => { if (files.length) files[0].text().then(check); };
  box.querySelector("button").addEventListener("click", () => {
    said.textContent = words.busy;
    fetch(words.record).then((answer) => answer.text()).then(check, () => { said.textContent = words.offline; });
  });
  box.querySelector("input").addEventListener("change", (event) => {
    read([...event.target.files]);
    event.target.value = "";
  });
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => { event.preventDefault(); read(event.dataTransfer.files); });
  box.hidden = false;
})();
