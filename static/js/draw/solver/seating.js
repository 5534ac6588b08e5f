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

// The tables of a round (numbers) in an order with the fewest repeated visits.
export function freshNumbers(task, tables) {
  const count = tables.length, visited = tables.map(() => new Array(count).fill(0));
  const seatedAt = new Map(tables.flatMap((four, table) => four.map((number) => [number, table])));
  for (const session of task.played) session.slice(0, count).forEach((four, table) => {
    for (const number of four) if (seatedAt.has(number)) visited[seatedAt.get(number)][table] += 1;
  });
  return cheapestRows(visited).map((table) => tables[table]);
}

// The row that each column of a square matrix gets, so that the sum of costs is the smallest: the Hungarian method.
function cheapestRows(cost) {
  const start = cost.length; // a column beyond the last, where the path of each row begins
  const columns = [...cost.keys()], filled = (value) => new Array(start + 1).fill(value);
  const rowPrice = filled(0), columnPrice = filled(0), rowOf = filled(-1);
  for (const row of columns) {
    const passed = filled(false), distance = filled(Infinity), before = filled(start);
    let column = start;
    rowOf[start] = row;
    while (rowOf[column] >= 0) {
      const here = rowOf[column];
      passed[column] = true;
      for (const at of columns) {
        const slack = cost[here][at] - rowPrice[here] - columnPrice[at];
        if (!passed[at] && slack < distance[at]) [distance[at], before[at]] = [slack, column];
      }
      column = columns.filter((at) => !passed[at]).reduce((nearest, at) => (distance[at] < distance[nearest] ? at : nearest));
      const step = distance[column];
      for (const at of [...columns, start]) {
        if (passed[at]) { rowPrice[rowOf[at]] += step; columnPrice[at] -= step; } else distance[at] -= step;
      }
    }
    for (; column !== start; column = before[column]) rowOf[column] = rowOf[before[column]];
  }
  return rowOf.slice(0, start);
}
