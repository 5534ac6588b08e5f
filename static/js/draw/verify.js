// Verify a published draw by drawing its lots again; the reasons are in tournament/draws/rules/verify_draw.py, of which
// this is the JavaScript version. drawSteps(record, shown) returns [name, function] pairs; a function returns true,
// false, or null (not checked). `shown`: the hashes that the page shows since the list was frozen.
(() => {
  const VERSION = "pinju-draw/5";
  const ROUND = ["country", "team", "number", "number"], LEVELS = [...ROUND, ...ROUND];
  const KINDS = ["apart", "team", "country", "region"], BY_AREAS = ["region", "apart", "team", "country"], HASHES = 2n ** 256n;
  const range = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
  const PAIRS = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

  // Parse a CSV file into number -> line; cells with a comma, a quote or a line end are quoted.
  const listed = (text) => {
    const rows = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n)/g)) {
      rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      if (end === "\n") rows.push([]);
    }
    const [heading, ...lines] = rows.slice(0, -1);
    return new Map(lines.map((cells) => [Number(cells[0]), Object.fromEntries(heading.map((name, at) => [name, cells[at]]))]));
  };

  const unitsOf = (people, column) => {
    const units = new Map();
    for (const [number, line] of people) {
      if (line[column] && !line.table) units.set(line[column], [...(units.get(line[column]) || []), number]);
    }
    return [...units.values()];
  };

  const names = (one, number) => one.apart !== "" && one.apart.split(" ").includes(number);
  const related = (one, other, kind) => (kind === "apart" ? names(one, other.number) || names(other, one.number)
    : one[kind] !== "" && one[kind] === other[kind]);

  // What pools cost: by a snake the people outside their pool; else, less the pairs of a team in one pool where pools
  // hold teams, the pairs of one country in a pool. `poolAt`: the pool at each position of the start.
  const poolsAt = (start, tables) => {
    const at = new Map();
    start[0].forEach((four, table) => {
      let pool = 0;
      for (let last = tables[0]; table >= last; last += tables[++pool]);
      for (const position of four) at.set(position, pool);
    });
    return at;
  };
  const poolsPrice = (rule, poolAt, positions, people) => {
    const pool = (number) => poolAt.get(positions[number]);
    if (rule.split("-")[1] !== "lot") return [[...people.keys()].filter((number) => pool(number) !== poolAt.get(number)).length];
    const pairs = (column) => {
      const sizes = new Map();
      for (const [number, line] of people) {
        const key = `${pool(number)} ${line[column]}`;
        if (line[column]) sizes.set(key, (sizes.get(key) || 0) + 1);
      }
      return sum([...sizes.values()].map((size) => size * (size - 1) / 2));
    };
    return [rule.startsWith("teams") ? -pairs("team") : 0, pairs("country")];
  };

  // Compare lists in lexicographic order: is the first one larger?
  const dearer = (one, other) => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at >= 0 && one[at] > other[at];
  };

  const exchanged = (record) => {
    const { start } = record, last = JSON.parse(record.terms).players, size = 4 * start[0].length;
    const fillers = range(last + 1, size).map((number) => `${number},,\0,,,,\n`).join("");
    const people = listed(record.list + fillers), kinds = record.rule === "areas" ? BY_AREAS : KINDS;
    const tables = start.flatMap((session, at) => session.map((four) => [start.length - at, four]));
    const positions = range(0, size), who = range(0, size), near = positions.map((at) => tables.filter(([, four]) => four.includes(at)));
    let turn = 0;
    const below = (limit) => {
      for (;;) {
        const number = BigInt(`0x${drawHash(`${record.seed}|${record.candidate}|${turn++}`)}`);
        if (number < HASHES - HASHES % BigInt(limit)) return Number(number % BigInt(limit));
      }
    };
    const price = (touched) => {
      const times = kinds.map(() => 0), early = kinds.map(() => 0);
      for (const [late, four] of touched) {
        const there = four.map((at) => people.get(who[at]));
        for (const [one, other] of PAIRS) for (let kind = 0; kind < kinds.length; kind++) {
          if (related(there[one], there[other], kinds[kind])) { times[kind]++; early[kind] += late; }
        }
      }
      return [...pools(), ...times, ...early];
    };
    const poolAt = record.rule.includes("-") ? poolsAt(start, record.rule.split("-").slice(2).map(Number)) : null;
    const pools = () => (poolAt ? poolsPrice(record.rule, poolAt, positions, people) : []);
    const exchange = (unit, other) => unit.forEach((one, at) => {
      [positions[one], positions[other[at]]] = [positions[other[at]], positions[one]];
      who[positions[one]] = one;
      who[positions[other[at]]] = other[at];
    });
    for (const units of LEVELS.map((column) => unitsOf(people, column))) units.forEach((unit, at) => {
      const alike = units.slice(at).filter((other) => other.length === unit.length), other = alike[below(alike.length)];
      const touched = [...new Set([...unit, ...other].flatMap((number) => near[positions[number]]))], before = price(touched);
      exchange(unit, other);
      if (dearer(price(touched), before)) exchange(unit, other);
    });
    return start.map((session) => session.map((four) => four.map((at) => who[at])));
  };

  const changed = (chart, changes) => {
    for (const change of changes) {
      if (change.numbers) {
        const [one, other] = change.numbers, swap = new Map([[one, other], [other, one]]);
        chart = chart.map((session, at) => ([null, at + 1].includes(change.session)
          ? session.map((four) => four.map((number) => swap.get(number) ?? number)) : session));
      } else if (change.chart) {
        const before = (change.from_session || 1) - 1;
        chart = [...chart.slice(0, before), ...change.chart.slice(before)];
      }
    }
    return chart;
  };

  const seated = (record) => {
    const last = record.players;
    if (record.chart.length !== record.sessions || record.fillers !== (4 - last % 4) % 4) return false;
    return record.chart.every((session, at) => {
      const left = record.changes.filter((change) => change.from_session <= at + 1).at(-1)?.left ?? [];
      const playing = range(1, last).filter((number) => !left.includes(number));
      const everybody = [...playing, ...range(last + 1, last + (4 - playing.length % 4) % 4)];
      return session.every((four) => four.length === 4) && same(session.flat().sort((a, b) => a - b), everybody);
    });
  };

  const counted = ({ chart, list, changes }) => {
    const people = listed(list), tally = (map, key) => map.set(key, (map.get(key) || 0) + 1);
    for (const line of changes.map((change) => change.late || change.instead)) if (line) people.set(line.number, line);
    const met = new Map(), winds = new Map(), visits = new Map(), near = new Map();
    let team = 0, country = 0;
    chart.forEach((session) => session.forEach((four, table) => {
      const sorted = [...four].sort((a, b) => a - b);
      for (const [one, other] of PAIRS.map((pair) => pair.map((at) => sorted[at]))) {
        tally(met, `${one} ${other}`);
        const [mine, theirs] = [people.get(one), people.get(other)];
        if (mine && theirs && mine.team && mine.team === theirs.team) team++;
        if (mine && theirs && mine.country && mine.country === theirs.country) country++;
      }
      four.forEach((number, wind) => {
        tally(winds, `${number} ${wind}`);
        tally(visits, `${number} ${table}`);
        near.set(number, new Set([...(near.get(number) || []), ...four]));
      });
    }));
    const numbers = [...near.keys()].sort((a, b) => a - b), times = [...met.values()];
    const spread = numbers.map((number) => [0, 1, 2, 3].map((wind) => winds.get(`${number} ${wind}`) || 0));
    const both = (mine, theirs) => {
      let shared = 0;
      for (const number of mine) if (theirs.has(number)) shared++;
      return shared;
    };
    const shared = numbers.flatMap((one, at) => numbers.slice(at + 1).filter((other) => !near.get(one).has(other))
      .map((other) => both(near.get(one), near.get(other))));
    const most = (all) => all.reduce((one, other) => Math.max(one, other)), least = (all) => all.reduce((one, other) => Math.min(one, other));
    return {
      repeat_pairs: sum(times) - times.length,
      max_meetings: most(times),
      team_meetings: team,
      country_meetings: country,
      seat_spread: most(spread.map((each) => most(each) - least(each))),
      table_repeats: sum([...visits.values()].map((each) => Math.max(0, each - Math.ceil(chart.length / chart[0].length)))),
      common_opponents_min: shared.length ? least(shared) : null,
    };
  };

  globalThis.drawSteps = (record, shown) => {
    const terms = () => JSON.parse(record.terms);
    const mixed = () => [record.secret, record.public_value, record.list_hash, drawHash(record.terms)].join("|");
    return [
      ["page", () => record.commitment === shown.commitment && record.list_hash === shown.listHash],
      ["commitment", () => drawHash(record.secret) === record.commitment],
      ["list", () => drawHash(record.list) === record.list_hash],
      ["terms", () => record.version === VERSION && ["version", "rule", "sessions"].every((key) => terms()[key] === record[key])],
      ["start", () => drawHash(JSON.stringify(record.start)) === terms().starts[record.candidate]],
      ["seed", () => drawHash(mixed()) === record.seed],
      ["seats", () => seated(record)],
      ["figures", () => (record.changes.some((change) => change.from_session) ? null
        : Object.entries(counted(record)).every(([name, figure]) => record.quality[name] === figure))],
      ["chart", () => same(changed(exchanged(record), record.changes), record.chart)],
    ];
  };
})();
