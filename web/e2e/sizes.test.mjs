// Every page and felt at the width of a phone, a desktop and a wall screen; the preferences for motion and colors; and
// the cost of a visit.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { overflow } from "./barriers.mjs";
import { GAMES, until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();
const WEB = resolve(import.meta.dirname, "..");
const WIDTHS = [[390, 844], [1280, 800], [3840, 2160]];

for (const [width, height] of WIDTHS) {
  longScene(`${width} px wide: nothing reaches beyond the window`, async (stage) => {
    const found = [];
    const look = async (page, name) => {
      const over = await overflow(page);
      if (over) found.push(`${name}: ${over}`);
    };
    for (const game of GAMES) {
      const ann = await stage.player(`ann-${game}-${width}`, `${game}-1`, { viewport: { width, height } });
      await until("the felt is there", async () => (await ann.page.locator("[data-act]").count()) > 1);
      await look(ann.page, game);
      await ann.page.close();
    }
    const page = await stage.page(await stage.window({ viewport: { width, height } }));
    for (const path of ["/", "/login", "/trainer", "/law", "/fair"]) {
      await page.goto(path);
      await page.locator("main").first().waitFor();
      await look(page, path);
    }
    assert.deepEqual(found, []);
  });
}

longScene("who wants no motion gets none", async (stage) => {
  for (const reducedMotion of ["reduce", "no-preference"]) {
    const ann = await stage.player(`ann-${reducedMotion}`, await stage.floor.table(`m-${reducedMotion}`, "roulette"), { reducedMotion });
    const { summary } = await ann.view();
    await ann.wager("red", 0, 500);
    await until("the chip lies", async () => (await ann.onLayout()) === 500);
    await ann.ready();
    let longest = 0;
    await until("the round is over", async () => {
      const running = await ann.page.evaluate(() => {
        const times = document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0));
        return Math.max(0, ...times);
      });
      longest = Math.max(longest, running);
      return (await ann.view()).summary.round > summary.round;
    });
    if (reducedMotion === "reduce") assert.ok(longest <= 10, `something moves for ${longest} ms`);
  }
});

scene("the colors are the system's until one chooses", async (stage) => {
  const shades = [];
  for (const colorScheme of ["dark", "light"]) {
    const page = await stage.page(await stage.window({ colorScheme }));
    await page.goto("/");
    await page.locator("main").first().waitFor();
    const shade = await page.evaluate(() => {
      const parts = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).slice(0, 3).map(Number);
      return parts.reduce((sum, part) => sum + part, 0) / 3;
    });
    shades.push(shade);
  }
  assert.ok(shades[0] < 80 && shades[1] > 175, `dark ${shades[0]}, light ${shades[1]}`);
});

longScene("the first paint is soon", async (stage) => {
  const page = await stage.page(await stage.window());
  await page.goto("/");
  await page.locator("[data-table]").first().waitFor();
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`first contentful paint: ${Math.round(painted)} ms`);
  // One second on a quiet machine; three on a busy one.
  assert.ok(painted < 3000, `${painted} ms`);
});

test("all scripts together are under 180 kB", () => {
  const folder = join(WEB, "dist/assets");
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  console.log(`scripts: ${scripts.length}, ${(bytes / 1000).toFixed(1)} kB gzipped`);
  assert.ok(scripts.length > 0 && bytes < 180_000, `${bytes} bytes`);
});
