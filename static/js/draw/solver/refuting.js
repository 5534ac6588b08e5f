// Search for a partition with few rematches, or prove that there is none, as tournament/draws/rules/rounds/refuting.py.
// Pairs are flat arrays of size * size; the free players are a BigInt with a bit for each.
import { combinations } from "./neighbours.js";
import { SIX } from "./prices.js";

const STEPS = 300000;
export const LARGEST = 40;

class OutOfSteps extends Error {}

class Search {
  constructor(bad, never, size, steps) {
    Object.assign(this, { bad, never, size, left: steps, failed: new Set() });
  }

  // Tables for the free players with at most `budget` bad pairs, or null.
  seated(free, budget) {
    if (!free.length) return [];
    const key = `${free.reduce((set, player) => set | 1n << BigInt(player), 0n)} ${budget}`;
    if (this.failed.has(key)) return null;
    const missing = free.map((player) => 3 - free.filter((other) => other !== player && !this.bad[player * this.size + other]).length);
    if (missing.reduce((sum, short) => sum + Math.max(0, short), 0) > 2 * budget) return null;
    const hardest = free[missing.indexOf(Math.max(...missing))];
    for (const [four, pairs] of this.fours(hardest, free, budget)) {
      const rest = this.seated(free.filter((player) => !four.includes(player)), budget - pairs);
      if (rest) return [four, ...rest];
    }
    this.failed.add(key);
    return null;
  }

  fours(player, free, budget) {
    const row = player * this.size;
    const mates = free.filter((other) => other !== player && !this.never[row + other] && (budget || !this.bad[row + other]));
    const possible = [];
    for (const three of combinations(mates, 3)) {
      this.left -= 1;
      if (this.left < 0) throw new OutOfSteps();
      const four = [player, ...three];
      const counted = (pairs) => SIX.filter(([one, two]) => pairs[four[one] * this.size + four[two]]).length;
      const pairs = counted(this.bad);
      if (pairs <= budget && !(pairs && counted(this.never))) possible.push([four, pairs]);
    }
    return possible.sort((one, other) => one[1] - other[1]);
  }
}

// A proven lower bound of the bad pairs, and tables with fewer than `most`; null if none were found.
export function fewestPairs(bad, never, size, most) {
  const everybody = Array.from({ length: size }, (_, at) => at);
  let least = null;
  for (let budget = degreeBound(bad, size); budget < most; budget++) {
    try {
      const tables = new Search(bad, never, size, STEPS).seated(everybody, budget);
      if (tables) return [least ?? budget, tables];
    } catch (error) {
      if (!(error instanceof OutOfSteps)) throw error;
      least ??= budget;
    }
  }
  return [least ?? most, null];
}

const rowOf = (cells, size, row) => cells.subarray(row * size, (row + 1) * size);

// How many bad pairs there are at least: players with fewer than three others to meet.
export function degreeBound(bad, size) {
  let short = 0;
  for (let player = 0; player < size; player++) {
    short += Math.max(0, 3 - (size - 1 - rowOf(bad, size, player).filter(Boolean).length));
  }
  return Math.ceil(short / 2);
}

// The least possible number of meetings of a pair: everybody's third fewest, and one.
export function meetingBound(met, size) {
  const third = (player) => [...rowOf(met, size, player)].filter((_, other) => other !== player).sort((one, other) => one - other)[2];
  return 1 + Math.max(...Array.from({ length: size }, (_, player) => third(player)));
}
