// A dealer at the console of a physical table, using only the keyboard. The patrons have neither accounts nor devices.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command, PASSWORD, until } from "./floor.mjs";

/** Symbols for keys: ␣ Space, ⏎ Enter, ⌫ Backspace, ↑ the previous line; every other symbol is itself. Spaces in a plan are ignored. */
const NAMED = { "␣": " ", "⏎": "Enter", "⌫": "Backspace", "↑": "ArrowUp", "·": " " };

export class Console {
  static async open(stage, game, { options, table = `real-${game}` } = {}) {
    const self = new Console();
    Object.assign(self, { stage, floor: stage.floor, game, table, keys: 0 });
    await self.floor.table(table, game, { physical: true, options });
    self.dealer = await self.floor.staff("dealer", `dan-${table}`);
    self.floorperson = await self.floor.staff("floorperson", `flo-${table}`);
    self.page = await stage.at(self.dealer, `/console/${table}`);
    await self.page.getByTestId("next").waitFor();
    return self;
  }

  view() {
    return this.floor.admin.get(`/api/tables/${this.table}`);
  }

  thing(name) {
    return this.page.getByTestId(name);
  }

  /** Presses keys one after another without waiting for anything: the page keeps them in order. */
  async type(plan) {
    for (const sign of plan.replaceAll(/[ \n]/g, "")) {
      this.keys += 1;
      await this.page.keyboard.press(NAMED[sign] ?? sign);
    }
  }

  /** Presses keys, and waits until the journal has this line. */
  async key(plan, line) {
    const { next } = await this.view();
    await this.type(plan);
    await this.told(line, next);
  }

  /** Waits until the journal has this line, at or after a position. */
  async told(line, from = 0) {
    const told = async () => (await this.floor.journal(this.table)).slice(from).some(({ entry }) => (entry.line ?? entry.kind) === line);
    try {
      await until(line, told);
    } catch (error) {
      const last = (await this.floor.journal(this.table)).slice(-6).map(({ entry }) => entry.line ?? entry.kind);
      throw new Error(`${error.message}; the page says: ${await this.thing("note").innerText()}; next: ${await this.thing("next").innerText()}; told: ${last.join(" | ")}`);
    }
  }

  /** Somebody else shows a badge at this console. */
  async badge(name) {
    await this.page.getByRole("dialog", { name: "badge" }).waitFor();
    await this.page.keyboard.type(name);
    await this.page.keyboard.press("Tab");
    await this.page.keyboard.type(PASSWORD);
    await this.page.keyboard.press("Enter");
    await this.page.getByRole("dialog", { name: "badge" }).waitFor({ state: "detached" });
  }

  /** Five patrons sit down, each with $500; the third has a name and a card. */
  async seat(places = [1, 2, 3, 4, 5], more = () => "") {
    for (const [at, place] of places.entries()) {
      const who = at === 2 ? "·Lee·*41822" : "";
      await this.key(`@${place}${who}${more(at)}·500⏎`, "bought-in");
    }
  }

  /** Prepares decks, shoe, wheel or dice: Space for each step, a badge when the floorperson verifies, and the cards that are burned. */
  async prepare(burned = "") {
    const cards = [...burned.matchAll(/../g)].map(([card]) => card);
    for (let tries = 0; tries < 60; tries++) {
      const { awaits, next } = await this.view();
      if (awaits.for === "wagers") return;
      if (awaits.for === "equipment") await this.type(cards.shift() ?? "2c");
      else await this.type("␣");
      if (awaits.by === "floorperson") await this.badge(this.floorperson.name);
      await until(`a step after line ${next}`, async () => (await this.view()).next > next);
    }
    throw new Error("the table is not made ready");
  }

  /** Presses Space until the table waits for the right thing. */
  async walk(what, isThere) {
    for (let tries = 0; tries < 20; tries++) {
      const view = await this.view();
      if (isThere(view)) return;
      await this.type("␣");
      if (["floorperson", "supervisor"].includes(view.awaits.by)) await this.badge(this.floorperson.name);
      await until(`${what}: a step after line ${view.next}`, async () => (await this.view()).next > view.next);
    }
    throw new Error(`${what}: Space does not lead there`);
  }

  /** Enters an irregularity: it is chosen by its letter, and its card, if it has one, is entered after it. */
  async goesWrong(name, own = "") {
    const { next } = await this.view();
    await this.type("!");
    const button = this.page.getByRole("region", { name: "irregularities" }).locator(`button[data-act="${name}"]`);
    await button.waitFor();
    await this.type((await button.locator("kbd").innerText()).trim());
    await this.thing("remedy").waitFor();
    await this.type(`${own}⏎`);
    await this.told(`irregularity ${name.replace("…", own)}`, next);
  }

  /** Chooses a step from the list of all possible ones. */
  async chooses(act) {
    const { next } = await this.view();
    await this.type(":");
    const button = this.page.getByRole("region", { name: "all steps" }).getByRole("button", { name: new RegExp(act) });
    await button.waitFor();
    await this.type(`${(await button.locator("kbd").innerText()).trim()}⏎`);
    await until(act, async () => (await this.view()).next > next);
  }

  /** Enters the last line again, corrected. */
  async corrects(right) {
    const { next } = await this.view();
    await this.type(`⌫${right}⏎1`);
    await this.told("corrected", next);
  }

  /** Each patron's chips in dollars, by number. */
  async purses() {
    return (await this.view()).people.map(({ purse }) => purse / 100);
  }

  /** Everybody leaves with what they have, the table closes, and the journal is verified. */
  async close(places = [1, 2, 3, 4, 5]) {
    for (const place of places) await this.key(`@${place}-⏎`, "taken-away");
    // The chips are counted: one more of $5 than the ledger says, and the sheet shows it.
    const sheet = `/api/tables/${this.table}/sheet`;
    const { inventory } = await this.floor.admin.get(sheet);
    const [thousands, fives, cents] = [Math.floor(inventory / 100_000), Math.floor((inventory % 100_000) / 500) + 1, inventory % 500];
    await this.type(`#x·1000*${thousands}·5*${fives}${cents > 0 ? `·0.01*${cents}` : ""}⏎`);
    await this.badge(this.floorperson.name);
    await this.told("closed");
    const { counts, difference } = await this.floor.admin.get(sheet);
    const [count] = counts;
    assert.deepEqual([counts.length, count.counted - count.ledger, count.by, count.witness, difference], [1, 500, this.dealer.name, this.floorperson.name, 500]);
    const file = join(this.floor.folder, `${this.table}.jsonl`);
    await writeFile(file, `${(await this.floor.lines(this.table)).join("\n")}\n`);
    execFileSync(command(), ["verify", file], { stdio: "pipe" });
  }
}
