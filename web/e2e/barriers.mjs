// Accessibility barriers of a page: what axe finds, and what overflows a small window.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Serious and critical findings, each with its places. */
async function findings(page) {
  const found = await page.evaluate(async (tags) => {
    return (await globalThis.axe.run(document, { runOnly: tags, resultTypes: ["violations"] })).violations;
  }, TAGS);
  const grave = found.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return grave.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** Waits until colors and places are what they are going to be: nothing moves any more but what moves forever. */
const still = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const ends = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ends.map((one) => one.finished));
    await new Promise((wake) => requestAnimationFrame(() => requestAnimationFrame(wake)));
  });

/**
 * All barriers. If a page changes while axe runs, axe may see colors that are neither the old nor the new ones: only
 * findings that persist count.
 */
export async function barriers(page) {
  // This runs through the browser's debugger: the page itself blocks all scripts that are not its own.
  await page.evaluate(axe);
  await still(page);
  const first = await findings(page);
  if (first.length === 0) return first;
  await still(page);
  const second = await findings(page);
  return first.filter((one) => second.includes(one));
}

/** How far a page extends beyond its window, and which element causes it. */
export const overflow = (page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return "";
    const right = (one) => one.getBoundingClientRect().right;
    const out = [...document.querySelectorAll("body *")].filter((one) => right(one) > innerWidth + 1);
    return `${wide} px too wide: ${out.slice(0, 3).map((one) => `${one.tagName.toLowerCase()}.${one.className}`).join(", ")}`;
  });
