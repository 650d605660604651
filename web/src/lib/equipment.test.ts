import { describe, expect, it } from "vitest";
import { cardSign, hold, NOTHING, press, reserved, shows } from "./equipment";

const of = (...chances: string[]) => shows(chances.map((chance) => ({ chance, weight: 1 })));
/** Presses the keys one after the other, and says what was told. */
function type(shown: ReturnType<typeof of>, keys: string[]): string[] {
  let keyed = NOTHING;
  const told: string[] = [];
  for (const key of keys) {
    const { tell, typed, held } = press(shown, keyed, key);
    keyed = { typed, held };
    told.push(...(tell ?? []));
  }
  return told;
}

describe("cards", () => {
  const shoe = of("As", "Th", "9d", "cutting card");
  it("are a rank and then a suit, and are told when one says so", () => {
    expect(type(shoe, ["a", "s"])).toEqual([]);
    expect(type(shoe, ["a", "s", "Enter"])).toEqual(["As"]);
    expect(type(shoe, ["0", "H", "Enter"])).toEqual(["Th"]);
  });
  it("may be several, which are told in their order", () =>
    expect(type(shoe, ["a", "s", "9", "d", "Enter", "t", "h", "Enter"])).toEqual(["As", "9d", "Th"]));
  it("may be put right before they are told", () => {
    expect(type(shoe, ["a", "9", "d", "Enter"])).toEqual(["9d"]);
    expect(type(shoe, ["a", "s", "Backspace", "9", "d", "Enter"])).toEqual(["9d"]);
    expect(type(shoe, ["a", "s", "9", "d", "Escape", "t", "h", "Enter"])).toEqual(["Th"]);
  });
  it("that have only begun hold back the others", () => expect(type(shoe, ["a", "s", "9", "Enter", "d", "Enter"])).toEqual(["As", "9d"]));
  it("that cannot come are not taken", () => expect(type(shoe, ["a", "h", "Enter"])).toEqual([]));
  it("are read as people write them", () => expect(cardSign("Th")).toBe("10♥"));
  it("have the cutting card among them", () =>
    expect(hold(shoe, { typed: "", held: ["As"] }, "cutting card").held).toEqual(["As", "cutting card"]));
});

it("dice are two digits, and a second roll takes the place of the first", () => {
  const dice = of("dice 4-3", "dice 1-1");
  expect(type(dice, ["4", "3", "Enter", "1", "1", "Enter"])).toEqual(["dice 4-3", "dice 1-1"]);
  expect(type(dice, ["4", "3", "1", "1", "Enter"])).toEqual(["dice 1-1"]);
  expect(type(dice, ["7", "4", "x", "3", "Enter"])).toEqual(["dice 4-3"]);
});

describe("numbers", () => {
  const wheel = of("ball 17", "ball 0", "ball 00", "ball 1");
  it("are told when they are whole, since one may begin another", () => {
    expect(type(wheel, ["1", "7", "Enter"])).toEqual(["ball 17"]);
    expect(type(wheel, ["0", "0", "Enter", "0", "Enter"])).toEqual(["ball 00", "ball 0"]);
  });
  it("stand in their order", () => expect(wheel.words.map((word) => word.type)).toEqual(["0", "00", "1", "17"]));
  it("that the wheel has not are not typed", () => expect(type(wheel, ["9", "Enter"])).toEqual([]));
  it("may be words", () => expect(type(of("stop $20", "stop joker"), ["j", "o", "k", "e", "r", "Enter"])).toEqual(["stop joker"]));
  it("that are typed take the place of one that was clicked", () => {
    const clicked = hold(wheel, NOTHING, "ball 0");
    const typed = press(wheel, clicked, "1");
    expect(press(wheel, typed, "Enter").tell).toEqual(["ball 1"]);
  });
});

it("the equipment's keys are kept for it", () => {
  expect(reserved(of("As")).has("k")).toBe(true);
  expect(reserved(of("ball 17")).has("k")).toBe(false);
  expect(press(of("ball 17"), NOTHING, "k").used).toBe(false);
});
