// Bad conditions: a server that dies, a slow connection, a login that expires, a wager that comes too late, a forgotten
// tab. Nothing is lost, nothing is done twice, and the page says what is wrong.

import assert from "node:assert/strict";
import { PASSWORD, asks, isOpen, key, until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

/** The keys of the acts that a page has sent. */
const keys = (seat) => {
  const said = seat.said.map((text) => JSON.parse(text)).filter((frame) => frame.do === "act");
  return said.map((frame) => frame.key);
};

/** How many times this act of this person is in the journal. */
async function written(floor, seat, line) {
  const entries = (await floor.journal(seat.table)).map(({ entry }) => entry);
  return entries.filter((entry) => entry.kind === "input" && entry.line === line).length;
}

scene("the server is killed in mid-round and comes back: what was said meanwhile is done once", async (stage) => {
  const { floor } = stage;
  const ann = await stage.player("ann", await floor.table("gone", "roulette"));
  const you = await ann.number();
  await ann.wager("red", 0, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  await floor.kill();
  await ann.page.locator('[data-testid="connection"][data-state="down"]').waitFor();
  const before = keys(ann).length;
  await ann.wager("black", 0, 500);
  const tries = ann.connections;
  await until("the page tries to connect again, in vain", () => ann.connections > tries);
  await floor.restart();
  await until("what was said is done", async () => (await ann.onLayout().catch(() => 0)) === 1000);
  assert.equal(await written(floor, ann, `${you} black 5.00`), 1, "once");
  assert.equal(await written(floor, ann, `${you} red 5.00`), 1, "and what was there is still there");
  assert.equal(new Set(keys(ann).slice(before)).size, 1, "under one key");
  await ann.agrees();
});

longScene("the server is killed in the middle of a hand: the same cards lie there afterwards", async (stage) => {
  const { floor } = stage;
  const ann = await stage.player("ann-bj", "blackjack-1");
  const you = await ann.number();
  await until("wagers are open", async () => isOpen(await ann.view()));
  await ann.does("sits at 2");
  // A hand of 21 is not asked anything: then another one is dealt.
  for (let hands = 0; hands < 8; hands++) {
    const { summary } = await ann.view();
    await ann.wager("hand", 2, 500);
    await until("the chip lies", async () => (await ann.onLayout()) === 500);
    await ann.ready();
    const view = await until("one is asked, or the round is over", async () => {
      const view = await ann.view();
      // Insurance has its own betting window.
      if (isOpen(view) && view.summary.round === summary.round) await ann.person.ready("blackjack-1");
      return (asks(view, you) || view.summary.round > summary.round) && view;
    });
    if (asks(view, you)) break;
  }
  await ann.thing("stands").waitFor();
  const cards = () => ann.page.locator("[data-card]").evaluateAll((all) => all.map((one) => one.dataset.card).sort());
  const before = await cards();
  await floor.kill();
  await floor.restart();
  await ann.page.reload();
  await ann.thing("stands").waitFor();
  assert.deepEqual(await cards(), before);
  await ann.does("stands");
  await until("the hand is decided", async () => (await ann.view()).bets.length === 0);
  await ann.agrees();
});

longScene("on a slow line a wager is on its way, and is made once", async (stage) => {
  const ann = await stage.player("ann-slow", "big-six-1");
  const you = await ann.number();
  const line = await ann.page.context().newCDPSession(ann.page);
  await line.send("Network.enable");
  const slow = { offline: false, latency: 1000, downloadThroughput: 20_000, uploadThroughput: 10_000 };
  await line.send("Network.emulateNetworkConditions", slow);
  ann.delay = 1500;
  await ann.wager("$5", 0, 500);
  await ann.wager("$5", 0, 500);
  await until("both chips lie", async () => (await ann.onLayout()) === 1000);
  assert.equal(await written(stage.floor, ann, `${you} $5 5.00`), 2, "two clicks, two wagers");
  assert.equal(new Set(keys(ann)).size, 2);
  await ann.page.reload({ waitUntil: "commit" });
  await ann.is("awaits").waitFor();
  await until("they still lie", async () => (await ann.onLayout().catch(() => 0)) === 1000);
});

scene("whoever presses again and again on a late line bets once and decides once", async (stage) => {
  const table = await stage.floor.table("impatient", "caribbean-stud");
  const ann = await stage.player("ann-impatient", table);
  const presses = async (key, times) => {
    for (let nth = 0; nth < times; nth++) await ann.page.keyboard.press(key, { delay: 50 });
  };
  await ann.page.locator('.rail button[data-act="deal"]:not([aria-disabled="true"])').waitFor();
  ann.delay = 600;
  await presses(" ", 12);
  await until("the bet lies", async () => (await ann.onLayout()) > 0);
  await ann.page.locator('.rail button[data-act="folds"]:not([aria-disabled="true"])').waitFor();
  await presses("f", 12);
  await until("the hand is over", async () => (await ann.view()).bets.length === 0);
  const you = await ann.number();
  const entries = (await stage.floor.journal(table)).map(({ entry }) => entry);
  const told = entries.filter(({ kind, line }) => kind === "input" && line.startsWith(you)).map(({ line }) => line.replace(/^p\d+(@\d+)? /, ""));
  assert.deepEqual(told.filter((line) => /^(ante|folds)/.test(line)), ["ante 5.00", "folds"]);
  assert.deepEqual(entries.filter(({ kind }) => kind === "refused"), []);
});

scene("a log-in that has ended is asked for again, and one is back at the table", async (stage) => {
  const { floor } = stage;
  const person = await floor.staff("player", "pat");
  const cage = await floor.staff("pit-clerk");
  await cage.post("/api/people/pat/money", { key: key(), cents: 100_000 });
  const table = await floor.table("ended", "roulette");
  await person.join(table, 50_000);
  const pat = await stage.seat(person, table);
  await pat.wager("odd", 0, 500);
  await until("the chip lies", async () => (await pat.onLayout()) === 500);
  await person.post("/api/logout", {});
  await pat.page.locator('input[name="name"]').fill("pat");
  await pat.page.getByLabel("password").fill(PASSWORD);
  await pat.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await pat.is("awaits").waitFor();
  await until("the chip still lies", async () => (await pat.onLayout().catch(() => 0)) === 500);
});

scene('a wager at the moment of "No More Bets" is refused, and the page says by which provision', async (stage) => {
  const { floor } = stage;
  const table = await floor.table("late", "roulette", { physical: true, options: { wheel: "double-zero", zero: "half" } });
  const dealer = await floor.staff("dealer");
  const ann = await stage.player("ann-late", table);
  await ann.wager("red", 0, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  await dealer.does(table, "spins", 0, "dealer");
  await ann.hold();
  await dealer.does(table, "calls no more bets", 0, "dealer");
  await ann.wager("red", 0, 500);
  await until("it came too late", () => ann.frames.some(({ text }) => text.includes("5.3(b)") && text.includes('"receipt"')));
  await ann.release();
  await ann.is("refusal").waitFor();
  await ann.is("refusal").locator('.cite[data-cite*="5.3(b)"]').first().click();
  await ann.is("law-drawer").waitFor();
  assert.equal(await ann.onLayout(), 500, "what lay in time lies");
  await dealer.does(table, "ball 1", 0, "equipment");
  await until("red is paid", async () => (await ann.purse()) === 50_500);
});

longScene("a tab that was forgotten does not wager in another round than it shows", async (stage) => {
  const table = await stage.floor.table("stale", "roulette");
  const ann = await stage.player("ann-stale", table);
  const you = await ann.number();
  const { summary } = await ann.view();
  await ann.current();
  await ann.hold();
  await ann.person.does(table, "even 5.00");
  await ann.person.ready(table);
  await until("a round goes by", async () => (await ann.view()).summary.round > summary.round);
  await ann.wager("odd", 0, 500);
  await until("the floor says that it is stale", () => ann.frames.some(({ text }) => text.includes('"code":"stale"')));
  await ann.release();
  await until("the page says so", async () => /round/i.test(await ann.is("refusal").innerText().catch(() => "")));
  assert.equal(await written(stage.floor, ann, `${you} odd 5.00`), 0);
  await ann.agrees();
});

scene("an answer that never arrives is asked for again, and the wager is made once", async (stage) => {
  const ann = await stage.player("ann-lost", await stage.floor.table("lost", "roulette"));
  const you = await ann.number();
  let lost = 0;
  ann.lost = (text) => lost === 0 && text.includes('"type":"receipt"') && keys(ann).some((key) => text.includes(key)) && (lost += 1) > 0;
  await ann.wager("red", 0, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  await until("the answer was lost", () => lost === 1);
  await until("it is said again", () => keys(ann).length === 2);
  assert.equal(new Set(keys(ann)).size, 1, "under one key");
  await until("and answered", async () => (await ann.page.getByText("on the way").count()) === 0);
  assert.equal(await written(stage.floor, ann, `${you} red 5.00`), 1, "once");
  await ann.agrees();
});

scene("a line that drops in the middle of a wager comes back by itself", async (stage) => {
  const ann = await stage.player("ann-drop", await stage.floor.table("drop", "roulette"));
  const you = await ann.number();
  await ann.current();
  await ann.hold();
  await ann.wager("red", 0, 500);
  await until("the floor has heard it", async () => (await ann.view()).bets.length === 1);
  await ann.drop();
  ann.held = null;
  await until("the page shows the chip", async () => (await ann.onLayout().catch(() => 0)) === 500);
  await ann.page.locator('[data-testid="connection"][data-state="up"]').waitFor();
  assert.equal(await written(stage.floor, ann, `${you} red 5.00`), 1, "once");
  await ann.agrees();
});

longScene("a table whose first answers are lost is drawn nevertheless", async (stage) => {
  const table = await stage.floor.table("silent", "blackjack");
  const person = await stage.floor.guest("ann-silent");
  await person.join(table);
  const page = await stage.page(await stage.windowOf(person));
  const silent = new Set(["", "/felt"].map((part) => `/api/tables/${table}${part}`));
  await page.route(({ pathname }) => silent.has(pathname), async (route) => {
    // The first request is never answered.
    if (silent.delete(new URL(route.request().url()).pathname)) return;
    await route.continue();
  });
  await page.goto(`/t/${table}`);
  await page.getByTestId("felt").waitFor({ timeout: 60_000 });
  await page.locator('[data-testid="connection"][data-state="up"]').waitFor();
  assert.equal(silent.size, 0, "both were lost once");
});

longScene("while the page is not told what can be done now, what could be done before is not lit", async (stage) => {
  const table = await stage.floor.table("late-offers", "chemin-de-fer");
  const ann = await stage.player("ann-late-offers", table);
  await ann.seated();
  // A house player takes the bank, and ann leaves it all until she may join for a part.
  let passed = -1;
  await until("ann may join for a part", async () => {
    const offers = await ann.person.get(`/api/tables/${table}/offers`);
    if (offers.some(({ act }) => act === "part")) return true;
    const view = await ann.view();
    if (isOpen(view) && view.picture.seats?.length === 2 && view.next > passed) {
      passed = view.next;
      await ann.person.ready(table);
    }
    return false;
  });
  await ann.current();
  const lit = ann.page.locator('.rail button[data-act="part"]:not(:disabled):not([aria-disabled="true"])');
  await lit.waitFor();
  assert.equal(await ann.page.locator(".rail button.act", { hasText: "Pass" }).count(), 1, "one way to pass");
  ann.lost = (text) => JSON.parse(text).type === "offers";
  await ann.person.does(table, "declines to wager");
  await lit.waitFor({ state: "detached" });
});
