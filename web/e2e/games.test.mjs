// Every game: a person sits down, wagers, is refused once and reads why, comes back in mid-round, and is paid what the
// journal says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { barriers } from "./barriers.mjs";
import { GAMES, command, isOpen, until } from "./floor.mjs";
import { house } from "./stage.mjs";
import { dollars } from "./seat.mjs";
import { playOn, settled } from "./play.mjs";

/** How to sit down, what to wager and where, and what to prefer when asked. */
const PLANS = {
  "big-six": { wager: "$1" },
  blackjack: { sit: "sits at 3", wager: "hand", seat: 3 },
  "caribbean-stud": { sit: "sits at 3", wager: "ante", seat: 3 },
  "chemin-de-fer": { sit: "sits at 3", wager: "bid", seat: 3, lies: 0 },
  craps: { sit: "sits at 3", wager: "pass" },
  "double-down-stud": { sit: "sits at 3", wager: "original", seat: 3 },
  keno: { wager: "straight 3,17,44" },
  "let-it-ride": { sit: "sits at 3", wager: "third", seat: 3, lies: 1500 },
  minibaccarat: { sit: "sits at 3", wager: "banker", seat: 3 },
  "pai-gow": { sit: "sits at 3", wager: "main", seat: 3 },
  "pai-gow-poker": { sit: "sits at 3", wager: "main", seat: 3 },
  "punto-banco": { sit: "sits at 3", wager: "player", seat: 3 },
  "red-dog": { sit: "sits at 3", wager: "original", seat: 3 },
  roulette: { wager: "red" },
  "sic-bo": { wager: "small" },
};

/** Layouts that exist only with certain options: where to wager besides the first wager. */
const SPECIAL = {
  "multiple action": {
    game: "blackjack",
    options: { decks: 8, "multiple-action": "two-or-three", "additional-wager": "over-under-13", "additional-maximum": "25.00" },
    sit: "sits at 3",
    wagers: ["hand", "hand on spot 2", "hand on spot 3", "over-13"],
    seat: 3,
  },
  "the replica of the wheel": {
    game: "roulette",
    options: { wheel: "double-zero", zero: "half", "five-adjacent": true, "layout.wheel-replica": true },
    wagers: ["five-adjacent 17", "five-adjacent 0", "straight 17"],
  },
};

const { scene, longScene } = house();

/** A page with outdated information sends an act that the law no longer allows. */
async function refusedOnce(ann, { wager, seat = 0 }) {
  const before = (await ann.view()).next;
  await ann.current();
  await ann.hold();
  if (wager === "bid") {
    await ann.person.does(ann.table, "bid 100.00", seat);
    await ann.wager("bid", seat, 500);
  } else {
    await ann.person.does(ann.table, `takes back ${wager}`, seat);
    await ann.does(`takes back ${wager}`, seat);
  }
  const refused = await until("the law's No in the journal", async () => {
    const steps = ann.frames.map(({ text }) => JSON.parse(text)).filter(({ type }) => type === "step");
    return steps.find((step) => step.seq >= before && step.refused);
  });
  await ann.release();
  await ann.is("refusal").waitFor();
  // The page begins the sentence with a capital letter, calls people by their names and writes amounts as people do.
  const said = refused.refused.text.replaceAll(/\d+\.\d\d\b/g, (amount) => dollars(Math.round(100 * Number(amount))));
  const words = said.split(/\bp\d+\b/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  assert.match(await ann.is("refusal").innerText(), new RegExp(words.join(".+"), "i"));
  // The reason: the provision, in our words.
  await ann.is("refusal").locator(".cite").first().click();
  await ann.is("law-drawer").waitFor();
  const { cite } = refused.refused;
  assert.ok((await ann.is("law-drawer").innerText()).includes(cite), `the drawer is about ${cite}`);
  await ann.page.keyboard.press("Escape");
  await ann.is("law-drawer").waitFor({ state: "hidden" });
}

/** What the page shows of a round, to compare after leaving and coming back. */
async function shown(ann) {
  const cards = await ann.page.locator("[data-card]").evaluateAll((all) => all.map((one) => one.dataset.card).sort());
  return { purse: await ann.purse(), layout: await ann.onLayout(), cards };
}

async function comesBack(ann) {
  await ann.agrees();
  await ann.current();
  const before = await shown(ann);
  await ann.page.reload();
  await ann.is("awaits").waitFor();
  await until("everything is there again", async () => {
    const now = await shown(ann).catch(() => null);
    return JSON.stringify(now) === JSON.stringify(before);
  }).catch(async () => assert.deepEqual(await shown(ann), before));
  await ann.current();
}

/** The page says what each of the player's wagers won or lost, as in the journal, with both provisions. */
async function toldOf(ann, facts, round) {
  const you = await ann.number();
  const own = facts.filter(({ bet }) => bet.patron === you);
  assert.ok(own.length > 0, "something of one's own was decided");
  // The next chip clears the banner: players who were asked for more than this round may have put one down.
  const banner = (await ann.onLayout()) === 0 ? ann.is("banner") : undefined;
  await banner?.waitFor();
  if (banner) assert.equal(Number(await banner.getAttribute("data-round")), round);
  await ann.why();
  const results = ann.page.getByTestId("results");
  await results.waitFor();
  assert.equal(Number(await results.getAttribute("data-round")), round);
  const rows = await results.locator("li").evaluateAll((all) => {
    return all.map((one) => [one.dataset.fate, one.innerText, [...one.querySelectorAll(".cite")].map(({ dataset }) => dataset.cite)]);
  });
  assert.deepEqual(rows.map(([fate]) => fate).sort(), own.map(({ fate }) => fate).sort());
  // The headline is the change in the player's chips, after vigorish.
  const won = (await ann.chips()) + (await ann.onLayout()) - 50_000;
  if (banner) assert.equal(Number(await banner.getAttribute("data-net")), won);
  const words = won > 0 ? `You won ${dollars(won)}` : won < 0 ? `You lost ${dollars(-won)}` : "You are even";
  assert.ok((await results.innerText()).includes(words), `${words}: ${await results.innerText()}`);
  for (const { fate, paid, cite, pays } of own) {
    const has = ([how, text, cites]) => {
      return how === fate && (paid === 0 || text.includes(dollars(paid))) && [cite, pays].every((one) => cites.some((shown) => shown.endsWith(one)));
    };
    assert.ok(rows.some(has), `${fate} ${paid} by ${cite} and ${pays}: ${JSON.stringify(rows)}`);
  }
}

/** A wheel, dice, cards with decisions, and stud are always played; the others are long scenes. */
const SHORT = ["blackjack", "caribbean-stud", "craps", "roulette"];

for (const game of GAMES) {
  (SHORT.includes(game) ? scene : longScene)(`${game}: a round, a refusal, a reload, and the journal's amounts`, async (stage) => {
    const [plan, table] = [PLANS[game], `${game}-1`];
    const ann = await stage.player(`ann-${game}`, table);
    const others = [];
    if (game === "chemin-de-fer") {
      // Somebody has to play against the bank.
      others.push(await stage.player("bob-chemin", table));
      await others[0].seated();
    }
    if (plan.sit) await ann.does(plan.sit);
    const round = await until("wagers are open", async () => {
      const view = await ann.view();
      return isOpen(view) && { number: view.summary.round };
    });
    await ann.wager(plan.wager, plan.seat, 500);
    // A bid is spoken: there are no chips on the layout yet.
    const lies = plan.lies ?? 500;
    await until("the chips lie", async () => (await ann.onLayout()) === lies);
    await refusedOnce(ann, plan);
    if (lies > 0) await ann.wager(plan.wager, plan.seat, 500);
    await until("the chips lie again", async () => (await ann.onLayout()) === lies);
    await comesBack(ann);
    let left = 0;
    await playOn([ann, ...others], round.number, async () => {
      // Once in the middle of the hand, when the player is asked something.
      if (left++ === 0) await comesBack(ann);
    });
    const facts = await settled(stage.floor, table, round.number);
    assert.ok(facts.length > 0, "something was decided");
    for (const seat of [ann, ...others]) await seat.agrees();
    await toldOf(ann, facts, round.number);
    await countsTheShoe(ann);
  });
}

/** The page counts the shoe as the floor does: how many cards are in it, and how many behind the cutting card. */
async function countsTheShoe(ann) {
  const shoes = async () => ann.page.getByTestId("shoe").evaluateAll((all) => all.map(({ dataset }) => `${dataset.left} ${dataset.behind}`));
  await until("the page counts the shoe", async () => {
    const view = await ann.view();
    return (await shoes()).join() === (view.picture.shoes ?? []).map(({ left, behind }) => `${left} ${behind ?? ""}`).join();
  });
}

for (const [name, plan] of Object.entries(SPECIAL)) {
  longScene(`${plan.game}, ${name}: every place is used, and paid as the journal says`, async (stage) => {
    const table = await stage.floor.table(`special-${plan.game}`, plan.game, { options: plan.options });
    const ann = await stage.player(`ann-${table}`, table);
    await until("wagers are open", async () => isOpen(await ann.view()));
    if (plan.sit) await ann.does(plan.sit);
    const { summary } = await ann.view();
    for (const [nth, wager] of plan.wagers.entries()) {
      await ann.wager(wager, plan.seat, 500);
      await until("the chips lie", async () => (await ann.onLayout()) === 500 * (nth + 1));
    }
    await ann.current();
    assert.deepEqual(await barriers(ann.page), []);
    await playOn([ann], summary.round);
    // Additional wagers are settled before a hand is played, and insurance is taken in between.
    for (let view = await ann.view(); view.bets.length > 0; view = await ann.view()) await playOn([ann], view.summary.round);
    const { summary: now } = await ann.view();
    const facts = [];
    for (let round = summary.round; round < now.round; round++) facts.push(...(await settled(stage.floor, table, round)));
    for (const wager of plan.wagers) assert.ok(facts.some(({ bet }) => bet.wager === wager), `${wager} was settled`);
    const won = facts.reduce((sum, { paid, taken }) => sum + paid - taken, 0);
    assert.equal(await ann.chips(), 50_000 + won);
    await ann.agrees();
    await countsTheShoe(ann);
  });
}

scene("what was written of all this is whole: ch47 verify says so", async (stage) => {
  for (const game of GAMES) {
    const lines = (await stage.floor.lines(`${game}-1`)).join("\n");
    const file = join(stage.floor.folder, `${game}.jsonl`);
    await writeFile(file, `${lines}\n`);
    execFileSync(command(), ["verify", file], { stdio: "pipe" });
  }
});
