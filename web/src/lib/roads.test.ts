import { describe, expect, test } from "vitest";
import { called } from "./fixtures";
import { coupOf, roads, ROWS, type Cell, type Coup, type Winner } from "./roads";

const WINNERS: Record<string, Winner> = { B: "banker", P: "player", T: "tie" };
const read = (text: string): Coup[] =>
  text.split(" ").map((one) => ({ winner: WINNERS[one[0] ?? ""] ?? "tie", natural: one.includes("n"), banker_pair: one.includes("b"), player_pair: one.includes("p") }));

function drawing<M extends string>(cells: Cell<M>[], glyph: (mark: M) => string): string[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const line: string[] = [];
    for (const cell of cells) if (cell.row === row) line[cell.column] = glyph(cell.mark);
    return Array.from(line, (mark) => mark ?? ".").join("");
  });
}
const letter = (mark: Winner) => mark[0]?.toUpperCase() ?? "";

describe("roads", () => {
  test("the bead plate goes down each column", () => {
    expect(drawing(roads(read("B Pn T Tb Pbp B P B")).bead, letter)).toEqual(["BP", "PB", "T", "T", "P", "B"]);
  });
  test("a tie stands on the mark before it, or on the first", () => {
    expect(roads(read("T T B T P")).big.map((cell) => [cell.mark, cell.ties])).toEqual([["banker", 3], ["player", 0]]);
  });
  test("a streak of eight turns right, and the next begins beside it", () => {
    expect(drawing(roads(read("B B B B B B B B P P")).big, letter)).toEqual(["BP", "BP", "B", "B", "B", "BBB"]);
  });
  test("the derived roads and what they would get", () => {
    // The same example as in the Rust crate `roads`.
    const all = roads(read("B Bn T P Pb B"));
    expect(all.eye.map((cell) => cell.mark)).toEqual(["red", "red"]);
    expect(all.ask.banker.eye).toBe("red");
    expect(all.ask.player.eye).toBe("blue");
  });
});

test("a coup is what a call says of its score", () => {
  const score: Coup & { player: number; banker: number } = { winner: "tie", player: 6, banker: 6, natural: false, player_pair: true, banker_pair: false };
  expect(coupOf(called("result", { score }))).toMatchObject({ winner: "tie", player_pair: true });
  expect([coupOf(called("tie-hand")), coupOf(called("counts", { points: 6 }))]).toEqual([undefined, undefined]);
});
