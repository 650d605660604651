// Verifiable chance: a page contributes to each draw automatically, deals it again afterward, and says so.

import assert from "node:assert/strict";
import { until } from "./floor.mjs";
import { playOn } from "./play.mjs";
import { house } from "./stage.mjs";

// A part that is late is left out of the draw, and its owner out of the next ones: on a busy machine a draw waits for it.
const { scene, longScene } = house(["--part-time", "60"]);

scene("a page adds its part to the draw and deals it again", async (stage) => {
  const table = await stage.floor.table("fairly", "roulette");
  const ann = await stage.player("ann-fair", table);
  await ann.why("fairness");
  const chance = ann.page.getByTestId("chance");
  await until("the chain is written down", async () => (await chance.getAttribute("data-state")) === "ready");
  const checked = ann.page.getByTestId("checked");
  const { summary } = await ann.view();
  await ann.wager("red", 0, 500);
  await until("the chip lies", async () => (await ann.view()).bets.length === 1);
  await playOn([ann], summary.round);
  await until("the draw was dealt again", async () => (await checked.count()) === 1);
  assert.equal(await checked.getAttribute("data-fair"), "true");
  const window = await ann.person.get(`/api/tables/${table}/windows/1`);
  assert.equal(window.parts.length, 1, "one person contributed");
  const said = ann.said.map((text) => JSON.parse(text).do);
  assert.ok(said.includes("anchor") && said.includes("open"), said.join(" "));
  assert.equal(await ann.page.getByTestId("alarm").count(), 0);
});

longScene("after a reload the same chain goes on", async (stage) => {
  const table = await stage.floor.table("again", "roulette");
  const ann = await stage.player("ann-again", table);
  const anchor = async () => (await ann.view()).chain?.anchor;
  await until("the chain is written down", async () => (await anchor()) !== undefined);
  const before = await anchor();
  await ann.page.reload();
  await ann.is("awaits").waitFor();
  const { summary } = await ann.view();
  await ann.wager("red", 0, 500);
  await until("the chip lies", async () => (await ann.view()).bets.length === 1);
  await playOn([ann], summary.round);
  assert.equal(await anchor(), before, "no second chain was offered");
  const window = await ann.person.get(`/api/tables/${table}/windows/1`);
  assert.deepEqual(window.parts.map((part) => part.anchor), [before]);
});
