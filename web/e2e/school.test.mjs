// The dealing school: a class from its creation to a printed certificate, and what a learner sees of the record.

import assert from "node:assert/strict";
import { barriers, overflow } from "./barriers.mjs";
import { until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

/** Answers the question on the page with one of its choices, and goes on. */
async function answers(page, number) {
  const question = page.locator('section[aria-label="question"]');
  await question.getByText(new RegExp(`^${number} of 10`)).waitFor();
  const choices = question.locator('[data-act="answer"]:enabled');
  await choices.first().waitFor();
  // Not always the same one: what was wrong comes again.
  await choices.nth(number % (await choices.count())).click();
  const mark = page.getByTestId("mark");
  await mark.waitFor();
  const right = /✓ Correct/.test(await mark.innerText());
  await mark.locator("button:focus").waitFor();
  await page.keyboard.press("Enter");
  await mark.waitFor({ state: "detached" });
  return right;
}

longScene("a class from its creation to a certificate", async (stage) => {
  const flo = await stage.floor.staff("floorperson");
  await stage.floor.table("R-47", "roulette", { physical: true });
  const teacher = await stage.at(flo, "/trainer/classes");
  const form = teacher.getByTestId("new-class");
  await form.getByLabel("name", { exact: true }).fill("Roulette, June");
  await form.getByLabel("Roulette", { exact: true }).check();
  await form.locator('select[name="table roulette"]').selectOption("R-47");
  await form.getByLabel("order", { exact: true }).check();
  await form.locator('input[name="drills"]').fill("5");
  await form.locator('input[name="pass"]').fill("1");
  assert.deepEqual(await barriers(teacher), []);
  await form.getByRole("button", { name: "Create" }).click();
  const code = (await teacher.getByTestId("code").innerText()).trim();
  assert.match(code, /^[A-HJ-NP-Z2-9]{8}$/);
  await teacher.getByText("Nobody has joined yet.").waitFor();

  const ann = await stage.floor.guest("ann");
  const page = await stage.at(ann, "/trainer/progress");
  // Each question is a round that the floor deals and plays: on a busy machine that takes its time.
  page.setDefaultTimeout(90_000);
  const join = page.getByTestId("join");
  await join.getByLabel("code of a class").fill("ZZZZ9999");
  await join.getByRole("button", { name: "Join" }).click();
  await page.getByRole("alert").getByText("no class has the code ZZZZ9999").waitFor();
  await join.getByLabel("code of a class").fill(`${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`);
  await join.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { name: "Roulette, June" }).waitFor();
  await page.getByText("those of table R-47, as the class says").waitFor();

  // Five answers are asked for, and one of them right: a run has ten, and more runs may follow.
  let right = 0;
  let asked = 0;
  while (asked < 5 || right === 0) {
    await page.getByRole("button", { name: asked === 0 ? "Start" : "Once more" }).click();
    for (let number = 1; number <= 10; number++) {
      right += (await answers(page, number)) ? 1 : 0;
      asked++;
      if (number === 1 && asked === 1) assert.deepEqual(await barriers(page), []);
    }
    await page.getByTestId("summary").waitFor();
  }
  await page.getByRole("link", { name: "Your progress" }).click();
  const progress = page.getByTestId("progress");
  await progress.getByText(`${right} of ${asked}`).waitFor();
  assert.ok((await progress.locator(".cite").count()) > 0, "by provision");
  await page.getByText("enough for the certificate").waitFor();
  assert.deepEqual(await barriers(page), []);

  await teacher.getByRole("button", { name: "refresh" }).click();
  const row = teacher.locator('tr[data-learner="ann"]');
  await row.getByRole("link", { name: "print" }).waitFor();
  assert.match(await row.innerText(), new RegExp(`\\b${asked}\\b`));
  const cells = await teacher.getByTestId("matrix").locator("tbody tr").allInnerTexts();
  assert.ok(cells.length > 0 && cells.every((cell) => /\d+\/\d+/.test(cell)), cells.join("\n"));
  assert.deepEqual(await barriers(teacher), []);
  const [certificate] = await Promise.all([teacher.context().waitForEvent("page"), row.getByRole("link", { name: "print" }).click()]);
  await certificate.waitForLoadState();
  const text = await certificate.locator("body").innerText();
  for (const said of ["Certificate of training", "ann", `${right} of ${asked} drills`, "Class: Roulette, June, under the options of R-47."]) {
    assert.ok(text.includes(said), `${said}: ${text}`);
  }
});

longScene("a payout is asked on the layout, and what goes wrong is drawn before and after", async (stage) => {
  const page = await stage.page(await stage.window());
  page.setDefaultTimeout(90_000);
  await page.goto("/trainer/roulette");
  await page.getByLabel("options").selectOption("roulette-1");
  await page.getByRole("radio", { name: /^payout/ }).check();
  await page.getByRole("button", { name: "Start" }).click();
  const question = page.locator('section[aria-label="question"]');
  await question.getByTestId("about").waitFor();
  assert.ok((await question.locator(".chip").count()) > 5, "a busy table");
  await question.getByText("what does the bank pay").waitFor();
  await page.getByRole("button", { name: "stop" }).click();

  await page.getByLabel("game").selectOption("blackjack");
  await page.getByRole("radio", { name: /^irregularity/ }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await question.getByText("what does the law demand").waitFor();
  const before = await question.getByTestId("drawn").count();
  await question.locator('[data-act="answer"]:enabled').first().click();
  const mark = page.getByTestId("mark");
  await mark.waitFor();
  // Where the table would give the answer away, it is drawn with the answer.
  await until("the table is drawn twice", async () => before + (await mark.getByTestId("drawn").count()) === 2);
  await page.getByRole("button", { name: "stop" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).first().waitFor();
});

/** The console of a learner who deals: the question, what can be keyed, and an interruption. */
async function dealing(page) {
  const asks = page.locator('section[aria-label="question"]');
  const stop = page.getByTestId("stop");
  const summary = page.getByTestId("summary");
  await asks.or(stop).or(summary).first().waitFor();
  return { asks, stop, summary };
}

/** Answers whatever is asked by key, and returns the kind of question and whether it was interrupted. */
async function keys(page, wrongly) {
  const { asks, stop } = await dealing(page);
  const kind = await asks.getAttribute("data-asks");
  const before = await page.getByTestId("score").innerText();
  if (kind === "payout") {
    await asks.getByLabel("dollars").fill("0.01");
    await page.keyboard.press("Enter");
  } else {
    await page.keyboard.press(kind === "attempt" ? "n" : kind === "wrong" ? "1" : wrongly);
  }
  await until("the answer is taken", async () => (await page.getByTestId("score").innerText()) !== before);
  const stopped = (await stop.count()) > 0;
  if (stopped) {
    await stop.locator("button:focus").waitFor();
    await page.keyboard.press("Enter");
    await stop.waitFor({ state: "detached" });
  }
  return { kind, stopped };
}

scene("a learner deals with the keyboard alone, and a wrong step is interrupted with its paragraph", async (stage) => {
  const ann = await stage.floor.guest("ann");
  const page = await stage.at(ann, "/trainer/roulette");
  page.setDefaultTimeout(90_000);
  await page.getByRole("link", { name: "Deal a whole shoe" }).click();
  await page.getByRole("heading", { name: "Deal a whole shoe" }).waitFor();
  assert.deepEqual(await barriers(page), []);
  await page.getByLabel("length").selectOption("3");
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  const { asks, stop, summary } = await dealing(page);
  await asks.getByRole("heading", { name: "What do you do?" }).waitFor();
  await page.getByTestId("drawn").first().waitFor();
  assert.deepEqual(await barriers(page), []);

  // The ball cannot come to rest before the wheel is spun; if somebody has called out a wager, that is answered first.
  await page.keyboard.press(" ");
  await stop.waitFor();
  assert.match(await stop.getByTestId("right").innerText(), /^Dealer (spins|confirms|declines)$/);
  await stop.getByTestId("provision").locator("blockquote").waitFor();
  assert.match(await stop.getByTestId("provision").getAttribute("data-cite"), /^19:47-5\.(3\(a\)|1\(a\))$/);
  assert.deepEqual(await barriers(page), []);
  assert.equal(await overflow(page), "");
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflow(page), "");
  await stop.locator("button:focus").waitFor();
  await page.keyboard.press("Enter");

  // What stands there now is answered by key to the end, at the size of a phone.
  const kinds = new Set();
  let chips = 0;
  for (let answers = 0; answers < 120 && (await summary.count()) === 0; answers++) {
    chips += await page.getByTestId("drawn").locator(".chip").count();
    const { kind } = await keys(page, "c");
    assert.equal(await overflow(page), "");
    kinds.add(kind);
    await dealing(page);
  }
  assert.ok(kinds.has("next") && kinds.has("payout"), [...kinds].join());
  assert.ok(chips > 0, "patrons have wagered");
  await summary.getByText("3 rounds dealt").waitFor();
  await summary.getByRole("heading", { name: "To practice" }).waitFor();
  assert.ok((await summary.locator(".cite").count()) > 0, "by provision");
  assert.deepEqual(await barriers(page), []);
  await summary.getByRole("link", { name: "Your progress" }).click();
  await page.getByTestId("progress").getByText("answers right").waitFor();
});
