// Check the pools of a stage; the reasons are in tournament/draws/rules/verify_pools.py, of which this is the JavaScript
// version. poolsStep(record) returns true or false for the parts that dealt pools, null if there are none.
(() => {
  const pairsOf = (numbers) => numbers.flatMap((one, at) => numbers.slice(at + 1).map((other) => [one, other]));
  const twoOf = (count) => count * (count - 1) / 2;
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
  const row = (sizes, lap) => sizes.flatMap((size, pool) => (lap < size ? [pool] : []));
  const laps = (sizes) => Array.from({ length: Math.max(...sizes) }, (_, lap) => lap);

  const pairs = (at, country) => pairsOf([...at.keys()])
    .filter(([one, other]) => country.get(one) && country.get(one) === country.get(other) && at.get(one) === at.get(other)).length;

  const counts = (country) => {
    const found = new Map();
    for (const name of country.values()) found.set(name, (found.get(name) || 0) + 1);
    return found;
  };

  const bound = (country, pools) => {
    let total = 0;
    for (const [name, size] of counts(country)) {
      const each = Math.floor(size / pools), more = size % pools;
      if (name) total += (pools - more) * twoOf(each) + more * twoOf(each + 1);
    }
    return total;
  };

  function* hashes(key) {
    for (let count = 0; ; count += 1) {
      const bytes = drawSha256(`${key}|${count}`);
      yield BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
    }
  }

  const below = (limit, numbers) => {
    const choices = BigInt(limit), fair = 2n ** 256n - (2n ** 256n) % choices;
    let number = numbers.next().value;
    while (number >= fair) number = numbers.next().value;
    return Number(number % choices);
  };

  // Countries dealt in turn, the largest first; then four rounds of exchanges, each reversed if more of a country meet. In
  // the first and third round the other one is of the same country.
  const lots = (order, country, sizes, seed) => {
    const size = counts(country), name = (number) => country.get(number);
    const text = (one, other) => (one < other ? -1 : Number(one > other));
    const dealt = order.map((_, at) => at).sort((one, other) => (name(order[one]) === "") - (name(order[other]) === "")
      || size.get(name(order[other])) - size.get(name(order[one])) || text(name(order[one]), name(order[other])) || one - other);
    const free = laps(sizes).flatMap((lap) => row(sizes, lap));
    const at = new Map(order.map((number) => [number, 0]));
    dealt.forEach((place, turn) => at.set(order[place], free[turn]));
    const numbers = hashes(`${seed}|pools`);
    let now = pairs(at, country);
    const exchange = (one, other) => {
      const here = at.get(one);
      at.set(one, at.get(other));
      at.set(other, here);
    };
    [...order, ...order, ...order, ...order].forEach((one, turn) => {
      const all = Math.floor(turn / order.length) % 2 === 1;
      const later = order.slice(turn % order.length).filter((number) => all || name(number) === name(one));
      const other = later[below(later.length, numbers)];
      exchange(one, other);
      const then = pairs(at, country);
      if (then <= now) now = then; else exchange(one, other);
    });
    const letters = sizes.map((_, pool) => pool);
    sizes.forEach((size, pool) => {
      const alike = letters.map((_, other) => other).filter((other) => other >= pool && sizes[other] === size);
      const other = alike[below(alike.length, numbers)];
      [letters[pool], letters[other]] = [letters[other], letters[pool]];
    });
    return new Map([...at].map(([number, pool]) => [number, letters[pool]]));
  };

  // Each row is dealt to its pools, and no exchange inside a row has fewer pairs of one country.
  const snake = (order, country, sizes, at) => {
    const now = pairs(at, country);
    let start = 0;
    return laps(sizes).every((lap) => {
      const here = row(sizes, lap), numbers = order.slice(start, start + here.length);
      start += here.length;
      return same(sorted(numbers.map((number) => at.get(number))), here) && pairsOf(numbers).every(([one, other]) => {
        const exchanged = new Map(at).set(one, at.get(other)).set(other, at.get(one));
        return pairs(exchanged, country) >= now;
      });
    });
  };

  const holds = ({ document, result }) => {
    const { units, sizes, kind } = document, order = units.map(({ number }) => number);
    const country = new Map(units.map((unit) => [unit.number, unit.country || ""]));
    if (!same(sorted(result.pools.flat()), sorted(order)) || !same(result.pools.map((pool) => pool.length), sizes)) return false;
    const at = new Map(order.map((number) => [number, result.pools.findIndex((pool) => pool.includes(number))]));
    if (pairs(at, country) !== result.country_pairs || bound(country, sizes.length) !== result.bound) return false;
    if (kind !== "lot") return snake(order, country, sizes, at);
    const drawn = lots(order, country, sizes, result.seed);
    return order.every((number) => drawn.get(number) === at.get(number));
  };

  window.poolsStep = (record) => {
    const dealt = record.parts.filter((part) => part.result.method === "pools");
    return dealt.length ? dealt.every(holds) : null;
  };
})();
