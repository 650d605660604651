import { expect, it } from "vitest";
import type { Offer } from "./types";
import { betName, isOwn, label, readyWord, verbOf } from "./verbs";

it("acts have the words people know", () => {
  expect(["draws", "stands", "double 2", "split 2", "throws", "folds", "bet", "lets it stand"].map((act) => verbOf(act).word))
    .toEqual(["Hit", "Stand", "Double", "Split", "Roll", "Fold", "Raise", "Stay"]);
  expect(verbOf("draws", "chemin-de-fer").word).toBe("Draw");
  expect(verbOf("sits at 3")).toMatchObject({ word: "Sit at 3", seat: "3" });
  expect(verbOf("stands").seat).toBeUndefined();
  expect(["hand", "main", "original", "red"].map(isOwn)).toEqual([true, true, true, false]);
  expect(verbOf("calls place 6 on").word).toBe("Turn Place 6 on");
  expect(["roulette", "craps", "blackjack"].map(readyWord)).toEqual(["Spin", "Roll", "Deal"]);
});

it("wagers are named as on the layout", () => {
  expect(["straight 17", "split 17-20", "dozen 2", "pass", "dont-pass", "hardway 6", "place-lose 4", "craps-two", "red"].map(betName))
    .toEqual(["17", "17-20 split", "2nd 12", "Pass Line", "Don’t Pass", "Hard 6", "Place 4 to lose", "Two", "Red"]);
});

it("a button has its price", () => {
  const offer: Offer = { kind: "wager", act: "banco", wager: "banco", seat: 3, least: 100, most: 20_000, step: 100, tender: "chips" };
  expect(label(offer, 20_000, "chemin-de-fer")).toBe("Banco $200");
  expect(label({ ...offer, kind: "deed", act: "stands", step: 0 }, 0, "blackjack")).toBe("Stand");
});

/** What patrons do in the golden rounds of every game, without wagers and numbers. */
function deeds(): Set<string> {
  const rounds = import.meta.glob<string>("../../../crates/rules/tests/rounds/*/*.round", { query: "?raw", import: "default", eager: true });
  const found = new Set<string>();
  for (const text of Object.values(rounds)) {
    for (const [, act = "", done] of text.matchAll(/^p\d+(?:@\d+)? (.+?)\s+([>!])\s/gm)) {
      // A refused act may be anything; a wager ends with its amount.
      if (done === ">" && !/\d(\.\d+)?( cash| color| coupon)?$/.test(act)) found.add(act);
    }
  }
  return found;
}

it("everything a patron can do has a word of the table", () => {
  const acts = [...deeds()];
  expect(acts.length).toBeGreaterThan(40);
  const bare = acts.filter((act) => !act.startsWith("takes back ") && verbOf(act).rank === 70);
  expect(bare, "acts that a button would call as the journal does").toEqual([]);
});
