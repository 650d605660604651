import { describe, expect, test } from "vitest";
import { hex } from "./bytes";
import { Stream } from "./fair";
import { commitment, key, link, salt } from "./mix";

// The worked example of docs/fairness.md: table roulette-1, window 7, with bytes 0 to 31 as the secret.
const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
const seed = (byte: number) => new Uint8Array(32).fill(byte);
const parts = [
  { patron: 1, value: "09022507e797ee79c934b560d10fbf9aa93cbb04199449f1c7d7e6e2402743ab" },
  { patron: 3, value: "43263c546b501301909470051338cf01773feed89670836e91bf504282a75696" },
];

describe("secret and parts become one key", () => {
  test("the commitment is bound to table and window", () => {
    expect(commitment("roulette-1", 7, secret)).toBe("791d5fe66a2f162c7139afde170695af6c181421ca0fdb9a70f74d43f53fded2");
    expect(commitment("roulette-1", 8, secret)).not.toBe(commitment("roulette-1", 7, secret));
  });
  test("chains end in their anchors", () => {
    expect(hex(link(seed(0x11), 1024))).toBe("c30e4762b1cdac1c45b3a469d0e9217e2972768606598902dbe91e13636f670a");
    expect(hex(link(seed(0x33), 1024))).toBe("2ef0cac30b4050b4d40c3f765b85bbdceaaa51d57cacb9a45121305212ed285e");
    expect(hex(link(seed(0x11), 1024 - 3))).toBe(parts[0]?.value);
    expect(hex(link(seed(0x33), 1024 - 2))).toBe(parts[1]?.value);
  });
  test("salt and key", () => {
    expect(hex(salt(parts))).toBe("2ffc8a7b29ab83aa9d65fd8b4ba5b2216c2ab671e6d24488ad2ea59417783cb5");
    expect(hex(key(secret, parts))).toBe("ebfdbb77fb03f655258088bd48314dd7fae6c86bb9f6cc5b42e5b088ba960d68");
  });
  test("what comes, with and without delay", () => {
    expect(new Stream(key(secret, parts), 1n).below(38)).toBe(25);
    expect(new Stream(key(secret, parts, 1000), 1n).below(38)).toBe(15);
  });
});
