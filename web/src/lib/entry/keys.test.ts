import { describe, expect, it } from "vitest";
import type { ConsoleAct } from "../shapes";
import { badgeFor, choices, NOTHING, press, type Keyed, type Moment } from "./keys";
import type { Desk } from "./line";

const guest = (seat: number) => ({ patron: `p${seat}`, seat, name: `patron ${seat}`, purse: 50_000, walkIn: true });
const desk = (game: string): Desk => ({ game, places: true, guests: [guest(2), guest(4)], bets: [], last: [], next: 5 });
const act = (text: string, as = "p2", most = 0): ConsoleAct => ({ act: text, as: as as ConsoleAct["as"], seat: most > 0 ? 2 : 0, least: most, most, step: most, then: [] });
const moment = (game: string, more: Partial<Moment> = {}): Moment => ({
  desk: desk(game), waits: "wagers", outcomes: [], decisions: [], acts: [], irregularities: [], lines: [], ...more,
});

/** Presses keys one after the other; what is told on the way, and how it ends. */
function keys(at: Moment, text: string | string[]) {
  let keyed: Keyed = NOTHING;
  const told: string[] = [];
  let note: string | undefined;
  for (const key of text) {
    const pressed = press(at, keyed, key);
    [keyed, note] = [pressed.keyed, pressed.note];
    for (const entry of pressed.entries ?? []) told.push(entry.do === "tell" ? entry.line : JSON.stringify(entry));
  }
  return { told, keyed, note };
}

describe("Space", () => {
  it("is the staff's next step", () => expect(keys(moment("blackjack", { usual: act("deals", "dealer") }), " ").told).toEqual(["dealer deals"]));
  it("stands for a patron, and never folds", () => {
    const turn = (...decisions: ConsoleAct[]) => moment("blackjack", { waits: "patron", decisions });
    expect(keys(turn(act("double", "p2", 5_000), act("draws"), act("stands")), " ").told).toEqual(["p2 stands"]);
    expect(keys(turn(act("bet", "p2", 2_000), act("folds")), " ")).toMatchObject({ told: [], note: "the patron decides: Space never adds money and never gives up cards" });
  });
});

describe("signs", () => {
  const turn = moment("blackjack", { waits: "patron", decisions: [act("double", "p2", 5_000), act("split 2", "p2", 5_000), act("surrenders"), act("draws"), act("stands")] });
  it("are the decisions of a patron", () => {
    expect(keys(turn, "+").told).toEqual(["p2@2 double 50.00"]);
    expect(keys(turn, "/").told).toEqual(["p2@2 split 2 50.00"]);
    expect(keys(turn, "-").told).toEqual(["p2 surrenders"]);
  });
  it("are announcements at chemin de fer", () => {
    const chemin = moment("chemin-de-fer", { waits: "patron", decisions: [act("calls card"), act("calls stay"), act("calls natural")] });
    expect([..."csn"].flatMap((key) => keys(chemin, key).told)).toEqual(["p2 calls card", "p2 calls stay", "p2 calls natural"]);
  });
});

describe("the equipment", () => {
  it("shows cards at a patron's turn, too", () => {
    const turn = moment("blackjack", { waits: "patron", decisions: [act("draws"), act("stands")] });
    expect(keys(turn, "9s0hads").told).toEqual(["9s", "Th", "Ad"]);
    expect(keys(turn, "9x").note).toMatch(/^`9x` is nothing that can be shown/);
  });
  it("shows dice whenever they fall", () => expect(keys(moment("craps"), "4312").told).toEqual(["dice 4-3", "dice 1-2"]));
  it("shows numbers of two digits", () => {
    const spun = moment("roulette", { waits: "equipment", outcomes: ["ball 0", "ball 00", "ball 7", "ball 17"] });
    expect(keys(spun, "071700").told).toEqual(["ball 7", "ball 17", "ball 00"]);
    expect(keys(spun, ["0", "Enter"]).told).toEqual(["ball 0"]);
    expect(keys(spun, "99").told).toEqual([]);
  });
  it("shows the signs of a wheel", () => expect(keys(moment("big-six", { waits: "equipment", outcomes: ["stop $5", "stop joker"] }), "5j").told).toEqual(["stop $5", "stop joker"]));
  it("shows the cutting card wherever it comes", () => {
    expect(keys(moment("minibaccarat", { waits: "equipment", outcomes: ["As", "cutting card"] }), "*").told).toEqual(["cutting card"]);
    const off = moment("minibaccarat", { waits: "equipment", outcomes: ["As"], irregularities: ["cutting card off its counted place"] });
    expect(keys(off, "*").told).toEqual(["irregularity cutting card off its counted place"]);
  });
  it("shows the joker, three dice and a number of the generator", () => {
    const at = (...outcomes: string[]) => moment("pai-gow-poker", { waits: "equipment", outcomes });
    expect(keys(at("Jc", "joker"), "jjjc").told).toEqual(["joker", "Jc"]);
    expect(keys(at("dice 1-1-1"), "236").told).toEqual(["dice 2-3-6"]);
    expect(keys(at("number 1", "number 7"), "7").told).toEqual(["number 7"]);
    expect(keys(at("number 1", "number 7"), "8").told).toEqual([]);
  });
  it("shows a tile by its two halves, in any order", () => {
    const at = (...outcomes: string[]) => moment("pai-gow", { waits: "equipment", outcomes });
    expect(keys(at("6-6", "1-3"), "6631").told).toEqual(["6-6", "1-3"]);
    expect(keys(at("6-6", "1-3"), "22").told).toEqual([]);
  });
  it("leaves numbers to wagers while those are open", () => expect(keys(moment("blackjack"), [..."2 50", "Enter"]).told).toEqual(["p2@2 hand 50.00"]));
});

describe("an entry", () => {
  it("stays where it is while something is wrong with it", () => {
    const { keyed, note } = keys(moment("minibaccarat"), [..."3p50", "Enter"]);
    expect([keyed.typed, note]).toEqual(["3p50", "nobody is at 3: seat somebody with @3"]);
  });
  it("is cleared by Escape", () => expect(keys(moment("blackjack"), ["2", " ", "Escape"]).keyed).toEqual(NOTHING));
});

describe("lists", () => {
  const lines = ["card drawn in error, unseen", "card drawn in error, 5h", "card drawn in error, 9s", "box passed over", "dealer's card missed"];
  const at = moment("blackjack", { waits: "patron", irregularities: lines });
  it("give every irregularity a letter", () => {
    const all = choices(at, "irregularity");
    expect(all.map(({ key, family }) => [key, family.name])).toEqual([
      ["c", "card drawn in error, unseen"], ["a", "card drawn in error, …"], ["b", "box passed over"], ["d", "dealer's card missed"],
    ]);
  });
  it("tell what was chosen, with its card", () => {
    expect(keys(at, ["!", "b", "Enter"]).told).toEqual(["irregularity box passed over"]);
    expect(keys(at, ["!", "a", "9", "s", "Enter"]).told).toEqual(["irregularity card drawn in error, 9s"]);
    expect(keys(at, ["!", "a", "Enter"])).toMatchObject({ told: [], note: "which one? Key the card or the number" });
    expect(keys(at, ["!", "a", "2", "c", "Enter"])).toMatchObject({ told: [], note: "`2c` is none of these" });
  });
  it("have every step, with its number or its amount", () => {
    const cut = ["20", "21", "22"].map((number) => act(`cuts at ${number}`, "dealer"));
    const steps = moment("blackjack", { waits: "staff", acts: [...cut, act("takes over", "dealer")], usual: cut[1] });
    const family = choices(steps, "step")[0];
    expect(family?.family.name).toBe("dealer cuts at …");
    expect(keys(steps, [":", family?.key ?? "", "2", "2", "Enter"]).told).toEqual(["dealer cuts at 22"]);
    expect(keys(steps, [":", family?.key ?? "", "Enter"]).told).toEqual(["dealer cuts at 21"]);
    const double = moment("blackjack", { waits: "patron", decisions: [{ ...act("double", "p2", 5_000), least: 500, step: 500 }] });
    const key = choices(double, "step")[0]?.key ?? "";
    expect(keys(double, [":", key, "1", "5", "Enter"]).told).toEqual(["p2@2 double 15.00"]);
  });
});

describe("a correction", () => {
  const at = moment("blackjack", { waits: "patron", lines: [{ seq: 7, line: "p2@2 hand 50.00" }, { seq: 9, line: "9s" }] });
  const correct = (line: number, ...instead: string[]) => JSON.stringify({ do: "correct", lines: [{ line, instead }], reason: "slip of the finger" });
  it("keys the last line anew, two keys more", () => expect(keys(at, ["Backspace", "7", "h", "Enter", "1"]).told).toEqual([correct(9, "7h")]));
  it("takes a line back", () => expect(keys(at, ["Backspace", "Backspace", "Enter", "1"]).told).toEqual([correct(9)]));
  it("goes back to earlier lines, with words for the reason", () => {
    expect(keys(at, ["Backspace", "ArrowUp", ..."2 75", "Enter", "1"]).told).toEqual([correct(7, "p2@2 hand 75.00")]);
    expect(keys(at, ["Backspace", ..."8c", "Enter", ..."fell", "Enter"]).told).toEqual([correct(9, "8c").replace("slip of the finger", "fell")]);
  });
  it("reads digits as what the wrong line was", () => {
    const of = (game: string, line: string) => moment(game, { lines: [{ seq: 9, line }] });
    expect(keys(of("pai-gow-poker", "dice 1-2-3"), ["Backspace", ..."456", "Enter", "1"]).told).toEqual([correct(9, "dice 4-5-6")]);
    expect(keys(of("pai-gow-poker", "p2@2 main 50.00"), ["Backspace", ..."2 125", "Enter", "1"]).told).toEqual([correct(9, "p2@2 main 125.00")]);
    expect(keys(of("pai-gow-poker", "Kd"), ["Backspace", ..."jj", "Enter", "1"]).told).toEqual([correct(9, "joker")]);
    expect(keys(of("pai-gow", "3-6"), ["Backspace", ..."53", "Enter", "1"]).told).toEqual([correct(9, "3-5")]);
    expect(keys(of("roulette", "ball 18"), ["Backspace", ..."00", "Enter", "1"]).told).toEqual([correct(9, "ball 00")]);
    expect(keys(of("big-six", "stop joker"), ["Backspace", "5", "Enter", "1"]).told).toEqual([correct(9, "stop $5")]);
  });
  it("is two people's where the round is over", () => expect(keys(moment("blackjack"), ["Backspace"]).note).toMatch(/two people/));
});

it("a badge is asked for where a step is somebody else's", () => {
  const tell = (line: string) => [{ do: "tell" as const, line }];
  expect(badgeFor(tell("floorperson verifies"), "dealer")).toBe("floorperson");
  expect(badgeFor(tell("supervisor voids the round"), "floorperson")).toBeUndefined();
  expect(badgeFor(tell("dealer deals"), "floorperson")).toBe("dealer");
  expect(badgeFor(tell("9s"), "dealer")).toBeUndefined();
  expect(badgeFor(tell("p2 stands"), "floorperson")).toBeUndefined();
  expect(badgeFor([{ do: "close" }], "dealer")).toBe("floorperson");
  expect(badgeFor([{ do: "fill", cents: 1, slip: "1" }], "dealer")).toBe("pit-clerk");
});
