// The brackets of a round, as tournament/draws/rules/rounds/brackets.py: players in the order of the draw, with their
// history. Matrices of players are flat arrays of size * size.
import { Numbers } from "./numbers.js";

export const VERSION = "pinju-round/5";
const OPPONENTS = 12;

// "7/3" or "2.5" as numerator and denominator without a common divisor.
function fraction(value) {
  const [whole, under = "1"] = String(value ?? 0).split("/");
  const [, digits = ""] = whole.split(".");
  const [above, below] = [BigInt(whole.replace(".", "")), BigInt(under) * 10n ** BigInt(digits.length)];
  let [one, other] = [above < 0n ? -above : above, below];
  while (other) [one, other] = [other, one % other];
  return { above: above / one, below: below / one };
}

const compared = (one, other) => Number(one.above * other.below - other.above * one.below);

// What is drawn, from a record: its document, and the method, seed and demands of its result.
export function taskOf({ document, result }) {
  const text = (value) => (value === null || value === undefined ? "" : String(value));
  const entries = document.entries.map((entry) => ({
    number: entry.number, rank: entry.rank, tablePoints: fraction(entry.table_points),
    competitionPoints: entry.competition_points ?? 0, team: text(entry.team), country: text(entry.country),
    placeBefore: entry.place_before ?? 0, floats: entry.floats ?? 0,
  }));
  const { method, seed, demands, bracket, numbers } = result;
  return { entries, method, seed, demands, bracket, numbering: numbers, played: document.played ?? [], apart: document.apart ?? [] };
}

// The entries by rank; equal ranks by points, then by lot.
export function inOrder(task) {
  const numbers = task.entries.map((entry) => entry.number).sort((one, other) => one - other);
  const drawn = new Numbers(VERSION, task.seed, "ranks").permutation(numbers.length);
  const lots = new Map(numbers.map((number, at) => [number, drawn[at]]));
  return [...task.entries].sort((one, other) => one.rank - other.rank || compared(other.tablePoints, one.tablePoints)
    || other.competitionPoints - one.competitionPoints || lots.get(one.number) - lots.get(other.number));
}

export function brackets(task) {
  const entries = inOrder(task), size = task.bracket || entries.length, history = historyOf(task);
  const firsts = Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => at * size);
  return firsts.map((first) => bracketOf(task, entries.slice(first, first + size), history, first / 4));
}

// Number -> starts on each wind and sessions at each table; meetings by "number number".
function historyOf(task) {
  const tables = Math.max(task.entries.length / 4, ...task.played.map((session) => session.length));
  const winds = new Map(task.entries.map(({ number }) => [number, [0, 0, 0, 0]]));
  const visits = new Map(task.entries.map(({ number }) => [number, new Array(tables).fill(0)]));
  const met = new Map();
  for (const session of task.played) session.forEach((four, table) => four.forEach((number, wind) => {
    if (!winds.has(number)) return;
    winds.get(number)[wind] += 1;
    visits.get(number)[table] += 1;
    for (const other of four) {
      if (other !== number) met.set(`${number} ${other}`, (met.get(`${number} ${other}`) ?? 0) + 1);
    }
  }));
  return { winds, visits, met };
}

function matrix(entries, value) {
  const cells = new Int32Array(entries.length ** 2);
  entries.forEach((one, row) => entries.forEach((other, column) => {
    if (row !== column) cells[row * entries.length + column] = value(one, other);
  }));
  return cells;
}

function bracketOf(task, ranked, history, firstTable) {
  const entries = task.method === "winners" ? [...ranked].sort((one, other) => one.placeBefore - other.placeBefore) : ranked;
  const declared = new Set(task.apart.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const bracket = {
    entries, firstTable, size: entries.length,
    ranks: Float64Array.from(entries, (entry) => entry.rank),
    met: matrix(entries, (one, other) => history.met.get(`${one.number} ${other.number}`) ?? 0),
    kin: {
      team: matrix(entries, (one, other) => one.team !== "" && one.team === other.team),
      country: matrix(entries, (one, other) => one.country !== "" && one.country === other.country),
      apart: matrix(entries, (one, other) => declared.has(`${one.number} ${other.number}`)),
    },
    winds: entries.map(({ number }) => history.winds.get(number)),
    visits: entries.map(({ number }) => history.visits.get(number)),
  };
  bracket.more = bracket.winds.map((starts) => starts.map((count) => count - Math.min(...starts)));
  bracket.home = homes(task, bracket);
  return bracket;
}

function groupOf(task, entry) {
  if (task.method === "swiss") return `${entry.tablePoints.above}/${entry.tablePoints.below}`;
  return task.method === "winners" ? entry.placeBefore : null;
}

// First and last table at which each player's score group is at home.
function homes(task, bracket) {
  const { entries, size } = bracket, low = new Int32Array(size), high = new Int32Array(size);
  for (let first = 0, end = 0; first < size; first = end) {
    while (end < size && groupOf(task, entries[end]) === groupOf(task, entries[first])) end += 1;
    for (let player = first; player < end; player++) {
      [low[player], high[player]] = widened(mayMeet(task, bracket, player), Math.floor(first / 4), Math.floor((end - 1) / 4));
    }
  }
  return { low, high };
}

function mayMeet(task, { size, met, kin }, player) {
  const { rematch, teams, countries, apart } = task.demands;
  return Array.from({ length: size }, (_, other) => {
    const at = player * size + other;
    return Number(other !== player && !((rematch !== "allow" && met[at]) || (teams !== "allow" && kin.team[at])
      || (countries !== "allow" && kin.country[at]) || (apart !== "allow" && kin.apart[at])));
  });
}

function widened(possible, first, last) {
  const tables = possible.length / 4;
  const opponents = (low, high) => possible.slice(4 * Math.max(low, 0), 4 * high + 4).reduce((sum, one) => sum + one, 0);
  let [low, high] = [first, last];
  while ((low > 0 || high < tables - 1) && opponents(low, high) < OPPONENTS) [low, high] = [low - 1, high + 1];
  return [low, high];
}
