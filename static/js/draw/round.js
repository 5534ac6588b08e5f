// Recount a draw by standings; the reasons are in tournament/draws/rules/verify_round.py, of which this is the JavaScript
// version. roundSteps(record) returns [name, function] pairs; a function returns true, false, or null (not checked).
// `record.parts` hold for each stage what was drawn (document) and the result; stages by chart have no vector.
// roundParts(record) returns the parts that a solver drew, also those within a part that was changed after players left.
(() => {
  const PARTS = ["most_meetings", "rematch_pairs", "team_pairs", "country_pairs", "outside_score_group", "rank_spread",
    "apart_pairs", "repeated_floats", "wind_imbalance", "table_repeats"];
  const KIN = [["teams", "team"], ["countries", "country"]], OPPONENTS = 12, EMPTY = 100000;
  const range = (first, end) => Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
  const pairsOf = (four) => four.flatMap((one, at) => four.slice(at + 1).map((other) => [one, other]));
  const key = (one, other) => (one < other ? `${one} ${other}` : `${other} ${one}`);
  const fraction = (value) => {
    const [whole, part = "1"] = String(value ?? 0).split("/");
    const [, digits = ""] = whole.split(".");
    return [BigInt(whole.replace(".", "")), BigInt(part) * 10n ** BigInt(digits.length)];
  };
  const compare = ([one, below], [other, under]) => Number(one * under > other * below) - Number(one * under < other * below);

  const planned = (method, tables) => range(0, tables).map((at) => {
    if (method === "snake") return [at, 2 * tables - 1 - at, 2 * tables + at, 4 * tables - 1 - at];
    if (method === "split") return [at, tables + at, 2 * tables + at, 3 * tables + at];
    return range(4 * at, 4 * at + 4);
  });

  class Recount {
    constructor({ document, result }) {
      Object.assign(this, { document, result });
      this.entries = new Map(document.entries.map((entry) => [entry.number, entry]));
      this.declared = new Set((document.apart || []).map((pair) => key(...pair)));
      [this.met, this.winds, this.visits] = [new Map(), new Map(), new Map()];
      const count = (counts, name) => counts.set(name, (counts.get(name) || 0) + 1);
      for (const session of document.played || []) session.forEach((four, table) => {
        for (const pair of pairsOf(four)) count(this.met, key(...pair));
        four.forEach((number, wind) => { count(this.winds, `${number} ${wind}`); count(this.visits, `${number} ${table}`); });
      });
    }

    // Everybody sits once, four at a table, in the own bracket; the order is that of the ranks.
    partition() {
      const { tables, order } = this.result, seated = sorted(tables.flat()), size = this.result.bracket || order.length;
      const at = new Map(order.map((number, place) => [number, place]));
      const above = (one, other) => one.rank - other.rank || compare(fraction(other.table_points), fraction(one.table_points))
        || (other.competition_points || 0) - (one.competition_points || 0);
      return tables.every((four) => four.length === 4) && same(seated, sorted(this.entries.keys())) && same(seated, sorted(order))
        && order.slice(1).every((number, place) => above(this.entries.get(order[place]), this.entries.get(number)) <= 0)
        && tables.every((four) => new Set(four.map((number) => Math.floor(at.get(number) / size))).size === 1);
    }

    vector() {
      const stated = this.result.vector, counted = this.counts();
      return same(stated.map(({ what }) => what), PARTS) && stated.every(({ what, value }) => counted[what] === value)
        && this.result.pattern_distance === this.patternDistance();
    }

    bounds() {
      const stated = this.result.vector;
      return stated.every(({ value, bound }) => bound === null || (bound >= 0 && bound <= value))
        && this.result.proved === stated.every(({ value, bound }) => value === bound)
        && this.result.certificates.every((one) => Object.keys(one.prices).length > 0 || this.proven(one) >= one.bound);
    }

    counts() {
      const { tables } = this.result, pairs = tables.flatMap(pairsOf), away = this.outside();
      const met = pairs.map((pair) => this.met.get(key(...pair)) || 0);
      return {
        most_meetings: 1 + Math.max(...met),
        rematch_pairs: met.filter(Boolean).length,
        team_pairs: pairs.filter((pair) => this.same("team", ...pair)).length,
        country_pairs: pairs.filter((pair) => this.same("country", ...pair)).length,
        outside_score_group: away.length,
        rank_spread: sum(pairs.map((pair) => this.distance(...pair))),
        apart_pairs: pairs.filter((pair) => this.declared.has(key(...pair))).length,
        repeated_floats: sum(away.map((number) => this.entries.get(number).floats || 0)),
        wind_imbalance: sum(tables.flatMap((four) => four.map((number, wind) => this.more(number, wind)))),
        table_repeats: sum(tables.flatMap((four, at) => four.map((number) => this.visits.get(`${number} ${at}`) || 0))),
      };
    }

    same(name, one, other) {
      const first = this.entries.get(one)[name];
      return first !== undefined && first !== null && first !== "" && first === this.entries.get(other)[name];
    }

    distance(one, other) { return (this.entries.get(one).rank - this.entries.get(other).rank) ** 2; }

    more(number, wind) {
      const starts = range(0, 4).map((at) => this.winds.get(`${number} ${at}`) || 0);
      return starts[wind] - Math.min(...starts);
    }

    orders() {
      const { order, bracket, method } = this.result, size = bracket || order.length;
      const brackets = range(0, Math.ceil(order.length / size)).map((at) => order.slice(at * size, (at + 1) * size));
      const place = (number) => this.entries.get(number).place_before;
      return method === "winners" ? brackets.map((one) => [...one].sort((a, b) => place(a) - place(b))) : brackets;
    }

    keptApart(one, other) {
      const { demands } = this.result, pair = key(one, other);
      return KIN.some(([demand, name]) => demands[demand] !== "allow" && this.same(name, one, other))
        || (demands.rematch !== "allow" && this.met.has(pair)) || (demands.apart === "forbid" && this.declared.has(pair));
    }

    avoided(one, other) {
      return (this.result.demands.apart === "avoid" && this.declared.has(key(one, other))) || this.keptApart(one, other);
    }

    homes(order) {
      const name = { swiss: "table_points", winners: "place_before" }[this.result.method];
      const group = order.map((number) => String(this.entries.get(number)[name] ?? 0));
      return new Map(order.map((number, at) => {
        const may = order.map((other) => Number(other !== number && !this.avoided(number, other)));
        let low = Math.floor(group.indexOf(group[at]) / 4), high = Math.floor(group.lastIndexOf(group[at]) / 4);
        while ((low > 0 || high < order.length / 4 - 1) && sum(may.slice(4 * Math.max(low, 0), 4 * high + 4)) < OPPONENTS) {
          low -= 1;
          high += 1;
        }
        return [number, [low, high]];
      }));
    }

    outside() {
      if (!["swiss", "winners"].includes(this.result.method)) return [];
      const fourOf = new Map(this.result.tables.flatMap((four) => four.map((number) => [number, four])));
      return this.orders().flatMap((order) => {
        const place = new Map(order.map((number, at) => [number, at]));
        return [...this.homes(order)].filter(([number, [low, high]]) => {
          const table = Math.floor(sum(fourOf.get(number).map((other) => place.get(other))) / 16);
          return table < low || table > high;
        }).map(([number]) => number);
      });
    }

    patternDistance() {
      const { method, numbers, tables } = this.result;
      if (["fours", "swiss", "lots"].includes(method)) return 0;
      if (numbers !== "top") return this.result.pattern_distance;
      let total = 0, table = 0;
      for (const order of this.orders()) {
        for (const pattern of planned(method, order.length / 4)) {
          const places = sorted(pattern), seated = sorted(tables[table++].map((number) => order.indexOf(number)));
          total += sum(seated.map((one, at) => (one - places[at]) ** 2));
        }
      }
      return total;
    }

    // The bound of the spread that a certificate proves for tables without pairs to avoid.
    proven({ numbers, duals, scale, window }) {
      const ranks = numbers.map((number) => this.entries.get(number).rank), most = 4 * Math.max(...duals);
      const homes = this.result.method === "swiss" ? [...this.homes(numbers).values()] : null;
      let total = sum(duals);
      for (let first = 0; first < numbers.length; first++) {
        let least = 0;
        for (const four of this.fours(numbers, first, window)) {
          const table = Math.floor(sum(four) / 16);
          if (homes && four.some((at) => table < homes[at][0] || table > homes[at][1])) continue;
          const spread = sum(pairsOf(four).map(([one, other]) => (ranks[one] - ranks[other]) ** 2));
          least = Math.min(least, scale * spread - sum(four.map((at) => duals[at])));
        }
        for (let last = first + window + 1; last < numbers.length; last++) {
          const wide = scale * 2 * (ranks[last] - ranks[first]) ** 2;
          if (wide < most) least = Math.min(least, wide - sum(sorted(duals.slice(first, last + 1)).slice(-4)));
        }
        total += least;
      }
      return Math.ceil(total / scale);
    }

    * fours(numbers, first, window) {
      const places = range(first + 1, Math.min(numbers.length, first + window + 1));
      const mates = places.filter((at) => !this.keptApart(numbers[first], numbers[at]));
      const good = new Set(pairsOf(mates).filter(([one, other]) => !this.keptApart(numbers[one], numbers[other])).map((pair) => key(...pair)));
      for (const [one, other] of pairsOf(mates)) {
        if (!good.has(key(one, other))) continue;
        for (const last of mates) {
          if (last > other && good.has(key(other, last)) && good.has(key(one, last))) yield [first, one, other, last];
        }
      }
    }
  }

  // Whether only the seats of who left (seat), or only their tables (touched), differ from those before; null if not said.
  // Python: tournament/draws/rules/changes/verify_mended.py.
  const mended = ({ document, result }, earlier) => {
    const { before, version, gone, come, result: drawn } = document, left = new Set(gone);
    if (!before) return null;
    const released = earlier.find((one) => one.version === version);
    if (!released || !released.tables.some((_, first) => same(before.map(seats), released.tables.slice(first, first + before.length)))) return false;
    const touched = (four) => four.some((number) => left.has(number));
    if (result.method === "seat") {
      const instead = new Map(gone.map((number, at) => [number, come[at]]));
      return gone.length === come.length && same(result.tables, before.map((four) => four.map((number) => instead.get(number) ?? number)));
    }
    const tables = [...(drawn?.tables ?? [])], redrawn = sorted(tables.flat());
    const players = sorted([...before.filter(touched).flat().filter((number) => !left.has(number)), ...come]);
    const expected = before.flatMap((four) => (touched(four) ? tables.splice(0, 1) : [four]));
    return !tables.length && same(result.tables, expected) && same(redrawn, players);
  };
  const seats = (four) => four.map((number) => (number < EMPTY ? number : 0));

  globalThis.roundParts = (record) => record.parts
    .map((part) => (part.document.result ? part.document : part)).filter(({ result }) => result.vector);

  globalThis.roundSteps = (record) => {
    const drawn = globalThis.roundParts(record).map((part) => new Recount(part));
    const every = (holds) => (drawn.length ? drawn.every(holds) : null);
    const changed = record.parts.filter(({ document }) => document.gone);
    const kept = () => changed.map((part) => mended(part, record.earlier ?? []));
    return [
      ["seats", () => same(record.parts.flatMap(({ result }) => result.tables.map(seats)), record.tables)],
      ...(changed.length ? [["mended", () => (kept().includes(false) ? false : kept().includes(null) ? null : true)]] : []),
      ["partition", () => every((one) => one.partition())],
      ["vector", () => every((one) => one.partition() && one.vector())],
      ["bounds", () => every((one) => one.partition() && one.bounds())],
    ];
  };
})();
