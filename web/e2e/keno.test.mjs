// Keno: tickets are marked on the board, and the twenty balls come one by one.

import assert from "node:assert/strict";
import { isOpen, until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The tickets that were bought, as the server knows them. */
const bought = async (ann) => (await ann.view()).bets.map(({ wager, stake }) => `${wager} ${stake / 100}`).sort();

for (const [where, options] of [["a phone", PHONE], ["a desktop", {}]]) {
  (options.hasTouch ? scene : longScene)(`tickets of every kind are marked on ${where}, and each says what it is`, async (stage) => {
    const table = await stage.floor.table(`tickets-${where.split(" ")[1]}`, "keno");
    const ann = await stage.player(`ann-${table}`, table, options);
    await until("tickets are sold", async () => isOpen(await ann.view()));
    const marks = async (...numbers) => {
      for (const number of numbers) await ann.page.locator(`[data-number="${number}"]`).click();
    };
    const group = () => ann.thing("next-group").click();
    const buys = async (line) => {
      await ann.thing("buy").click();
      await until(`${line} is bought`, async () => (await bought(ann)).includes(line));
      await until("the slip is empty again", async () => (await ann.page.locator(".number[aria-pressed=true]").count()) === 0);
    };
    await ann.page.locator('[data-chip="500"]').click();
    if (options.viewport) {
      const sizes = await ann.page.locator('[data-testid="board"] button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
      assert.ok(Math.min(...sizes) >= 39.4, `everything on the board is as wide as a thumb: ${Math.min(...sizes)}`);
    }
    await marks(3, 17, 44, 17);
    assert.equal(await ann.is("slip").innerText(), "2 spots", "a number that is tapped again is no longer marked");
    await buys("straight 3,44 5");
    await ann.page.getByLabel("one spot more").click();
    await ann.thing("quick-pick").click();
    assert.equal(await ann.page.locator(".number[aria-pressed=true]").count(), 6);
    await ann.thing("erase").click();
    await marks(1, 2);
    await group();
    await marks(3, 4);
    await group();
    await marks(5, 6);
    await ann.page.locator('[data-by="4"]').click();
    assert.equal(await ann.page.locator('[data-by="4"]').innerText(), "3 bets of 4");
    assert.equal(await ann.is("slip").innerText(), "3 × $5");
    await buys("way 1,2/3,4/5,6 by 4 15");
    await marks(7);
    await group();
    await marks(11, 12);
    await ann.thing("play-king").click();
    assert.match(await ann.page.locator(".explained").innerText(), /Your king, 7, is in every bet/);
    await ann.page.locator('[data-by="3"]').click();
    await buys("king 7/11,12 by 3 5");
    assert.equal(await ann.page.getByTestId("ticket").count(), 3);
  });
}

scene("the balls come one by one, and then each ticket says what it caught", async (stage) => {
  const table = await stage.floor.table("balls", "keno");
  const ann = await stage.player("ann-balls", table, { reducedMotion: "no-preference" });
  await until("tickets are sold", async () => isOpen(await ann.view()));
  await ann.person.does(table, "straight 1,2,3,4,5,6,7,8 5.00");
  await until("the ticket is there", async () => (await ann.page.getByTestId("ticket").count()) === 1);
  // From here on the time of the page stands still unless the scene lets it pass.
  await ann.page.clock.install();
  await ann.page.clock.pauseAt(Date.now() + 1000);
  const { summary } = await ann.view();
  await ann.person.ready(table);
  await until("all balls are drawn", async () => (await ann.view()).summary.round > summary.round);
  const { next } = await ann.view();
  await until("the page has heard it", async () => Number(await ann.is("round").getAttribute("data-next")) >= next);
  const lit = () => ann.page.locator(".number.lit").count();
  assert.ok((await lit()) < 20, "not all of them are shown at once");
  assert.equal(await ann.page.getByTestId("banner").count(), 0);
  for (let shown = await lit(); shown < 20; shown += 1) {
    await until(`ball ${shown + 1}`, async () => {
      if ((await lit()) === shown) await ann.page.clock.runFor(115);
      return (await lit()) > shown;
    });
    assert.equal(await lit(), shown + 1, "one more");
  }
  await until("the result", async () => {
    await ann.page.clock.runFor(300);
    return await ann.page.getByTestId("banner").isVisible();
  });
  const drawn = await ann.page.locator(".number.lit").evaluateAll((all) => all.map((one) => Number(one.textContent)));
  assert.equal(drawn.length, 20);
  const caught = drawn.filter((number) => number <= 8).length;
  assert.ok((await ann.is("banner").innerText()).startsWith(`${caught} of 8 caught`), await ann.is("banner").innerText());
  assert.equal(await ann.page.locator(".number.caught").count(), caught);
  assert.match(await ann.page.getByTestId("paid-ticket").innerText(), new RegExp(`paid|${caught} caught`));
});
