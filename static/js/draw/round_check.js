// Check the draw of a session on its public page, step by step (round.js), draw it again in a worker (solver/worker.js),
// and show the result of each step.
(() => {
  const box = document.getElementById("round-check");
  if (!box) return;
  const words = box.dataset, status = box.querySelector("[role=status]"), button = box.querySelector("button");
  const show = (name, holds, more = "") => {
    const item = box.querySelector(`[data-step=${name}]`), mark = item.querySelector(".check-state");
    const [sign, word] = holds === null ? ["–", words.open] : holds ? ["✓", words.yes] : ["✗", words.no];
    mark.textContent = `${sign} ${more || word}`;
    item.dataset.holds = holds === null ? "open" : holds ? "yes" : "no";
    return holds;
  };

  // What the solver says of each part; null if this browser cannot start it.
  const drawnAgain = (parts) => new Promise((done) => {
    const worker = new Worker(words.solver, { type: "module" });
    const end = (answer) => { worker.terminate(); done(answer); };
    worker.addEventListener("message", ({ data }) => end(data));
    worker.addEventListener("error", () => end(null));
    worker.postMessage(parts);
  });

  const redraw = async (record) => {
    const parts = globalThis.roundParts(record);
    if (!parts.length) return show("redraw", null);
    const verdicts = await drawnAgain(parts);
    if (!verdicts) return show("redraw", null);
    const tables = verdicts.flatMap((one, at) => (one.tables ?? []).map((table) => parts[at].result.tables[table - 1]));
    const numbers = tables.map((four) => record.tables.findIndex((seated) => seated.some((number) => number && four?.includes(number))) + 1);
    if (numbers.length) return show("redraw", false, words.tables.replace("{tables}", numbers.join(", ")));
    if (verdicts.some(({ verdict }) => !["same", "version"].includes(verdict))) return show("redraw", false, words.other);
    return verdicts.every(({ verdict }) => verdict === "same") ? show("redraw", true, words.same) : show("redraw", null, words.version);
  };

  const check = async (record) => {
    const steps = [...globalThis.roundSteps(record), ["pools", () => globalThis.poolsStep(record)]];
    const held = steps.filter(([name]) => box.querySelector(`[data-step=${name}]`)).map(([name, holds]) => {
      let result = false;
      try { result = holds(); } catch { result = false; }
      return show(name, result);
    });
    status.textContent = words.drawing;
    held.push(await redraw(record));
    status.textContent = held.includes(false) ? words.not : held.at(-1) ? words.all : words.recounted;
    box.dataset.verdict = held.includes(false) ? "no" : "yes";
  };

  button.addEventListener("click", async () => {
    status.textContent = words.busy;
    button.disabled = true;
    const record = await fetch(words.record).then((answer) => answer.json()).catch(() => null);
    if (record) await check(record); else status.textContent = words.unreachable;
    button.disabled = false;
  });
  box.hidden = false;
})();
