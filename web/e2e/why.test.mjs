// Two voices: the felt speaks as people do, and whatever it says, pays or refuses opens its provision, its reading and
// the round so far.

import assert from "node:assert/strict";
import { isOpen, until } from "./floor.mjs";
import { playOn } from "./play.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

/** What the drawer is about: its question, the provisions it quotes, and the lines of the round. */
async function asked(ann) {
  await ann.page.locator('[data-testid="why"].open').waitFor();
  const provisions = ann.page.getByTestId("provision");
  await until("its provisions are read", async () => (await provisions.count()) > 0 && (await provisions.locator("blockquote").count()) === (await provisions.count()));
  return {
    title: await ann.is("why").locator("h2").innerText(),
    cites: await provisions.evaluateAll((all) => all.map((one) => one.dataset.cite)),
    words: await provisions.first().innerText(),
    lines: await ann.is("captions").locator("li").allInnerTexts(),
  };
}

scene("a caption, a result and a payment open their provisions, readings and the round so far", async (stage) => {
  const ann = await stage.player("ann-why", await stage.floor.table("why", "roulette"));
  await ann.wager("red", 0, 500);
  await ann.wager("straight 17", 0, 500);
  await until("the chips lie", async () => (await ann.onLayout()) === 1000);
  await ann.is("caption").click();
  const caption = await asked(ann);
  assert.match(caption.title, /^Why “.+”\?$/);
  assert.ok(caption.lines.some((line) => line.includes("you put $5 on red")), caption.lines.join("\n"));
  await ann.page.keyboard.press("Escape");
  const { summary } = await ann.view();
  await playOn([ann], summary.round);
  // A key opens it too.
  await ann.is("banner").waitFor();
  await ann.page.keyboard.press("w");
  const result = await asked(ann);
  assert.match(result.title, /^Why (did I (win|lose) \$[\d.]+|is it even)\?$/);
  assert.ok(result.cites.includes("19:47-5.1(e)9"), `red is decided by 5.1(e)9: ${result.cites}`);
  assert.ok(result.lines.some((line) => /shown: \d+/.test(line)) && result.lines.some((line) => /your \$5 on red/.test(line)), result.lines.join("\n"));
  assert.ok(!result.lines.some((line) => /round 1/.test(line)));
  await ann.is("results").locator("li", { hasText: "red" }).getByRole("button", { name: /^Red/ }).click();
  await until("the payment has the word", async () => /^Why does Red (pay \$5|lose|come back)\?$/.test(await ann.is("why").locator("h2").innerText()));
  const payment = await asked(ann);
  assert.equal(payment.cites[0], "19:47-5.1(e)9");
  await ann.page.keyboard.press("w");
  await ann.page.locator('[data-testid="why"]:not(.open)').waitFor({ state: "attached" });
});

longScene("a refusal opens what forbids it", async (stage) => {
  const table = await stage.floor.table("why-not", "roulette", { physical: true, options: { wheel: "double-zero", zero: "half" } });
  const dealer = await stage.floor.staff("dealer");
  const ann = await stage.player("ann-why-not", table);
  await dealer.does(table, "spins", 0, "dealer");
  await ann.current();
  await ann.hold();
  await dealer.does(table, "calls no more bets", 0, "dealer");
  await ann.wager("red", 0, 500);
  await until("it came too late", () => ann.frames.some(({ text }) => text.includes("5.3(b)") && text.includes('"receipt"')));
  await ann.release();
  await ann.is("refusal").waitFor();
  await ann.thing("why-not").click();
  const { title, cites, words } = await asked(ann);
  assert.equal(title, "Why not?");
  assert.deepEqual(cites, ["19:47-5.3(b)"]);
  assert.match(words, /No More Bets/i);
});

longScene("a refusal says what is accepted instead, and under which option it would be", async (stage) => {
  const table = await stage.floor.table("why-else", "roulette", { physical: true, options: { wheel: "double-zero", zero: "half", "limits.maximum": "5.00" } });
  const ann = await stage.player("ann-why-else", table);
  await ann.current();
  await ann.hold();
  await ann.wager("red", 0, 500);
  await ann.wager("red", 0, 500);
  await until("it was too much", () => ann.frames.some(({ text }) => text.includes('"receipt"') && text.includes('"refused":{')));
  await ann.release();
  await ann.is("refusal").waitFor();
  await ann.thing("why-not").click();
  await asked(ann);
  const different = ann.is("different");
  await different.waitFor();
  const options = await different.locator("[data-accepts=true]").evaluateAll((all) => all.map((one) => one.dataset.option));
  assert.ok(options.some((option) => option.startsWith("limits.maximum=")), options.join(", "));
});

longScene("a provision with ambiguous words says how they are read", async (stage) => {
  const table = await stage.floor.table("reading", "blackjack");
  const ann = await stage.player("ann-reading", table);
  await until("wagers are open", async () => isOpen(await ann.view()));
  await ann.does("sits at 3");
  await ann.wager("hand", 3, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  const { summary } = await ann.view();
  await playOn([ann], summary.round);
  await ann.why();
  await asked(ann);
  // The house may go on meanwhile, and the drawer with it: every provision it shows has its readings.
  await until("every reading is shown", async () => {
    const cites = await ann.page.getByTestId("provision").evaluateAll((all) => all.map((one) => one.dataset.cite.replace("19:47-", "")));
    const shown = await ann.page.locator('[data-testid="provision"] .reading').count();
    // A reading of two provisions is shown with both, and once with each.
    let readings = 0;
    for (const cite of cites) {
      const { provisions } = await ann.person.get(`/api/law/${encodeURIComponent(cite)}`);
      readings += new Set(provisions.flatMap((one) => one.readings).map(({ id }) => id)).size;
    }
    return cites.length > 0 && shown === readings;
  });
});
