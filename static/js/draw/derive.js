// Draws the lots of a published record again, from seed, list and plans: tournament/rules/derive_draw.py in another
// language, so read that for the why. Positions and numbers count from 0 inside; drawDerived(record) gives numbers from 1.
(() => {
  const WEIGHTS = [1e6, 1e3, 1], AREA = 1e8, NEVER = 1e9;
  const AREA_STEPS = 1500;
  // By version: exchanges in a row without a cheaper lot that end a round, rounds for groups and quads, exchanges in all
  // after which no further round begins, packings (times groups) in the first round and in later ones.
  const SEARCHES = {
    "pinju-draw/3": { patience: 200, rounds: [8, 1], enough: Infinity, packings: [100, 100] },
    "pinju-draw/4": { patience: 60, rounds: [8, 1], enough: 600, packings: [300, 20] },
  };
  const NAMES = ["team", "country", "region"];
  const range = (size) => Array.from({ length: size }, (_, at) => at);
  const pairs = (size) => size * (size - 1) / 2;
  const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
  const bySigns = (one, other) => {
    const mine = Array.from(one), theirs = Array.from(other);
    for (let at = 0; at < mine.length && at < theirs.length; at++) {
      if (mine[at] !== theirs[at]) return mine[at].codePointAt(0) - theirs[at].codePointAt(0);
    }
    return mine.length - theirs.length;
  };

  class Chance {
    constructor(...parts) {
      const bytes = [];
      for (const content of parts.map((part) => new TextEncoder().encode(part))) {
        bytes.push(...Chance.word(content.length), ...content);
      }
      this.key = drawSha256(Uint8Array.from(bytes));
      this.words = [];
      this.block = 0;
    }
    static word(number) {
      const view = new DataView(new ArrayBuffer(8));
      view.setUint32(4, number);
      return new Uint8Array(view.buffer);
    }
    below(limit) {
      const half = 0x100000000 % limit, over = (half * half) % limit;
      for (;;) {
        if (!this.words.length) {
          const block = new DataView(drawSha256(Uint8Array.from([...this.key, ...Chance.word(this.block++)])).buffer);
          this.words = [0, 8, 16, 24].map((at) => [block.getUint32(at), block.getUint32(at + 4)]);
        }
        const [high, low] = this.words.shift();
        if (high < 0xffffffff || low < 0x100000000 - over) return ((high % limit) * half + low % limit) % limit;
      }
    }
    shuffled(items) {
      for (let last = items.length - 1; last > 0; last--) {
        const other = this.below(last + 1);
        [items[last], items[other]] = [items[other], items[last]];
      }
      return items;
    }
  }

  const grouped = (items, key) => {
    const found = new Map();
    for (const item of items) found.set(key(item), [...(found.get(key(item)) || []), item]);
    return found;
  };

  const byCountry = (people, chance) => {
    const teams = grouped(chance.shuffled([...people]), (one) => one.team || one.number);
    const homes = grouped([...teams], ([key, [first]]) =>
      first.country ? `c${first.country}` : first.region ? `r${first.region}` : `${typeof key} ${key}`);
    return [...homes.values()].map((home) => home
      .map(([, team]) => [...team].sort((one, other) => bySigns(one.country, other.country)))
      .sort((one, other) => other.length - one.length));
  };

  const cross = (parts) => pairs(total(parts)) - total(parts.map(pairs));

  const fitted = (countries, sizes) => {
    const bins = sizes.map(() => []), room = [...sizes];
    let torn = 0;
    const put = (at, people) => { bins[at].push(...people); room[at] -= people.length; };
    for (const country of countries) {
      const size = total(country.map((team) => team.length));
      let whole = -1;
      room.forEach((left, at) => { if (left >= size && (whole < 0 || left < room[whole])) whole = at; });
      if (whole >= 0) { put(whole, country.flat()); continue; }
      const here = sizes.map(() => 0);
      for (const team of country) {
        let rest = team;
        const parts = [];
        while (rest.length) {
          const better = (one, other) =>
            Math.min(room[one], rest.length) - Math.min(room[other], rest.length) || here[one] - here[other] ||
            room[one] - room[other];
          const at = range(sizes.length).reduce((best, one) => (better(one, best) > 0 ? one : best), 0);
          const part = rest.slice(0, room[at]);
          rest = rest.slice(room[at]);
          put(at, part);
          here[at] += part.length;
          parts.push(part.length);
        }
        torn += 1000 * cross(parts);
      }
      torn += cross(here);
    }
    return { torn, bins };
  };

  const placed = (bins, groups, chance) => {
    const lot = [], order = chance.shuffled(range(groups.length));
    groups.forEach((group, at) => {
      chance.shuffled([...group]).forEach((position, index) => { lot[position] = bins[order[at]][index].number - 1; });
    });
    return lot;
  };

  const packed = (people, groups, chance, attempts) => {
    const countries = byCountry(people, chance);
    let best = null;
    for (let attempt = 0; attempt < Math.max(1, Math.floor(attempts / groups.length)); attempt++) {
      const weights = countries.map((country) =>
        total(country.map((team) => team.length)) * (attempt ? 700 + chance.below(600) : 1000));
      const order = range(countries.length).sort((one, other) => weights[other] - weights[one]);
      const found = fitted(order.map((at) => countries[at]), groups.map((group) => group.length));
      if (!best || found.torn < best.torn) best = found;
      if (!best.torn) break;
    }
    return placed(best.bins, groups, chance);
  };

  const prices = (people, weights) => {
    const found = people.map(() => new Map());
    NAMES.forEach((name, column) => {
      for (const [unit, members] of grouped(people.map((_, at) => at), (at) => people[at][name])) {
        if (unit) for (const one of members) for (const other of members) {
          if (one !== other) found[one].set(other, (found[one].get(other) || 0) + weights[column]);
        }
      }
    });
    people.forEach((one, at) => {
      for (const number of one.apart) { found[at].set(number - 1, NEVER); found[number - 1].set(at, NEVER); }
    });
    return found;
  };

  const searched = (plan, price, start, chance, bound, patience) => {
    const size = start.length, lot = [...start], met = lot.map(() => new Map()), place = [];
    for (const four of plan.flat()) for (const one of four) for (const other of four) {
      if (one !== other) met[one].set(other, (met[one].get(other) || 0) + 1);
    }
    lot.forEach((number, position) => { place[number] = position; });
    const cost = (position) => {
      let sum = 0;
      for (const [near, times] of met[position]) sum += times * (price[lot[position]].get(lot[near]) || 0);
      return sum;
    };
    const own = range(size).map(cost);
    let now = total(own) / 2, least = now, best = [...lot];
    if (least <= bound) return { cost: least, lot: best, steps: 0 };
    const closed = range(size).fill(0), noise = chance.shuffled(range(size));
    let step = 0;
    for (let since = 0; least > bound && step < since + patience; step++) {
      const moving = range(size).filter((at) => own[at] && closed[at] <= step);
      if (!moving.length) continue;
      const one = moving[chance.below(moving.length)], more = own.map((mine) => -own[one] - mine);
      for (const [near, times] of met[one]) {
        for (const [kin, each] of price[lot[near]]) more[place[kin]] += times * each;
      }
      for (const [kin, each] of price[lot[one]]) {
        more[place[kin]] += 2 * (met[one].get(place[kin]) || 0) * each;
        for (const [other, times] of met[place[kin]]) more[other] += times * each;
      }
      let other = 0, lowest = Infinity;
      for (let at = 0; at < size; at++) {
        if (at === one || (closed[at] > step && now + more[at] >= least)) continue;
        const key = more[at] * size + noise[(step + at) % size];
        if (key < lowest) { lowest = key; other = at; }
      }
      [lot[one], lot[other]] = [lot[other], lot[one]];
      place[lot[one]] = one;
      place[lot[other]] = other;
      for (const position of new Set([one, other, ...met[one].keys(), ...met[other].keys()])) {
        own[position] = cost(position);
      }
      now += more[other];
      closed[one] = closed[other] = step + 2 + chance.below(7);
      if (now < least) { least = now; best = [...lot]; since = step + 1; }
    }
    return { cost: least, lot: best, steps: step };
  };

  const boundOf = (plan, lines) => {
    const met = new Set(), tables = plan[0].length;
    let meetings = 0;
    for (const four of plan.flat()) for (const one of four) for (const other of four) {
      if (one < other) { meetings++; met.add(one * 10000 + other); }
    }
    const least = (sizes) => {
      const apart = pairs(4 * tables) - total(sizes.map(pairs));
      const each = sizes.map((size) => {
        const few = Math.floor(size / tables), more = size % tables;
        return (tables - more) * pairs(few) + more * pairs(few + 1);
      });
      return Math.max(plan.length * total(each), 6 * tables * plan.length - apart - (meetings - met.size), 0);
    };
    return total(NAMES.map((name, column) => {
      const units = grouped(lines.filter((line) => line[name]), (line) => line[name]);
      return WEIGHTS[column] * least([...units.values()].map((unit) => unit.length));
    }));
  };

  const nobody = (number) => ({ number, team: "", country: "", region: "", apart: [] });
  const withFillers = (lines) => [...lines, ...range((4 - lines.length % 4) % 4)
    .map((at) => ({ ...nobody(lines.length + 1 + at), team: "\0" }))];
  const seated = (plan, lot) => plan.map((session) => session.map((four) => four.map((at) => lot[at])));

  const rounds = (plan, search) => {
    const again = JSON.stringify(plan.quads) === JSON.stringify(plan.groups);
    return [plan.groups, again ? [] : plan.quads]
      .flatMap((groups, way) => (groups.length ? range(search.rounds[way]).map((turn) => [turn, groups]) : []));
  };

  const lotsApart = (plans, lines, chance, search) => {
    const bound = boundOf(plans[0].positions, lines), people = withFillers(lines), price = prices(people, WEIGHTS);
    let best = null;
    for (const plan of plans) {
      if (best && best.cost <= bound) break;
      let mine = Infinity, spent = 0;
      for (const [turn, groups] of rounds(plan, search)) {
        if (mine <= bound) break;
        if (turn && spent >= search.enough) continue;
        const lot = packed(people, groups, chance, search.packings[turn ? 1 : 0]);
        const found = searched(plan.positions, price, lot, chance, bound, search.patience);
        spent += found.steps;
        mine = Math.min(mine, found.cost);
        if (!best || found.cost < best.cost) best = { cost: found.cost, chart: seated(plan.positions, found.lot) };
      }
    }
    return best.chart;
  };

  const lotsByAreas = (plans, lines, chance) => {
    const plan = plans[0].positions, people = withFillers(lines), room = plan[0].length;
    const over = people.slice(lines.length);
    const areas = [...new Set(lines.map((line) => line.region))].sort(bySigns).map((region) => {
      const area = chance.shuffled(lines.filter((line) => line.region === region));
      over.push(...area.slice(room));
      return area.slice(0, room);
    });
    for (const area of areas) while (area.length < room) area.push(over.pop());
    const lot = placed(areas, plans[0].groups, chance);
    return seated(plan, searched(plan, prices(people, [WEIGHTS[0], WEIGHTS[1], AREA]), lot, chance, 0, AREA_STEPS).lot);
  };

  const kinLast = (chart, lines) => {
    const kin = (session) => {
      let sum = 0;
      for (const four of session) for (const one of four) for (const other of four) {
        const mine = lines[one], theirs = lines[other];
        if (mine && theirs && four.indexOf(one) < four.indexOf(other)) {
          if (mine.team && mine.team === theirs.team) sum += WEIGHTS[0];
          if (mine.country && mine.country === theirs.country) sum += WEIGHTS[1];
        }
      }
      return sum;
    };
    return [...chart].sort((one, other) => kin(one) - kin(other));
  };

  const halves = (ends, nodes) => {
    const at = range(nodes).map(() => []), walked = [], parts = [[], []];
    ends.forEach((pair, edge) => pair.forEach((node) => at[node].push(edge)));
    for (let start = 0; start < nodes; start++) {
      let node = start, turn = 0;
      while (at[node].length) {
        const edge = at[node].pop();
        if (walked[edge]) continue;
        walked[edge] = true;
        parts[turn].push(edge);
        turn = 1 - turn;
        node = ends[edge][0] + ends[edge][1] - node;
      }
    }
    return parts;
  };

  const withWinds = (chart) => {
    const tables = chart[0].length, size = 4 * tables, result = [];
    for (let first = 0; first < chart.length; first += 4) {
      const block = chart.slice(first, first + 4), whole = block.flat();
      for (let at = 0; whole.length < 4 * tables; at += 4) whole.push([at, at + 1, at + 2, at + 3].map((one) => one % size));
      const ends = whole.flatMap((four, table) => four.map((one) => [one, size + table]));
      const winds = whole.map(() => []);
      halves(ends, 2 * size).forEach((pair, half) => {
        halves(pair.map((edge) => ends[edge]), 2 * size).forEach((edges, quarter) => {
          for (const edge of edges) {
            const [one, table] = ends[pair[edge]];
            winds[table - size][2 * half + quarter] = one;
          }
        });
      });
      block.forEach((_, at) => result.push(winds.slice(at * tables, (at + 1) * tables)));
    }
    return result;
  };

  globalThis.drawDerived = (record) => {
    let lines = record.list.map((line) => ({ ...nobody(line.number), ...line, table: line.table || null }));
    const own = lines.filter((line) => line.table).map((line) => line.number);
    lines = lines.map((line) => {
      const apart = line.table ? [...line.apart, ...own.filter((number) => number !== line.number)] : line.apart;
      return { ...line, apart: [...new Set(apart)].sort((one, other) => one - other) };
    });
    const rows = lines.map((line) => [line.number, line.team, line.country, line.region, line.apart, line.table]);
    const apart = record.rule === "apart", way = apart && !record.candidate ? [] : [record.rule, `${record.candidate}`];
    const chance = new Chance(record.version, record.seed, "", JSON.stringify(rows), ...way);
    const lots = apart ? lotsApart : lotsByAreas;
    const chart = withWinds(kinLast(lots(record.plans, lines, chance, SEARCHES[record.version]), lines));
    for (const session of chart) for (const line of lines) {
      if (!line.table) continue;
      const at = session.findIndex((four) => four.includes(line.number - 1)), to = line.table - 1;
      [session[at], session[to]] = [session[to], session[at]];
    }
    return chart.map((session) => session.map((four) => four.map((one) => one + 1)));
  };
})();
