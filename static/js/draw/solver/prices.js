// The price of a table, as tournament/draws/rules/rounds/prices.py: the parts of the vector, the more important in higher
// bits. Python holds it in 63 bits; here `high` has the bits from OUTSIDE on and `low` the 33 below, so both are exact.
export const APART = 0, SPREAD = 5, OUTSIDE = 33, COUNTRY = 38, TEAM = 43, REMATCH = 48, OVER = 53, FORBID = 58;
export const SIX = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

// Whether each player's score group is away from the table of these four.
export function isOutside(home, four) {
  const table = Math.floor((four[0] + four[1] + four[2] + four[3]) / 16);
  return four.map((player) => home.low[player] > table || home.high[player] < table);
}

export const outsideCount = (home, one, two, three, four) => {
  const table = Math.floor((one + two + three + four) / 16);
  let count = 0;
  if (home.low[one] > table || home.high[one] < table) count += 1;
  if (home.low[two] > table || home.high[two] < table) count += 1;
  if (home.low[three] > table || home.high[three] < table) count += 1;
  if (home.low[four] > table || home.high[four] < table) count += 1;
  return count;
};

const overSix = (cells, size, one, two, three, four) => cells[one * size + two] + cells[one * size + three]
  + cells[one * size + four] + cells[two * size + three] + cells[two * size + four] + cells[three * size + four];

export class Prices {
  // The price of each pair at one table; `cap`: meetings that are avoided first of all.
  constructor(bracket, demands, cap, spread = true) {
    const { size, met, kin, ranks, home } = bracket;
    Object.assign(this, { size, home, high: new Float64Array(size * size), low: new Float64Array(size * size) });
    const forbidden = new Uint8Array(size * size);
    const put = (pairs, shift) => {
      const cells = shift < OUTSIDE ? this.low : this.high, one = 2 ** (shift < OUTSIDE ? shift : shift - OUTSIDE);
      pairs.forEach((pair, cell) => { if (pair) cells[cell] += one; });
    };
    const add = (demand, pairs, shift) => {
      if (demand === "avoid") put(pairs, shift);
      else if (demand === "forbid") pairs.forEach((pair, cell) => { if (pair) forbidden[cell] = 1; });
    };
    if (spread) {
      for (let cell = 0; cell < size * size; cell++) {
        this.low[cell] = (ranks[Math.floor(cell / size)] - ranks[cell % size]) ** 2 * 2 ** SPREAD;
      }
    }
    add(demands.rematch, met, REMATCH);
    add(demands.teams, kin.team, TEAM);
    add(demands.countries, kin.country, COUNTRY);
    add(demands.apart, kin.apart, APART);
    put(forbidden, FORBID); // a pair is forbidden once, whatever the reasons
    if (demands.rematch === "avoid") add("avoid", met.map((times) => times >= cap), OVER);
  }

  highOf(one, two, three, four) {
    return overSix(this.high, this.size, one, two, three, four) + outsideCount(this.home, one, two, three, four);
  }

  lowOf(one, two, three, four) { return overSix(this.low, this.size, one, two, three, four); }

  // One part of the price of a table, and its sum over tables.
  part(four, shift) { return partOf(this.highOf(...four), this.lowOf(...four), shift); }

  total(tables, shift) { return tables.reduce((sum, four) => sum + this.part(four, shift), 0); }
}

export function partOf(high, low, shift) {
  if (shift === SPREAD) return Math.floor(low / 2 ** SPREAD);
  return shift < OUTSIDE ? low % 32 : Math.floor(high / 2 ** (shift - OUTSIDE)) % 32;
}
