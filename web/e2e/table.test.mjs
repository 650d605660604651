// The table as its player sees it: on a phone, a desktop and a wall screen, in dark and light mode. Nothing overlaps,
// nothing is too small, every wager is within reach of a thumb, and the result is in view.

import assert from "node:assert/strict";
import { isOpen, until } from "./floor.mjs";
import { SIZES, look } from "./looks.mjs";
import { isPlain, playOn } from "./play.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

/** How to sit down, and what to wager and where. */
const BETS = {
  "big-six": [["$5 5.00"], ["joker 5.00"]],
  blackjack: [["sits at 3"], ["hand 25.00", 3]],
  "caribbean-stud": [["sits at 3"], ["ante 25.00", 3]],
  "chemin-de-fer": [["sits at 3"]],
  craps: [["sits at 3"], ["pass 25.00"], ["place 6 30.00"], ["hardway 8 5.00"]],
  "double-down-stud": [["sits at 3"], ["original 25.00", 3]],
  keno: [["straight 3,17,44,58 5.00"], ["way 1,2/3,4/5,6 by 4 15.00"], ["straight 8 for 3 games 15.00"]],
  "let-it-ride": [["sits at 3"], ["third 25.00", 3]],
  "pai-gow": [["sits at 3"], ["main 25.00", 3]],
  "pai-gow-poker": [["sits at 3"], ["main 25.00", 3]],
  minibaccarat: [["sits at 3"], ["banker 25.00", 3], ["tie 5.00", 3]],
  "punto-banco": [["sits at 3"], ["player 100.00", 3]],
  "red-dog": [["sits at 3"], ["original 25.00", 3]],
  "sic-bo": [["small 25.00"], ["total 9 5.00"], ["combination 2-5 5.00"], ["three-of-a-kind 6 5.00"]],
  roulette: [["straight 17 25.00"], ["split 20-23 5.00"], ["red 100.00"], ["dozen 2 25.00"]],
};

for (const size of SIZES) {
  longScene(`${size.join(" by ")}, where the house deals: nothing overlaps, nothing is too small`, async (stage) => {
    const wrong = [];
    for (const game of Object.keys(BETS)) {
      const table = await stage.floor.table(`t-${game}-${size[0]}`, game);
      const ann = await stage.player(`ann-${game}-${size[0]}`, table, { viewport: { width: size[0], height: size[1] }, hasTouch: size[0] < 500 });
      await until("wagers are open", async () => isOpen(await ann.view()));
      await ann.is("felt").waitFor();
      const looks = async (state) => wrong.push(...(await look(ann.page, `${game}, ${state}`)));
      await ann.current();
      await looks("open");
      for (const [act, seat] of BETS[game]) await ann.person.does(table, act, seat);
      await ann.current();
      await looks("wagers");
      if (game !== "chemin-de-fer") {
        await playOn([ann], (await ann.view()).summary.round, async (seat) => {
          await seat.current();
          await looks("asked");
        });
        if (await ann.is("banner").isVisible()) await looks("over");
      }
      await ann.page.close();
    }
    assert.deepEqual(wrong, []);
  });
}

/**
 * Which of these bets have no target as wide as a thumb: a place on the felt, a button, or a line of the menu that
 * holding a number opens.
 */
async function outOfThumb(page, offers) {
  return await page.evaluate(async (offers) => {
    const frame = () => new Promise((wake) => requestAnimationFrame(() => requestAnimationFrame(wake)));
    const more = document.querySelector("details.more");
    const name = ({ act, seat }) => `${act}@${seat}`;
    const reached = new Set();
    const wide = (one) => {
      one.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = one.getBoundingClientRect();
      const parts = [0.5, 0.3, 0.7, 0.1, 0.9];
      const free = parts.some((down) => parts.some((along) => document.elementFromPoint(x + along * width, y + down * height)?.closest("[data-act]") === one));
      return free && Math.min(width, height) >= 39.4;
    };
    const note = (all) => [...all].filter(wide).forEach((one) => reached.add(name(one.dataset)));
    note(document.querySelectorAll('g[data-act][data-kind="box"], g[data-act][data-kind="dashed"], g[data-act][data-kind="plate"]'));
    for (const one of document.querySelectorAll('g[data-kind="box"]')) {
      one.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
      dispatchEvent(new PointerEvent("pointerup"));
      await frame();
      const sheet = document.querySelector('[data-testid="choices"]');
      while (sheet && !sheet.matches(".armed")) await frame();
      note(document.querySelectorAll('[data-testid="choices"] [data-act]'));
      document.querySelector('[data-testid="choices"] [aria-label="close"]')?.click();
    }
    await frame();
    more.open = true;
    await frame();
    note(more.querySelectorAll("button[data-act]"));
    note(document.querySelectorAll(".rail .act[data-act]"));
    more.open = false;
    return offers.map(name).filter((one) => !reached.has(one));
  }, offers);
}

for (const game of ["roulette", "craps", "blackjack"]) {
  (game === "roulette" ? scene : longScene)(`${game} on a phone: every wager is within reach of a thumb, and the result is in view`, async (stage) => {
    const table = await stage.floor.table(`phone-${game}`, game);
    const ann = await stage.player(`ann-phone-${game}`, table, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { summary } = await ann.view();
    await until("wagers are open", async () => isOpen(await ann.view()));
    for (const [act, seat] of BETS[game]) await ann.person.does(table, act, seat);
    await ann.current();
    const open = (await ann.offers()).filter((offer) => offer.kind === "wager" && isPlain(offer));
    assert.deepEqual(await outOfThumb(ann.page, open), []);
    await playOn([ann], summary.round);
    // A roll of the dice may decide nothing yet.
    const isDecided = async () => (await ann.view()).bets.length < 3;
    for (let rolls = 0; game === "craps" && rolls < 60 && !(await isDecided()); rolls++) await playOn([ann], (await ann.view()).summary.round);
    await ann.is("banner").waitFor();
    const { x, y, width, height } = await ann.is("banner").boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844, "the result is in view");
  });
}

scene("a number that is held down opens what lies around it", async (stage) => {
  const ann = await stage.player("ann-hold", await stage.floor.table("hold", "roulette"), { viewport: { width: 390, height: 844 }, hasTouch: true });
  await ann.current();
  const { x, y, width, height } = await ann.thing("straight 17").boundingBox();
  const touch = await ann.page.context().newCDPSession(ann.page);
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await ann.is("choices").waitFor();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.match(await ann.is("choices").innerText(), /^Bets on 17\n/);
  const names = await ann.is("choices").locator("[data-act] b").allInnerTexts();
  assert.deepEqual(names.slice(0, 2), ["17", "14-17 split"]);
  assert.equal(names.length, 12, `one number, four splits, one street, four corners, two double streets: ${names.join(", ")}`);
  await ann.is("choices").locator('[data-act="four 16-17-19-20"]').click();
  await until("the chip lies on the corner", async () => (await ann.view()).bets.some(({ wager }) => wager === "four 16-17-19-20"));
  await ann.is("choices").waitFor({ state: "hidden" });
  assert.equal((await ann.view()).bets.length, 1, "holding alone bets nothing");
});

for (const [width, height] of SIZES) {
  for (const colorScheme of ["dark", "light"]) {
    (width < 500 && colorScheme === "dark" ? scene : longScene)(`${width} by ${height}, ${colorScheme}: what one has stays in sight when answers come late or get lost`, async (stage) => {
      const table = await stage.floor.table(`late-${width}-${colorScheme}`, "roulette");
      const person = await stage.floor.guest(`late ${width} ${colorScheme}`);
      const page = await stage.page(await stage.windowOf(person, { viewport: { width, height }, colorScheme }));
      let asked = 0;
      let told = 0;
      await page.route((url) => url.pathname === `/api/tables/${table}`, async (route) => {
        asked += 1;
        const answer = await route.fetch();
        await new Promise((wake) => setTimeout(wake, 600));
        // Every third answer never arrives.
        if (asked % 3 === 0) return await route.abort();
        await route.fulfill({ response: answer });
        told += 1;
      });
      await page.goto(`/t/${table}`);
      const cents = async (name) => Number(await page.getByTestId(name).first().getAttribute("data-cents"));
      const red = page.locator('[data-act="red"]').first();
      const join = page.locator('[data-act="join"]');
      await page.locator('[data-chip="500"]').click();
      await until("red is open", async () => (await red.getAttribute("aria-disabled")) === "false");
      for (const stake of [500, 1000]) {
        await red.click();
        await until("the chip lies", async () => (await cents("on-layout")) === stake);
      }
      // Somebody joins the table and buys chips: the page reads it again, twice, over the same bad connection.
      const since = told;
      await (await stage.floor.guest(`other ${width} ${colorScheme}`)).join(table);
      await until("the page has read the table again", () => told > since);
      await person.does(table, "odd 5.00");
      await until("everything lies", async () => (await cents("on-layout")) === 1500);
      assert.equal(await cents("table-balance"), 98_500);
      assert.equal(await join.count(), 0, "nobody is asked to come again");
    });
  }
}

scene("what one cannot afford is dimmed: chips, places and the main button", async (stage) => {
  const table = await stage.floor.table("poor", "roulette");
  const ann = await stage.player("ann-poor", table);
  const off = () => ann.page.locator('[data-chip][aria-disabled="true"]').evaluateAll((all) => all.map((one) => one.dataset.chip).join());
  await ann.current();
  assert.equal(await off(), "");
  await ann.person.does(table, "red 500.00");
  await until("half is gone", async () => (await off()) === "100000");
  await ann.person.does(table, "black 494.00");
  await until("six dollars are left", async () => (await off()) === "2500,10000,50000,100000");
  await ann.person.does(table, "odd 6.00");
  await until("nothing is left", async () => (await off()) === "100,500,2500,10000,50000,100000");
  await until("no place is lit", async () => (await ann.page.locator('g[data-act][aria-disabled="false"]').count()) === 0);
});

longScene("no button speaks the journal's language", async (stage) => {
  const plain = (words) => words.toLowerCase().replace(/[^a-z ]/g, "").trim();
  for (const [game, wager, seat] of [["blackjack", "hand", 3], ["punto-banco", "player", 3], ["craps", "pass"], ["chemin-de-fer", "bid", 3], ["minibaccarat", "banker", 3], ["caribbean-stud", "ante", 3], ["double-down-stud", "original", 3], ["let-it-ride", "third", 3], ["pai-gow", "main", 3], ["pai-gow-poker", "main", 3], ["red-dog", "original", 3]]) {
    const table = await stage.floor.table(`words-${game}`, game);
    const ann = await stage.player(`ann-words-${game}`, table);
    await until("wagers are open", async () => isOpen(await ann.view()));
    await ann.does("sits at 3");
    await ann.wager(wager, seat, 500);
    const { summary } = await ann.view();
    const spoken = async (one = ann) => {
      await one.current();
      const deeds = new Set((await one.offers()).filter(({ kind }) => kind === "deed").map(({ act }) => act));
      const said = await one.page.locator("button[data-act][data-seat]").evaluateAll((all) => all.map((button) => [button.dataset.act, button.textContent]));
      for (const [act, words] of said) assert.ok(!deeds.has(act) || !plain(words).startsWith(plain(act)), `${game}, ${act}: ${words}`);
    };
    if (game === "chemin-de-fer") await spoken();
    else await playOn([ann], summary.round, spoken);
  }
});

longScene("the house holds the dice for whoever does not ask for them", async (stage) => {
  const table = await stage.floor.table("dice", "craps");
  const person = await stage.floor.guest("easy");
  await person.join(table, 50_000);
  const page = await stage.page(await stage.windowOf(person));
  await page.goto(`/t/${table}`);
  await page.getByTestId("intro").waitFor();
  await person.does(table, "sits at 3");
  await person.does(table, "pass 5.00");
  await until("one press of the gold button rolls", async () => {
    await page.locator('[data-act="ready"]').first().click({ timeout: 300 }).catch(() => {});
    return (await page.getByTestId("strip").innerText()).match(/\d/);
  });
});

longScene("the Big Six wheel is the one the table's options describe", async (stage) => {
  const options = { ...(await stage.floor.usual("big-six")), "stops.one": 22, "stops.two": 16 };
  const ann = await stage.player("ann-six", await stage.floor.table("six", "big-six", { options }));
  await ann.is("wheel").waitFor();
  const rim = await ann.is("wheel").locator("text").allTextContents();
  const count = (sign) => rim.filter((one) => one.trim() === sign).length;
  assert.deepEqual(["1", "2", "5", "10", "20"].map(count), [22, 16, 8, 4, 2], "and a joker and a flag make 54");
  await ann.page.getByText("22 of 54").waitFor();
});

scene("what one points at says what it pays and what the house keeps", async (stage) => {
  const ann = await stage.player("ann-edge", await stage.floor.table("edge", "craps"));
  await ann.current();
  for (const [act, says] of [["field", /Field · pays .+ · house edge 5\.56%/], ["any-seven", /Any seven · pays 4 to 1 · house edge 16\.67%/]]) {
    await ann.thing(act).hover();
    await until(`${act}: ${says}`, async () => says.test(await ann.is("about").innerText()));
  }
});

longScene("advice is given at the stud games and red dog: one line, and the best button is marked", async (stage) => {
  for (const [game, wager] of [["caribbean-stud", "ante"], ["double-down-stud", "original"], ["let-it-ride", "third"], ["red-dog", "original"]]) {
    const table = await stage.floor.table(`coach-${game}`, game);
    const ann = await stage.player(`ann-coach-${game}`, table);
    const you = await ann.number();
    await ann.does("sits at 3");
    // Not every deal at red dog leaves something to decide.
    for (let rounds = 0; rounds < 20; rounds++) {
      await until("wagers are open", async () => isOpen(await ann.view()));
      const { summary } = await ann.view();
      await ann.person.does(table, `${wager} 25.00`, 3);
      await ann.person.ready(table);
      const view = await until("one is asked, or it is over", async () => {
        const view = await ann.view();
        return ((view.awaits?.for === "decision" && view.awaits.by === you) || view.summary.round > summary.round) && view;
      });
      if (view.summary.round === summary.round) break;
    }
    if (["caribbean-stud", "let-it-ride"].includes(game)) await ann.does("looks");
    await ann.is("advice").waitFor({ timeout: 60_000 });
    const word = "(Raise|Fold|Stay|Stand|Double|Let it ride|Take it back)";
    const advice = await ann.is("advice").innerText();
    assert.match(advice, new RegExp(`^★?\\s*${word}: [+−]\\d+\\.\\d\\d per dollar; ${word}\\s[+−]\\d+\\.\\d\\d$`));
    const best = await ann.page.locator(".rail button.best").innerText();
    assert.ok(best.includes(advice.match(word)[0]), best);
  }
});

scene("the first time at a game three lines say how it goes, for fifteen seconds", async (stage) => {
  const page = await stage.page(await stage.window());
  await page.clock.install();
  await page.goto("/t/blackjack-1");
  const intro = page.getByTestId("intro");
  await intro.waitFor();
  assert.equal(await intro.locator("li").count(), 3);
  await page.clock.fastForward(13_000);
  assert.equal(await intro.count(), 1);
  await page.clock.fastForward(3000);
  await intro.waitFor({ state: "detached" });
  await page.reload();
  await page.getByTestId("caption").or(page.getByTestId("banner")).first().waitFor();
  assert.equal(await intro.count(), 0, "once is enough");
  await page.keyboard.press("g");
  await intro.waitFor();
  await intro.getByRole("button", { name: "Got it" }).click();
  await intro.waitFor({ state: "detached" });
});

longScene("what is said of a game covers no place of one's own, and goes with the first bet", async (stage) => {
  for (const [game, width, height] of [["blackjack", 390, 844], ["roulette", 1280, 800], ["craps", 1280, 800]]) {
    const table = await stage.floor.table(`intro-${game}`, game);
    const page = await stage.page(await stage.window({ viewport: { width, height } }));
    await page.goto(`/t/${table}`);
    const intro = page.getByTestId("intro");
    await intro.waitFor();
    const main = page.locator(".rail button.main");
    await until("a bet can be made", async () => /\$5/.test(await main.innerText({ timeout: 500 }).catch(() => "")));
    const [{ y, height: high }, felt] = [await intro.boundingBox(), await page.getByTestId("felt").boundingBox()];
    assert.ok(y + high < felt.y + felt.height / 2, `${game}: in the upper half of the felt`);
    await main.click();
    await intro.waitFor({ state: "detached" });
  }
});

scene("chips can be heard after the first click, and one key turns all sound off", async (stage) => {
  const ann = await stage.player("ann-sound", await stage.floor.table("sound", "roulette"));
  // Sounds are counted: the test browser is muted.
  await ann.page.addInitScript(() => {
    globalThis.heard47 = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
      globalThis.heard47 += 1;
      return start.apply(this, when);
    };
  });
  await ann.page.reload();
  await ann.current();
  const heard = () => ann.page.evaluate(() => globalThis.heard47);
  assert.equal(await heard(), 0);
  await ann.wager("red", 0, 500);
  await ann.wager("red", 0, 500);
  await until("a chip is heard", async () => (await heard()) > 0);
  await ann.page.keyboard.press("m");
  await until("the page says so", async () => (await ann.page.getByRole("button", { name: /^Sound/ }).getAttribute("aria-pressed")) === "false");
  const before = await heard();
  await ann.wager("black", 0, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 1500);
  assert.equal(await heard(), before, "nothing more");
  await ann.page.reload();
  await ann.current();
  assert.equal(await ann.page.getByRole("button", { name: /^Sound/ }).getAttribute("aria-pressed"), "false", "it stays off");
});

scene("an address that is no text leads to a page that says so", async (stage) => {
  const page = await stage.at(await stage.floor.staff("dealer"), "/console/%E0%A4%A");
  await until("something to read", async () => /no such table|not found/i.test(await page.locator("main").innerText().catch(() => "")));
});
