// SHA-256 (FIPS 180-4): crypto.subtle is missing on pages over plain http. drawSha256(text or bytes) returns 32 bytes.
(() => {
  const roots = (power) => {
    // First 32 bits of the fractional parts of the roots of the first primes.
    const fractions = [];
    for (let number = 2; fractions.length < (power === 2 ? 8 : 64); number++) {
      let prime = true;
      for (let by = 2; by * by <= number; by++) if (number % by === 0) prime = false;
      if (prime) fractions.push(fraction(number, power));
    }
    return fractions;
  };
  const fraction = (number, power) => {
    // Largest x with x^power <= number * 2^(32 power), without its integer part.
    const target = BigInt(number) << BigInt(32 * power);
    let low = 0n, high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** BigInt(power) <= target) low = middle; else high = middle;
    }
    return Number(low & 0xffffffffn);
  };
  const START = roots(2), KEYS = roots(3);
  const rotated = (word, by) => (word >>> by) | (word << (32 - by));

  const block = (state, words) => {
    for (let at = 16; at < 64; at++) {
      const early = words[at - 15], late = words[at - 2];
      const one = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const two = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[at] = (words[at - 16] + one + words[at - 7] + two) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at++) {
      const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + high + ((e & f) ^ (~e & g)) + KEYS[at] + words[at]) | 0;
      const low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = (state[at] + word) | 0; });
  };

  globalThis.drawSha256 = (content) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
    const state = Int32Array.from(START), words = new Int32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let word = 0; word < 16; word++) words[word] = view.getInt32(at + 4 * word);
      block(state, words);
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, at) => digest.setInt32(4 * at, word));
    return new Uint8Array(digest.buffer);
  };

  globalThis.drawHash = (content) =>
    Array.from(globalThis.drawSha256(content), (byte) => byte.toString(16).padStart(2, "0")).join("");
})();
