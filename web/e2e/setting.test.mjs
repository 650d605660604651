// The games of two hands: seven cards or four tiles are set with the keys, by dragging with a mouse, and with a finger. A foul
// is announced before it is final.

import assert from "node:assert/strict";
import { until } from "./floor.mjs";
import { house } from "./stage.mjs";
import { NEW_DECKS } from "./stories.mjs";

const { scene, longScene } = house();

/** Ann has looked at her cards, which came in this order. */
const CARDS = "9s Kd Qh 2d Kc Jd 6c".split(" ");
/** And at her tiles: 6-6 with the nine is a wong, which the other two cannot beat. */
const TILES = "1-3 6-6 1-4 3-6".split(" ");

const GAMES = {
  "pai-gow-poker": { before: NEW_DECKS, deals: ["dealer deals", "dealer counts the cards left"], hand: CARDS },
  "pai-gow": { before: ["dealer lays the tiles out", "dealer mixes the tiles", "dealer stacks the tiles"], deals: ["dealer deals the stacks"], hand: TILES },
};

async function dealt(stage, name, { game = "pai-gow-poker", ...options } = {}) {
  const table = await stage.floor.table(`set-${name}`, game, { physical: true });
  const staff = { dealer: await stage.floor.staff("dealer"), floorperson: await stage.floor.staff("floorperson") };
  const told = async (line, as) => {
    const [who, ...rest] = line.split(" ");
    await staff[who].does(table, rest.join(" "), 0, as ?? who);
  };
  const { before, deals, hand } = GAMES[game];
  for (const line of before) await told(line);
  const ann = await stage.player(`ann-${name}`, table, options);
  await ann.does("sits at 3");
  await ann.person.does(table, "main 25.00", 3);
  for (const line of ["dealer calls no more bets", "dealer shakes"]) await told(line);
  await told("dealer dice 2-3-4", "equipment");
  for (const line of deals) await told(line);
  await ann.person.does(table, "looks");
  for (const piece of hand) await told(`dealer ${piece}`, "equipment");
  await ann.is("setting").waitFor();
  return ann;
}

/** What is in each hand on the page. */
const parted = (ann) =>
  ann.page.evaluate(() => {
    const faces = (hand) => [...document.querySelectorAll(`[data-into="${hand}"] [data-card]`)].map(({ dataset }) => dataset.card);
    return { high: faces("high"), low: faces("low") };
  });

/** The settings that the page has sent. */
async function written(ann) {
  const acts = ann.said.map((text) => JSON.parse(text)).filter((frame) => frame.do === "act").map(({ act }) => act);
  return acts.filter((act) => / low$/.test(act));
}

/** Waits until the low hand on the page has these cards or tiles. */
const low = (ann, ...cards) => until(`the low hand is ${cards.join(" ")}`, async () => (await parted(ann)).low.join() === cards.join());

/** The middle of something on the page. */
async function middle(ann, where) {
  const { x, y, width, height } = await ann.page.locator(where).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags with the mouse a card or a tile that came at this place. */
async function drag(ann, at, to) {
  const [from, into] = [await middle(ann, `[data-place="${at + 1}"]`), await middle(ann, to)];
  await ann.page.mouse.move(from.x, from.y);
  await ann.page.mouse.down();
  await ann.page.mouse.move(into.x, into.y, { steps: 5 });
  await ann.page.mouse.up();
}

/** Drags it with a finger. */
async function finger(ann, at, into = '[data-into="low"]') {
  ann.touch ??= await ann.page.context().newCDPSession(ann.page);
  const touched = (type, ...touchPoints) => ann.touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [from, to] = [await middle(ann, `[data-place="${at + 1}"]`), await middle(ann, into)];
  await touched("touchStart", from);
  for (const part of [0.2, 0.6, 1]) await touched("touchMove", { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) });
  await touched("touchEnd");
}

/** Everything in the two hands is as wide as a thumb. */
async function isWide(ann) {
  const sizes = await ann.page.locator(".setting button").evaluateAll((all) => all.map((one) => Math.min(one.clientWidth, one.clientHeight)));
  assert.ok(sizes.every((px) => px >= 40), `every card is as wide as a thumb: ${sizes}`);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

scene("with the keys: the cards lie in order, and a foul is said twice before it is final", async (stage) => {
  const ann = await dealt(stage, "keys");
  assert.deepEqual((await parted(ann)).high, ["Kd", "Kc", "Qh", "Jd", "9s", "6c", "2d"]);
  for (const key of ["1", "2"]) await ann.page.keyboard.press(key);
  await low(ann, "Kd", "Kc");
  assert.match(await ann.is("setting").innerText(), /foul: your low hand is higher/i);
  await ann.page.keyboard.press(" ");
  await until("one is asked again", async () => /lose/.test(await ann.thing("set").innerText()));
  assert.deepEqual(await written(ann), [], "nothing is set yet");
  for (const key of ["1", "2", "3", "4"]) await ann.page.keyboard.press(key);
  await low(ann, "Qh", "Jd");
  assert.match(await ann.is("setting").innerText(), /pair of kings/);
  await ann.page.keyboard.press("Enter");
  await until("the hands are set, by the places of the cards", async () => (await written(ann)).join() === "sets 3 and 6 low");
  await ann.is("setting").waitFor({ state: "detached" });
});

longScene("with a mouse: cards are dragged between the hands, and a foul that one insists on stands", async (stage) => {
  const ann = await dealt(stage, "mouse");
  const place = (card) => `[data-place="${CARDS.indexOf(card) + 1}"]`;
  const drags = (card, to) => drag(ann, CARDS.indexOf(card), to);
  await drags("Kd", '[data-into="low"]');
  await low(ann, "Kd");
  await drags("Qh", '[data-into="low"]');
  await low(ann, "Kd", "Qh");
  await drags("Kc", place("Qh"));
  await low(ann, "Kd", "Kc");
  await drags("Kd", place("Qh"));
  await low(ann, "Kc", "Qh");
  await drags("Kd", place("Qh"));
  await low(ann, "Kd", "Kc");
  await ann.thing("set").click();
  assert.deepEqual(await written(ann), []);
  await ann.thing("set").click();
  await until("the foul is set", async () => (await written(ann)).join() === "insists on 2 and 5 low");
});

longScene("on a phone: cards are dragged with a finger", async (stage) => {
  const ann = await dealt(stage, "finger", PHONE);
  await finger(ann, CARDS.indexOf("Qh"));
  await low(ann, "Qh");
  await finger(ann, CARDS.indexOf("Jd"));
  await low(ann, "Qh", "Jd");
  await isWide(ann);
  await ann.thing("set").click();
  await until("the hands are set", async () => (await written(ann)).join() === "sets 3 and 6 low");
});

/** The better two tiles are in the low hand: the page says so, and there is no way to set them. */
async function isWarned(ann) {
  await until("the page says which are the better two", async () => /better two tiles are the high hand/.test(await ann.is("setting").innerText()));
  assert.ok(await ann.thing("set").isDisabled());
  assert.deepEqual(await written(ann), [], "nothing is set yet");
}

longScene("tiles with the keys: they lie in order, and the better two cannot be the low hand", async (stage) => {
  const ann = await dealt(stage, "tile-keys", { game: "pai-gow" });
  assert.deepEqual((await parted(ann)).high, ["6-6", "1-3", "3-6", "1-4"]);
  for (const key of ["1", "3", "Enter"]) await ann.page.keyboard.press(key);
  await low(ann, "6-6", "3-6");
  await isWarned(ann);
  for (const key of ["1", "3", "2", "4"]) await ann.page.keyboard.press(key);
  await low(ann, "1-3", "1-4");
  await ann.page.keyboard.press("Enter");
  await until("the hands are set, by the places of the tiles", async () => (await written(ann)).join() === "sets 1 and 3 low");
  await ann.is("setting").waitFor({ state: "detached" });
});

longScene("tiles with a mouse: they are dragged between the hands, and one takes the place of another", async (stage) => {
  const ann = await dealt(stage, "tile-mouse", { game: "pai-gow" });
  await drag(ann, TILES.indexOf("6-6"), '[data-into="low"]');
  await low(ann, "6-6");
  await drag(ann, TILES.indexOf("3-6"), '[data-into="low"]');
  await low(ann, "6-6", "3-6");
  await isWarned(ann);
  await drag(ann, TILES.indexOf("1-4"), `[data-place="${TILES.indexOf("6-6") + 1}"]`);
  await low(ann, "3-6", "1-4");
  await drag(ann, TILES.indexOf("3-6"), '[data-into="high"]');
  await low(ann, "1-4");
  await drag(ann, TILES.indexOf("1-3"), '[data-into="low"]');
  await low(ann, "1-3", "1-4");
  await ann.thing("set").click();
  await until("the hands are set", async () => (await written(ann)).join() === "sets 1 and 3 low");
});

longScene("tiles on a phone: they are dragged with a finger", async (stage) => {
  const ann = await dealt(stage, "tile-finger", { game: "pai-gow", ...PHONE });
  for (const tile of ["6-6", "3-6"]) await finger(ann, TILES.indexOf(tile));
  await low(ann, "6-6", "3-6");
  await isWarned(ann);
  await isWide(ann);
  // Let go over another tile, one takes its place.
  await finger(ann, TILES.indexOf("1-3"), `[data-place="${TILES.indexOf("6-6") + 1}"]`);
  await low(ann, "1-3", "3-6");
  await finger(ann, TILES.indexOf("1-4"), `[data-place="${TILES.indexOf("3-6") + 1}"]`);
  await low(ann, "1-3", "1-4");
  await ann.thing("set").click();
  await until("the hands are set", async () => (await written(ann)).join() === "sets 1 and 3 low");
});
