// Exact search for a partition, as tournament/draws/rules/rounds/exact.py: dynamic programming over the set of seated
// players, first players first. A state is the first free player and the set of those seated after (BigInt, bit 0 = first).
import { SCALE, beyondWindow, reduced } from "./duals.js";
import { combinations } from "./neighbours.js";
import { isOutside, partOf, FORBID, OVER, REMATCH, TEAM, COUNTRY, OUTSIDE, SPREAD } from "./prices.js";

export const STEPS = 3000000;
const ROW = 20, ROW_STEPS = 1200000;
export const SMALL = 16;
const BITS = 24n;
export const ORDERS = (function orders(free) {
  return free.length ? free.flatMap((one) => orders(free.filter((other) => other !== one)).map((rest) => [one, ...rest])) : [[]];
})([0, 1, 2, 3]);

const divided = (number, by) => Math.floor(number / by);
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const byCost = (one, other) => one.cost - other.cost;

// The least wind imbalance of a four: earlier starts on the wind taken, above the player's fewest.
function windPrice(bracket, four) {
  const more = four.map((player) => bracket.more[player]);
  return Math.min(...ORDERS.map((order) => more[order[0]][0] + more[order[1]][1] + more[order[2]][2] + more[order[3]][3]));
}

// The parts after the spread, without the visits to tables, in one number.
function lowerPrice(bracket, demands, four) {
  const { kin, size, entries, home } = bracket;
  const declared = demands.apart === "avoid" ? combinations(four, 2).filter(([one, two]) => kin.apart[one * size + two]).length : 0;
  const floats = sum(isOutside(home, four).map((away, at) => (away ? entries[four[at]].floats : 0)));
  return ((BigInt(declared) << BITS | BigInt(floats)) << BITS | BigInt(windPrice(bracket, four))) << BITS;
}

// A table that a partition may use: its players as a set from the first on, price, reduced cost, visits by table.
function choiceOf(four, price, cost, visits = null) {
  const [first, two, three, last] = four;
  return { four, price, cost, visits, players: 1n | 1n << BigInt(two - first) | 1n << BigInt(three - first) | 1n << BigInt(last - first) };
}

function numbered(bracket, four) {
  const tables = Array.from({ length: bracket.size / 4 }, (_, at) => bracket.firstTable + at);
  return tables.map((table) => BigInt(sum(four.map((player) => bracket.visits[player][table]))));
}

function byFirst(size, choices) {
  const lists = Array.from({ length: size }, () => []);
  for (const choice of choices) lists[choice.four[0]].push(choice);
  return lists.map((list) => list.sort(byCost));
}

// The cheapest partition within `gap` (null: without limit, and exact): { tables or null, exact, steps left }.
function bestPartition(lists, gap, steps) {
  const size = lists.length, tables = size / 4, remaining = remainingOf(lists), least = divided(steps, 4 * tables);
  const search = { exact: true, steps };
  let layer = [{ first: 0, rest: 0n, price: 0n, cost: 0, choice: null, before: null }];
  for (let table = 0; table < tables; table++) {
    if (gap === null) search.steps = Number.MAX_SAFE_INTEGER; else layer.sort((one, other) => one.cost - other.cost || bySeated(one, other));
    layer = continued(search, layer, table, lists, remaining, gap, least);
  }
  const found = [];
  for (let state = layer[0]; state?.choice; state = state.before) found.unshift(state.choice.four);
  return { tables: found.length ? found : null, exact: search.exact, steps: search.steps };
}

// By the set of all seated players, as a number.
function bySeated(one, other) {
  const seated = ({ first, rest }) => (rest << BigInt(first)) | ((1n << BigInt(first)) - 1n);
  return Number(seated(one) > seated(other)) - Number(seated(one) < seated(other));
}

// The states after one more table.
function continued(search, layer, table, lists, remaining, gap, least) {
  const most = Math.max(least, divided(search.steps, 3)), following = new Map();
  let left = most;
  for (const state of layer) {
    if (left <= 0) {
      search.exact = false;
      break;
    }
    const { first, rest, price, cost } = state, limit = gap === null ? Infinity : gap - cost - remaining[first + 1];
    for (const choice of lists[first]) {
      if (choice.cost > limit) break;
      left -= 1;
      if (rest & choice.players) continue;
      const total = price + choice.price + (choice.visits ? choice.visits[table] : 0n);
      let [now, next] = [rest | choice.players, first];
      for (; now & 1n; next++) now >>= 1n;
      const known = following.get(now);
      if (!known || total < known.price) following.set(now, { first: next, rest: now, price: total, cost: cost + choice.cost, choice, before: state });
    }
  }
  search.steps -= most - left;
  return [...following.values()];
}

// For each position a lower bound of the reduced costs of tables with a first player from there on.
function remainingOf(lists) {
  const least = new Float64Array(lists.length + 1);
  for (let first = lists.length - 1; first >= 0; first--) least[first] = least[first + 1] + Math.min(0, lists[first][0]?.cost ?? 0);
  return least;
}

// The sum over the first players of their least reduced cost, where negative.
function negative({ starts, count }, cost) {
  return sum(starts.map((start, group) => Math.min(0, cost.subarray(start, starts[group + 1] ?? count).reduce((one, other) => Math.min(one, other)))));
}

// The best partition without conflicts whose spread is at most `spread`.
export function withinGap(bracket, demands, listed, duals, spread, withVisits, steps) {
  const cost = reduced(listed, duals), gap = SCALE * spread - sum(duals.values), least = negative(listed, cost), choices = [];
  for (let at = 0; at < listed.count; at++) {
    if (cost[at] + least > gap) continue;
    const four = [...listed.fours.subarray(4 * at, 4 * at + 4)];
    const price = BigInt(listed.spread[at]) << 4n * BITS | lowerPrice(bracket, demands, four);
    choices.push(choiceOf(four, price, cost[at], withVisits ? numbered(bracket, four) : null));
  }
  const found = bestPartition(byFirst(bracket.size, choices), gap, steps), needed = gap - least + 1;
  const wider = beyondWindow(listed, duals.values, needed).reduce((one, other) => Math.min(one, other));
  return { ...found, exact: found.exact && wider >= needed };
}

// The partition after exact searches of overlapping rows of ROW neighbouring tables, for the spread.
export function bestInWindows(listed, duals, start) {
  const cost = reduced(listed, duals), tables = [...start], { ranks } = listed;
  const firsts = [];
  for (let first = 0; first < Math.max(1, tables.length - ROW / 2); first += ROW / 2) firsts.push(first);
  for (const first of firsts) {
    const row = tables.slice(first, first + ROW).map((four) => [...four].sort((one, other) => one - other));
    const players = row.flat().sort((one, other) => one - other), place = new Int32Array(duals.values.length).fill(-1);
    players.forEach((player, at) => { place[player] = at; });
    const inside = (at) => [0, 1, 2, 3].every((seat) => place[listed.fours[4 * at + seat]] >= 0);
    const own = row.map((four) => sum(combinations(four, 2).map(([one, two]) => (ranks[one] - ranks[two]) ** 2)));
    const known = [];
    for (let at = 0; at < listed.count; at++) {
      if (inside(at)) known.push({ four: [...listed.fours.subarray(4 * at, 4 * at + 4)], spread: listed.spread[at], cost: cost[at] });
    }
    row.forEach((four, at) => known.push({ four, spread: own[at], cost: SCALE * own[at] - sum(four.map((player) => duals.values[player])) }));
    const gap = SCALE * sum(own) - sum(players.map((player) => duals.values[player]));
    const dearest = gap + slack(known, place);
    const choices = known.filter((one) => one.cost <= dearest)
      .map((one) => choiceOf(one.four.map((player) => place[player]), BigInt(one.spread), one.cost));
    const found = bestPartition(byFirst(players.length, choices), gap, divided(ROW_STEPS, firsts.length));
    if (!found.tables) continue;
    const better = found.tables.map((four) => four.map((at) => players[at])).sort((one, other) => sum(one) - sum(other));
    tables.splice(first, better.length, ...better);
  }
  return tables;
}

// How far negative reduced costs of other tables can make up for a dear one.
function slack(known, place) {
  const least = new Map();
  for (const { four, cost } of known) least.set(place[four[0]], Math.min(least.get(place[four[0]]) ?? 0, cost));
  return -sum([...least.values()]);
}

// The best of all partitions of a bracket of up to SMALL players.
export function bestOfAll(bracket, demands, prices, withVisits) {
  const everybody = Array.from({ length: bracket.size }, (_, at) => at);
  const choices = combinations(everybody, 4).map((four) => {
    const high = prices.highOf(...four), low = prices.lowOf(...four);
    let price = 0n;
    for (const shift of [FORBID, OVER, REMATCH, TEAM, COUNTRY, OUTSIDE]) price = price << 5n | BigInt(partOf(high, low, shift));
    price = price << 28n | BigInt(partOf(high, low, SPREAD));
    return choiceOf(four, price << 4n * BITS | lowerPrice(bracket, demands, four), 0, withVisits ? numbered(bracket, four) : null);
  });
  return bestPartition(byFirst(bracket.size, choices), null, STEPS).tables;
}
