import { expect, it } from "vitest";
import { Trouble } from "./client";
import { Asked, Doing, inWords } from "./asked.svelte";
import type { Receipt, Refused } from "./types";

const receipt = (refused: Refused | null): Receipt => ({ key: "k", table: "R-1", seq: 7, leaf: "00", refused });

it("only the last question counts, however late an earlier answer comes", async () => {
  const asked = new Asked<string>();
  let answerLate = (_: string): void => undefined;
  const late = asked.ask(() => new Promise<string>((done) => (answerLate = done)));
  await asked.ask(async () => "new");
  answerLate("old");
  await late;
  expect([asked.value, asked.note]).toEqual(["new", ""]);
});

it("an old answer stays while a new question fails, and the failure is said", async () => {
  const asked = new Asked<string>();
  await asked.ask(async () => "known");
  await asked.ask(async () => Promise.reject(new Error("the floor does not answer")));
  expect([asked.value, asked.note]).toEqual(["known", "the floor does not answer"]);
});

it("a receipt may be a refusal", async () => {
  const doing = new Doing();
  expect(await doing.run("spins", async () => receipt(null))).toBe(true);
  expect(await doing.run("spins", async () => receipt({ cite: "a", held: true, why: "not-now", text: "not now" }))).toBe(false);
  expect([doing.done, doing.note]).toEqual([false, "spins: not now"]);
});

it("nothing is done twice at once", async () => {
  const doing = new Doing();
  let many = 0;
  const first = doing.run("fill", async () => (many++, receipt(null)));
  expect(await doing.run("fill", async () => (many++, receipt(null)))).toBe(false);
  await first;
  expect(many).toBe(1);
});

it("an ended log-in says what to do", () => {
  const ended = new Trouble({ code: "log-in", message: "sign in first", retry: false });
  expect(inWords(ended)).toBe("your session has ended: sign in again");
});
