// What moves: wheel, ball, clapper, dice, cards and chips, at a pace the player chooses. Motion shows how a result came
// about; it never decides one, never delays what the server says, and never keeps anybody from the next bet.

import assert from "node:assert/strict";
import { until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

/** Somebody with motion turned on, at their own table. */
async function mover(stage, name, game) {
  const table = await stage.floor.table(`moves-${name}`, game);
  return await stage.player(`ann-${name}`, table, { reducedMotion: "no-preference" });
}

/** Speeds up everything that moves on a page by a factor, so that there is no waiting. */
async function pacer(page) {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Animation.enable");
  return (playbackRate) => tools.send("Animation.setPlaybackRate", { playbackRate });
}

const animations = (page) =>
  page.evaluate(() => document.getAnimations().map((one) => ({ name: one.animationName ?? "", ...one.effect.getComputedTiming(), of: one.effect.target?.closest("[data-testid], [data-card]")?.outerHTML.slice(0, 80) ?? "" })));

/** Waits until a round is over on the server, and the page knows. */
async function decided(ann, round) {
  await until("the round is over", async () => (await ann.view()).summary.round > round);
  const { next } = await ann.view();
  await until("the page has heard it", async () => Number(await ann.is("round").getAttribute("data-next")) >= next);
}

/** Makes a bet and presses the main button. */
async function bets(ann, wager) {
  const { summary } = await ann.view();
  await ann.wager(wager, 0, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  await ann.ready();
  return summary.round;
}

/** The angles of the rotating parts, in degrees from 0 to 360. */
const angles = (page) =>
  page.evaluate(() => {
    const angle = (one) => {
      const { a, b } = new DOMMatrix(getComputedStyle(one).transform);
      return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
    };
    const wheel = document.querySelector("[data-testid=wheel]");
    return { turned: [...wheel.querySelectorAll(".moves")].map(angle), rim: [...wheel.querySelectorAll("[data-place]")].map((one) => one.dataset.place) };
  });

scene("the ball falls into the pocket that was drawn; meanwhile nothing is given away, and the next bet can be made", async (stage) => {
  const ann = await mover(stage, "ball", "roulette");
  const pace = await pacer(ann.page);
  await pace(0.01);
  const round = await bets(ann, "red");
  await decided(ann, round);
  const [spin] = (await animations(ann.page)).filter(({ iterations, duration }) => iterations === 1 && duration > 2000);
  assert.ok(spin && spin.duration >= 4000 && spin.duration <= 6000, `the ball runs for ${spin?.duration} ms`);
  assert.match(await ann.is("caption").textContent(), /The ball is rolling/);
  assert.equal(await ann.page.getByTestId("strip").locator("li:not(.none)").count(), 0, "the number is not told yet");
  assert.equal(await ann.page.locator('[data-chips="red"]').count(), 1, "what was decided still lies there");
  assert.equal(await ann.is("table-balance").innerText(), "$995", "and what was won is not there yet");
  await ann.why();
  assert.match(await ann.is("why").locator("h2").innerText(), /The ball is rolling/);
  assert.equal(await ann.page.getByTestId("results").count() + (await ann.page.getByTestId("captions").count()), 0, "nor in the drawer");
  await ann.page.keyboard.press("Escape");
  await ann.wager("black", 0, 500);
  await until("a chip for the next round lies there", async () => (await ann.page.locator('[data-chips="black"]').count()) === 1);
  assert.equal((await ann.view()).bets.length, 1);
  await pace(50);
  await until("the number is told", async () => (await ann.page.getByTestId("strip").locator("li:not(.none)").count()) === 1);
  assert.equal(await ann.page.locator('[data-chips="red"]').count(), 0);
  const { outcome } = (await ann.view()).picture;
  const { turned: [rotor, orbit], rim } = await angles(ann.page);
  const at = (rotor + (360 / rim.length) * rim.indexOf(outcome.pocket)) % 360;
  assert.ok(Math.abs(((at - orbit + 540) % 360) - 180) < 1, `${outcome.pocket} is at ${at}, the ball at ${orbit}`);
  await until("the balance is what the server says", async () => Number((await ann.is("table-balance").innerText()).replace(/[$,]/g, "")) * 100 === (await ann.view()).money.balance);
});

longScene("the Big Six wheel stops at the sign that was drawn, in the order of its rim", async (stage) => {
  const ann = await mover(stage, "six", "big-six");
  const pace = await pacer(ann.page);
  const before = await angles(ann.page);
  const felt = await ann.person.get(`/api/tables/${ann.table}/felt`);
  const wheel = felt.places.find(({ name }) => name === "wheel");
  const angle = ([x, y]) => (Math.atan2(x - wheel.x, wheel.y - y) + 2 * Math.PI) % (2 * Math.PI);
  const inside = felt.marks.filter(({ text, at: [x, y] }) => text && Math.hypot(x - wheel.x, y - wheel.y) <= wheel.w / 2);
  const printed = inside.sort((one, other) => angle(one.at) - angle(other.at)).map(({ text }) => ({ J: "joker", F: "flag" })[text] ?? text);
  assert.deepEqual(before.rim, printed, "the rim is that of the layout");
  await pace(0.01);
  const round = await bets(ann, "$1");
  await decided(ann, round);
  const [spin] = (await animations(ann.page)).filter(({ iterations, duration }) => iterations === 1 && duration > 2000);
  assert.ok(spin && spin.duration >= 4000 && spin.duration <= 6000, `the wheel turns for ${spin?.duration} ms`);
  await pace(50);
  await ann.is("banner").waitFor();
  const { outcome } = (await ann.view()).picture;
  const { turned: [rotor], rim } = await angles(ann.page);
  const top = rim[Math.round((360 - rotor) / (360 / rim.length)) % rim.length];
  assert.equal(top, outcome.symbol);
});

longScene("dice tumble over the felt and show what was rolled", async (stage) => {
  const ann = await mover(stage, "dice", "craps");
  await ann.does("sits at 3");
  const pace = await pacer(ann.page);
  await ann.wager("field", 0, 500);
  await ann.wager("pass", 0, 500);
  await until("the chips lie", async () => (await ann.onLayout()) === 1000);
  await pace(0.01);
  await ann.ready();
  await until("the dice are in the air", async () => {
    // The shooter is asked to take and throw them, and the house may ask once more whether all bets are down.
    for (const act of ["accepts the dice", "throws", "ready"]) {
      if (await ann.thing(act).isVisible()) await ann.thing(act).click({ timeout: 1000 }).catch(() => {});
    }
    return (await animations(ann.page)).filter(({ duration }) => duration === 1100).length === 2;
  });
  assert.match(await ann.is("caption").textContent(), /The dice are out/);
  await pace(50);
  await ann.is("banner").waitFor();
  const { outcome } = (await ann.view()).picture;
  const shown = await ann.page.locator('[data-testid="felt"] [aria-label^="a die shows"]').evaluateAll((all) => all.map((one) => Number(one.getAttribute("aria-label").split(" ").at(-1))));
  assert.deepEqual(shown.sort(), [...outcome.dice].sort());
});

longScene("cards fly from the shoe, and chips go to and fro", async (stage) => {
  const ann = await mover(stage, "cards", "minibaccarat");
  const pace = await pacer(ann.page);
  await pace(0.01);
  await ann.does("sits at 3");
  const { summary } = await ann.view();
  await ann.wager("banker", 3, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  await ann.ready();
  await decided(ann, summary.round);
  const names = (await animations(ann.page)).map(({ name }) => name);
  assert.ok(names.filter((name) => name.endsWith("dealt")).length >= 4, `cards are dealt: ${names}`);
  const net = Number(await ann.is("banner").getAttribute("data-net"));
  const flights = await ann.page.getByTestId("flight").count();
  // A tie moves nothing.
  if (net !== 0) assert.ok(flights >= 1, `${net}: ${flights} chips move`);
  await pace(50);
  await until("they have arrived", async () => (await ann.page.getByTestId("flight").count()) === 0);
});

longScene("Fast makes a spin short, and a key turns it on", async (stage) => {
  const ann = await mover(stage, "fast", "roulette");
  const pace = await pacer(ann.page);
  await ann.page.keyboard.press("v");
  await pace(0.01);
  const round = await bets(ann, "red");
  await decided(ann, round);
  const longest = Math.max(...(await animations(ann.page)).filter(({ iterations }) => iterations === 1).map(({ duration }) => duration));
  assert.ok(longest >= 1000 && longest <= 1500, `${longest} ms`);
});

longScene("frame times of a spin", async (stage) => {
  const ann = await mover(stage, "frames", "roulette");
  await ann.page.evaluate(() => {
    globalThis.frames47 = [];
    let last = performance.now();
    const frame = (now) => {
      globalThis.frames47.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const round = await bets(ann, "red");
  await decided(ann, round);
  await ann.is("banner").waitFor();
  const frames = await ann.page.evaluate(() => globalThis.frames47.sort((a, b) => a - b));
  const at = (part) => frames[Math.floor((frames.length - 1) * part)].toFixed(1);
  // A figure to read, not a test: the frame rate depends on what else runs on the machine.
  console.log(`a spin: ${frames.length} frames, median ${at(0.5)} ms, 95% under ${at(0.95)} ms, longest ${at(1)} ms`);
  assert.ok(frames.length > 20, "something moved");
});
