import { expect, test } from "vitest";
import type { Area, FeltView, Offer } from "../lib/types";
import { choices } from "./choices";

const area = (act: string, covers: string[] = [], pays = ""): Area => ({ act, seat: 0, covers, pays, kind: "box", label: "", says: "", points: [], spot: [0, 0], cite: "" }) as unknown as Area;
const wager = (act: string): Offer => ({ kind: "wager", act, wager: act, seat: 0, least: 100, most: 500, step: 100, tender: "chips" });
const felt = (game: string, areas: Area[]): FeltView => ({ game, areas, marks: [], pays: [], rim: [], places: [], width: 1, height: 1 });

test("a number of roulette opens what covers it, the fewest numbers first", () => {
  const areas = [area("dozen 2", Array.from({ length: 12 }, (_, at) => String(13 + at))), area("four 17-18-20-21", ["17", "18", "20", "21"], "8 to 1"), area("split 17-20", ["17", "20"], "17 to 1"), area("straight 17", ["17"], "35 to 1"), area("straight 18", ["18"])];
  const offers = areas.map(({ act }) => wager(act));
  const [, , , seventeen, eighteen] = areas;
  expect(choices(seventeen!, felt("roulette", areas), offers).map(({ name, pays }) => `${name}: ${pays}`)).toEqual(["17: 35 to 1", "17-20 split: 17 to 1", "17-18-20-21 corner: 8 to 1"]);
  expect(choices(eighteen!, felt("roulette", areas), offers).map(({ act }) => act)).toEqual(["straight 18", "four 17-18-20-21"]);
  expect(choices(areas[0]!, felt("roulette", areas), offers)).toEqual([]);
  expect(choices(seventeen!, felt("roulette", areas), []), "nothing is offered").toEqual([]);
});

test("a number of craps opens what can be done with it", () => {
  const place = area("place 6", [], "7 to 6");
  const offers = ["place 6", "buy 6", "lay 6", "place-lose 6", "place 8", "hardway 6", "pass"].map(wager);
  expect(choices(place, felt("craps", [place]), offers).map(({ name }) => name)).toEqual(["Place 6", "Buy 6", "Lay 6", "Place 6 to lose"]);
  expect(choices(area("field"), felt("craps", [place]), offers)).toEqual([]);
});
