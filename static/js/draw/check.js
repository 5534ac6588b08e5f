// Check a draw on its public page, step by step (verify.js), and show the result of each step.
(() => {
  const box = document.getElementById("draw-check");
  if (!box) return;
  const words = box.dataset, status = box.querySelector("[role=status]");
  const state = (item, holds) => {
    const mark = item.querySelector(".check-state");
    const [sign, word] = holds === null ? ["–", words.open] : holds ? ["✓", words.yes] : ["✗", words.no];
    mark.textContent = `${sign} ${word}`;
    item.dataset.holds = holds === null ? "open" : holds ? "yes" : "no";
  };
  const fillIn = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

  const showFacts = (record) => {
    const facts = box.querySelector(".check-facts"), of = JSON.parse(record.terms).starts.length, chosen = (record.signed || {}).chosen;
    const lines = [fillIn(words.source, { title: record.title, draw: record.draw })];
    if (of > 1) {
      lines.push(fillIn(words.chosen, { number: record.candidate + 1, of, by: chosen && chosen.by, reason: chosen && chosen.reason }));
    }
    if (record.changes.length) lines.push(fillIn(words.changes, { count: record.changes.length }));
    facts.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  };

  const check = async (text) => {
    let record = null;
    box.querySelectorAll("[data-step]").forEach((item) => state(item, null));
    try {
      record = JSON.parse(text);
      showFacts(record);
    } catch {
      status.textContent = words.none;
      box.dataset.verdict = "none";
      return;
    }
    box.dataset.verdict = "";
    let all = true;
    for (const [name, holds] of drawSteps(record, { commitment: words.commitment, listHash: words.listHash })) {
      status.textContent = words.busy;
      await new Promise((done) => { setTimeout(done); });
      let result = false;
      try { result = holds(); } catch { result = false; }
      state(box.querySelector(`[data-step=${name}]`), result);
      all = all && result !== false;
    }
    status.textContent = all ? words.all : words.not;
    box.dataset.verdict = all ? "yes" : "no";
  };

  const checkFile = (files) => { if (files.length) files[0].text().then(check); };
  box.querySelector("button").addEventListener("click", () => {
    status.textContent = words.busy;
    fetch(words.record).then((answer) => answer.text()).then(check, () => { status.textContent = words.unreachable; });
  });
  box.querySelector("input").addEventListener("change", (event) => {
    checkFile([...event.target.files]);
    event.target.value = "";
  });
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => { event.preventDefault(); checkFile(event.dataTransfer.files); });
  box.hidden = false;
})();
