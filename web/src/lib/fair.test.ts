import { describe, expect, test } from "vitest";
import page from "../../../docs/fairness.md?raw";
import { hex, unhex } from "./bytes";
import { chacha20, check, deriveKey } from "./fair";
import type { ShoeView } from "./types";

// The worked example is the document's own.
const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "") as ShoeView;

describe("a shoe is dealt again", () => {
  test("ChaCha20 as RFC 8439, 2.4.2", () => {
    const key = unhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    // Its nonce is 00000000 0000004a 00000000: the first four bytes are zero, as here, and the others are the stream.
    const block = chacha20(key, 1, 0x4a000000n);
    expect(hex(block.slice(0, 16))).toBe("224f51f3401bd9e12fde276fb8631ded");
  });
  test("the key of the example", async () => {
    const key = await deriveKey(unhex(example.secret), example.nonces);
    expect(page).toContain(hex(key));
  });
  test("the example is fair, in the order that the document says", async () => {
    const verdict = await check(example);
    expect(verdict).toEqual({ fair: true, why: "7 draws came as they had to", order: "Td Td Kh 2c 9s 9s 2c Ac".split(" ") });
  });
  test("whatever is changed is found", async () => {
    const changed: [Partial<ShoeView>, RegExp][] = [
      [{ secret: example.secret.replace("00", "01") }, /does not fit/],
      [{ nonces: ["bob", "alice 7f3a"] }, /^draw \d gives/],
      [{ cuts: [4] }, /^draw 2 gives Kh, not Td/],
      [{ draws: [{ shown: "Kh" }, ...example.draws.slice(1)] }, /^draw 1 gives Td, not Kh/],
    ];
    for (const [change, why] of changed) {
      const verdict = await check({ ...example, ...change });
      expect(verdict.fair).toBe(false);
      expect(verdict.why).toMatch(why);
    }
    expect((await check(example, "0".repeat(64))).fair).toBe(false);
  });
});
