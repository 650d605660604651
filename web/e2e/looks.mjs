// Examines a table on a phone, a desktop and a wall screen, in dark and light mode: reports what is wrong, and takes a
// screenshot if wanted.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { barriers } from "./barriers.mjs";

export const SIZES = [[390, 844], [1280, 800], [3840, 2160]];

/**
 * What is wrong with what a page shows: text smaller than 12 px or overlapping other text, small targets, elements that
 * overlap or extend beyond the window.
 */
function faults([touch, desk]) {
  const found = [];
  const clipped = (one) => one !== null && (getComputedStyle(one).clipPath === "inset(50%)" || clipped(one.parentElement));
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".unseen, .why:not(.open), details:not([open]) > :not(summary)") && !clipped(one);
  /** The part of a box that is not clipped by what contains it: a list that scrolls hides what does not fit. */
  const shown = ({ left, right, top, bottom }, one) => {
    for (let around = one; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (around instanceof SVGElement || overflowX + overflowY === "visiblevisible") continue;
      const frame = around.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };
  const words = [];
  const labels = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`${wide} px too wide`);
  const letters = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (letters.nextNode()) {
    const [node, one] = [letters.currentNode, letters.currentNode.parentElement];
    if (!node.textContent.trim() || !seen(one) || one.closest("title, [data-testid=felt] .chip, [data-card], style, script")) continue;
    let px = parseFloat(getComputedStyle(one).fontSize);
    const matrix = one instanceof SVGGraphicsElement ? one.getScreenCTM() : one.closest("foreignObject")?.getScreenCTM();
    if (matrix) px *= Math.hypot(matrix.a, matrix.b);
    if (px < 11.9) found.push(`${px.toFixed(1)} px: ${node.textContent.trim().slice(0, 24)}`);
    // Text on an arc or on a wheel is not rectangular, the cards of one hand overlap, and an alarm lies above everything.
    if (one.closest("textPath, [data-testid=wheel], [data-card], [role=alert]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = shown(range.getBoundingClientRect(), one);
    if (box.width <= 0 || box.height <= 0) continue;
    words.push({ text: node.textContent.trim().slice(0, 24), one, box });
    if (one.closest("g[data-act]")) labels.push(words.at(-1));
  }
  words.forEach(({ text, one, box: a }, at) => words.slice(at + 1).forEach(({ text: other, one: where, box: b }) => {
    const deep = Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    // A line of text is slightly taller than its letters.
    if (one !== where && !(one.closest("p") && one.closest("p") === where.closest("p")) && deep > 0.3 * Math.min(a.height, b.height)) found.push(`"${text}" over "${other}"`);
  }));
  const name = (one) => one.dataset.act ?? one.dataset.chip ?? one.textContent.trim().slice(0, 20);
  const box = (one) => one.getBoundingClientRect();
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const apart = (all) => all.forEach((one, at) => all.slice(at + 1).forEach((other) => over(box(one), box(other)) && found.push(`${name(one)} over ${name(other)}`)));
  const buttons = [...document.querySelectorAll("header a, header button, footer button, footer summary")].filter(seen);
  apart(buttons);
  // Lines and corners of roulette overlap the boxes they join. Not every place is a rectangle: its outline decides what
  // is inside.
  const zones = [...document.querySelectorAll('g[data-kind="box"], g[data-kind="plate"], g[data-kind="seat"], g[data-kind="dashed"]')].filter(seen);
  const holds = (zone, x, y) => {
    const path = zone.querySelector("path.outline");
    return path.isPointInFill(new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse()));
  };
  zones.forEach((one, at) => zones.slice(at + 1).forEach((other) => {
    const [a, b] = [box(one), box(other)];
    if (!over(a, b)) return;
    const [left, right, top, bottom] = [Math.max(a.left, b.left), Math.min(a.right, b.right), Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)];
    const parts = [0.05, 0.25, 0.5, 0.75, 0.95];
    const both = (down, along) => [one, other].every((zone) => holds(zone, left + along * (right - left), top + down * (bottom - top)));
    if (parts.some((down) => parts.some((along) => both(down, along)))) found.push(`${name(one)} over ${name(other)}`);
  }));
  for (const one of buttons) {
    const { left, right, top, bottom, width, height } = box(one);
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) found.push(`${name(one)} is beyond the window`);
    if (touch && Math.min(width, height) < 39) found.push(`${name(one)} is ${Math.round(width)} by ${Math.round(height)} px`);
    if (!one.dataset.chip && !one.matches(".best") && one.scrollWidth > one.clientWidth + 1) found.push(`${name(one)} does not fit its button`);
  }
  if (touch) {
    for (const one of document.querySelectorAll('g[data-kind="box"], g[data-kind="plate"]')) {
      const { width, height } = box(one);
      if (Math.min(width, height) < 39.4) found.push(`${name(one)} is ${Math.round(width)} by ${Math.round(height)} px`);
    }
  }
  // Chips lie beside the print and are large enough to read; so are the player's and the dealer's cards.
  for (const chips of document.querySelectorAll("[data-chips]")) {
    const [top] = [...chips.querySelectorAll("[data-top]")].map(box);
    if (desk && top.width < 35.5) found.push(`chips on ${chips.dataset.chips} are ${top.width.toFixed(1)} px wide`);
    for (const { text, box: b } of labels) {
      const [wide, high] = [Math.min(top.right, b.right) - Math.max(top.left, b.left), Math.min(top.bottom, b.bottom) - Math.max(top.top, b.top)];
      if (Math.min(wide, high) > 0.3 * b.height) found.push(`chips on ${chips.dataset.chips} cover "${text}"`);
    }
  }
  const cards = [...document.querySelectorAll("[data-hand] [data-card] .face")].filter(seen);
  // Chips lie beside cards and totals. Cards of a hand are turned a little, so that their boxes are larger than they are.
  for (const chips of document.querySelectorAll("[data-chips]")) {
    const { left, right, top, bottom } = box(chips.querySelector("[data-top]"));
    const inner = { left: left + 6, right: right - 6, top: top + 6, bottom: bottom - 6 };
    const under = [...cards, ...document.querySelectorAll("[data-hand] .total")].find((one) => over(inner, box(one)));
    if (under) found.push(`chips on ${chips.dataset.chips} cover a ${under.matches(".total") ? "total" : "card"} of ${under.closest("[data-hand]").dataset.hand}`);
  }
  for (const card of desk ? cards.filter((one) => !one.closest("[data-small]")) : []) {
    const { width, height } = box(card);
    if (Math.max(width, height) < 89) found.push(`a card of ${card.closest("[data-hand]").dataset.hand} is ${Math.round(height)} px high`);
  }
  const says = document.querySelector("[data-testid=banner], [data-testid=caption]");
  if (says) {
    const plate = box(says);
    const [mid, half] = [(plate.top + plate.bottom) / 2, plate.height / 2 - 4];
    const inner = { left: plate.left + 4, right: plate.right - 4, top: mid - half, bottom: mid + half };
    const under = cards.find((card) => over(inner, box(card)));
    if (under) found.push(`"${says.textContent.trim().slice(0, 24)}" over a card of ${under.closest("[data-hand]").dataset.hand}`);
  }
  return found;
}


/** Waits until the page has drawn everything at its current size and in its current colors: until nothing moves any more. */
const drawn = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((wake) => requestAnimationFrame(wake));
    const parts = "[data-testid=felt], .rail, .top, [data-chips] [data-top], [data-card] .face";
    const places = () => JSON.stringify([...[...document.querySelectorAll(parts)].map((one) => one.getBoundingClientRect()), document.querySelector("[data-testid=felt]")?.getAttribute("viewBox")]);
    for (let still = 0, before = ""; still < 3; still = places() === before ? still + 1 : 0) {
      before = places();
      await frame();
    }
  });

/** Saves a screenshot of a page in the folder $SHOTS. */
async function picture(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/[^a-z0-9]+/gi, "-")}.png`) });
}

/**
 * Everything that is wrong with a table as a page shows it. When the player is asked something and when a round ends,
 * axe runs too, in both themes.
 */
export async function look(page, name) {
  const wrong = [];
  const { width } = page.viewportSize();
  const closely = /turn|result/.test(name) && width < 2000;
  for (const colorScheme of closely ? ["light", "dark"] : [width < 500 ? "dark" : "light"]) {
    await page.emulateMedia({ colorScheme });
    await drawn(page);
    const where = `${name}, ${width} ${colorScheme}`;
    wrong.push(...(await page.evaluate(faults, [width < 500, width > 1000])).map((one) => `${where}: ${one}`));
    if (closely) wrong.push(...(await barriers(page)).map((one) => `${where}: ${one}`));
    await picture(page, where);
  }
  return wrong;
}
