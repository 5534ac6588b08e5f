// Random numbers from SHA-256 in counter mode, as tournament/draws/rules/numbers.py: the key is the digest of the parts,
// each preceded by its length; block k is the digest of key and k, read as four words of 64 bits.
import "../sha256.js";

const WORD = 1n << 64n;

const eightBytes = (number) => {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return [...bytes];
};

export class Numbers {
  constructor(...parts) {
    const contents = parts.map((part) => [...new TextEncoder().encode(part)]);
    this.key = globalThis.drawSha256(Uint8Array.from(contents.flatMap((content) => [...eightBytes(content.length), ...content])));
    this.block = 0;
    this.words = [];
  }

  word() {
    if (!this.words.length) {
      const block = globalThis.drawSha256(Uint8Array.from([...this.key, ...eightBytes(this.block++)]));
      const view = new DataView(block.buffer);
      this.words = [24, 16, 8, 0].map((start) => view.getBigUint64(start));
    }
    return this.words.pop();
  }

  below(limit) {
    const fair = WORD - WORD % BigInt(limit);
    let word = this.word();
    while (word >= fair) word = this.word();
    return Number(word % BigInt(limit));
  }

  permutation(size) {
    const order = Array.from({ length: size }, (_, at) => at);
    for (let last = size - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}
