// The staff pages: the trainer, options, the day sheet, rounds step by step, and the law.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command, until } from "./floor.mjs";
import { barriers, overflow } from "./barriers.mjs";
import { house } from "./stage.mjs";
import { dollars } from "./seat.mjs";

const { scene, longScene } = house();

const OPTIONS = { wheel: "double-zero", zero: "half" };

/** A physical roulette table with a wager of 5 on red. */
async function withRed(stage, table) {
  await stage.floor.table(table, "roulette", { physical: true, options: OPTIONS });
  const ann = await stage.player(`ann-${table}`, table);
  await ann.wager("red", 0, 500);
  await until("the chip lies", async () => (await ann.onLayout()) === 500);
  return ann;
}

scene("ten answers to the trainer, by the keyboard alone", async (stage) => {
  const page = await stage.page(await stage.window());
  // Each question is a round that the floor deals and plays: on a busy machine that takes time.
  page.setDefaultTimeout(90_000);
  await page.goto("/trainer/roulette");
  // Until the games are there, the button is disabled and cannot have the focus.
  await page.getByRole("button", { name: "Start", disabled: false }).focus();
  await page.keyboard.press("Enter");
  for (let answers = 1; answers <= 10; answers++) {
    const question = page.locator('section[aria-label="question"]');
    await question.getByText(new RegExp(`^${answers} of 10`)).waitFor();
    // A number goes to the focused element, so the element must have the focus first.
    await question.locator('[data-act="answer"]:enabled, input:enabled:focus').first().waitFor();
    if (await question.locator('[data-act="answer"]').count()) await page.keyboard.press("1");
    else {
      await page.keyboard.type("0");
      await question.getByRole("button", { name: "Answer", disabled: false }).waitFor();
      await page.keyboard.press("Enter");
    }
    const mark = page.getByTestId("mark");
    await mark.waitFor();
    assert.match(await mark.innerText(), /Correct|Incorrect/);
    assert.ok((await mark.locator(".cite").count()) > 0, "by a provision");
    if (answers === 1) assert.deepEqual(await barriers(page), []);
    await mark.locator("button:focus").waitFor();
    await page.keyboard.press("Enter");
    await mark.waitFor({ state: "detached" });
  }
  await page.getByTestId("summary").waitFor();
  assert.match(await page.getByTestId("summary").innerText(), /of 10 right/);
});

scene("what is unlawful is said in the words of ch47 check, and what is lawful with its notices", async (stage) => {
  const page = await stage.at(stage.floor.admin, "/desk/options/blackjack-1");
  const file = join(stage.floor.folder, "unlawful.toml");
  await writeFile(file, 'game = "blackjack"\ndecks = 9\n');
  let said;
  try {
    said = execFileSync(command(), ["check", "--json", file], { encoding: "utf8" });
  } catch (no) {
    assert.equal(no.status, 1, "the law says no");
    said = no.stdout;
  }
  const [violation] = JSON.parse(said).violations;
  await page.locator("#option-decks").fill("9");
  const judged = page.getByTestId("judged");
  await until("the page judges", async () => /not lawful/.test(await judged.innerText().catch(() => "")));
  for (const words of [violation.message, violation.help]) {
    assert.ok((await judged.innerText()).includes(words), `${words}: ${await judged.innerText()}`);
  }
  assert.equal(await judged.locator(".cite").first().getAttribute("data-cite"), `19:47-${violation.cite}`);
  assert.ok(await page.getByRole("button", { name: "Announce" }).isDisabled(), "and cannot be announced");
  assert.deepEqual(await barriers(page), []);

  await page.goto("/desk/options/roulette-1");
  await page.locator("#option-zero").selectOption("half");
  await until("the page judges", async () => /^✓ lawful/m.test(await judged.innerText().catch(() => "")));
  const { notices } = await stage.floor.admin.post("/api/options/check", { game: "roulette", options: OPTIONS, table: "roulette-1" });
  assert.ok(notices.length > 0, "a change of which notice is due");
  // Before that it may have judged the options as they were.
  for (const notice of notices) await judged.getByText(notice.text).first().waitFor();
  await page.getByRole("button", { name: "Announce" }).click();
  await page.getByTestId("announced").waitFor();
});

longScene("the day sheet has the figures of the journal, and a round is replayed step by step", async (stage) => {
  const ann = await withRed(stage, "sheet");
  const dealer = await stage.floor.staff("dealer");
  await dealer.does("sheet", "spins", 0, "dealer");
  await dealer.does("sheet", "calls no more bets", 0, "dealer");
  await dealer.does("sheet", "ball 1", 0, "equipment");
  await until("red is paid", async () => (await ann.purse()) === 50_500);
  const clerk = await stage.floor.staff("pit-clerk");
  const page = await stage.at(clerk, "/desk/sheet/sheet");
  const sheet = await clerk.get("/api/tables/sheet/sheet");
  assert.equal(sheet.win, -500);
  const figure = async (name) => (await page.locator(`[data-figure="${name}"]`).innerText()).trim();
  await page.locator('[data-figure="drop"]').waitFor();
  assert.equal(await figure("drop"), dollars(sheet.drop));
  assert.equal((await figure("win")).replace(/[−-]/, ""), dollars(500));
  assert.deepEqual(await barriers(page), []);

  const eye = await stage.at(await stage.floor.staff("surveillance"), "/desk/rounds/sheet/0");
  const replay = eye.getByTestId("replay");
  await replay.getByText("won $5").first().waitFor();
  await replay.getByRole("button", { name: "first step" }).click();
  const steps = [];
  for (;;) {
    steps.push(await replay.locator(".now strong").first().innerText());
    const on = replay.getByRole("button", { name: "step on" });
    if (await on.isDisabled()) break;
    await on.click();
  }
  const { steps: all } = await clerk.get("/api/tables/sheet/rounds/0");
  assert.deepEqual(steps, all.map((step) => step.line ?? step.entry));
  assert.ok(await replay.locator('.cite[data-cite*="5.2"], .cite[data-cite*="5.3"]').count(), "with provisions");
  assert.deepEqual(await barriers(eye), []);
});

longScene("a round of craps is replayed with what lay there from before", async (stage) => {
  const { floor } = stage;
  const table = await floor.table("carried", "craps", { physical: true });
  const [ann, dealer] = [await (await floor.guest("ann-carried")).join(table), await floor.staff("dealer")];
  const throws = async (dice) => {
    await dealer.does(table, "sends the dice out", 0, "dealer");
    await dealer.does(table, `dice ${dice}`, 0, "equipment");
  };
  await ann.does(table, "pass 5");
  await throws("2-2");
  await ann.does(table, "place 6 12");
  await ann.does(table, "field 5");
  await throws("6-6");
  const { round } = (await ann.get(`/api/tables/${table}`)).summary;
  assert.equal(round, 1, "the field ended the first round");
  await ann.does(table, "field 10");
  await throws("5-3");
  const page = await stage.at(await floor.staff("surveillance"), `/desk/rounds/${table}/${round}`, { viewport: { width: 360, height: 740 } });
  const replay = page.getByTestId("replay");
  await replay.getByRole("button", { name: "first step" }).click();
  const lies = async () => (await replay.locator(".bets span").allInnerTexts()).map((text) => text.trim()).sort();
  await until("what was carried over lies there", async () => (await lies()).length === 3);
  assert.deepEqual(await lies(), ["ann-carried: field $10", "ann-carried: pass $5", "ann-carried: place 6 $12"]);
  // On the felt too: a chip on each wager, and the puck in its place.
  for (const wager of ["pass $5", "place 6 $12", "field $10"]) await replay.locator("svg title", { hasText: `ann-carried: ${wager}` }).waitFor({ state: "attached" });
  await replay.getByRole("img", { name: "the puck is on 4" }).waitFor();
  assert.deepEqual(await barriers(page), []);
  assert.equal(await overflow(page), "");
});

scene("the law is searched and read", async (stage) => {
  const page = await stage.page(await stage.window());
  await page.goto("/law");
  await page.getByRole("searchbox").fill("no more bets");
  const { total, hits } = await stage.floor.admin.get("/api/law?q=no%20more%20bets");
  await page.getByText(new RegExp(`^${total} provisions`)).waitFor();
  const first = page.locator('section[aria-label="provisions"] li a').first();
  assert.ok((await first.innerText()).startsWith(hits[0].id));
  await first.click();
  const article = page.locator("article");
  await article.getByRole("heading").first().waitFor();
  await article.getByText(/no more bets/i).first().waitFor();
  assert.match(await article.innerText(), /19:47/);
  assert.deepEqual(await barriers(page), []);
  await page.goto("/law/matrix");
  await page.getByText(/\d+ of \d+ provisions/).waitFor();
  assert.deepEqual(await barriers(page), []);
});

scene("each role finds on the desk what it may do, and no barrier", async (stage) => {
  const doors = { dealer: "/console", floorperson: "/desk", "pit-clerk": "/desk/sheet/roulette-1", commission: "/desk/rounds/roulette-1" };
  const findings = [];
  for (const [role, path] of [...Object.entries(doors), ["administrator", "/desk/people"]]) {
    const person = role === "administrator" ? stage.floor.admin : await stage.floor.staff(role);
    const page = await stage.at(person, path);
    await page.locator("main h1, main h2").first().waitFor();
    await page.waitForLoadState("networkidle");
    findings.push(...(await barriers(page)).map((one) => `${role} at ${path}: ${one}`));
    await page.close();
  }
  assert.deepEqual(findings, []);
  // Players have no access, and the page says so.
  const page = await stage.at(await stage.floor.guest("lost"), "/desk");
  await page.getByText("The desk is for staff.").waitFor();
});

longScene("papers are opened for the house as it is and as it was, in either size", async (stage) => {
  const { floor } = stage;
  await floor.table("paper-r", "roulette", { physical: true, options: OPTIONS, approved: "2026-01-15" });
  const page = await stage.at(await floor.staff("pit-clerk"), "/desk/papers");
  const link = (paper) => page.locator(`[data-paper="${paper}"]`);
  await link("submission").waitFor();
  const papers = await page.locator("[data-paper]").evaluateAll((links) => links.map((one) => one.dataset.paper));
  assert.deepEqual(papers, ["submission", "notices", "signs", "guide", "procedures", "form-register", "forms", "sheets", "certificates", "house"]);
  assert.deepEqual(await barriers(page), []);
  assert.equal(await overflow(page), "");

  const open = async (paper) => {
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link(paper).click()]);
    await opened.waitForLoadState();
    return opened;
  };
  const submission = await open("submission");
  assert.match(await submission.locator("h1").innerText(), /submission/);
  assert.ok(await submission.getByText("paper-r").count(), "with the table that was opened");
  assert.deepEqual(await barriers(submission), []);
  // Every citation links to its summary at the end.
  const cite = submission.locator("a.cite").first();
  assert.ok(await submission.locator(await cite.getAttribute("href")).count(), "a citation leads somewhere");
  await submission.close();

  await page.getByTestId("size").selectOption("a4");
  await page.getByTestId("as-of").fill("2020-01-01");
  await page.getByTestId("about").getByText("at the end of 2020-01-01").waitFor();
  assert.equal(await link("guide").getAttribute("href"), "/api/papers/guide?as_of=2020-01-01&size=a4");
  assert.equal((await (await floor.staff("pit-clerk")).ask("GET", "/api/papers/guide?as_of=2020-01-01&size=a4")).status, 404, "nothing was open then");
  await page.getByTestId("as-of").fill("");
  const sheets = await open("sheets");
  assert.match(await sheets.locator("h1").first().innerText(), /Table game sheet/);
  assert.match(await sheets.content(), /size: A4/);
  await sheets.close();
  const file = await open("house");
  assert.match(await file.locator("body").innerText(), /name = "paper-r"\s+game = "roulette"/);
});

longScene("a step of a round has an address, exact odds, and lines are found by their fields", async (stage) => {
  const ann = await withRed(stage, "eye");
  const dealer = await stage.floor.staff("dealer");
  await dealer.does("eye", "spins", 0, "dealer");
  await dealer.does("eye", "calls no more bets", 0, "dealer");
  await dealer.does("eye", "ball 1", 0, "equipment");
  await until("red is paid", async () => (await ann.purse()) === 50_500);
  const watcher = await stage.floor.staff("surveillance");
  const { steps } = await watcher.get("/api/tables/eye/rounds/0");
  const at = steps.findIndex((step) => step.line === "dealer calls no more bets") + 1;
  const page = await stage.at(watcher, `/desk/rounds/eye/0/${at}`);
  const replay = page.getByTestId("replay");
  await replay.locator(".now strong", { hasText: "dealer calls no more bets" }).waitFor();
  const odds = page.getByTestId("prospects");
  await odds.getByRole("cell", { name: "47.368 %" }).waitFor();
  await replay.getByRole("button", { name: "step on" }).click();
  await until("the address follows", () => new URL(page.url()).pathname === `/desk/rounds/eye/0/${at + 1}`);
  await odds.getByText("no wager lay on the layout").waitFor();

  const [report] = await Promise.all([page.context().waitForEvent("page"), page.locator('[data-paper="report"]').click()]);
  await report.getByRole("heading", { name: "Dispute report" }).waitFor();
  await report.getByText("Table eye, round 0.").waitFor();
  assert.deepEqual(await barriers(report), []);
  await report.close();

  await page.getByTestId("fields").fill("kind=settled; bet.wager=red; paid>=$5");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText(/^1 lines?$/).waitFor();
  await page.getByTestId("fields").fill("paid>=red");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText(/only whole numbers and amounts/).waitFor();
  const saved = await watcher.ask("GET", await page.getByTestId("export").getAttribute("href"));
  const name = join(stage.floor.folder, "eye.excerpt.jsonl");
  await writeFile(name, saved.text);
  assert.match(execFileSync(command(), ["verify", name], { encoding: "utf8" }), /sound: every line follows/);
  assert.deepEqual(await barriers(page), []);

  const sheet = await stage.at(await stage.floor.staff("pit-clerk"), "/desk/sheet/eye");
  await sheet.getByTestId("period").getByText("Whole day").waitFor();
  await sheet.getByTestId("day").fill("2020-01-01");
  await until("another day has nothing", async () => (await sheet.locator('[data-figure="drop"]').innerText()).trim() === dollars(0));
  assert.deepEqual(await barriers(sheet), []);
});
