import { expect, test } from "vitest";
import { pokerHand } from "./poker";

const named = (cards: string) => pokerHand(cards.split(" "))?.name;

test("hands have the names people say", () => {
  expect(named("As Ks Qs Js Ts")).toBe("royal flush");
  expect(named("5h Ah 2h 3h 4h")).toBe("straight flush, five high");
  expect(named("6h 6s 6d 6c 2s")).toBe("four sixes");
  expect(named("Kh Ks 2d 2c 2s")).toBe("full house, twos over kings");
  expect(named("2h 9h Kh 4h 7h")).toBe("flush, king high");
  expect(named("9h Ts Jd Qc Kc")).toBe("straight, king high");
  expect(named("Kh Ks Kd 2c 3c")).toBe("three kings");
  expect(named("Jh Js 9d 9c 3c")).toBe("jacks and nines");
  expect(named("Jh 2s 9d Jc 3c")).toBe("pair of jacks");
  expect(named("Ah 2s 9d Kc 3c")).toBe("ace-king high");
  expect(named("Qh 2s 9d 8c 3c")).toBe("queen high");
  expect(named("Qh 2s 9d 8c Kc")).toBe("king high");
});

test("its cards are those that make it, and a hidden card has no name", () => {
  expect(pokerHand(["Jh", "2s", "9d", "Jc", "3c"])).toMatchObject({ kind: "one pair or less", of: [0, 3] });
  expect(pokerHand(["Jh", null, "9d", "Jc", "3c"])).toBeUndefined();
  expect(pokerHand(["Jh"])).toBeUndefined();
});
