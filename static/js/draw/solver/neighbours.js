// Improve a partition, as tournament/draws/rules/rounds/neighbours.py: the players of two or three tables are seated in
// the best way, until nothing improves.
const SWEEPS = 40, REPAIRS = 200;

export function combinations(items, count, first = 0) {
  if (!count) return [[]];
  const found = [];
  for (let at = first; at <= items.length - count; at++) {
    for (const rest of combinations(items, count - 1, at + 1)) found.push([items[at], ...rest]);
  }
  return found;
}

// All fours of the seats of `tables` tables, and all partitions of the seats as indexes of fours.
function splits(tables) {
  const seats = Array.from({ length: 4 * tables }, (_, at) => at), fours = combinations(seats, 4);
  const index = new Map(fours.map((four, at) => [four.join(), at]));
  const partitions = (free) => (free.length ? combinations(free.slice(1), 3).flatMap((rest) => {
    const four = [free[0], ...rest];
    return partitions(free.filter((seat) => !four.includes(seat))).map((more) => [index.get(four.join()), ...more]);
  }) : [[]]);
  return { fours, partitions: Uint16Array.from(partitions(seats).flat()) };
}

const SPLITS = [null, null, splits(2), splits(3)];

// The best partition of a group of tables, and what it saves: [tables, high, low].
function regrouped(prices, group) {
  const count = group.length, players = group.flat(), { fours, partitions } = SPLITS[count];
  const high = new Float64Array(fours.length), low = new Float64Array(fours.length);
  fours.forEach(([one, two, three, four], at) => {
    const seated = [players[one], players[two], players[three], players[four]];
    high[at] = prices.highOf(...seated);
    low[at] = prices.lowOf(...seated);
  });
  let best = -1, bestHigh = Infinity, bestLow = Infinity;
  for (let start = 0; start < partitions.length; start += count) {
    let [ownHigh, ownLow] = [0, 0];
    for (let at = start; at < start + count; at++) {
      ownHigh += high[partitions[at]];
      ownLow += low[partitions[at]];
    }
    if (ownHigh < bestHigh || (ownHigh === bestHigh && ownLow < bestLow)) [best, bestHigh, bestLow] = [start, ownHigh, ownLow];
  }
  const tables = [...partitions.subarray(best, best + count)].map((at) => fours[at].map((seat) => players[seat]));
  const before = (price) => group.reduce((sum, four) => sum + price(four), 0);
  return [tables, before((four) => prices.highOf(...four)) - bestHigh, before((four) => prices.lowOf(...four)) - bestLow];
}

const saves = (high, low) => high > 0 || (high === 0 && low > 0);

const sum = (four) => four[0] + four[1] + four[2] + four[3];

function ordered(tables) {
  const rows = tables.map((four) => [...four].sort((one, other) => one - other));
  return rows.sort((one, other) => sum(one) - sum(other) || one[0] - other[0]);
}

// Disjoint groups of neighbouring tables: pairs up to three apart, then triples of up to five in a row.
function batches(count) {
  const found = [];
  for (const apart of [1, 2, 3]) {
    for (const shift of [0, apart]) {
      const batch = [];
      for (let at = 0; at < count - apart; at++) {
        if (Math.abs(Math.floor((at - shift) / apart)) % 2 === 0) batch.push([at, at + apart]);
      }
      found.push(batch);
    }
  }
  for (const [second, third] of [[1, 2], [1, 3], [2, 3], [2, 4]]) {
    for (let shift = 0; shift <= third; shift++) {
      const batch = [];
      for (let first = shift; first < count - third; first += third + 1) batch.push([first, first + second, first + third]);
      found.push(batch);
    }
  }
  return found.filter((batch) => batch.length);
}

// The partition after the exchanges between neighbouring tables, and of conflicts with any table.
export function improved(prices, start) {
  let tables = ordered(start);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let saved = 0;
    for (const batch of batches(tables.length)) {
      for (const group of batch) {
        const [better, high, low] = regrouped(prices, group.map((at) => tables[at]));
        if (!saves(high, low)) continue;
        group.forEach((at, place) => { tables[at] = better[place]; });
        saved += 1;
      }
      tables = ordered(tables);
    }
    saved += repair(prices, tables);
    tables = ordered(tables);
    if (!saved) break;
  }
  return tables;
}

// Exchange between each table with a conflict and the best other table, in place; the number of rounds.
function repair(prices, tables) {
  for (let done = 0; done < REPAIRS; done++) {
    const conflicts = tables.flatMap((four, at) => (prices.highOf(...four) > 0 ? [at] : [])).reverse();
    if (!conflicts.map((table) => exchanged(prices, tables, table)).includes(true)) return done;
  }
  return REPAIRS;
}

function exchanged(prices, tables, table) {
  let best = null;
  tables.forEach((four, other) => {
    if (other === table) return;
    const [better, high, low] = regrouped(prices, [tables[table], four]);
    if (!best || saves(high - best.high, low - best.low)) best = { other, better, high, low };
  });
  if (!best || !saves(best.high, best.low)) return false;
  [tables[table], tables[best.other]] = best.better;
  return true;
}
