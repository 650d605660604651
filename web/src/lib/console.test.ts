import { describe, expect, it } from "vitest";
import { families, hotKeys, nextStep, picked } from "./console";
import type { ConsoleView } from "./shapes";

const view = (change: Partial<ConsoleView>): ConsoleView => ({
  awaits: "wagers", physical: true, acts: [], outcomes: [], irregularities: [], ...change,
});
const act = (text: string, as: "dealer" | "floorperson" | "supervisor" = "dealer") => ({
  act: text, as, seat: 0, least: 0, most: 0, step: 0, then: [],
});

describe("families", () => {
  const of = (...texts: string[]) => families(texts, (text) => text);
  it("put together what differs in a number", () => {
    const [cuts, plain] = of("cuts at 20", "cuts at 21", "shuffles");
    expect(cuts?.name).toBe("cuts at …");
    expect(cuts?.members.map((one) => one.own)).toEqual(["20", "21"]);
    expect(plain?.name).toBe("shuffles");
  });
  it("put together what differs in a card", () => {
    expect(of("card drawn in error 5h", "card drawn in error As").map((one) => one.name)).toEqual(["card drawn in error …"]);
  });
  it("put together what differs in two numbers", () => {
    const [dice] = of("cocked die, leaning on 2, other 3", "cocked die, leaning on 2, other 4");
    expect(dice?.name).toBe("cocked die, leaning on …, other …");
    expect(dice?.members.map((one) => one.own)).toEqual(["2 3", "2 4"]);
  });
  it("give the member that was chosen, or else the first", () => {
    const [cuts] = of("cuts at 20", "cuts at 21");
    if (!cuts) throw new Error("a family");
    expect(picked(cuts, {})).toBe("cuts at 20");
    expect(picked(cuts, { "cuts at …": "21" })).toBe("cuts at 21");
  });
  it("leave alone what has no brothers", () => expect(of("loads, 14 behind")[0]?.name).toBe("loads, 14 behind"));
});

describe("hot keys", () => {
  it("are the first letter that is free", () => {
    const keys = hotKeys(["spins", "no-more-bets", "shuffles"], new Set());
    expect([...keys.values()]).toEqual(["s", "n", "h"]);
  });
  it("leave the equipment its keys", () => {
    expect(hotKeys(["spins"], new Set(["s"])).get("spins")).toBe("p");
  });
  it("never come twice", () => {
    const names = Array.from({ length: 12 }, (_, at) => `deals ${at}`);
    const keys = [...hotKeys(names, new Set()).values()];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("the next step", () => {
  it("is the equipment's where something is to be shown", () =>
    expect(nextStep(view({ awaits: "the equipment", outcomes: [{ chance: "As", weight: 1 }] }), "dealer", true)).toBe("say what the equipment shows"));
  it("waits for wagers", () =>
    expect(nextStep(view({ acts: [act("spins")] }), "dealer", true)).toBe("when patrons have wagered, dealer spins"));
  it("says so while nobody has wagered", () =>
    expect(nextStep(view({ acts: [act("takes over")] }), "dealer", false)).toBe("patrons wager, or dealer takes over"));
  it("is nobody's who may not", () =>
    expect(nextStep(view({ awaits: "the dealer", acts: [act("spins")] }), "floorperson", true)).toBe("the table waits for the dealer"));
  it("lets a floorperson act as supervisor", () =>
    expect(nextStep(view({ awaits: "a supervisor", acts: [act("voids the round", "supervisor")] }), "floorperson", true)).toBe("supervisor voids the round"));
});
