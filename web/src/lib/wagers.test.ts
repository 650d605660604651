import { describe, expect, test } from "vitest";
import type { Lying, Offer } from "./types";
import { again, clear, fit, offerFor, spoken, undo } from "./wagers";

const offer = (act: string, change: Partial<Offer> = {}): Offer => ({ act, seat: 0, least: 100, most: 100_000, step: 100, tender: "chips", ...change });
const bet = (wager: string, stake: number, seat = 0): Lying => ({ patron: "p1", seat, wager, stake, tender: "chips" });

describe("wagers", () => {
  test("an amount fits its offer", () => {
    expect(fit(offer("place 6", { least: 600, step: 600, most: 999_600 }), 500)).toBe(600);
    expect(fit(offer("red"), 50)).toBe(100);
    expect(fit(offer("double", { most: 1000 }), 2500)).toBe(1000);
    expect(fit(offer("red"), 250)).toBe(300);
  });
  test("as it is said", () => {
    expect(spoken(offer("red"), 500)).toBe("red 5.00");
    expect(spoken(offer("stands", { step: 0, least: 0, most: 0, tender: "" }), 500)).toBe("stands");
    expect(spoken(offer("red", { tender: "colour" }), 500)).toBe("red 5.00 colour");
  });
  test("chips come before cash, and places are told apart", () => {
    const offers = [offer("hand", { seat: 1, tender: "cash" }), offer("hand", { seat: 1 }), offer("hand", { seat: 2 })];
    expect(offerFor(offers, "hand", 1)?.tender).toBe("chips");
    expect(offerFor(offers, "hand", 3)).toBeUndefined();
  });
  test("undo takes all back and puts the rest down again", () => {
    const offers = [offer("red"), offer("takes back red", { step: 0 })];
    expect(undo(offers, [bet("red", 500), bet("red", 2500)])).toEqual([{ act: "takes back red", seat: 0 }, { act: "red 5.00", seat: 0 }]);
    expect(undo(offers, [bet("red", 500)])).toEqual([{ act: "takes back red", seat: 0 }]);
    expect(undo([offer("red")], [bet("red", 500)])).toEqual([]);
  });
  test("only what is offered is repeated or cleared", () => {
    const offers = [offer("red"), offer("takes back red", { step: 0 })];
    expect(again(offers, [bet("red", 500), bet("straight 7", 100), bet("red", 100)])).toEqual([{ act: "red 6.00", seat: 0 }]);
    expect(clear(offers)).toEqual([{ act: "takes back red", seat: 0 }]);
  });
});
