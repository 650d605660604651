import { expect, test } from "vitest";
import { pairName, tileName, tilesInOrder } from "./tiles";

test("two tiles are named by what they make", () => {
  const names = (...all: string[]) => all.map((pair) => pairName(pair.split(" ")));
  expect(names("2-4 1-2", "6-6 6-6", "3-6 4-5", "3-3 3-3", "1-1 4-5", "6-6 4-4")).toEqual(["Supreme Pair", "pair of twelves", "pair of nines", "pair of high sixes", "wong", "gong"]);
  expect(names("4-4 3-5", "2-4 1-3", "1-2 3-3", "4-6 5-5", "5-6 4-6", "6-6")).toEqual(["6 points", "7 points", "9 points", "0 points", "1 point", ""]);
  expect([pairName(["6-6", "4-4"], true), pairName(["6-6", "2-6"], true)]).toEqual(["0 points", "gong"]);
});

test("tiles lie from the highest to the lowest, and have names", () => {
  expect(tilesInOrder(["1-2", "6-6", "1-4", "1-1"])).toEqual([1, 3, 2, 0]);
  expect([tileName("6-6"), tileName(undefined)]).toEqual(["6-6, twelve", "a tile face down"]);
});
