// A table as somebody sees it in the browser: what can be clicked, what is shown, and the live connection behind it.

import assert from "node:assert/strict";
import { until } from "./floor.mjs";

/** Cents from what a page shows: `$1,250.00`, `1250.00`, `-5.00`. */
export function cents(text) {
  const found = /(-|−)?\s*\$?\s*([\d,]+(?:\.\d\d)?)/.exec(text);
  assert.ok(found, `no amount in ${JSON.stringify(text)}`);
  return Math.round(Number(found[2].replaceAll(",", "")) * 100) * (found[1] ? -1 : 1);
}

/** An amount as an act has it. */
export const amount = (cents) => (cents / 100).toFixed(2);

export class Seat {
  constructor(page, person, table) {
    this.page = page;
    this.person = person;
    this.table = table;
    this.frames = [];
    this.said = [];
    this.held = null;
    this.delay = 0;
  }

  /** Opens the page of the table. */
  async open() {
    await this.page.routeWebSocket(/\/live/, (socket) => this.#carry(socket));
    await this.page.goto(`/t/${this.table}`);
    await this.is("awaits").waitFor();
  }

  #carry(socket) {
    const server = socket.connectToServer();
    const late = (tell) => (this.delay ? setTimeout(tell, this.delay) : tell());
    socket.onMessage((text) => {
      this.said.push(text);
      late(() => server.send(text));
    });
    server.onMessage((text) => {
      this.frames.push({ text, at: Date.now() });
      if (this.held) this.held.push(() => socket.send(text));
      else late(() => socket.send(text));
    });
  }

  /** From now on the page hears nothing of the server, but what it says goes out: it shows what was. */
  hold() {
    this.held ??= [];
  }

  /** The page hears what was held back. */
  release() {
    const held = this.held ?? [];
    this.held = null;
    held.forEach((tell) => tell());
  }

  /** Something that the page shows, by the name tests have for it. */
  is(name) {
    return this.page.getByTestId(name).first();
  }

  /** What the page lets one do: an area of the felt or a button. */
  thing(act, seat) {
    const at = seat ? `[data-seat="${seat}"]` : "";
    return this.page.locator(`[data-act="${act}"]${at}`).first();
  }

  /** What the page shows of one's chips. */
  async purse() {
    return cents(await this.is("purse").innerText());
  }

  async onLayout() {
    return cents(await this.is("on-layout").innerText());
  }

  /** Chooses the chip and puts it down. */
  async wager(act, seat, stake = 500) {
    await this.page.locator(`[data-chip="${stake}"]`).click();
    await this.thing(act, seat).click();
  }

  /** Does what a button or a place says. */
  async does(act, seat) {
    await this.thing(act, seat).click();
  }

  /** Says that one has wagered. */
  async ready() {
    await this.does("ready");
  }

  /** The table as the server shows it to this person. */
  view() {
    return this.person.get(`/api/tables/${this.table}`);
  }

  offers() {
    return this.person.get(`/api/tables/${this.table}/offers`);
  }

  /** One's number at the table: `p1`. */
  async number() {
    return (await this.view()).you;
  }

  /** One's chips as the server has them. */
  async chips() {
    const { you, people } = await this.view();
    return people.find((one) => one.patron === you).purse;
  }

  /** Waits until the page shows the chips that the server says one has. */
  async agrees() {
    await until(`${this.person.name}'s page shows the chips of the journal`, async () => {
      return (await this.purse()) === (await this.chips());
    });
  }
}
