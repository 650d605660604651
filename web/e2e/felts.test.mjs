// Pictures of the felts for the documents, with a few chips on each: written with UPDATE_FELTS=1, looked at always.

import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { GAMES, until } from "./floor.mjs";
import { house } from "./stage.mjs";

const FELTS = resolve(import.meta.dirname, "../../docs/felts");
const MOST = 150_000;

/** What lies on each felt: acts, with the seat where there are seats. */
const CHIPS = {
  "big-six": [["$5 25.00"], ["joker 5.00"]],
  blackjack: [["sits at 3"], ["hand 25.00", 3]],
  "caribbean-stud": [["sits at 3"], ["ante 25.00", 3]],
  "chemin-de-fer": [["sits at 3"]],
  craps: [["stands at 3"], ["pass 25.00"], ["place 6 30.00"], ["hardway 8 5.00"]],
  minibaccarat: [["sits at 3"], ["banker 25.00", 3], ["tie 5.00", 3]],
  "punto-banco": [["sits at 3"], ["player 100.00", 3]],
  "red-dog": [["sits at 3"], ["original 25.00", 3]],
  roulette: [["straight 17 25.00"], ["split 20-23 5.00"], ["four 25-26-28-29 5.00"], ["red 100.00"], ["dozen 2 25.00"]],
};

if (process.env.UPDATE_FELTS) {
  const { scene } = house();
  scene("pictures of the felts", async (stage) => {
    await mkdir(FELTS, { recursive: true });
    for (const game of GAMES) {
      const table = `${game}-1`;
      const ann = await stage.player(`ann-${game}`, table, { colorScheme: "dark", viewport: { width: 1040, height: 800 } });
      await until("wagers are open", async () => (await ann.view()).awaits === "wagers");
      for (const [act, seat] of CHIPS[game]) await ann.person.does(table, act, seat);
      await ann.current();
      // Without the pointer over anything.
      await ann.page.mouse.move(0, 0);
      await ann.page.getByTestId("felt").screenshot({ path: join(FELTS, `${game}.png`) });
    }
  });
}

test("there is a small picture of every felt", { skip: Boolean(process.env.UPDATE_FELTS) }, () => {
  for (const game of GAMES) {
    const path = join(FELTS, `${game}.png`);
    assert.ok(existsSync(path), `${path}: write it with UPDATE_FELTS=1`);
    assert.ok(statSync(path).size < MOST, `${path} has ${statSync(path).size} bytes`);
  }
});
