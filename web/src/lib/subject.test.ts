import { expect, test } from "vitest";
import { ball, bet, called, placed, settled, step, view } from "./fixtures";
import { Table } from "./model.svelte";
import { ofCaption, ofPayment, ofRefusal, ofResult } from "./subject";

const red = bet("red", 500);

function played(paid: number): Table {
  const table = new Table(view(), 0);
  for (let seq = 0; seq < 10; seq++) table.hear(step(seq), 0);
  table.hear(step(10, [placed(red)]), 0);
  table.hear(step(11, [ball("1"), settled(red, paid)]), 0);
  return table;
}

test("a result is asked about with what decided it and what it pays by", () => {
  expect(ofResult(played(500))).toEqual({
    title: "Why did I win $5?", says: "One, red. Red +$5", cites: [{ cite: "b", held: true }, { cite: "c", held: true }], line: 11,
  });
  expect(ofResult(played(0))).toMatchObject({ title: "Why did I lose $5?", cites: [{ cite: "b" }] });
});

test("a payment has its own two provisions", () => {
  const table = played(500);
  const [first] = table.results;
  expect(first && ofPayment(first.fact, table)).toMatchObject({ title: "Why does Red pay $5?", says: "Your $5 on red wins $5.", cites: [{ cite: "b" }, { cite: "c" }], line: 11 });
});

test("a caption leads to the last line with a provision", () => {
  const table = played(0);
  table.hear(step(12, [called("no-more-bets", {}, "calls “No More Bets”")]), 0);
  expect(ofCaption("No more bets", table)).toEqual({
    title: "Why “No more bets”?", says: "The last thing that happened: calls “No More Bets”.", cites: [expect.objectContaining({ cite: "a", held: true })], line: 12,
  });
});

test("a refusal names people, and a problem without a provision has none", () => {
  const table = played(0);
  expect(ofRefusal({ cite: "5.3(b)", held: true, text: "not now: the table waits for p2", said: "red 5.00", line: 7 }, table)).toMatchObject({ says: "Not now: the table waits for bob.", cites: [{ cite: "5.3(b)" }], line: 7 });
  expect(ofRefusal({ cite: "", held: true, text: "a new round has begun", said: "" }, table).cites).toEqual([]);
});
