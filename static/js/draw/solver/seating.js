// Winds and table numbers of a drawn round, as tournament/draws/rules/rounds/seating.py.
import { VERSION } from "./brackets.js";
import { ORDERS } from "./exact.js";
import { Numbers } from "./numbers.js";

// Each table in the order East, South, West, North: fewest starts on winds that a player had more than others, then by lot.
export function withWinds(task, bracket, tables) {
  const lots = new Numbers(VERSION, task.seed, "winds", String(bracket.firstTable));
  return tables.map((four) => {
    const drawn = lots.permutation(4).map((at) => four[at]);
    const price = (order) => order.reduce((sum, at, wind) => sum + bracket.more[drawn[at]][wind], 0);
    return ORDERS.reduce((best, order) => (price(order) < price(best) ? order : best)).map((at) => drawn[at]);
  });
}

// The tables of a round (numbers) in an order with few repeated visits: best exchanges of two tables.
export function freshNumbers(task, tables) {
  const count = tables.length, visited = tables.map(() => new Array(count).fill(0));
  const seatedAt = new Map(tables.flatMap((four, table) => four.map((number) => [number, table])));
  for (const session of task.played) session.slice(0, count).forEach((four, table) => {
    for (const number of four) if (seatedAt.has(number)) visited[seatedAt.get(number)][table] += 1;
  });
  const ordered = [];
  exchanged(visited).forEach((table, at) => { ordered[table] = tables[at]; });
  return ordered;
}

function exchanged(visited) {
  const number = visited.map((_, at) => at);
  for (;;) { // each exchange saves a repeated visit
    let best = { gain: 0 };
    number.forEach((own, first) => number.forEach((other, second) => {
      const gain = visited[first][own] + visited[second][other] - visited[first][other] - visited[second][own];
      if (gain > best.gain) best = { gain, first, second };
    }));
    if (!best.gain) return number;
    [number[best.first], number[best.second]] = [number[best.second], number[best.first]];
  }
}
