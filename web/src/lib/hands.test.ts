import { describe, expect, test } from "vitest";
import { baccaratCount, Hands } from "./hands";
import { blackjackCount } from "./hands/blackjack";
import type { Told } from "./types";

/** Reads the answers of a written round as facts: `> 2.6(e)1        shown As`. */
function hear(game: string, lines: string[]): Hands {
  const hands = new Hands(game);
  for (const line of lines) {
    const left = line.split(" > ")[0]?.trim() ?? "";
    if (/^p\d/.test(left)) hands.hearLine(left);
    const answer = / > (\S+(?: \(not held\))?)\s+(.*)$/.exec(line);
    if (!answer) continue;
    const [, cite = "", text = ""] = answer;
    const told = fact(cite, text);
    if (told) hands.hear(told);
  }
  return hands;
}

function fact(cite: string, text: string): Told | undefined {
  const base = { cite, held: true, text };
  const alone = /^shown (\S+) to (p\d+) alone$/.exec(text);
  if (alone) return { ...base, kind: "privately", chance: alone[1] ?? "", to: alone[2] ?? "" };
  if (text.startsWith("shown ")) return { ...base, kind: "shown", chance: text.slice(6) };
  if (text.startsWith("dealer ")) return { ...base, kind: "called", call: text.slice(7) };
  const placed = /^placed (p\d+)(?:@(\d+))? (.*) ([\d.]+)$/.exec(text);
  if (!placed) return undefined;
  const [, patron = "", seat = "0", wager = "", stake = "0"] = placed;
  return { ...base, kind: "placed", bet: { patron, seat: Number(seat), wager, stake: Math.round(Number(stake) * 100), tender: "chips" } };
}

const ROUNDS = import.meta.glob<string>("../../../examples/*.round", { query: "?raw", import: "default", eager: true });
const GOLDEN = import.meta.glob<string>("../../../crates/rules/tests/rounds/blackjack/2.18*.round", { query: "?raw", import: "default", eager: true });
const round = (game: string) => (ROUNDS[`../../../examples/${game}.round`] ?? "").split("\n");
/** The lines of a round up to the first that has this in it. */
function until(game: string, words: string, from = 0): string[] {
  const lines = round(game);
  const at = lines.findIndex((line, nth) => nth >= from && line.includes(words));
  expect(at).toBeGreaterThan(0);
  return lines.slice(0, at + 1);
}
const shown = (hands: Hands) => Object.fromEntries(Object.entries(hands.piles).map(([place, pile]) => [place, pile.map((face) => (face.card ?? "??") + (face.mine ? "*" : "")).join(" ")]));

describe("where cards lie", () => {
  test("blackjack: first cards, a split pair, a double, the hole card", () => {
    expect(shown(hear("blackjack", until("blackjack", "puts his second card face down")))).toEqual({ "box 2": "As Kh", "box 5": "8h 8s", dealer: "6d ??" });
    expect(shown(hear("blackjack", until("blackjack", "announces 26 for himself")))).toEqual({
      "box 2": "As Kh", "box 5": "8h 3c Qc", "box 5/2": "8s 9d", dealer: "6d Td Jd",
    });
  });
  test("blackjack against several hands of the dealer: he keeps his first card, and plays it anew", () => {
    const lines = (GOLDEN["../../../crates/rules/tests/rounds/blackjack/2.18-multiple-action.round"] ?? "").split("\n");
    const at = (words: string) => hear("blackjack", lines.slice(0, lines.findIndex((line) => line.includes(words)) + 1));
    expect(shown(at("announces soft 21 for himself"))["dealer"]).toBe("Ad Kc");
    expect(shown(at("moves the first card to the area of hand 2"))["dealer"]).toBe("Ad");
    const second = at("announces 18 for himself");
    expect([shown(second)["dealer"], second.shown.hand]).toEqual(["Ad 5c Kd 2c", 2]);
    expect(shown(second)["box 1"]).toBe("Ts 8s");
  });
  test("chemin de fer: hands that one person alone has seen, then both turned up", () => {
    const looked = hear("chemin-de-fer", until("chemin-de-fer", "shown Ah to p2 alone"));
    expect(shown(looked)).toEqual({ player: "2d* Ah*", banker: "?? ??" });
    const all = hear("chemin-de-fer", until("chemin-de-fer", "the Banker's Hand wins"));
    expect(shown(all)).toEqual({ player: "2d Ah 9d", banker: "3h Ks 4s" });
    expect([baccaratCount(all.piles["player"] ?? []), baccaratCount(all.piles["banker"] ?? [])]).toEqual([2, 7]);
  });
  test("punto banco: the first and third card are the Player's", () => {
    expect(shown(hear("punto-banco", until("punto-banco", "places both hands face up")))).toEqual({ player: "2h 3s", banker: "3c Kd" });
  });
  test("craps: the puck goes where the dealer puts it", () => {
    const hands = new Hands("craps");
    hands.hear({ cite: "1.10 (not held)", held: false, text: "", kind: "shown", chance: "dice 1-3" });
    hands.hear({ cite: "1.1", held: true, text: "", kind: "called", call: "puts the puck on 4: it is the come-out point" });
    expect(hands.shown).toMatchObject({ dice: [1, 3], point: 4 });
    hands.hear({ cite: "1.1", held: true, text: "", kind: "called", call: "turns the puck off: the next is a come-out roll" });
    expect(hands.shown.point).toBeUndefined();
  });
  test("what a blackjack hand counts", () => {
    const of = (text: string) => blackjackCount(text.split(" ").map((card) => ({ card })));
    expect([of("As Kh"), of("As Ad 9c"), of("As 9c 5d"), of("Kc Qd 2h")]).toEqual([
      { total: 21, soft: true }, { total: 21, soft: true }, { total: 15, soft: false }, { total: 22, soft: false },
    ]);
  });
});
