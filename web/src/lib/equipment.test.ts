import { describe, expect, it } from "vitest";
import { cardSign, press, reserved, shows } from "./equipment";

const of = (...chances: string[]) => shows(chances.map((chance) => ({ chance, weight: 1 })));
/** Presses the keys one after the other, and says what came of it. */
function type(shown: ReturnType<typeof of>, keys: string[]): string[] {
  let typed = "";
  const said: string[] = [];
  for (const key of keys) {
    const next = press(shown, typed, key);
    typed = next.typed;
    if (next.chance) said.push(next.chance);
  }
  return said;
}

describe("cards", () => {
  const shoe = of("As", "Th", "9d", "cutting card");
  it("are a rank and then a suit", () => {
    expect(type(shoe, ["a", "s"])).toEqual(["As"]);
    expect(type(shoe, ["0", "H"])).toEqual(["Th"]);
  });
  it("may be corrected before the suit", () => {
    expect(type(shoe, ["a", "9", "d"])).toEqual(["9d"]);
    expect(type(shoe, ["a", "Escape", "s"])).toEqual([]);
  });
  it("that cannot come are not taken", () => expect(type(shoe, ["a", "h"])).toEqual([]));
  it("are read as people write them", () => expect(cardSign("Th")).toBe("10♥"));
});

it("dice are two digits", () => {
  const dice = of("dice 4-3", "dice 1-1");
  expect(type(dice, ["4", "3", "1", "1"])).toEqual(["dice 4-3", "dice 1-1"]);
  expect(type(dice, ["7", "4", "x", "3"])).toEqual(["dice 4-3"]);
});

describe("numbers", () => {
  const wheel = of("ball 17", "ball 0", "ball 00", "ball 1");
  it("are confirmed, since one may begin another", () => {
    expect(type(wheel, ["1", "7", "Enter"])).toEqual(["ball 17"]);
    expect(type(wheel, ["0", "0", "Enter", "0", "Enter"])).toEqual(["ball 00", "ball 0"]);
  });
  it("stand in their order", () => expect(wheel.words.map((word) => word.type)).toEqual(["0", "00", "1", "17"]));
  it("that the wheel has not are not typed", () => expect(type(wheel, ["9", "Enter"])).toEqual([]));
  it("may be words", () => expect(type(of("stop $20", "stop joker"), ["j", "o", "k", "e", "r", "Enter"])).toEqual(["stop joker"]));
});

it("the equipment's keys are kept for it", () => {
  expect(reserved(of("As")).has("k")).toBe(true);
  expect(reserved(of("ball 17")).has("k")).toBe(false);
  expect(press(of("ball 17"), "", "k").used).toBe(false);
});
