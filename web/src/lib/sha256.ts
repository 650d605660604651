// SHA-256 in plain script. `crypto.subtle` is missing on plain HTTP and slower for many short texts: a chain has a
// thousand of them.
import { join, type Bytes } from "./bytes";

// The first 32 bits of the fractional parts of the cube roots (and, for the initial state, of the square roots) of the
// first primes.
const PRIMES = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
})();
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUNDS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const BEGIN = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, words: Uint32Array): void {
  const w = (at: number) => words[at] ?? 0;
  for (let at = 16; at < 64; at++) {
    const near = turn(w(at - 15), 7) ^ turn(w(at - 15), 18) ^ (w(at - 15) >>> 3);
    const far = turn(w(at - 2), 17) ^ turn(w(at - 2), 19) ^ (w(at - 2) >>> 10);
    words[at] = w(at - 16) + near + w(at - 7) + far;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const more = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[at] ?? 0) + w(at)) | 0;
    const less = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + more) | 0, c, b, a, (more + less) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word;
}

export function sha256(...parts: Uint8Array[]): Bytes {
  const text = join(...parts);
  const blocks = Math.ceil((text.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(text);
  padded[text.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(text.length) * 8n);
  const [state, words] = [BEGIN.slice(), new Uint32Array(64)];
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 16; at++) words[at] = view.getUint32(block * 64 + at * 4);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word);
  return new Uint8Array(digest.buffer);
}

/** HMAC-SHA256 (RFC 2104), for keys of at most 64 bytes. */
export function hmac(key: Uint8Array, text: Uint8Array): Bytes {
  const pad = (byte: number) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte);
  return sha256(pad(0x5c), sha256(pad(0x36), text));
}
