// A proven lower bound of the rank spread, as tournament/draws/rules/rounds/duals.py: a subgradient search for values of
// the players, with whole numbers. Tables ("fours") are flat arrays: four positions each, in order.
import { COUNTRY, FORBID, OUTSIDE, REMATCH, SPREAD, TEAM, partOf } from "./prices.js";

export const SCALE = 64;
export const KINDS = { rematch_pairs: REMATCH, team_pairs: TEAM, country_pairs: COUNTRY, outside_score_group: OUTSIDE };
const FAR = 2 ** 50;
const COLUMNS = 120000, FEWER = 80000, SEVERAL = 240;
const MOST_BEGUN = 2000000;
const STEPS = 400, WORK = 12000000000;
const PACE = 48, FULL = 256, PATIENCE = 20;
const NEW = 3, OLD = 7, PRECISION = 256;
const WINDOWS = [9, 11, 13, 16, 20, 26, 34, 44, 58, 76, 100, 130, 170];

const divided = (number, by) => Math.floor(number / by);
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

// The tables within the largest window that has about `COLUMNS` at most; kinds that were not found are in none.
export function columns(bracket, prices, found) {
  const apart = unusable(prices, found), last = bracket.size - 1, most = bracket.size <= SEVERAL ? COLUMNS : FEWER;
  let listed = within(bracket, prices, found, apart, Math.min(WINDOWS[0], last));
  for (const wider of WINDOWS.slice(1)) {
    if (listed.window === last || listed.count * wider ** 3 > most * listed.window ** 3) break;
    listed = within(bracket, prices, found, apart, Math.min(wider, last));
  }
  return listed;
}

function within(bracket, prices, found, apart, window) {
  const { size } = bracket;
  const anywhere = { low: new Int32Array(size), high: new Int32Array(size).fill(size) };
  const fours = foursOf(found.outside_score_group ? anywhere : bracket.home, apart, size, window);
  return listedOf(bracket, prices, fours, window, Object.keys(KINDS).filter((name) => found[name]));
}

function listedOf(bracket, prices, fours, window, kinds = []) {
  const count = fours.length / 4, firsts = [], starts = [];
  const spread = new Float64Array(count), extra = Object.fromEntries(kinds.map((name) => [name, new Float64Array(count)]));
  for (let at = 0; at < count; at++) {
    const four = fours.subarray(4 * at, 4 * at + 4), high = prices.highOf(...four), low = prices.lowOf(...four);
    spread[at] = partOf(high, low, SPREAD);
    for (const name of kinds) extra[name][at] = partOf(high, low, KINDS[name]);
    if (firsts.at(-1) !== four[0]) {
      firsts.push(four[0]);
      starts.push(at);
    }
  }
  return { count, fours, spread, extra, starts, firsts, ranks: bracket.ranks, window };
}

// The pairs that sit at no listed table: forbidden, or of a kind that was avoided everywhere.
function unusable(prices, found) {
  const shifts = [FORBID, ...Object.keys(KINDS).filter((name) => !found[name]).map((name) => KINDS[name])];
  return Uint8Array.from(prices.high, (high) => shifts.some((shift) => partOf(high, 0, shift) > 0));
}

// All fours within the window without an unusable pair, at a home of all four, in order; `keeps` leaves out begun ones.
// null if more than `most` are begun with two, three or four players.
function foursOf(home, apart, size, window, most = Infinity, keeps = () => true) {
  const fours = [], four = [], begun = [0, 0, 0, 0];
  const extend = (left) => {
    const [low, high] = following(home, four, left, window, size);
    begun[left] += Math.max(0, high - low + 1);
    if (begun[left] > most) return;
    for (let next = low; next <= high; next++) {
      if (four.some((player) => apart[player * size + next])) continue;
      four.push(next);
      if (keeps(four, left)) {
        if (left > 1) extend(left - 1);
        else if (isAtHome(home, four)) fours.push(...four);
      }
      four.pop();
    }
  };
  for (let first = 0; first < size; first++) {
    four.push(first);
    extend(3);
    four.pop();
  }
  return begun.some((count) => count > most) ? null : Int32Array.from(fours);
}

function isAtHome(home, four) {
  const table = divided(four[0] + four[1] + four[2] + four[3], 16);
  return four.every((player) => home.low[player] <= table && table <= home.high[player]);
}

// First and last position of a player who may sit next, so that the table can be at a home of those who sit there.
function following(home, four, left, window, size) {
  const first = four[0], others = left - 1, end = Math.min(first + window, size - 1), seated = sum(four);
  let [earliest, latest] = [-Infinity, Infinity];
  for (const player of four) {
    earliest = Math.max(earliest, 16 * home.low[player]);
    latest = Math.min(latest, 16 * home.high[player] + 15);
  }
  const low = Math.max(four.at(-1) + 1, earliest - seated - others * end + divided(others * (others - 1), 2));
  return [low, Math.min(end, divided(latest - seated - divided(left * others, 2), left))];
}

// All tables without a conflict that a partition of at most this spread may hold; null if they are too many.
export function affordable(bracket, prices, duals, spread) {
  const needed = SCALE * spread - duals.bound, { ranks, size, home } = bracket, { values } = duals;
  const apart = unusable(prices, {}), highest = new Float64Array(size);
  for (let at = size - 2; at >= 0; at--) highest[at] = at === size - 2 ? values[at + 1] : Math.max(values[at + 1], highest[at + 1]);
  const keeps = (four, left) => {
    const last = four.at(-1);
    let [least, away] = [0, 0];
    four.forEach((player, at) => {
      for (let other = 0; other < at; other++) least += (ranks[player] - ranks[four[other]]) ** 2;
      away += (ranks[last] - ranks[player]) ** 2;
    });
    least = SCALE * (least + (left - 1) * away);
    for (const player of four) least -= values[player];
    return least - (left - 1) * highest[last] <= needed;
  };
  const fours = foursOf(home, apart, size, size, MOST_BEGUN, keeps);
  return fours && listedOf(bracket, prices, fours, size - 1);
}

// For each first player a lower bound of the reduced cost of a table outside the window.
export function beyondWindow(listed, values, needed) {
  const { ranks, window } = listed, size = values.length, least = new Float64Array(size).fill(FAR);
  const highest = values.reduce((most, value) => Math.max(most, value), -Infinity);
  for (let width = window + 1; width < size; width++) {
    const cost = Array.from({ length: size - width }, (_, first) => 2 * SCALE * (ranks[first + width] - ranks[first]) ** 2);
    if (cost.reduce((one, other) => Math.min(one, other)) - 4 * highest >= needed) break;
    cost.forEach((own, first) => {
      const between = values.slice(first, first + width + 1).sort();
      least[first] = Math.min(least[first], own - sum(between.subarray(width - 3)));
    });
  }
  return least;
}

// The largest value of a player: two and two small ones are not more than a table outside the window.
function mostValue({ ranks, window }) {
  let wide = FAR / 2 ** 32;
  for (let last = window + 1; last < ranks.length; last++) wide = Math.min(wide, ranks[last] - ranks[last - window - 1]);
  return divided(2 * SCALE * wide ** 2 * 7, 20);
}

// The reduced costs of the listed tables, times SCALE.
export function reduced({ count, fours, spread, extra }, { values, prices }) {
  const cost = new Float64Array(count), kinds = Object.entries(extra);
  for (let at = 0, seat = 0; at < count; at++, seat += 4) {
    cost[at] = SCALE * spread[at] - values[fours[seat]] - values[fours[seat + 1]] - values[fours[seat + 2]] - values[fours[seat + 3]];
    for (const [name, pairs] of kinds) cost[at] += prices[name] * pairs[at];
  }
  return cost;
}

// The best duals of a search from `start`; `target` is the spread of the best known partition.
export function lowerBound(listed, found, start, target) {
  const names = Object.keys(listed.extra), size = start.length, most = SCALE * target;
  let duals = { values: start.map((share) => SCALE * share), prices: Object.fromEntries(names.map((name) => [name, SCALE])), bound: 0 };
  let direction = new Array(size + names.length).fill(0), best = duals, pace = PACE, waited = 0;
  const steps = Math.max(1, Math.min(STEPS, divided(WORK, listed.count * size)));
  for (let step = 0; step < steps; step++) {
    const { bound, chosen, values } = valued(listed, duals, reduced(listed, duals), found);
    duals = { values, prices: duals.prices, bound };
    waited += 1;
    if (bound > best.bound) [best, waited] = [duals, 0];
    if (best.bound > SCALE * (target - 1)) break;
    if (waited > PATIENCE) [pace, waited, duals] = [Math.max(1, divided(pace, 2)), 0, best];
    const slope = slopeOf(listed, size, chosen, found);
    direction = direction.map((old, at) => divided(NEW * PRECISION * slope[at] + OLD * old, NEW + OLD));
    const aim = Math.min(most, divided(best.bound * 5, 4) || most);
    duals = stepped(duals, direction, pace * Math.max(1, aim - bound));
  }
  return best;
}

// How the bound changes with values and prices: players in no chosen table, kinds used too often.
function slopeOf({ fours, extra }, size, chosen, found) {
  const missing = new Array(size).fill(1);
  for (const at of chosen) for (let seat = 4 * at; seat < 4 * at + 4; seat++) missing[fours[seat]] -= 1;
  return [...missing, ...Object.entries(extra).map(([name, pairs]) => sum(chosen.map((at) => pairs[at])) - found[name])];
}

// The products of a step exceed 53 bits.
function stepped({ values, prices }, direction, length) {
  const squares = BigInt(sum(direction.map((one) => one * one))) * BigInt(FULL) / BigInt(PRECISION);
  const square = squares > 1n ? squares : 1n;
  const change = direction.map((one) => {
    const product = BigInt(one) * BigInt(length), whole = product / square;
    return Number(product < 0n && whole * square !== product ? whole - 1n : whole);
  });
  const moved = Object.entries(prices).map(([name, price], at) => [name, Math.max(0, price + change[values.length + at])]);
  return { values: values.map((value, at) => value + change[at]), prices: Object.fromEntries(moved), bound: 0 };
}

// The bound, the tables chosen by the relaxation, and the values shifted so that it chooses as many as there are.
function valued(listed, duals, cost, found) {
  const size = duals.values.length, tables = size / 4, { starts, firsts, count } = listed;
  const cheapest = starts.map((start, group) => {
    let best = start;
    for (let at = start + 1; at < (starts[group + 1] ?? count); at++) if (cost[at] < cost[best]) best = at;
    return best;
  });
  const least = cheapest.map((at) => cost[at]);
  const order = least.map((_, at) => at).sort((one, other) => least[one] - least[other]);
  const shift = least.length >= tables ? divided(least[order[tables - 1]], 4) : 0, most = mostValue(listed);
  const values = duals.values.map((value) => Math.min(value + shift, most));
  const reach = beyondWindow(listed, values, 0).map((beyond) => Math.min(beyond, 0));
  firsts.forEach((first, group) => { reach[first] = Math.min(reach[first], least[group] - 4 * shift); });
  const paid = sum(Object.entries(duals.prices).map(([name, price]) => price * found[name]));
  return { bound: sum(values) + sum(reach) - paid, chosen: order.slice(0, tables).map((group) => cheapest[group]), values };
}
