// Who is at a table: "Deal me in" reflects what the floor knows, and nobody waits for somebody who has closed the page.

import assert from "node:assert/strict";
import { until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house(["--grace", "2"]);

longScene("one more chip takes back that one is in, and the page says so", async (stage) => {
  const table = await stage.floor.table("in", "roulette");
  const [ann, bob] = [await stage.player("ann-in", table), await stage.player("bob-in", table)];
  await bob.wager("black", 0, 500);
  await ann.wager("red", 0, 500);
  await until("the chips lie", async () => (await ann.view()).bets.length === 2);
  const says = (ready) => until(`the button knows: ${ready}`, async () => (await ann.thing("ready").getAttribute("data-ready")) === String(ready));
  await says(false);
  await ann.ready();
  await says(true);
  await ann.wager("red", 0, 500);
  await says(false);
  assert.equal((await ann.view()).presence.ready, false);
});

scene("somebody who closes the page does not hold up the table", async (stage) => {
  const table = await stage.floor.table("gone", "roulette");
  const [ann, bob] = [await stage.player("ann-gone", table), await stage.player("bob-gone", table)];
  const lobby = async () => (await ann.person.get("/api/tables")).find((one) => one.table === table).people;
  await until("both are counted", async () => (await lobby()) === 2);
  await bob.wager("black", 0, 500);
  await ann.wager("red", 0, 500);
  await until("the chips lie", async () => (await ann.view()).bets.length === 2);
  const { summary } = await ann.view();
  await ann.ready();
  await bob.page.close();
  // Wagers stay open for two minutes for somebody who is present.
  await until("the round is over", async () => (await ann.view()).summary.round > summary.round);
  await until("only ann is counted", async () => (await lobby()) === 1);
});
