// Draw a bracket in the order of the standings, as tournament/draws/rules/rounds/solving.py.
import { KINDS, SCALE, affordable, columns, lowerBound } from "./duals.js";
import { SMALL, STEPS, bestInWindows, bestOfAll, withinGap } from "./exact.js";
import { improved } from "./neighbours.js";
import { FORBID, OUTSIDE, OVER, Prices, REMATCH, SPREAD, partOf } from "./prices.js";
import { LARGEST, fewestPairs } from "./refuting.js";

const SHARES = [1, 2, 4, 7, 10, 13, 16], FULL = 16;
const URGENT = { forbidden: FORBID, over: OVER, rematch_pairs: REMATCH };
const WHOLE = 240;

const consecutive = (size) => Array.from({ length: size / 4 }, (_, at) => [4 * at, 4 * at + 1, 4 * at + 2, 4 * at + 3]);

// Tables by first position, the positions of each in order.
const listed = (tables) => tables.map((four) => [...four].sort((one, other) => one - other)).sort((one, other) => one[0] - other[0]);

// The tables of a bracket for fours and Swiss: { tables, bounds, exact, certificate }.
export function solved(bracket, demands, numbered, cap = 2) {
  const prices = new Prices(bracket, demands, cap), inOrder = consecutive(bracket.size), { ranks } = bracket;
  if (inOrder.every((four) => prices.highOf(...four) === 0)) {
    const exact = inOrder.slice(1).every(([first]) => ranks[first - 1] < ranks[first]);
    return { tables: inOrder, bounds: {}, exact, certificate: null };
  }
  const solution = bracket.size <= SMALL
    ? { tables: bestOfAll(bracket, demands, prices, numbered), bounds: {}, exact: true, certificate: null }
    : searched(bracket, demands, prices, numbered);
  if (solution.tables.some((four) => prices.part(four, OVER) > 0)) return solved(bracket, demands, numbered, cap + 1);
  return { ...solution, tables: listed(solution.tables) };
}

function counted(prices, tables) {
  const shifts = Object.entries({ ...KINDS, rank_spread: SPREAD, ...URGENT });
  return Object.fromEntries(shifts.map(([name, shift]) => [name, prices.total(tables, shift)]));
}

function searched(bracket, demands, prices, numbered) {
  let tables = improved(prices, consecutive(bracket.size)), values = counted(prices, tables);
  const bounds = {}, urgent = Object.keys(URGENT).find((name) => values[name]);
  if (urgent && bracket.size <= LARGEST) {
    const shift = URGENT[urgent], worse = 2 ** (shift + 5 - OUTSIDE);
    const never = prices.high.map((high) => Number(high >= worse));
    const bad = prices.high.map((high, at) => Number(partOf(high, 0, shift) > 0 || never[at] > 0));
    const [least, better] = fewestPairs(bad, never, bracket.size, values[urgent]);
    bounds[urgent] = least;
    if (better) {
      tables = improved(prices, better);
      values = counted(prices, tables);
    }
  }
  if (values.forbidden) return { tables, bounds, exact: false, certificate: null };
  return refined(bracket, demands, prices, numbered, tables, bounds);
}

const hasConflicts = (values) => Object.keys(KINDS).some((name) => values[name]);

// Search the tables between the bound of the spread and its value; first without the conflicts that are left.
function refined(bracket, demands, prices, numbered, start, bounds) {
  let tables = start, values = counted(prices, tables), exact = false;
  const clean = { ...values, ...Object.fromEntries(Object.keys(KINDS).map((name) => [name, 0])) };
  let gap = new Gap(bracket, demands, prices, clean, tables, numbered);
  if (hasConflicts(values)) {
    const found = gap.searched(2 * values.rank_spread);
    if (found.tables) {
      exact = found.exact;
      tables = exact ? found.tables : improved(prices, found.tables);
      values = counted(prices, tables);
    }
  }
  if (hasConflicts(values)) gap = new Gap(bracket, demands, prices, values, tables, numbered);
  else if (!exact) [tables, exact] = gap.narrowed(tables);
  const certificate = gap.certificate();
  if (certificate) bounds.rank_spread = Math.max(certificate.bound, gap.refuted + 1);
  return { tables, bounds, exact, certificate };
}

// Half of the squared rank differences between each player and the others at the table.
function shares({ ranks, size }, tables) {
  const share = new Float64Array(size);
  for (const four of tables) {
    for (const player of four) {
      share[player] = Math.floor(four.reduce((sum, other) => sum + (ranks[player] - ranks[other]) ** 2, 0) / 2);
    }
  }
  return share;
}

class Gap {
  constructor(bracket, demands, prices, values, tables, numbered) {
    Object.assign(this, { bracket, demands, prices, numbered, refuted: -1, steps: STEPS, duals: null });
    this.listed = columns(bracket, prices, values);
    if (this.listed.starts.length >= bracket.size / 4) {
      this.duals = lowerBound(this.listed, values, shares(bracket, tables), values.rank_spread);
    }
  }

  // The best partition found from `start` on, and whether it is the best of all.
  narrowed(start) {
    const tables = this.inRows(start), found = this.searched(this.prices.total(tables, SPREAD));
    if (!found.tables) return [tables, false];
    return found.exact ? [found.tables, true] : [improved(this.prices, found.tables), false];
  }

  inRows(tables) {
    if (!this.duals) return tables;
    return improved(this.prices, bestInWindows(this.usable(this.prices.total(tables, SPREAD)), this.duals, tables));
  }

  // The best partition found without conflicts: first near the bound, then up to `most`.
  searched(most) {
    let found = { tables: null, exact: false };
    if (!this.duals || this.bracket.size > WHOLE) return found;
    const bound = Math.ceil(this.duals.bound / SCALE), usable = this.usable(most);
    for (const share of SHARES) {
      const spread = bound + Math.floor((most - bound) * share / FULL);
      if (spread <= this.refuted) continue;
      found = withinGap(this.bracket, this.demands, usable, this.duals, spread, this.numbered, this.steps);
      this.steps = found.steps;
      if (found.tables || !found.exact) break;
      this.refuted = spread;
    }
    return found;
  }

  usable(spread) {
    if (!this.duals || this.bracket.size > WHOLE) return this.listed;
    return affordable(this.bracket, this.prices, this.duals, spread) ?? this.listed;
  }

  certificate() {
    if (!this.duals) return null;
    const numbers = this.bracket.entries.map((entry) => entry.number), { values, prices, bound } = this.duals;
    return { numbers, scale: SCALE, window: this.listed.window, duals: [...values], prices, bound: Math.max(0, Math.ceil(bound / SCALE)) };
  }
}
