// The book that a floor serves under /help, and, with UPDATE_PICTURES=1, the pictures on its front page.

import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { barriers, overflow } from "./barriers.mjs";
import { Console } from "./console.mjs";
import { isOpen, until } from "./floor.mjs";
import { house } from "./stage.mjs";

const PICTURES = resolve(import.meta.dirname, "../../docs/pictures");
const NAMES = ["table", "console", "desk", "law"];
const MOST = 125_000;

const { scene, longScene } = house();

scene("the menu leads to the book, its search finds a word, and a link leads back to the tables", async (stage) => {
  const page = await stage.page(await stage.window());
  await page.goto("/law");
  await page.getByRole("navigation", { name: "pages" }).getByRole("link", { name: "Help" }).click();
  await page.getByRole("heading", { level: 1, name: "What this is, and why" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/help/");
  // By the keyboard alone.
  await page.keyboard.press("/");
  await page.keyboard.type("golden round");
  const found = page.locator("#found");
  await found.getByText(/sections? found/).waitFor();
  assert.ok(await found.getByRole("link", { name: /^Glossary/ }).count(), await found.innerText());
  await page.keyboard.press("Escape");
  await found.waitFor({ state: "hidden" });
  await page.keyboard.type("xyzzyplugh");
  await found.getByText("Nothing found").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("exit code 130");
  await found.getByText(/sections? found/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /command/ }).waitFor();
  await page.getByRole("link", { name: "Tables", exact: true }).click();
  await page.getByRole("navigation", { name: "pages" }).waitFor();
});

for (const colorScheme of ["dark", "light"]) {
  longScene(`pages of the book, ${colorScheme}: no barrier, nothing beyond the window`, async (stage) => {
    const context = await stage.window({ colorScheme });
    const page = await stage.page(context);
    const findings = [];
    for (const path of ["", "start/developer.html", "cli/odds.html", "roles.html", "glossary.html", "schema/index.html"]) {
      for (const [width, height] of [[1280, 800], [390, 844]]) {
        await page.setViewportSize({ width, height });
        const answer = await page.goto(`/help/${path}`);
        assert.equal(answer?.status(), 200, path);
        findings.push(...(await barriers(page)).map((one) => `${path} at ${width}: ${one}`));
        const wide = await overflow(page);
        if (wide) findings.push(`${path} at ${width}: ${wide}`);
      }
    }
    assert.deepEqual(findings, []);
  });
}

longScene("the book has the theme that was chosen in the app, and the other way around", async (stage) => {
  const page = await stage.page(await stage.window({ colorScheme: "light" }));
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/help/");
  const light = await ground();
  await page.getByRole("button", { name: "Theme: auto" }).click();
  await page.getByRole("button", { name: "Theme: dark" }).waitFor();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto("/");
  await page.getByRole("button", { name: "theme: dark" }).waitFor();
  assert.equal(await ground(), dark);
});

if (process.env.UPDATE_PICTURES) {
  const take = async (page, name) => {
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(PICTURES, `${name}.jpg`), type: "jpeg", quality: 50 });
  };
  scene("pictures of the app", async (stage) => {
    await mkdir(PICTURES, { recursive: true });
    const ann = await stage.player("ann", "roulette-1", { colorScheme: "dark" });
    await until("wagers are open", async () => isOpen(await ann.view()));
    for (const act of ["straight 17 25.00", "split 20-23 5.00", "four 25-26-28-29 5.00", "red 100.00", "dozen 2 25.00"]) await ann.person.does("roulette-1", act);
    await ann.current();
    await take(ann.page, "table");
    const at = await Console.open(stage, "blackjack", { table: "blackjack-2" });
    await at.prepare();
    await at.seat();
    await at.key("25,25,50,25,25⏎", "p5@5 hand 25.00");
    await at.key("␣", "dealer deals");
    await at.key("9ctd5hts8c6cjdjh6sqc3d", "3d");
    await until("the cards are shown", async () => (await at.page.locator("[data-card]").count()) >= 11);
    await take(at.page, "console");
    const desk = await stage.at(await stage.floor.staff("floorperson", "flo"), "/desk", { colorScheme: "light" });
    await desk.locator("[data-table]").first().waitFor();
    await take(desk, "desk");
    const law = await stage.page(await stage.window({ colorScheme: "light" }));
    await law.goto("/law/5.2(b)");
    await law.getByRole("listitem").nth(5).waitFor();
    await take(law, "law");
  });
}

test("there is a small picture of each part of the app", { skip: Boolean(process.env.UPDATE_PICTURES) }, () => {
  for (const name of NAMES) {
    const path = join(PICTURES, `${name}.jpg`);
    assert.ok(existsSync(path), `${path}: write it with UPDATE_PICTURES=1`);
    assert.ok(statSync(path).size < MOST, `${path} has ${statSync(path).size} bytes`);
  }
});
