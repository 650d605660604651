// Several people at one table, several tabs of one person, and a first-time visitor.

import assert from "node:assert/strict";
import { until } from "./floor.mjs";
import { playOn, settled } from "./play.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

scene("two people at one table see each other's wagers and the same end", async (stage) => {
  const table = "roulette-1";
  const [ann, bob] = [await stage.player("ann", table), await stage.player("bob", table)];
  const { summary } = await ann.view();
  await ann.wager("red", 0, 500);
  await bob.wager("straight 17", 0, 500);
  for (const [seat, name, wager] of [[bob, "ann", "red"], [ann, "bob", "straight 17"]]) {
    const words = `${name} puts $5 on ${wager}`;
    await seat.why();
    await until(`${seat.person.name} is told`, async () => (await seat.is("captions").innerText()).includes(words));
  }
  assert.equal(await ann.onLayout(), 500, "one's own chips alone");
  for (const seat of [ann, bob]) await seat.page.keyboard.press("Escape");
  await playOn([ann, bob], summary.round);
  const facts = await settled(stage.floor, table, summary.round);
  assert.deepEqual(facts.map(({ bet }) => bet.wager).sort(), ["red", "straight 17"]);
  for (const seat of [ann, bob]) await seat.agrees();
});

longScene("two tabs of one person are one person", async (stage) => {
  const table = "big-six-1";
  const one = await stage.player("tess", table);
  const other = await stage.seat(one.person, table);
  await one.wager("$1", 0, 500);
  await until("the other tab has the chips", async () => (await other.onLayout()) === 500);
  await other.does("takes back $1");
  await until("the first tab has them back", async () => (await one.onLayout()) === 0);
  assert.equal(await one.purse(), await other.purse());
  await one.agrees();
});
