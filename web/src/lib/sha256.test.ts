import { expect, test } from "vitest";
import { hex, utf8 } from "./bytes";
import { hmac, sha256 } from "./sha256";

test("agrees with the platform's SHA-256 at every length around the edges of a block", async () => {
  for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
    const text = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
    expect(hex(sha256(text))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text))));
  }
});

test("HMAC as RFC 4231, case 2", () => {
  expect(hex(hmac(utf8("Jefe"), utf8("what do ya want for nothing?")))).toBe("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
});
