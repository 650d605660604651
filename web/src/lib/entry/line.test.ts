import { describe, expect, it } from "vitest";
import type { BetView } from "../types";
import { dueIn } from "./hand";
import { read, type Desk, type Guest } from "./line";

const guest = (seat: number, more: Partial<Guest> = {}): Guest => ({ patron: `p${seat}`, seat, name: `patron ${seat}`, purse: 50_000, walkIn: true, ...more });
const bet = (patron: string, seat: number, wager: string, stake: number): BetView => ({ patron, seat, wager, stake, tender: "chips" });
const desk = (game: string, seats: number[], more: Partial<Desk> = {}): Desk => ({
  game, places: true, guests: seats.map((seat) => guest(seat)), bets: [], last: [], next: Math.max(0, ...seats) + 1, ...more,
});
/** What is told, as lines; what is not a line of the notation in a few words. */
function told(text: string, at: Desk): string[] | string {
  const found = read(text, at);
  if ("wrong" in found) return found.wrong;
  return found.entries.map((entry) => (entry.do === "tell" ? entry.line : Object.values(entry).join(" ")));
}

describe("wagers at seats", () => {
  const minibaccarat = desk("minibaccarat", [1, 2, 3, 4, 5, 6, 7]);
  it("go round the table with commas, and repeat the amount of a place", () =>
    expect(told("b50,p25,b,p,b,p100,t5", minibaccarat)).toEqual([
      "p1@1 banker 50.00", "p2@2 player 25.00", "p3@3 banker 50.00", "p4@4 player 25.00", "p5@5 banker 50.00", "p6@6 player 100.00", "p7@7 tie 5.00",
    ]));
  it("name the seat in front", () => expect(told("3p100 t5*10", minibaccarat)).toEqual(["p3@3 player 100.00", "p3@3 five-cards 10.00"]));
  it("go to several seats at once", () => expect(told("b50@135", minibaccarat)).toEqual(["p1@1 banker 50.00", "p3@3 banker 50.00", "p5@5 banker 50.00"]));
  it("say what lies there, not what is added", () => {
    const lying = desk("minibaccarat", [3], { bets: [bet("p3", 3, "player", 5_000)] });
    expect(told("3p75", lying)).toEqual(["p3@3 player 25.00"]);
    expect(told("3p20", lying)).toEqual(["p3@3 takes back player", "p3@3 player 20.00"]);
    expect(read("3p50", lying)).toEqual({ entries: [], echo: "that lies there already" });
    expect(told("3-", lying)).toEqual(["p3@3 takes back player"]);
    expect(told("3b", lying)).toEqual(["p3@3 takes back player", "p3@3 banker 50.00"]);
  });
  it("need no place where an amount means one", () => {
    const blackjack = desk("blackjack", [2, 4]);
    expect(told("2 50 4 25", blackjack)).toEqual(["p2@2 hand 50.00", "p4@4 hand 25.00"]);
    expect(told("50,25", blackjack)).toEqual(["p2@2 hand 50.00", "p4@4 hand 25.00"]);
    expect(told("2 50 o13*5", blackjack)).toEqual(["p2@2 hand 50.00", "p2@2 over-13 5.00"]);
    expect(told("4 1k", blackjack)).toEqual(["p4@4 hand 1000.00"]);
    expect(told("4 50$", blackjack)).toEqual(["p4@4 hand 50.00 cash"]);
  });
  it("insure half the hand", () =>
    expect(told("2i", desk("blackjack", [2], { bets: [bet("p2", 2, "hand", 2_500)] }))).toEqual(["p2@2 insurance 12.50"]));
  it("are the Banker's where the table waits for the Banker", () => {
    const chemin = desk("chemin-de-fer", [2, 5], { awaited: "p2" });
    expect(told("200", chemin)).toEqual(["p2@2 bank 200.00"]);
    expect(told("5 40", chemin)).toEqual(["p5@5 part 40.00"]);
    expect(told("5b200", chemin)).toEqual(["p5@5 banco 200.00"]);
  });
  it("are refused where nobody is, and where nothing is meant", () => {
    expect(told("b50@9", minibaccarat)).toBe("nobody is at 9: seat somebody with @9");
    expect(told("3x50", minibaccarat)).toBe("no place `x50` at this game: ? shows what can be keyed");
    expect(told("3p", minibaccarat)).toBe("seat 3: how much on player?");
    // A number in front of an amount is a seat, whoever sits there: nobody else's chips are moved.
    expect(told("9 50", desk("blackjack", [2, 4]))).toBe("nobody is at 9: seat somebody with @9");
    expect(told("9p50", minibaccarat)).toBe("nobody is at 9: seat somebody with @9");
    expect(told("4 1k", desk("blackjack", [1, 4]))).toEqual(["p4@4 hand 1000.00"]);
    expect(told("50", desk("blackjack", []))).toMatch(/^nobody without an account is here/);
    const own = desk("blackjack", [2], { guests: [guest(2), guest(3, { walkIn: false, name: "ann" })] });
    expect(told("3 50", own)).toBe("ann wagers with an own device");
  });
  it("come again as they lay", () => {
    const last = [bet("p2", 2, "hand", 5_000), bet("p4", 4, "hand", 2_500), bet("p9", 9, "hand", 2_500)];
    expect(told("=", desk("blackjack", [2, 4], { last }))).toEqual(["p2@2 hand 50.00", "p4@4 hand 25.00"]);
    expect(told("=", desk("blackjack", [2], { last, bets: [bet("p2", 2, "hand", 5_000)] }))).toBe("the same wagers lie there already");
    expect(told("=", desk("blackjack", [2]))).toMatch(/^nothing lay there/);
  });
  it("may be written out", () => expect(told("p2@2 hand 50", desk("blackjack", [2]))).toEqual(["p2@2 hand 50"]));
});

describe("wagers without seats", () => {
  const roulette = desk("roulette", [], { places: false, guests: [1, 2].map((number) => ({ ...guest(0), patron: `p${number}` })) });
  const on = (text: string) => told(`.1 ${text}`, roulette);
  it("say by low and high where a chip lies", () => {
    expect(on("17*5")).toEqual(["p1 straight 17 5.00"]);
    expect(on("17-18*5 17-20*5 16-18*5")).toEqual(["p1 split 17-18 5.00", "p1 split 17-20 5.00", "p1 three 16-17-18 5.00"]);
    expect(on("13-17*5 13-18*5")).toEqual(["p1 four 13-14-16-17 5.00", "p1 six 13-18 5.00"]);
    expect(on("1-12*5 2-35*5 1-18*5 d2*5 c3*5")).toEqual(["p1 dozen 1 5.00", "p1 column 2 5.00", "p1 1-to-18 5.00", "p1 dozen 2 5.00", "p1 column 3 5.00"]);
    expect(on("0-00*5 00*5 0-1-2*5 f*5 n17*5 r5 k10")).toEqual([
      "p1 split 0-00 5.00", "p1 straight 00 5.00", "p1 three 0-1-2 5.00", "p1 first-five 5.00", "p1 five-adjacent 17 5.00", "p1 red 5.00", "p1 black 10.00",
    ]);
    expect(on("17-19*5")).toBe("no place `17-19*5` at this game: ? shows what can be keyed");
    expect(on("37*5")).toBe("no place `37*5` at this game: ? shows what can be keyed");
  });
  it("count chips where a patron has a color", () => {
    const blue = { ...roulette, guests: [{ ...guest(0), patron: "p1", color: "blue", chip: 50 }] };
    expect(told(".1 17*3 20", blue)).toEqual(["p1 straight 17 1.50 color", "p1 straight 20 0.50 color"]);
    expect(told(".b r*4", blue)).toEqual(["p1 red 2.00 color"]);
    expect(told(".1 r5v", blue)).toEqual(["p1 red 5.00"]);
    // Nobody guesses what a chip is worth.
    const unknown = { ...roulette, guests: [{ ...guest(0), patron: "p1", color: "blue" }] };
    expect(told(".1 17*3", unknown)).toBe("what is a chip of blue worth? Key it once: @1 blue 5");
  });
  it("stay with a patron until another is named", () => expect(told(".1 17*5 r5 .2 k10", roulette)).toEqual(["p1 straight 17 5.00", "p1 red 5.00", "p2 black 10.00"]));
  it("are the signs of a wheel", () => {
    const wheel = { ...roulette, game: "big-six" };
    expect(told(".1 5*10 t5 j*5 .2 1*5", wheel)).toEqual(["p1 $5 10.00", "p1 $10 5.00", "p1 joker 5.00", "p2 $1 5.00"]);
  });
  it("are positions of three dice", () =>
    expect(told(".1 s5 t9*5 1-2*5 3k4*5 a5", { ...roulette, game: "sic-bo" })).toEqual([
      "p1 small 5.00", "p1 total 9 5.00", "p1 combination 1-2 5.00", "p1 three-of-a-kind 4 5.00", "p1 any-three-of-a-kind 5.00",
    ]));
  it("are tickets of keno", () => {
    const keno = { ...roulette, game: "keno" };
    expect(told(".1 44-3-17*5 1-2/3-4*5 .2 1-2/3-4/5-6:4*15 k7/1-2/3-4:3-5*15 8x3*15", keno)).toEqual([
      "p1 straight 3,17,44 5.00", "p1 split 1,2/3,4 5.00", "p2 way 1,2/3,4/5,6 by 4 15.00", "p2 king 7/1,2/3,4 by 3,5 15.00", "p2 straight 8 for 3 games 15.00",
    ]);
  });
  it("are bets at craps", () => {
    const craps = desk("craps", [3, 5], { point: 6, bets: [bet("p5", 0, "dont-pass", 1_000)] });
    expect(told(".3p10 .5 c10 pl8*12 h8*5 yo5", craps)).toEqual(["p3 pass 10.00", "p5 come 10.00", "p5 place 8 12.00", "p5 hardway 8 5.00", "p5 eleven 5.00"]);
    expect(told(".3o20 o9*10 .5o12", craps)).toEqual(["p3 pass-odds 6 20.00", "p3 come-odds 9 10.00", "p5 dont-pass-odds 6 12.00"]);
    expect(told(".8p10", craps)).toBe("nobody is at 8: seat somebody with @8");
  });
});

describe("people", () => {
  const blackjack = desk("blackjack", [2]);
  it("come with or without a name and chips", () => {
    expect(told("@3", blackjack)).toEqual(["seat 3", "p3 sits at 3"]);
    expect(told("@5 500", blackjack)).toEqual(["seat 3", "p3 sits at 5", "buy-in 3 50000"]);
    expect(told("@5 Ann Lee *41822 500", blackjack)).toEqual(["seat 3 Ann Lee 41822", "p3 sits at 5", "buy-in 3 50000"]);
  });
  it("get a color where there are no seats", () => {
    const roulette = desk("roulette", [], { places: false, next: 1 });
    expect(read("@1 blue 0.50 300", roulette)).toMatchObject({
      entries: [{ do: "seat", patron: 1, chip: 50 }, { do: "buy-in", patron: 1, cents: 30_000 }, { do: "tell", line: "p1 asks for blue" }],
    });
    // Somebody who is here gets another color: the journal keeps what its chips are worth.
    const here = desk("roulette", [], { places: false, next: 2, guests: [{ ...guest(0), patron: "p1" }] });
    expect(told("@1 green 25", here)).toEqual(["seat 1 2500", "p1 asks for green"]);
    expect(told("@4", roulette)).toBe("the next patron is number 1: @1");
  });
  it("buy more, take chips away, move and leave", () => {
    expect(told("@2+500", blackjack)).toEqual(["buy-in 2 50000"]);
    expect(told("@2 340-", blackjack)).toEqual(["take-away 2 34000"]);
    expect(told("@2>6", blackjack)).toEqual(["p2 sits at 6"]);
    expect(told("@2-", blackjack)).toEqual(["p2 leaves", "take-away 2 50000"]);
    expect(told("@4&2", blackjack)).toEqual(["seat 3", "p3 shares box 2"]);
    expect(told("@4~", blackjack)).toEqual(["supervisor reserves box 4"]);
    expect(told("@2 Lee", blackjack)).toEqual(["seat 2 Lee"]);
  });
  it("who are not here are said to be so", () => {
    expect(told("@4-", blackjack)).toBe("nobody is at 4: seat somebody with @4");
    expect(told("@2", blackjack)).toBe("patron 2 is at 2 already");
    expect(told("@2 §", blackjack)).toBe("`§` is no name, card, color or amount");
    expect(told("@", blackjack)).toBe("at which place? Such as @3");
  });
});

describe("a hand of chemin de fer", () => {
  const chemin = desk("chemin-de-fer", [2, 4], { awaited: "p4", banker: "p2", down: { player: 2, banker: 2 } });
  it("is keyed as it happens, and told in the order of the rules", () => {
    expect(told("s 4c5h 7ckh", chemin)).toEqual(["p4 looks", "7c", "Kh", "p4 calls stay", "p2 turns the cards up", "4c", "5h"]);
    expect(told("n 9ckh 4c5h", chemin)).toEqual(["p4 looks", "9c", "Kh", "p4 calls natural", "4c", "5h"]);
    expect(told("c u 0s 4c3h . 2c3h", chemin)).toEqual([
      "p4 looks", "2c", "3h", "p4 calls card", "p2 looks", "4c", "3h", "p2 calls under eight", "Ts", "p2 turns the cards up", "p2 stays",
    ]);
    expect(told("cu9s10c3h+1d2c3h", chemin)).toEqual([
      "p4 looks", "2c", "3h", "p4 calls card", "p2 looks", "Tc", "3h", "p2 calls under eight", "9s", "p2 turns the cards up", "p2 draws", "Ad",
    ]);
    // Where Table 3 leaves no choice, the third card follows by itself.
    expect(told("s 4c5h 8d 7ckh", chemin)).toEqual(["p4 looks", "7c", "Kh", "p4 calls stay", "p2 turns the cards up", "4c", "5h", "8d"]);
    expect(told("cn 4c5h 2c3h", chemin)).toEqual(["p4 looks", "2c", "3h", "p4 calls card", "p2 looks", "4c", "5h", "p2 calls natural"]);
  });
  it("has its irregularities where they happen", () => {
    expect(told("s !s3c kd4h kc6d", chemin)).toEqual([
      "p4 looks", "Kc", "6d", "p4 calls stay", "irregularity card dealt after stay, 3c", "p2 turns the cards up", "Kd", "4h",
    ]);
    expect(told("s !c3c kd4h kc6d", chemin)).toContain("irregularity card dealt after stay, dealer having said card, 3c");
    expect(told("c !b 3c kd4h + !2 5c6c ac2d", chemin)).toEqual([
      "p4 looks", "Ac", "2d", "p4 calls card", "irregularity banker draws for himself after card", "3c", "p2 turns the cards up", "Kd", "4h",
      "p2 draws", "irregularity banker takes two cards for one", "5c", "6c",
    ]);
    const three = { ...chemin, down: { player: 3, banker: 2 } };
    expect(told("s 4c5h 7ckh2d", three)).toEqual(["p4 looks", "7c", "Kh", "2d", "p4 calls stay", "p2 turns the cards up", "4c", "5h"]);
  });
  it("says what comes next, with its provision", () => {
    const next = (text: string) => dueIn(text, chemin);
    expect(next("")).toEqual({ text: "What does the Dominant Player announce? c Card, s Stay, n Natural", cite: "4.9(a)" });
    expect(next("c").cite).toBe("4.9(b)");
    expect(next("cu")).toEqual({ text: "Key the Player's third card", cite: "4.9(b)" });
    expect(next("cu9s")).toEqual({ text: "The Banker's Hand is turned up: key its 2 cards", cite: "4.9(c)" });
    expect(next("cu9s4c3h+")).toEqual({ text: "Key the Banker's third card", cite: "4.9(c)" });
    expect(next("s4c5h7c")).toMatchObject({ cite: "4.10(a)" });
    expect(next("s4c5h7ckh").text).toBe("The hand is over: Enter tells it");
  });
  it("is told whole or not at all", () => {
    expect(told("s 4c5h", chemin)).toMatch(/^The Player's Hand is turned up: key its 2 cards.* \[4\.10\(a\)\]$/);
    expect(told("s 4c5h 8d 7ckh 2c", chemin)).toMatch(/^That is more than a hand/);
    expect(told("7ckh s 4c5h", chemin)).toMatch(/^What does the Dominant Player announce/);
  });
});

it("a remark is kept as it was keyed", () => {
  const roulette = desk("roulette", [3]);
  expect(read("' The drop box was exchanged: 4711 for 4712", roulette)).toEqual({
    entries: [{ do: "remark", text: "The drop box was exchanged: 4711 for 4712" }],
    echo: "remark: The drop box was exchanged: 4711 for 4712",
  });
  expect(read("'", roulette)).toMatchObject({ wrong: expect.stringContaining("'cards changed") });
});

describe("papers", () => {
  const minibaccarat = desk("minibaccarat", [3]);
  it("are markers, forms, slips and the end of the day", () => {
    expect(told("#m3", minibaccarat)).toEqual(["dealer collects vigorish at 3"]);
    expect(told("#v3s", minibaccarat)).toEqual(["dealer documents 3, patron signed"]);
    expect(told("#vx", minibaccarat)).toEqual(["dealer voids a form"]);
    expect(told("#f 5000 f-8812", minibaccarat)).toEqual(["fill 500000 F-8812"]);
    expect(told("#c 250.50 9", minibaccarat)).toEqual(["credit 25050 9"]);
    expect(told("#x", minibaccarat)).toEqual(["close"]);
    const count = (text: string) => read(text, minibaccarat);
    expect(count("#n 100*50 2.5*4 25*0")).toMatchObject({ entries: [{ do: "count", chips: [{ value: 10_000, pieces: 50 }, { value: 250, pieces: 4 }] }], echo: "chips counted: $5,010" });
    expect(count("#x 5*10")).toMatchObject({ entries: [{ do: "count", chips: [{ value: 500, pieces: 10 }] }, { do: "close" }] });
    expect(count("#x 0")).toMatchObject({ entries: [{ do: "count", chips: [] }, { do: "close" }] });
    expect(told("#n 100*50 100*2", minibaccarat)).toBe("chips of $100 are counted twice: say how many there are in all");
    expect(told("#n 5000", minibaccarat)).toMatch(/^"5000" is no count/);
    expect(told("#d", desk("blackjack", [2]))).toEqual(["dealer takes over"]);
    expect(told("#z", minibaccarat)).toMatch(/^#d dealer/);
  });
});
