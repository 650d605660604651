import { describe, expect, test } from "vitest";
import { company, edge, inOrder, limits, pill, pills } from "./lobby";
import { summary } from "./fixtures";

describe("a table from the lobby", () => {
  test("a result is a word or two", () => {
    const points = (spot: "player" | "banker" | "dealer", n: number) => ({ spot, points: n });
    expect(pill({ outcome: { outcome: "ball", pocket: "32" } })).toEqual({ text: "32", hue: "red" });
    expect(pill({ outcome: { outcome: "ball", pocket: "00" } })).toEqual({ text: "00", hue: "green" });
    expect(pill({ outcome: { outcome: "dice", dice: [3, 4] } })).toEqual({ text: "7", hue: "red" });
    expect(pill({ totals: [points("player", 6), points("banker", 7)] })).toEqual({ text: "Banker 7–6", hue: "red" });
    expect(pill({ totals: [points("player", 9), points("banker", 2)] })).toEqual({ text: "Player 9–2", hue: "blue" });
    expect(pill({ totals: [points("dealer", 24)] })).toEqual({ text: "Bust", hue: "red" });
    expect(pill({ totals: [points("dealer", 20)] })).toEqual({ text: "Dealer 20" });
    expect(pill({ spread: 7 })).toEqual({ text: "Spread 7" });
  });

  test("a meter stands for the results, and wide ones are few", () => {
    const last = [1, 2, 3, 4, 5, 6].map((n) => ({ outcome: { outcome: "ball" as const, pocket: String(n) } }));
    expect(pills({ ...summary, last })).toHaveLength(5);
    expect(pills({ ...summary, last, glance: { here: [], picture: { meter: 4_821_000 } } })).toEqual([{ text: "Progressive $48,210" }]);
  });

  test("the dice of pai gow poker are no result", () => {
    const last = [{ cards: ["As", "Kd"] }, { outcome: { outcome: "dice" as const, dice: [5, 3, 2] } }];
    expect(pills({ ...summary, game: "pai-gow-poker", last })).toEqual(last.slice(0, 1).map(pill));
  });

  test("limits are in dollars, and the edge is in percent", () => {
    expect(limits({ ...summary, limits: { least: 500, most: 100_000 } })).toBe("$5 to $1,000");
    expect(edge({ ...summary, edge: { wager: "pass", percent: "1.414" } })).toBe("house edge 1.41%");
    expect(edge(summary)).toBe("");
  });

  test("who is alone where it takes two learns that the house sits in", () => {
    expect(company({ ...summary, people: 0 })).toBe("A seat is free");
    expect(company({ ...summary, people: 3 })).toBe("3 playing");
    expect(company({ ...summary, people: 1, needs_two: true })).toBe("Needs two: the house sits in");
    expect(company({ ...summary, open: false })).toBe("Closed");
  });

  test("the games people come for stand first", () => {
    const of = (game: string) => ({ ...summary, game });
    expect(inOrder(["big-six", "faro", "blackjack", "roulette"].map(of)).map(({ game }) => game)).toEqual(["roulette", "blackjack", "big-six", "faro"]);
  });
});
