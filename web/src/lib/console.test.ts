import { describe, expect, it } from "vitest";
import { hotKeys } from "./console";

describe("hot keys", () => {
  it("are the first letter that is free", () => {
    const keys = hotKeys(["spins", "calls no more bets", "shuffles"], new Set());
    expect([...keys.values()]).toEqual(["s", "c", "h"]);
  });
  it("leave the equipment its keys", () => {
    expect(hotKeys(["spins"], new Set(["s"])).get("spins")).toBe("p");
  });
  it("are there for every item of a long list", () => {
    const names = Array.from({ length: 36 }, (_, at) => `deals ${at}`);
    const keys = [...hotKeys(names, new Set()).values()];
    expect(keys).toHaveLength(36);
    expect(new Set(keys).size).toBe(36);
  });
  it("never come twice", () => {
    const names = Array.from({ length: 12 }, (_, at) => `deals ${at}`);
    const keys = [...hotKeys(names, new Set()).values()];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
