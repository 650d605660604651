import { describe, expect, test } from "vitest";
import { hex, unhex } from "./bytes";
import { chacha20, check, Stream } from "./fair";
import * as mix from "./mix";
import type { WindowFile } from "./types";

const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
const chain = (byte: number, depth: number) => hex(mix.link(new Uint8Array(32).fill(byte), 1024 - depth));
const anchor = (byte: number) => chain(byte, 0);
// A spin of roulette with two contributors: the number is 25 (below 38), as docs/fairness.md shows.
const numbers = Array.from({ length: 38 }, (_, at): [string, number] => [`ball ${at}`, 1]);
const spin: WindowFile = {
  version: 2, table: "roulette-1", window: 7, commitment: mix.commitment("roulette-1", 7, secret), secret: hex(secret), panel: [1, 3],
  parts: [
    { patron: 1, anchor: anchor(0x11), since: 5, value: chain(0x11, 3) },
    { patron: 3, anchor: anchor(0x33), since: 6, value: chain(0x33, 2) },
  ],
  failed: [], cuts: [], composition: numbers, draws: [{ shown: "ball 25" }],
};

describe("a window is dealt again", () => {
  test("ChaCha20 as RFC 8439, 2.4.2", () => {
    const key = unhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    // Its nonce is 00000000 0000004a 00000000: the first four bytes are zero, as here, and the others are the stream.
    const block = chacha20(key, 1, 0x4a000000n);
    expect(hex(block.slice(0, 16))).toBe("224f51f3401bd9e12fde276fb8631ded");
  });
  test("a spin with two contributors", () => {
    expect(check(spin)).toEqual({ fair: true, why: "the draw came as the secret and the parts decided", order: [] });
    expect(check({ ...spin, steps: 1000, draws: [{ shown: "ball 15" }] }).fair).toBe(true);
  });
  test("cards in their order, each once", () => {
    const deck = ["Ac", "2c", "Td", "Kh", "9s"].map((card): [string, number] => [card, 2]);
    const key = mix.key(secret, spin.parts);
    expect(new Stream(key, 0n).below(10)).toBeLessThan(10);
    const shown = { ...spin, composition: deck, cuts: [3], draws: [] };
    const { order } = check(shown);
    expect([...order].sort()).toEqual(["2c", "2c", "9s", "9s", "Ac", "Ac", "Kh", "Kh", "Td", "Td"]);
    expect(check({ ...shown, draws: order.map((card) => ({ shown: card })) }).fair).toBe(true);
    expect(check({ ...shown, cuts: [4], draws: order.map((card) => ({ shown: card })) }).fair).toBe(false);
  });
  test("whatever is changed is found", () => {
    const [one, two] = spin.parts as [WindowFile["parts"][number], WindowFile["parts"][number]];
    const changed: [Partial<WindowFile>, RegExp][] = [
      [{ version: 1 }, /version 2/],
      [{ secret: hex(secret).replace("00", "01") }, /commitment/],
      [{ window: 8 }, /commitment/],
      [{ table: "roulette-2" }, /commitment/],
      [{ parts: [one] }, /panel/],
      [{ parts: [two, one] }, /panel/],
      [{ panel: [1] }, /panel/],
      [{ parts: [one, { ...two, value: one.value }] }, /p3 does not lead/],
      [{ parts: [one, { ...two, since: 5 }] }, /p3 does not lead/],
      [{ steps: 999 }, /^draw 1 gives/],
      [{ steps: 10_000_000 }, /ch47 fair/],
      [{ draws: [{ shown: "ball 24" }] }, /^draw 1 gives ball 25, not ball 24/],
    ];
    for (const [change, why] of changed) {
      const verdict = check({ ...spin, ...change });
      expect(verdict.fair).toBe(false);
      expect(verdict.why).toMatch(why);
    }
    expect(check(spin, "0".repeat(64)).fair).toBe(false);
  });
});
