// Checks a draw's record, step by step: drawSteps(record, shown) gives [name, function] pairs whose functions say true,
// false or null (not checked here). `shown` are the hashes that the page shows since the list was frozen.
(() => {
  const range = (size) => Array.from({ length: size }, (_, at) => at);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const cell = (value) => (/[",\n\r]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : `${value}`);

  const listText = (lines) => {
    const wished = lines.some((line) => (line.apart || []).length || line.table);
    const columns = ["number", "name", "team", "country", "region", ...(wished ? ["apart", "table"] : [])];
    const rows = [...lines].sort((one, other) => one.number - other.number).map((line) => {
      const row = { ...line, apart: (line.apart || []).join(" ") };
      return columns.map((name) => cell(row[name] || "")).join(",");
    });
    return [columns.join(","), ...rows].map((row) => `${row}\n`).join("");
  };

  const redraws = (record) => record.changes.filter((change) => "from_session" in change);

  const seatsHold = (record) => {
    if (record.chart.length !== record.sessions || record.fillers < 0 || record.fillers > 3) return false;
    return record.chart.every((session, at) => {
      const anew = redraws(record).filter((change) => change.from_session <= at + 1);
      const left = new Set(anew.length ? anew[anew.length - 1].left : []);
      let everybody = range(record.players).map((one) => one + 1).filter((one) => !left.has(one));
      const fillers = anew.length ? (4 - everybody.length % 4) % 4 : record.fillers;
      everybody = [...everybody, ...range(fillers).map((one) => record.players + 1 + one)];
      return session.every((four) => four.length === 4) && same(session.flat().sort((a, b) => a - b), everybody);
    });
  };

  const linesNow = (record) => {
    const lines = new Map(record.list.map((line) => [line.number, line]));
    for (const change of record.changes) {
      const line = change.late || change.instead;
      if (line) lines.set(line.number, line);
    }
    return lines;
  };

  const counted = (record) => {
    const { chart } = record, size = record.players + record.fillers, lines = linesNow(record);
    const met = new Map(), opponents = range(size + 1).map(() => new Set());
    const winds = range(size + 1).map(() => [0, 0, 0, 0]), visits = new Map();
    let team = 0, country = 0;
    chart.forEach((session) => session.forEach((four, table) => four.forEach((one, wind) => {
      winds[one][wind]++;
      visits.set(one * 10000 + table, (visits.get(one * 10000 + table) || 0) + 1);
      for (const other of four) {
        if (one === other) continue;
        opponents[one].add(other);
        if (one > other) continue;
        met.set(one * 10000 + other, (met.get(one * 10000 + other) || 0) + 1);
        const mine = lines.get(one), theirs = lines.get(other);
        if (mine && theirs && mine.team && mine.team === theirs.team) team++;
        if (mine && theirs && mine.country && mine.country === theirs.country) country++;
      }
    })));
    let common = null, repeats = 0, most = 0, needless = 0;
    for (const times of met.values()) { repeats += times - 1; most = Math.max(most, times); }
    const allowed = Math.ceil(chart.length / chart[0].length);
    for (const times of visits.values()) needless += Math.max(0, times - allowed);
    for (let one = 1; one <= size; one++) for (let other = one + 1; other <= size; other++) {
      if (opponents[one].has(other)) continue;
      let shared = 0;
      for (const between of opponents[one]) if (opponents[other].has(between)) shared++;
      if (common === null || shared < common) common = shared;
    }
    const spread = Math.max(...winds.slice(1).map((each) => Math.max(...each) - Math.min(...each)));
    return { repeat_pairs: repeats, max_meetings: most, team_meetings: team, country_meetings: country,
      seat_spread: spread, table_repeats: needless, common_opponents_min: common };
  };

  const changed = (chart, changes) => {
    let now = chart;
    for (const change of changes) {
      if (change.numbers) {
        const [one, other] = change.numbers, instead = (number) =>
          (number === one ? other : number === other ? one : number);
        now = now.map((session, at) => (change.session === null || change.session === at + 1
          ? session.map((four) => four.map(instead)) : session));
      } else if (change.chart) {
        const before = (change.from_session || 1) - 1;
        if (!same(change.chart.slice(0, before), now.slice(0, before))) return null;
        now = change.chart;
      }
    }
    return now;
  };

  globalThis.drawSteps = (record, shown) => {
    const terms = () => JSON.parse(record.terms), plans = () => record.plans.map((one) => [one.positions, one.groups, one.quads]);
    return [
      ["page", () => record.commitment === shown.commitment && record.list_hash === shown.listHash],
      ["commitment", () => drawHash(record.secret) === record.commitment],
      ["list", () => drawHash(listText(record.list)) === record.list_hash],
      ["terms", () => ["version", "rule", "sessions"].every((key) => terms()[key] === record[key])
        && record.candidate >= 0 && record.candidate < terms().candidates && terms().plans.length === terms().candidates],
      ["plans", () => drawHash(JSON.stringify(plans())) === terms().plans[record.candidate]],
      ["seed", () => drawHash([record.secret, record.public_value, record.list_hash, drawHash(record.terms)].join("|"))
        === record.seed],
      ["seats", () => seatsHold(record)],
      ["figures", () => (redraws(record).length ? null
        : Object.entries(counted(record)).every(([name, value]) => record.quality[name] === value))],
      ["chart", () => same(changed(drawDerived(record), record.changes), record.chart)],
    ];
  };

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
    const facts = box.querySelector(".check-facts"), of = JSON.parse(record.terms).candidates, chosen = (record.signed || {}).chosen;
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
