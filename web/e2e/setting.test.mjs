// Pai gow poker: seven cards are set as two hands with the keys, by dragging with a mouse, and with a finger. A foul is
// announced before it is final.

import assert from "node:assert/strict";
import { until } from "./floor.mjs";
import { house } from "./stage.mjs";
import { NEW_DECKS } from "./stories.mjs";

const { scene, longScene } = house();

/** Ann has looked at her cards, which came in this order. */
const CARDS = "9s Kd Qh 2d Kc Jd 6c".split(" ");

async function dealt(stage, name, options) {
  const table = await stage.floor.table(`set-${name}`, "pai-gow-poker", { physical: true });
  const staff = { dealer: await stage.floor.staff("dealer"), floorperson: await stage.floor.staff("floorperson") };
  const told = async (line, as) => {
    const [who, ...rest] = line.split(" ");
    await staff[who].does(table, rest.join(" "), 0, as ?? who);
  };
  for (const line of NEW_DECKS) await told(line);
  const ann = await stage.player(`ann-${name}`, table, options);
  await ann.does("sits at 3");
  await ann.person.does(table, "main 25.00", 3);
  for (const line of ["dealer calls no more bets", "dealer shakes"]) await told(line);
  await told("dealer dice 2-3-4", "equipment");
  for (const line of ["dealer deals", "dealer counts the cards left"]) await told(line);
  await ann.person.does(table, "looks");
  for (const card of CARDS) await told(`dealer ${card}`, "equipment");
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
async function written(_, ann) {
  const acts = ann.said.map((text) => JSON.parse(text)).filter((frame) => frame.do === "act").map(({ act }) => act);
  return acts.filter((act) => / low$/.test(act));
}

/** Waits until the low hand on the page has these cards. */
const low = (ann, ...cards) => until(`the low hand is ${cards.join(" ")}`, async () => (await parted(ann)).low.join() === cards.join());

scene("with the keys: the cards lie in order, and a foul is said twice before it is final", async (stage) => {
  const ann = await dealt(stage, "keys");
  assert.deepEqual((await parted(ann)).high, ["Kd", "Kc", "Qh", "Jd", "9s", "6c", "2d"]);
  for (const key of ["1", "2"]) await ann.page.keyboard.press(key);
  await low(ann, "Kd", "Kc");
  assert.match(await ann.is("setting").innerText(), /foul: your low hand is higher/i);
  await ann.page.keyboard.press(" ");
  await until("one is asked again", async () => /lose/.test(await ann.thing("set").innerText()));
  assert.deepEqual(await written(stage, ann), [], "nothing is set yet");
  for (const key of ["1", "2", "3", "4"]) await ann.page.keyboard.press(key);
  await low(ann, "Qh", "Jd");
  assert.match(await ann.is("setting").innerText(), /pair of kings/);
  await ann.page.keyboard.press("Enter");
  await until("the hands are set, by the places of the cards", async () => (await written(stage, ann)).join() === "sets 3 and 6 low");
  await ann.is("setting").waitFor({ state: "detached" });
});

longScene("with a mouse: cards are dragged between the hands, and a foul that one insists on stands", async (stage) => {
  const ann = await dealt(stage, "mouse");
  const middle = async (where) => {
    const { x, y, width, height } = await ann.page.locator(where).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const drag = async (card, to) => {
    await ann.page.mouse.move(...(await middle(`[data-place="${CARDS.indexOf(card) + 1}"]`)));
    await ann.page.mouse.down();
    await ann.page.mouse.move(...(await middle(to)), { steps: 5 });
    await ann.page.mouse.up();
  };
  await drag("Kd", '[data-into="low"]');
  await low(ann, "Kd");
  await drag("Qh", '[data-into="low"]');
  await low(ann, "Kd", "Qh");
  await drag("Kc", `[data-place="${CARDS.indexOf("Qh") + 1}"]`);
  await low(ann, "Kd", "Kc");
  await drag("Kd", `[data-place="${CARDS.indexOf("Qh") + 1}"]`);
  await low(ann, "Kc", "Qh");
  await drag("Kd", `[data-place="${CARDS.indexOf("Qh") + 1}"]`);
  await low(ann, "Kd", "Kc");
  await ann.thing("set").click();
  assert.deepEqual(await written(stage, ann), []);
  await ann.thing("set").click();
  await until("the foul is set", async () => (await written(stage, ann)).join() === "insists on 2 and 5 low");
});

longScene("on a phone: cards are dragged with a finger", async (stage) => {
  const ann = await dealt(stage, "finger", { viewport: { width: 390, height: 844 }, hasTouch: true });
  const touch = await ann.page.context().newCDPSession(ann.page);
  const middle = async (where) => {
    const { x, y, width, height } = await ann.page.locator(where).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const finger = async (card) => {
    const [from, to] = [await middle(`[data-place="${CARDS.indexOf(card) + 1}"]`), await middle('[data-into="low"]')];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
    for (const part of [0.2, 0.6, 1]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await finger("Qh");
  await low(ann, "Qh");
  await finger("Jd");
  await low(ann, "Qh", "Jd");
  const sizes = await ann.page.locator(".setting button").evaluateAll((all) => all.map((one) => Math.min(one.clientWidth, one.clientHeight)));
  assert.ok(sizes.every((px) => px >= 40), `every card is as wide as a thumb: ${sizes}`);
  await ann.thing("set").click();
  await until("the hands are set", async () => (await written(stage, ann)).join() === "sets 3 and 6 low");
});
