// Deals a finished window again, entirely in this browser. Written from docs/fairness.md.
import { hex, unhex, type Bytes } from "./bytes";
import * as mix from "./mix";
import type { WindowFile } from "./types";

const CARDS = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const WORD = 1n << 64n;
type Menu = readonly (readonly [string, number])[];

/** One block of 64 bytes (RFC 8439, 2.3); the stream is the last 8 bytes of the nonce, the first 4 are zero. */
export function chacha20(key: Uint8Array, counter: number, stream: bigint): Bytes {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const words = new Uint32Array(16);
  words.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let at = 0; at < 8; at++) words[4 + at] = view.getUint32(at * 4, true);
  words.set([counter, 0, Number(stream & 0xffffffffn), Number(stream >> 32n)], 12);
  const state = words.slice();
  const mix = (a: number, b: number, target: number, turn: number) => {
    state[a] = (state[a] ?? 0) + (state[b] ?? 0);
    const value = (state[target] ?? 0) ^ (state[a] ?? 0);
    state[target] = (value << turn) | (value >>> (32 - turn));
  };
  const quarter = (a: number, b: number, c: number, d: number) => {
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  };
  for (let round = 0; round < 10; round++) {
    for (let k = 0; k < 4; k++) quarter(k, 4 + k, 8 + k, 12 + k);
    for (let k = 0; k < 4; k++) quarter(k, 4 + ((k + 1) % 4), 8 + ((k + 2) % 4), 12 + ((k + 3) % 4));
  }
  const block = new DataView(new ArrayBuffer(64));
  for (let at = 0; at < 16; at++) block.setUint32(at * 4, (words[at] ?? 0) + (state[at] ?? 0), true);
  return new Uint8Array(block.buffer);
}

/** A ChaCha20 stream, read in little-endian words of 64 bits. */
export class Stream {
  private counter = 0;
  private block: DataView | undefined;
  private at = 64;
  constructor(private readonly key: Uint8Array, private readonly number: bigint) {}

  private word(): bigint {
    if (this.at === 64 || !this.block) {
      this.block = new DataView(chacha20(this.key, this.counter++, this.number).buffer);
      this.at = 0;
    }
    const word = this.block.getBigUint64(this.at, true);
    this.at += 8;
    return word;
  }

  /** A uniformly random number below n: words that would make some numbers likelier are rejected. */
  below(n: number): number {
    const bound = BigInt(n);
    for (;;) {
      const product = this.word() * bound;
      if (product % WORD >= WORD % bound) return Number(product >> 64n);
    }
  }
}

/** How many of each card the menu lists; undefined if anything but a card is possible. */
function count(menu: Menu): Map<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const [text, weight] of menu) {
    if (weight === 0) continue;
    if (!CARDS.includes(text)) return undefined;
    counts.set(text, (counts.get(text) ?? 0) + weight);
  }
  return counts;
}

class Deal {
  order: string[];
  private draws = 0;
  private readonly cards: boolean;

  constructor(private readonly key: Bytes, cuts: readonly number[], private readonly composition: Menu) {
    const counts = count(composition);
    this.cards = counts !== undefined;
    this.order = CARDS.flatMap((card) => Array.from({ length: counts?.get(card) ?? 0 }, () => card));
    const stream = new Stream(key, 0n);
    for (let last = this.order.length - 1; last > 0; last--) {
      const other = stream.below(last + 1);
      [this.order[last], this.order[other]] = [this.order[other] ?? "", this.order[last] ?? ""];
    }
    for (const cut of cuts) {
      if (cut > this.order.length) throw new Error(`a cut at ${cut} of ${this.order.length} cards`);
      this.order = [...this.order.slice(cut), ...this.order.slice(0, cut)];
    }
  }

  private left(): Map<string, number> {
    const left = new Map<string, number>();
    for (const card of this.order) left.set(card, (left.get(card) ?? 0) + 1);
    return left;
  }

  /** Draws an outcome; undefined if nothing is possible. Without a menu: the next card, or one of the composition. */
  draw(given: Menu | undefined): string | undefined {
    const left = this.left();
    const menu = given ?? (this.cards ? [...left] : this.composition);
    const total = menu.reduce((sum, [, weight]) => sum + weight, 0);
    if (total === 0) return undefined;
    this.draws++;
    const counts = count(menu);
    if (counts && counts.size === left.size && [...counts].every(([card, n]) => left.get(card) === n)) return this.order.shift();
    const stream = new Stream(this.key, BigInt(this.draws));
    let rest = stream.below(total);
    let came = "";
    for (const [text, weight] of menu) {
      came = text;
      if (rest < weight) break;
      rest -= weight;
    }
    const places = this.order.flatMap((card, at) => (card === came ? [at] : []));
    if (places.length > 0) this.order.splice(places[stream.below(places.length)] ?? 0, 1);
    return came;
  }
}

export interface Verdict {
  fair: boolean;
  why: string;
  /** The whole order after the cuts; empty for a wheel or dice. */
  order: string[];
}

/** What is wrong with the parts of a window, before anything is dealt. */
function wrongParts(window: WindowFile): string | undefined {
  if (window.parts.length > window.panel.length || (window.steps == null && window.parts.length !== window.panel.length))
    return "the parts are not those of the panel";
  const listed = new Set(window.panel);
  for (const [at, { patron, anchor, since, value }] of window.parts.entries()) {
    if (!listed.has(patron) || (window.parts[at - 1]?.patron ?? 0) >= patron) return "the parts are not those of the panel";
    const depth = window.window - since + 1;
    if (depth < 1 || depth > 4096) return `the chain of p${patron} does not reach this window`;
    if (hex(mix.link(unhex(value), depth)) !== anchor) return `the part of p${patron} does not lead to its anchor`;
  }
  return undefined;
}

/** Whether everything came as it had to. `published` is the commitment that the user kept, if any. */
export function check(window: WindowFile, published?: string): Verdict {
  const no = (why: string, order: string[] = []): Verdict => ({ fair: false, why, order });
  if (window.version !== 2) return no("not a window of version 2");
  const secret = unhex(window.secret);
  const commitment = mix.commitment(window.table, window.window, secret);
  if (commitment !== window.commitment) return no("the secret does not match the house's commitment");
  if (published && published !== commitment) return no("the house had committed to something else when you wrote it down");
  const wrong = wrongParts(window);
  if (wrong) return no(wrong);
  const steps = window.steps ?? undefined;
  if (steps !== undefined && steps > mix.STEPS) return no(`a delay of ${steps} steps takes too long here: use ch47 fair`);
  const deal = new Deal(mix.key(secret, window.parts, steps), window.cuts, window.composition);
  const order = [...deal.order];
  for (const [at, draw] of window.draws.entries()) {
    const dealt = deal.draw(draw.menu ?? undefined);
    if (dealt !== draw.shown) return no(`draw ${at + 1} gives ${dealt ?? "nothing"}, not ${draw.shown}`, order);
  }
  const draws = window.draws.length === 1 ? "the draw" : `all ${window.draws.length} draws`;
  return { fair: true, why: `${draws} came as the secret and the parts decided`, order };
}
