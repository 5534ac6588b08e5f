// Draw one session by standings again, as tournament/draws/rules/rounds/drawing.py. A part of a record holds what was drawn
// (document) and its result.
import { VERSION, brackets, inOrder, taskOf } from "./brackets.js";
import { boundsOf, total, values } from "./counting.js";
import { patterned } from "./patterns.js";
import { freshNumbers, withWinds } from "./seating.js";
import { solved } from "./solving.js";

const PARTS = ["most_meetings", "rematch_pairs", "team_pairs", "country_pairs", "outside_score_group", "rank_spread",
  "apart_pairs", "repeated_floats", "wind_imbalance", "table_repeats"];

// The result that the built-in solver gives for a part, in the form of the record.
export function drawnAgain(part) {
  const task = taskOf(part), onTop = task.numbering === "top", counts = [], bounds = [], certificates = [];
  let tables = [], exact = true;
  for (const bracket of brackets(task)) {
    const solution = ["fours", "swiss"].includes(task.method) ? solved(bracket, task.demands, onTop) : patterned(task, bracket);
    const seated = withWinds(task, bracket, solution.tables), count = values(task, bracket, seated);
    counts.push(count);
    bounds.push(boundsOf(bracket, count, solution));
    exact &&= solution.exact;
    tables.push(...seated.map((four) => four.map((position) => bracket.entries[position].number)));
    if (solution.certificate && !solution.exact) certificates.push(solution.certificate);
  }
  if (!onTop) tables = freshNumbers(task, tables);
  const visits = tableVisits(task, tables);
  const vector = PARTS.slice(0, -1).map((what) => ({ what, value: total(what, counts), bound: total(what, bounds) }));
  vector.push({ what: "table_repeats", value: visits, bound: (exact && onTop) || !visits ? visits : null });
  return {
    method: task.method, version: VERSION, seed: task.seed, tables, vector,
    proved: vector.every(({ value, bound }) => value === bound),
    pattern_distance: total("pattern_distance", counts),
    demands: task.demands, bracket: task.bracket, order: inOrder(task).map((entry) => entry.number), numbers: task.numbering,
    certificates,
  };
}

// How often the players sat at their new table number before.
function tableVisits(task, tables) {
  const tableOf = new Map(tables.flatMap((four, table) => four.map((number) => [number, table])));
  return task.played.flatMap((session) => session.flatMap((four, table) => four.filter((number) => tableOf.get(number) === table))).length;
}

// What drawing again gives for a part: { verdict: "same" }, { verdict: "tables", tables: numbers that differ },
// { verdict: "bounds" } for other figures or proofs, or { verdict: "version" } for the draw of another version.
export function compared(part) {
  const { result } = part;
  if (result.version !== VERSION) return { verdict: "version" };
  const again = drawnAgain(part);
  const tables = again.tables.flatMap((four, at) => (String(four) === String(result.tables[at]) ? [] : [at + 1]));
  if (tables.length || again.tables.length !== result.tables.length) return { verdict: "tables", tables };
  return { verdict: JSON.stringify(canonical(again)) === JSON.stringify(canonical(result)) ? "same" : "bounds" };
}

// The same content with the keys of each object in order.
function canonical(value) {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, canonical(value[key])]));
}
