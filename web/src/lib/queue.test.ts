import { expect, it } from "vitest";
import { Queue } from "./queue";

const pause = () => new Promise((done) => setTimeout(done, 1));

it("does one thing after the other, in order", async () => {
  const queue = new Queue();
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} begins`);
    await pause();
    log.push(`${name} ends`);
    return true;
  };
  const all = queue.add(task("9s"));
  void queue.add(task("Kh"));
  expect(queue.length).toBe(1);
  await all;
  expect(log).toEqual(["9s begins", "9s ends", "Kh begins", "Kh ends"]);
});

it("forgets what was keyed in behind something that came to nothing", async () => {
  const queue = new Queue();
  const done: string[] = [];
  const all = queue.add(async () => (await pause(), false));
  void queue.add(async () => (done.push("behind"), true));
  await all;
  await queue.add(async () => (done.push("later"), true));
  expect(done).toEqual(["later"]);
});
