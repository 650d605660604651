// The console of real tables: at every game a dealer and a floorperson record a whole round in which two patrons wager,
// and it is settled as the law says, in the journal and on the page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { barriers, overflow } from "./barriers.mjs";
import { command, until } from "./floor.mjs";
import { house } from "./stage.mjs";
import { dollars } from "./seat.mjs";

const { scene } = house();

const NEW_DECKS = ["dealer inspects", "floorperson verifies", "dealer spreads", "dealer washes", "dealer shuffles"];
const NEW_SHOE = [...NEW_DECKS, "dealer laces", "dealer cuts at 208", "dealer loads, 14 behind", "shown Ac 3d"];

/**
 * Who does what, in order; `ann hand 5@3` is a wager at place 3. Then what the round must come to for each wager. A shoe that
 * is made ready as at another game is so `before` the consoles are opened.
 */
const ROUNDS = {
  "big-six": {
    steps: ["ann $1 5", "bob joker 5", "dealer no-more-bets", "dealer spins", "shown stop $1"],
    ends: ["ann $1 won 500", "bob joker lost -500"],
  },
  blackjack: {
    // The cutting card goes where the dealer says, not where the page proposes it.
    steps: [
      ...NEW_DECKS, "dealer cuts at 100", "dealer loads, 52 behind", "dealer burns", "ann hand 5@3", "bob hand 5@6", "dealer deals",
      "shown Tc 9d 7h Ts 7s", "ann stands", "bob stands", "dealer calls dealer's card", "shown Td", "dealer settles",
    ],
    ends: ["ann hand won 500", "bob hand lost -500"],
  },
  "caribbean-stud": {
    steps: [
      ...NEW_DECKS, "ann ante 5@3", "bob ante 5@6", "dealer no-more-bets", "dealer deals", "shown Kh", "dealer counts the stub",
      "bob bet 10@6", "ann folds", "dealer turns the hole cards", "shown As 7c 4d 3h", "shown 2c 2d 9c 8d Tc", "dealer shuffles",
    ],
    ends: ["ann ante lost -500", "bob ante won 500", "bob bet won 1000"],
  },
  "chemin-de-fer": {
    before: NEW_SHOE,
    steps: [
      "ann sits at 3", "bob sits at 6", "ann bid 5@3", "dealer closes the bidding", "ann bank 5@3", "bob banco 5@6",
      "dealer no-more-bets", "dealer calls cards", "ann deals", "bob looks", "shown 7c Kh", "bob calls stay", "ann turns up", "shown 4c 4d",
    ],
    ends: ["ann bank won 500", "ann vigorish charged -25", "bob banco lost -500"],
  },
  craps: {
    steps: [
      "ann stands at 3", "ann pass 5", "bob dont-pass 5", "dealer offers the dice", "ann accepts the dice", "dealer sends the dice out",
      "ann throws", "shown dice 2-2", "dealer sends the dice out", "ann throws", "shown dice 3-1",
    ],
    ends: ["ann pass won 500", "bob dont-pass lost -500"],
  },
  minibaccarat: {
    // The cutting card comes out in the middle of the hand.
    steps: [
      ...NEW_SHOE.slice(0, -2), "dealer loads, 412 behind", "shown Ac 3d", "ann player 5@3", "bob banker 5@6", "dealer no-more-bets",
      "shown 7c 9d", "shown cutting card", "shown Kh Qs", "dealer announces",
    ],
    ends: ["ann player lost -500", "bob banker won 500", "bob vigorish charged -25"],
  },
  "punto-banco": {
    before: NEW_SHOE,
    steps: [
      "ann player 5@3", "bob banker 5@6", "dealer offers the shoe", "ann accepts the shoe", "dealer no-more-bets", "dealer cards",
      "ann deals", "shown 7c 9d Kh Qs", "dealer announces", "ann keeps the shoe",
    ],
    ends: ["ann player lost -500", "bob banker won 500", "bob vigorish charged -25"],
  },
  "red-dog": {
    steps: [
      ...NEW_DECKS, "dealer cuts at 156", "dealer loads, 78 behind", "shown 2c", "ann original 5@3", "bob original 5@6", "dealer deals",
      "shown 3c 9d", "bob raise 5@6", "ann lets it stand", "shown 6h",
    ],
    ends: ["ann original won 500", "bob original won 500", "bob raise won 500"],
  },
  roulette: {
    options: ["wheel=double-zero", "zero=half"],
    steps: ["ann red 5", "bob straight 17 5", "dealer spins", "dealer no-more-bets", "shown ball 1"],
    ends: ["ann red won 500", "bob straight 17 lost -500"],
  },
};

/** The keys for something that the equipment shows. */
const keysFor = (chance) => [...chance.replace(/^(ball|stop|dice) /, "").replace(/[$-]/g, "")];

/** The table of a scene, who is at it, and the two consoles. */
class Recording {
  static async open(stage, game, { options = [], before = [], steps = [], viewport } = {}, table = `real-${game}`) {
    const self = new Recording();
    Object.assign(self, { floor: stage.floor, table });
    await self.floor.table(self.table, game, { physical: true, options });
    self.patrons = {};
    for (const name of ["ann", "bob"]) self.patrons[name] = await (await self.floor.guest(`${name}-${table}`)).join(self.table);
    self.staff = {};
    for (const role of ["dealer", "floorperson"]) self.staff[role] = await self.floor.staff(role);
    for (const step of before) await self.quickly(step);
    self.consoles = {};
    for (const role of ["dealer", "floorperson"]) {
      const has = role === "dealer" || steps.some((step) => step.startsWith(role));
      if (has) self.consoles[role] = await stage.at(self.staff[role], `/console/${table}`, viewport && { viewport });
    }
    return self;
  }

  /** A step of staff without a console. */
  async quickly(text) {
    const [who, ...rest] = text.split(" ");
    if (who in this.staff) return await this.staff[who].does(this.table, rest.join(" "), 0, who);
    for (const card of rest) await this.staff.dealer.does(this.table, card, 0, "equipment");
  }

  view() {
    return this.floor.admin.get(`/api/tables/${this.table}`);
  }

  /** One step, as it would be at the table; the journal has it before the next. */
  async step(text) {
    const [who, ...rest] = text.split(" ");
    const { next } = await this.view();
    const lines = who === "shown" ? await this.show(rest.join(" ")) : who in this.consoles ? await this.act(who, rest.join(" ")) : await this.say(who, rest.join(" "));
    await until(`${text}, in the journal`, async () => (await this.view()).next >= next + lines);
  }

  async say(who, text) {
    const [, act, seat] = /^(.*?)(?:@(\d+))?$/.exec(text);
    await this.patrons[who].does(this.table, act, Number(seat ?? 0));
    return 1;
  }

  /** A button of the console; of several that differ in a number, the one that is chosen beside it. */
  async act(role, act) {
    const page = this.consoles[role];
    const family = act.replace(/\b\d+\b/g, "…");
    const button = page.locator(`button[data-act="${act}"]`);
    const which = page.getByLabel(`which: ${family}`);
    await button.or(which).first().waitFor();
    if (!(await button.isVisible())) await which.selectOption(/\d+/.exec(act)[0]);
    await button.click();
    return 1;
  }

  /** What the equipment shows is keyed in, and told with Enter. */
  async show(text) {
    const page = this.consoles.dealer;
    const areCards = /^[A2-9TJQK][shdc]\b/.test(text);
    const all = areCards ? text.split(" ") : [text];
    const region = page.getByRole("region", { name: "what the equipment shows" });
    // Where the cutting card came last, the page may still wait for that.
    await (areCards ? region.getByRole("group", { name: "rank" }) : region).waitFor();
    if (text === "cutting card") await page.locator(`[data-act="${text}"]`).click();
    else for (const chance of all) for (const key of keysFor(chance)) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    return all.length;
  }
}

/** What the journal says of each wager, and of vigorish: `ann red won 500`. */
async function ends(recording, round) {
  const { people } = await recording.view();
  const name = (patron) => people.find((one) => one.patron === patron).name.split("-")[0];
  const eye = await recording.floor.staff("surveillance");
  const { steps } = await eye.get(`/api/tables/${recording.table}/rounds/${round}`);
  return steps.flatMap(({ told }) => told).flatMap((told) => {
    if (told.kind === "charged") return [`${name(told.patron)} vigorish charged ${-told.vigorish}`];
    return told.kind === "settled" ? [`${name(told.bet.patron)} ${told.bet.wager} ${told.fate} ${told.paid - told.taken}`] : [];
  });
}

/** Everybody's chips are what the round made of them, and each console shows that. */
async function agrees(recording, ends) {
  const { people } = await recording.view();
  for (const { name, purse } of people) {
    const won = ends.filter((end) => end.startsWith(name.split("-")[0])).reduce((sum, end) => sum + Number(end.split(" ").at(-1)), 0);
    assert.equal(purse, 50_000 + won, `${name}: ${ends.join(", ")}`);
    for (const page of Object.values(recording.consoles)) {
      const row = page.getByRole("region", { name: "wagers" }).getByRole("row", { name: new RegExp(`^${name} `) });
      await until(`${name} has ${dollars(purse)} on the page`, async () => (await row.innerText()).endsWith(`nothing\t${dollars(purse)}`));
    }
  }
}

for (const [game, plan] of Object.entries(ROUNDS)) {
  scene(`${game}: a real round is recorded at the console, and settled as the law says`, async (stage) => {
    const recording = await Recording.open(stage, game, plan);
    let round;
    for (const step of plan.steps) {
      if (/^(ann|bob)/.test(step)) round ??= (await recording.view()).summary.round;
      await recording.step(step);
    }
    await until("the round is over", async () => (await recording.view()).summary.round > round);
    const came = await ends(recording, round);
    assert.deepEqual(came.sort(), [...plan.ends].sort());
    await agrees(recording, came);
    const file = join(stage.floor.folder, `${game}.jsonl`);
    await writeFile(file, `${(await stage.floor.lines(recording.table)).join("\n")}\n`);
    execFileSync(command(), ["verify", file], { stdio: "pipe" });
  });
}

scene("cards that were keyed in wrongly are put right before they count", async (stage) => {
  const recording = await Recording.open(stage, "minibaccarat", { before: NEW_SHOE }, "wrong");
  const { consoles: { dealer: page }, patrons: { ann }, floor, table } = recording;
  await ann.does(table, "player 5", 3);
  await recording.act("dealer", "no-more-bets");
  await page.getByRole("region", { name: "what the equipment shows" }).waitFor();
  const keyed = page.getByTestId("keyed");
  const type = async (keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const { next } = await recording.view();
  await type(["8", "c", "k", "s"]);
  assert.equal(await keyed.innerText(), "8♣ K♠");
  await type(["Backspace", "Backspace", "7", "c", "9"]);
  assert.equal(await keyed.innerText(), "7♣ 9…");
  assert.deepEqual(await barriers(page), []);
  // By hand as well as by keys; and two cards too many, which nobody can have dealt.
  await page.getByRole("button", { name: "diamonds" }).click();
  await type(["k", "h", "q", "s", "j", "d", "2", "c"]);
  assert.equal((await recording.view()).next, next, "nothing counts before it is told");
  await page.locator('[data-act="tell"]').click();
  await page.getByTestId("refusal").getByText("not told: 2♣").waitFor();
  const lines = (await floor.journal(table)).slice(next).map(({ entry }) => `${entry.kind} ${entry.line}`);
  assert.deepEqual(lines, ["input 7c", "input 9d", "input Kh", "input Qs"]);
  await recording.act("dealer", "announces");
  await until("the Banker's Hand has won", async () => (await recording.view()).people[0].purse === 49_500);
});

scene("on a telephone a number is pointed at, put right, and told", async (stage) => {
  const recording = await Recording.open(stage, "roulette", { options: ROUNDS.roulette.options, viewport: { width: 360, height: 740 } }, "pointed");
  const { consoles: { dealer: page }, patrons: { ann }, table } = recording;
  await ann.does(table, "red 5");
  // The next step comes with its provision.
  await page.locator('section[aria-label="what staff may do"] .cite').first().waitFor();
  for (const act of ["spins", "no-more-bets"]) await recording.act("dealer", act);
  for (const ball of ["ball 2", "ball 1"]) await page.locator(`[data-act="${ball}"]`).click();
  assert.equal(await page.getByTestId("keyed").innerText(), "1");
  assert.equal(await overflow(page), "");
  assert.deepEqual(await barriers(page), []);
  await page.locator('[data-act="tell"]').click();
  await until("red is paid", async () => (await recording.view()).people[0].purse === 50_500);
  await until("the console waits for wagers", async () => /wager/.test(await page.getByTestId("awaits").first().innerText()));
});
