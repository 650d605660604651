import { describe, expect, it } from "vitest";
import { heard, question, saidName, steps } from "./deal";
import type { DealAsks, StoryLine } from "./shapes";

describe("the keys of a shoe", () => {
  it("has a letter for each step, and Space for what is shown", () => {
    const all = steps("roulette", ["dealer calls no more bets", "dealer confirms", "dealer declines", "dealer spins"]);
    expect(all.map(({ key }) => key)).toEqual([" ", "c", "o", "d", "s"]);
    expect(all[0]?.name).toBe("The ball comes to rest");
    expect(all[4]?.said).toEqual({ do: "step", line: "dealer spins" });
    expect(steps("blackjack", [])[0]?.name).toBe("The next card");
  });

  it("gives no key twice", () => {
    const lines = ["deals", "burns", "goes on", "settles", "shuffles", "spreads", "inspects"].map((act) => `dealer ${act}`);
    const keys = steps("blackjack", [...lines, "supervisor deals"]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("what is asked", () => {
  const bet = { patron: "p2", seat: 3, wager: "six-numbers 1", stake: 500, tender: "chips" as const };
  it("is a sentence", () => {
    const tries = (more: object) => ({ kind: "attempt", patron: "p1", seat: 0, act: "wager", what: "red", stake: 50_000, tender: "chips", ...more }) as DealAsks;
    expect(question(tries({}))).toBe("Patron 1 puts down $500 on red. Do you allow it?");
    expect(question(tries({ tender: "cash" }))).toBe("Patron 1 calls out a wager of $500 in cash on red. Do you allow it?");
    expect(question(tries({ act: "take-back", stake: 0, tender: null }))).toBe("Patron 1 reaches for the wager on red and wants it back. Do you allow it?");
    expect(question(tries({ act: "deed", what: "draws", stake: 0, tender: null }))).toBe("Patron 1 draws. Do you allow it?");
    expect(question({ kind: "payout", bet })).toBe("What does the bank pay Patron 2 on six numbers 1 at 3, $5?");
    expect(question({ kind: "wrong", what: "foreign object", choices: [] })).toBe("Foreign object. What do you do?");
  });

  it("has answers in words", () => {
    expect(saidName({ do: "step", line: "dealer spins" }, "roulette")).toBe("Dealer spins");
    expect(saidName({ do: "pay", cents: 17_550 }, "roulette")).toBe("$175.50");
    expect(saidName({ do: "show" }, "craps")).toBe("The dice come to rest");
  });

  it("tells what happened with people, not with numbers", () => {
    const news = [{ line: "p2@3 red 5.00", facts: [{ cite: "5.1(a)", held: true, text: "", kind: "placed", bet }] }] as StoryLine[];
    expect(heard([...news, ...news], 4, 1)[1]?.seq).toBe(6);
    expect(heard(news, 4, 1)).toMatchObject([{ seq: 5, round: 1, cite: "5.1(a)", text: "Patron 2 puts $5 on six numbers 1 at 3", tone: "wager" }]);
  });
});
