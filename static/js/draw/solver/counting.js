// The vector of the tables of a bracket and its lower bounds, as tournament/draws/rules/rounds/counting.py and drawing.py.
import { combinations } from "./neighbours.js";
import { pattern } from "./patterns.js";
import { isOutside } from "./prices.js";
import { degreeBound, meetingBound } from "./refuting.js";

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
const squares = (ranks) => sum(combinations(ranks, 2).map(([one, other]) => (one - other) ** 2));

// The parts of the vector for tables of positions, East first, except the visits to tables.
export function values(task, bracket, tables) {
  const { size, met, kin, entries, ranks, more, home } = bracket;
  const cells = tables.flatMap((four) => combinations(four, 2).map(([one, other]) => one * size + other));
  const counted = (pairs) => cells.filter((cell) => pairs[cell]).length;
  const away = tables.flatMap((four) => isOutside(home, four).flatMap((outside, at) => (outside ? [four[at]] : [])));
  return {
    most_meetings: 1 + Math.max(...cells.map((cell) => met[cell])),
    rematch_pairs: counted(met), team_pairs: counted(kin.team), country_pairs: counted(kin.country),
    outside_score_group: away.length,
    pattern_distance: patternDistance(task, bracket, tables),
    rank_spread: sum(tables.map((four) => squares(four.map((player) => ranks[player])))),
    apart_pairs: counted(kin.apart),
    repeated_floats: sum(away.map((player) => entries[player].floats)),
    wind_imbalance: sum(tables.flatMap((four) => four.map((player, wind) => more[player][wind]))),
  };
}

function patternDistance(task, bracket, tables) {
  if (["fours", "swiss", "lots"].includes(task.method)) return 0;
  const planned = pattern(task, bracket);
  return sum(tables.flatMap((four, table) => {
    const places = sorted(planned.slice(4 * table, 4 * table + 4));
    return sorted(four).map((player, at) => (player - places[at]) ** 2);
  }));
}

// How many pairs of one team (country) must sit together: its members spread evenly over the tables.
function kinBound(names, tables) {
  const sizes = new Map();
  for (const name of names.filter(Boolean)) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return sum([...sizes.values()].map((size) => {
    const each = Math.floor(size / tables), more = size % tables;
    return (tables - more) * (each * (each - 1) / 2) + more * (each * (each + 1) / 2);
  }));
}

// The proven bounds of a bracket: the values of an exact solution, else the best bound known; null if there is none.
export function boundsOf({ entries, size, met, ranks }, count, { exact, bounds: proven }) {
  if (exact) return count;
  const tables = size / 4, ordered = sorted(ranks);
  const known = {
    most_meetings: meetingBound(met, size),
    rematch_pairs: degreeBound(met, size),
    team_pairs: kinBound(entries.map((entry) => entry.team), tables),
    country_pairs: kinBound(entries.map((entry) => entry.country), tables),
    rank_spread: sum(Array.from({ length: tables }, (_, at) => squares(ordered.slice(4 * at, 4 * at + 4)))),
  };
  const bounds = Object.fromEntries(Object.entries(count).map(([what, value]) => [what, value ? null : 0]));
  for (const what of Object.keys(count)) {
    if (what in known || what in proven) bounds[what] = Math.max(known[what] ?? 0, proven[what] ?? 0);
  }
  if (bounds.rematch_pairs) bounds.most_meetings = Math.max(2, bounds.most_meetings ?? 0);
  return bounds;
}

// The sum over the brackets (of the meetings of one pair, the most); null if no bracket has a bound.
export function total(what, parts) {
  const known = parts.map((part) => part[what]).filter((value) => value !== null);
  const all = what === "most_meetings" ? Math.max(0, ...known) : sum(known);
  return all || known.length === parts.length ? all : null;
}
