// Pictures of the tables for the documentation: each one empty, with a few chips, and with a result. They are written
// with UPDATE_FELTS=1, or UPDATE_FELTS=GAME for one game, and always checked.

import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { GAMES, UPDATED, isOpen, until } from "./floor.mjs";
import { playOn } from "./play.mjs";
import { house } from "./stage.mjs";

const FELTS = resolve(import.meta.dirname, "../../docs/felts");
const MOST = 250_000;

/** What is on each felt: acts, with the seat if there are seats. */
const CHIPS = {
  "big-six": [["$5 25.00"], ["joker 5.00"]],
  blackjack: [["sits at 3"], ["hand 25.00", 3]],
  "caribbean-stud": [["sits at 3"], ["ante 25.00", 3]],
  "chemin-de-fer": [["sits at 3"]],
  craps: [["sits at 3"], ["pass 25.00"], ["place 6 30.00"], ["hardway 8 5.00"]],
  "double-down-stud": [["sits at 3"], ["original 25.00", 3]],
  keno: [["straight 3,17,44,58 5.00"], ["way 1,2/3,4/5,6 by 4 15.00"], ["king 7/11,12/13,14 by 3,5 15.00"]],
  "let-it-ride": [["sits at 3"], ["third 25.00", 3]],
  "pai-gow": [["sits at 3"], ["main 25.00", 3]],
  "pai-gow-poker": [["sits at 3"], ["main 25.00", 3]],
  minibaccarat: [["sits at 3"], ["banker 25.00", 3], ["tie 5.00", 3]],
  "punto-banco": [["sits at 3"], ["player 100.00", 3]],
  "red-dog": [["sits at 3"], ["original 25.00", 3]],
  "sic-bo": [["small 25.00"], ["total 9 5.00"], ["combination 2-5 5.00"], ["one-of-a-kind 3 5.00"]],
  roulette: [["straight 17 25.00"], ["split 20-23 5.00"], ["four 25-26-28-29 5.00"], ["red 100.00"], ["dozen 2 25.00"]],
};

/** A round of somebody who comes alone, with a house player, up to its result. */
async function alone(stage, game) {
  const page = await stage.page(await stage.window({ colorScheme: "dark" }));
  await page.addInitScript((met) => localStorage.setItem("ch47-prefs", JSON.stringify({ met })), GAMES);
  await page.goto(`/t/${await stage.floor.table(`alone-${game}`, game)}`);
  const main = page.locator(".rail button.main");
  await until("the main button puts a bet down", async () => /\$5\n/.test(await main.innerText().catch(() => "")));
  await main.click();
  await page.getByTestId("banner").waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(FELTS, `${game}-result.jpg`), type: "jpeg", quality: 62 });
}

if (UPDATED.length > 0) {
  const { scene } = house();
  scene("pictures of the felts", async (stage) => {
    await mkdir(FELTS, { recursive: true });
    for (const game of UPDATED) {
      const table = `${game}-1`;
      const ann = await stage.player(`ann-${game}`, table, { colorScheme: "dark" });
      await until("wagers are open", async () => isOpen(await ann.view()));
      const take = async (state) => {
        // Moves the pointer away from everything.
        await ann.page.mouse.move(0, 0);
        await ann.page.screenshot({ path: join(FELTS, `${game}${state}.jpg`), type: "jpeg", quality: 62 });
      };
      await ann.is("felt").waitFor();
      await take("-empty");
      if (game === "chemin-de-fer") await (await stage.player("bob-chemin", table)).seated();
      for (const [act, seat] of CHIPS[game]) await ann.person.does(table, act, seat);
      if (game === "chemin-de-fer") await ann.wager("bid", 3, 500);
      await ann.current();
      await take("");
      if (game === "chemin-de-fer") {
        await alone(stage, game);
        continue;
      }
      // Whoever holds the shoe is asked again after the round and wagers again: the picture is taken before that.
      const result = ann.is("banner").waitFor({ timeout: 90_000 }).then(async () => {
        // Cards and chips have come to rest, and the rail says what can be done now.
        await until("the rail is lit", async () => (await ann.page.locator('.rail .main[aria-disabled="true"], .rail .main:disabled').count()) === 0, 5000).catch(() => {});
        await take("-result");
      });
      // A roll of the dice may decide nothing.
      const pause = async () => {
        await ann.current();
        if (await ann.is("banner").isVisible()) await result;
      };
      do await playOn([ann], (await ann.view()).summary.round, pause);
      while (game === "craps" && !(await ann.is("banner").isVisible()));
      await result;
    }
  });
}

const STATES = ["", "-empty", "-result"];

test("there is a small picture of every felt", { skip: UPDATED.length > 0 }, () => {
  for (const name of GAMES.flatMap((game) => STATES.map((state) => `${game}${state}`))) {
    const path = join(FELTS, `${name}.jpg`);
    assert.ok(existsSync(path), `${path}: write it with UPDATE_FELTS=${name.replace(/-(empty|result)$/, "")}`);
    assert.ok(statSync(path).size < MOST, `${path} has ${statSync(path).size} bytes`);
  }
});
