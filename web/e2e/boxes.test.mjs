// The table as its player sees it, at every moment of a scripted round: nothing overlaps, nothing is too small, and
// there are no accessibility barriers, on a phone, a desktop and a wall screen, in dark and light mode. Screenshots of
// everything go to the folder $SHOTS.

import assert from "node:assert/strict";
import { SIZES, look } from "./looks.mjs";
import { house } from "./stage.mjs";
import { STORIES, told } from "./stories.mjs";

const { scene, longScene } = house();

/** The game whose moments are always examined; the others are long scenes. */
const SHORT = ["red-dog"];

for (const game of Object.keys(STORIES)) {
  (SHORT.includes(game) ? scene : longScene)(`${game}: every moment of a round, at every size, dark and light`, async (stage) => {
    const wrong = [];
    const looks = Object.fromEntries(SIZES.map((size) => [size[0], 0]));
    await told(stage, game, async (pages, name, isLast) => {
      for (const page of pages) {
        // A wall screen shows the desktop drawing enlarged: once is enough.
        if (page.viewportSize().width > 2000 && !isLast) continue;
        wrong.push(...(await look(page, `${game}, ${name}`)));
        looks[page.viewportSize().width] += 1;
      }
    });
    assert.deepEqual(wrong, []);
    assert.ok(Object.values(looks).every((times) => times > 0), JSON.stringify(looks));
  });
}
