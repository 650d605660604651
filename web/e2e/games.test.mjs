// Every game: a person sits down, wagers, is refused once and reads why, comes back in mid-round, and is paid what the
// journal says.

import assert from "node:assert/strict";
import { GAMES, until } from "./floor.mjs";
import { house } from "./stage.mjs";
import { amount } from "./seat.mjs";
import { playOn, settled } from "./play.mjs";

/** How one sits down, what one wagers where, and what one would rather do when asked. */
const PLANS = {
  "big-six": { wager: "$1" },
  blackjack: { sit: "sits at 3", wager: "hand", seat: 3 },
  "caribbean-stud": { sit: "sits at 3", wager: "ante", seat: 3 },
  "chemin-de-fer": { sit: "sits at 3", wager: "bid", seat: 3 },
  craps: { sit: "stands at 3", wager: "pass" },
  minibaccarat: { sit: "sits at 3", wager: "banker", seat: 3 },
  "punto-banco": { sit: "sits at 3", wager: "player", seat: 3 },
  "red-dog": { sit: "sits at 3", wager: "original", seat: 3 },
  roulette: { wager: "red" },
};

const { scene } = house();

/** A page that has not heard what happened since makes an act that the law no longer allows. */
async function refusedOnce(ann, { wager, seat = 0 }) {
  const before = (await ann.view()).next;
  ann.hold();
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
  ann.release();
  await ann.is("refusal").waitFor();
  assert.match(await ann.is("refusal").innerText(), new RegExp(refused.refused.why.split(":")[0]));
  // Why: the provision, in our words.
  await ann.is("refusal").locator(".cite").first().click();
  await ann.is("law-drawer").waitFor();
  const bare = refused.refused.cite.replace(" (not held)", "");
  assert.ok((await ann.is("law-drawer").innerText()).includes(bare), `the drawer is about ${bare}`);
  await ann.page.keyboard.press("Escape");
  await ann.is("law-drawer").waitFor({ state: "hidden" });
}

/** What the page shows of a round, to be compared after it was left and come back to. */
async function shown(ann) {
  const acts = await ann.page.locator("[data-act]").evaluateAll((all) => {
    return all.map((one) => `${one.dataset.act}@${one.dataset.seat ?? ""}`).sort();
  });
  const cards = await ann.page.locator("[data-card]").evaluateAll((all) => all.map((one) => one.dataset.card).sort());
  return { purse: await ann.purse(), layout: await ann.onLayout(), acts, cards };
}

async function comesBack(ann) {
  await ann.agrees();
  const before = await shown(ann);
  await ann.page.reload();
  await ann.is("awaits").waitFor();
  await until("everything is there again", async () => {
    const now = await shown(ann).catch(() => null);
    return JSON.stringify(now) === JSON.stringify(before);
  }).catch(async () => assert.deepEqual(await shown(ann), before));
}

for (const game of GAMES) {
  scene(`${game}: a round, a refusal, a reload, and the journal's amounts`, async (stage) => {
    const [plan, table] = [PLANS[game], `${game}-1`];
    const ann = await stage.player(`ann-${game}`, table);
    const others = [];
    if (game === "chemin-de-fer") {
      // Somebody has to play against the bank.
      others.push(await stage.player("bob-chemin", table));
      await others[0].does("sits at 6");
    }
    if (plan.sit) await ann.does(plan.sit);
    const round = await until("wagers are open", async () => {
      const view = await ann.view();
      return view.awaits === "wagers" && { number: view.summary.round };
    });
    await ann.wager(plan.wager, plan.seat, 500);
    if (game !== "chemin-de-fer") await until("the chips lie", async () => (await ann.onLayout()) === 500);
    await refusedOnce(ann, plan);
    if (game !== "chemin-de-fer") await ann.wager(plan.wager, plan.seat, 500);
    await comesBack(ann);
    let left = 0;
    await playOn([ann, ...others], round.number, async () => {
      // Once in the middle of the hand, where one is asked something.
      if (left++ === 0) await comesBack(ann);
    });
    const facts = await settled(stage.floor, table, round.number);
    assert.ok(facts.length > 0, "something was decided");
    for (const seat of [ann, ...others]) await seat.agrees();
    // What each wager won or lost, as it is said at the table.
    const captions = await ann.is("captions").innerText();
    for (const { bet, fate, paid, taken } of facts) {
      const won = fate === "won" ? paid : taken;
      if (won > 0) assert.ok(captions.includes(amount(won)), `${bet.wager} ${fate} ${amount(won)} is said: ${captions}`);
    }
  });
}
