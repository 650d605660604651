import { expect, test } from "vitest";
import { quickPick, read, spell, sums, ticketName, ways } from "./ticket";

test("tickets are written as the rules read them", () => {
  const marked = { groups: [[3, 44, 17]], kind: "way" as const, by: [], games: 1 };
  expect(spell(marked)).toBe("straight 3,17,44");
  expect(spell({ ...marked, games: 5 })).toBe("straight 3,17,44 for 5 games");
  expect(spell({ ...marked, groups: [[1, 2], [3, 4], []], kind: "split" })).toBe("split 1,2/3,4");
  expect(spell({ ...marked, groups: [[1, 2], [3, 4]], by: [4] })).toBe("way 1,2/3,4 by 4");
  expect(spell({ ...marked, groups: [[1, 2], [3, 4]], by: [4, 2] })).toBe("combination 1,2/3,4 by 2,4");
  expect(spell({ ...marked, groups: [[1, 2], [3]], by: [3] })).toBe("combination 1,2/3 by 3");
  expect(spell({ ...marked, groups: [[7], [1, 2], [3, 4]], kind: "king", by: [3] })).toBe("king 7/1,2/3,4 by 3");
  expect(spell({ ...marked, groups: [[7, 8], [1, 2]], kind: "king", by: [3] })).toBeUndefined();
  expect(spell({ ...marked, groups: [[1, 2], [3, 4]], by: [3] })).toBeUndefined();
  expect(spell({ ...marked, groups: [[]] })).toBeUndefined();
});

test("ways are counted", () => {
  const marked = { groups: [[1, 2], [3, 4], [5, 6]], kind: "way" as const, by: [4], games: 1 };
  expect([...sums(marked)]).toEqual([[2, 3], [4, 3], [6, 1]]);
  expect(ways(marked)).toBe(3);
  expect(ways({ ...marked, kind: "split" })).toBe(3);
  expect(ways({ ...marked, groups: [[7], [1, 2], [3, 4]], kind: "king", by: [3, 5] })).toBe(3);
});

test("tickets are read and named", () => {
  expect(read("king 7/1,2 by 3 game 2 of 5")).toEqual({ kind: "king", groups: [[7], [1, 2]], by: [3], game: 2, games: 5 });
  expect(read("red")).toBeUndefined();
  expect(read("split 17-20")).toBeUndefined();
  expect(ticketName("straight 7")).toBe("1 spot");
  expect(ticketName("straight 3,17 for 2 games")).toBe("2 spots, 2 games");
  expect(ticketName("way 1,2/3,4/5,6 by 4")).toBe("Way, 4 spots");
});

test("a quick pick has different numbers of the board", () => {
  expect(quickPick(3, () => 0)).toEqual([1, 2, 3]);
  for (let n = 1; n <= 15; n++) {
    const picked = quickPick(n);
    expect(new Set(picked).size).toBe(n);
    expect(picked.every((one) => one >= 1 && one <= 80)).toBe(true);
  }
});
