import { describe, expect, test } from "vitest";
import { bet } from "./fixtures";
import type { Offer } from "./types";
import { again, clear, fit, follows, offerFor, spoken, undo } from "./wagers";

const offer = (wager: string, change: Partial<Offer> = {}): Offer => ({ kind: "wager", act: wager, wager, seat: 0, least: 100, most: 100_000, step: 100, tender: "chips", ...change });
const deed = (act: string, change: Partial<Offer> = {}): Offer => ({ kind: "deed", act, seat: 0, least: 0, most: 0, step: 0, ...change });
const back = (wager: string) => deed(`takes back ${wager}`, { kind: "take-back", wager });

describe("wagers", () => {
  test("an amount fits its offer", () => {
    expect(fit(offer("place 6", { least: 600, step: 600, most: 999_600 }), 500)).toBe(600);
    expect(fit(offer("red"), 50)).toBe(100);
    expect(fit(offer("double", { most: 1000 }), 2500)).toBe(1000);
    expect(fit(offer("red"), 250)).toBe(300);
  });
  test("as it is said", () => {
    expect(spoken(offer("red"), 500)).toBe("red 5.00");
    expect(spoken(deed("stands"), 500)).toBe("stands");
    expect(spoken(offer("red", { tender: "color" }), 500)).toBe("red 5.00 color");
  });
  test("chips come before cash, and places are told apart", () => {
    const offers = [offer("hand", { seat: 1, tender: "cash" }), offer("hand", { seat: 1 }), offer("hand", { seat: 2 })];
    expect(offerFor(offers, "hand", 1)?.tender).toBe("chips");
    expect(offerFor(offers, "hand", 3)).toBeUndefined();
  });
  test("a wager that is bounded by what lies at its place follows from it", () => {
    const mine = [bet("hand", 2500, { seat: 3 })];
    expect(follows(offer("double", { seat: 3, most: 2500 }), mine)).toBe(true);
    expect(follows(offer("bet", { seat: 3, least: 5000, most: 5000 }), mine)).toBe(true);
    expect(follows(offer("hand", { seat: 3 }), mine)).toBe(false);
    expect(follows(offer("double", { seat: 4, most: 2500 }), mine)).toBe(false);
  });
  test("undo takes all back and puts the rest down again", () => {
    const offers = [offer("red"), back("red")];
    expect(undo(offers, [bet("red", 500), bet("red", 2500)])).toEqual([{ act: "takes back red", seat: 0 }, { act: "red 5.00", seat: 0 }]);
    expect(undo(offers, [bet("red", 500)])).toEqual([{ act: "takes back red", seat: 0 }]);
    expect(undo([offer("red")], [bet("red", 500)])).toEqual([]);
  });
  test("only what is offered is repeated or cleared", () => {
    const offers = [offer("red"), back("red")];
    expect(again(offers, [bet("red", 500), bet("straight 7", 100), bet("red", 100)])).toEqual([{ act: "red 6.00", seat: 0 }]);
    expect(clear(offers)).toEqual([{ act: "takes back red", seat: 0 }]);
  });
});
