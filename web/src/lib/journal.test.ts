import { expect, it } from "vitest";
import { lineOf, roundOf } from "./journal";

it("a line is told in its own words", () => {
  const line = lineOf('{"table":"R-1","seq":3,"at":5,"by":"ann","entry":{"kind":"input","line":"p1 red 25"},"prev":"00"}');
  expect(line).toEqual({ seq: 3, at: 5, by: "ann", words: "p1 red 25" });
});

it("a refusal says by which provision", () => {
  const entry = { kind: "refused", line: "p1 red 1", refusal: { cite: "a", why: { "too-little": { least: 500 } } } };
  expect(lineOf(JSON.stringify({ seq: 4, at: 5, by: "ann", entry }))?.words).toBe("refused: p1 red 1 (a)");
});

it("an entry without a line says its kind and what goes with it", () => {
  expect(lineOf('{"seq":2,"at":5,"by":"ann","entry":{"kind":"bought-in","patron":1,"cents":100}}')?.words).toBe("bought-in · patron 1 · cents 100");
});

it("a step is told too, with its round", () => {
  expect(lineOf('{"seq":2,"at":5,"by":"ann","round":7,"entry":"input","line":"ball 17"}')).toMatchObject({ words: "ball 17", round: 7 });
});

it("what is no line is left out", () => expect([lineOf("x"), lineOf("[]")]).toEqual([undefined, undefined]));

it("a line is found in its round", () => {
  const round = { round: 4, first: 10, last: 20, at: 0, settled: 1, paid: 0, taken: 0, void: false };
  expect([roundOf([round], 9), roundOf([round], 10), roundOf([round], 20)]).toEqual([undefined, 4, 4]);
});
