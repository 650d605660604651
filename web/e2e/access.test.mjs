// Accessibility: axe has no serious findings on any page or felt, everything can be done with the keyboard alone, and a
// whole round of roulette and of blackjack is played that way.

import assert from "node:assert/strict";
import { barriers } from "./barriers.mjs";
import { GAMES, asks, isOpen, until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

for (const colorScheme of ["dark", "light"]) {
  longScene(`every felt, ${colorScheme}: no barrier, and every offer is within reach of the keyboard`, async (stage) => {
    const findings = [];
    for (const game of GAMES) {
      const ann = await stage.player(`ann-${game}-${colorScheme}`, `${game}-1`, { colorScheme });
      await until("wagers are open", async () => isOpen(await ann.view()));
      await until("offers are shown", async () => (await ann.page.locator("[data-act]").count()) > 1);
      findings.push(...(await barriers(ann.page)).map((one) => `${game}: ${one}`));
      findings.push(...(await outOfReach(ann)).map((one) => `${game}: out of reach: ${one}`));
      await ann.page.close();
    }
    assert.deepEqual(findings, []);
  });
}

/** Places on the felt that are offered but cannot be reached with the arrow keys, and offers without a place or a button. */
async function outOfReach(seat) {
  await seat.current();
  return await seat.page.evaluate(() => {
    const name = (one) => `${one.dataset.act}@${one.dataset.seat}`;
    const places = [...document.querySelectorAll('g[data-act][aria-disabled="false"]')];
    const entries = places.filter((place) => place.tabIndex === 0);
    if (places.length === 0) return [];
    if (entries.length !== 1) return [`${entries.length} places are in the order of the tab key`];
    const [reached, waiting] = [new Set(entries), [...entries]];
    while (waiting.length > 0) {
      const from = waiting.pop();
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        from.focus();
        from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const to = document.activeElement;
        if (!places.includes(to) || reached.has(to)) continue;
        reached.add(to);
        waiting.push(to);
      }
    }
    return places.filter((place) => !reached.has(place)).map(name);
  });
}

/** Presses Tab until something has the focus. */
async function tabTo(page, selector, most = 60) {
  for (let presses = 0; presses < most; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no ${selector} within ${most} presses of Tab`);
}

/** Moves over the felt with the arrow keys until a place has the focus; neighbors are searched breadth first. */
async function arrowTo(page, act, most = 200) {
  const here = () => page.evaluate(() => document.activeElement?.getAttribute("data-act"));
  const seen = new Map();
  for (let presses = 0; presses < most; presses++) {
    const at = await here();
    if (at === act) return;
    const tried = seen.get(at) ?? 0;
    seen.set(at, tried + 1);
    await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][tried % 4]);
  }
  assert.fail(`the arrows do not lead to ${act}: ${[...seen.keys()].slice(0, 20).join(", ")}`);
}

scene("a round of roulette without a mouse", async (stage) => {
  const ann = await stage.player("ann-keys", await stage.floor.table("keys-r", "roulette"));
  const { summary } = await ann.view();
  await tabTo(ann.page, '[data-chip="500"]');
  await ann.page.keyboard.press("Enter");
  await tabTo(ann.page, "g[data-act]");
  await arrowTo(ann.page, "red");
  await ann.page.keyboard.press("Enter");
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  await tabTo(ann.page, '[data-act="ready"]');
  await ann.page.keyboard.press("Enter");
  await until("the round is over", async () => (await ann.view()).summary.round > summary.round);
  await ann.agrees();
});

longScene("a hand of blackjack without a mouse", async (stage) => {
  const ann = await stage.player("ann-keys-bj", await stage.floor.table("keys-bj", "blackjack"));
  const you = await ann.number();
  await until("wagers are open", async () => isOpen(await ann.view()));
  const place = (await ann.view()).picture.seats.find(({ patron }) => patron === you).seat;
  await tabTo(ann.page, '[data-chip="500"]');
  await ann.page.keyboard.press("Enter");
  await reach(ann, "hand", place);
  await ann.page.keyboard.press("Enter");
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  const { summary } = await ann.view();
  await reach(ann, "ready");
  await ann.page.keyboard.press("Enter");
  const view = await until("one is asked, or the round is over", async () => {
    const view = await ann.view();
    // If the dealer shows an ace, insurance has its own betting window.
    if (isOpen(view) && view.summary.round === summary.round) await ann.person.ready(ann.table);
    return (asks(view, you) || view.summary.round > summary.round) && view;
  });
  if (asks(view, you)) {
    await ann.thing("stands").waitFor();
    await reach(ann, "stands");
    await ann.page.keyboard.press("Enter");
  }
  await until("the round is over", async () => (await ann.view()).summary.round > summary.round);
  await ann.agrees();
});

/** Reaches something with Tab, and with the arrow keys if it is a place on the felt. */
async function reach(seat, act, at) {
  const place = at ? `[data-seat="${at}"]` : "";
  const isOnFelt = await seat.thing(act, at).evaluate((one) => one.tagName === "g");
  if (!isOnFelt) return await tabTo(seat.page, `[data-act="${act}"]${place}`);
  await tabTo(seat.page, "g[data-act]");
  await arrowTo(seat.page, act);
}

const PAGES = ["/", "/login", "/trainer", "/law", "/fair"];

longScene("pages for everyone: no barrier, dark and light", async (stage) => {
  const findings = [];
  for (const colorScheme of ["dark", "light"]) {
    const page = await stage.page(await stage.window({ colorScheme }));
    for (const path of PAGES) {
      // A page that is still loading changes while it is being examined.
      await page.goto(path, { waitUntil: "networkidle" });
      await page.locator("main").first().waitFor();
      findings.push(...(await barriers(page)).map((one) => `${path} ${colorScheme}: ${one}`));
    }
  }
  assert.deepEqual(findings, []);
});
