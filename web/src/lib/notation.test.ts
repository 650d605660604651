import { describe, expect, it } from "vitest";
import { cardSign, families, isCard, outcomeOf, picked } from "./notation";

describe("families", () => {
  const of = (...texts: string[]) => families(texts, (text) => text);
  it("put together what differs in a number", () => {
    const [cuts, plain] = of("cuts at 20", "cuts at 21", "shuffles");
    expect(cuts?.name).toBe("cuts at …");
    expect(cuts?.members.map((one) => one.own)).toEqual(["20", "21"]);
    expect(plain?.name).toBe("shuffles");
  });
  it("put together what differs in a card", () => {
    expect(of("card drawn in error, 5h", "card drawn in error, As").map((one) => one.name)).toEqual(["card drawn in error, …"]);
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

it("outcomes are read as they are written", () => {
  expect(outcomeOf("dice 4-3")).toEqual({ outcome: "dice", dice: [4, 3] });
  expect(outcomeOf("ball 00")).toEqual({ outcome: "ball", pocket: "00" });
  expect(outcomeOf("stop $20")).toEqual({ outcome: "stop", symbol: "$20" });
  expect([outcomeOf("As")?.outcome, outcomeOf("cutting card"), outcomeOf("ball 37")]).toEqual(["card", undefined, undefined]);
});

it("cards are written as people write them", () => {
  expect(["Th", "As", "dice 4-3", "5"].map(cardSign)).toEqual(["10♥", "A♠", "dice 4-3", "5"]);
  expect([isCard("Td"), isCard("1d")]).toEqual([true, false]);
});
