// Draws by a pattern (snake, split, winners, lots), as tournament/draws/rules/rounds/patterns.py: players exchange their
// places for as few pairs to avoid as possible, then for the least squared distances from the pattern.
import { VERSION } from "./brackets.js";
import { Numbers } from "./numbers.js";
import { Prices, SPREAD } from "./prices.js";

const STEPS = 4000, CARRY = 2 ** 33;

// The position at each place of the pattern, table by table.
export function pattern(task, { size, firstTable }) {
  const tables = size / 4, places = Array.from({ length: size }, (_, at) => at);
  if (task.method === "lots") return new Numbers(VERSION, task.seed, "lots", String(firstTable)).permutation(size);
  const four = {
    snake: (at) => [at, 2 * tables - 1 - at, 2 * tables + at, 4 * tables - 1 - at],
    split: (at) => [at, tables + at, 2 * tables + at, 3 * tables + at],
  }[task.method];
  return four ? places.slice(0, tables).flatMap(four) : places;
}

class Places {
  constructor(task, bracket, cap) {
    this.prices = new Prices(bracket, task.demands, cap, false);
    this.size = bracket.size;
    this.pattern = pattern(task, bracket);
    this.player = [...this.pattern];
    this.distance = task.method !== "lots";
  }

  tables() {
    return Array.from({ length: this.size / 4 }, (_, table) => this.player.slice(4 * table, 4 * table + 4));
  }

  withTable(cells, player, table) {
    const row = player * this.size, first = 4 * table, seated = this.player;
    return cells[row + seated[first]] + cells[row + seated[first + 1]] + cells[row + seated[first + 2]] + cells[row + seated[first + 3]];
  }

  conflictPlaces() {
    return this.player.flatMap((player, place) => {
      const table = Math.floor(place / 4), mates = [0, 1, 2, 3].map((at) => this.player[4 * table + at]);
      return mates.some((one) => this.withTable(this.prices.high, one, table) || this.withTable(this.prices.low, one, table)) ? [place] : [];
    });
  }

  movedPlaces() {
    return this.distance ? this.player.flatMap((player, place) => (player === this.pattern[place] ? [] : [place])) : [];
  }

  // What an exchange of two places saves in pairs to avoid.
  saved(cells, place, other) {
    const own = this.player[place], player = this.player[other], here = Math.floor(place / 4), there = Math.floor(other / 4);
    if (here === there) return 0;
    const pair = cells[own * this.size + player];
    return this.withTable(cells, own, here) + this.withTable(cells, player, there)
      - (this.withTable(cells, own, there) - pair) - (this.withTable(cells, player, here) - pair);
  }

  nearer(place, other) {
    const own = this.player[place], player = this.player[other], [planned, target] = [this.pattern[place], this.pattern[other]];
    return (player - target) ** 2 + (own - planned) ** 2 - (own - target) ** 2 - (player - planned) ** 2;
  }

  // High and low part of what an exchange saves, the low one from 0 on.
  gain(place, other) {
    const low = this.saved(this.prices.low, place, other) + (this.distance ? this.nearer(place, other) * 2 ** SPREAD : 0);
    const carry = Math.floor(low / CARRY);
    return [this.saved(this.prices.high, place, other) + carry, low - carry * CARRY];
  }

  // Make the first exchange that saves something for a place with a conflict, else for a moved one.
  exchangeBest() {
    for (const place of new Set([...this.conflictPlaces(), ...this.movedPlaces()])) {
      let [best, bestHigh, bestLow] = [-1, 0, 0];
      for (let other = 0; other < this.size; other++) {
        const [high, low] = this.gain(place, other);
        if (high > bestHigh || (high === bestHigh && low > bestLow)) [best, bestHigh, bestLow] = [other, high, low];
      }
      if (best < 0) continue;
      [this.player[place], this.player[best]] = [this.player[best], this.player[place]];
      return true;
    }
    return false;
  }
}

export function patterned(task, bracket, cap = 2) {
  const places = new Places(task, bracket, cap);
  if (!places.conflictPlaces().length) return { tables: places.tables(), bounds: {}, exact: true, certificate: null };
  for (let step = 0; step < STEPS && places.exchangeBest(); step++);
  const tables = places.tables();
  const worst = Math.max(...tables.flatMap((four) => four.flatMap((one, at) => four.slice(0, at).map((other) => bracket.met[one * bracket.size + other]))));
  if (task.demands.rematch === "avoid" && worst >= cap) return patterned(task, bracket, cap + 1);
  return { tables, bounds: {}, exact: false, certificate: null };
}
