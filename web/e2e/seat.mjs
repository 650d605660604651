// A table as somebody sees it in the browser: what can be clicked, what is shown, and the live connection behind it.

import { GAMES, until } from "./floor.mjs";
import { isPlain } from "./play.mjs";

/** An amount as pages show it: `$5`, `$1,250.50`. */
export function dollars(cents) {
  const whole = Math.floor(cents / 100).toLocaleString("en-US");
  return cents % 100 === 0 ? `$${whole}` : `$${whole}.${String(cents % 100).padStart(2, "0")}`;
}

/** A point of a place on the felt that nothing else covers, or null: lines and corners lie above the boxes. */
function uncovered(place) {
  if (place.getAttribute("aria-disabled") === "true") return null;
  place.scrollIntoView({ block: "center", inline: "center" });
  const { x, y, width, height } = place.getBoundingClientRect();
  const parts = [5, 3, 7, 1, 9, 4, 6, 2, 8].map((tenth) => tenth / 10);
  for (const down of parts) {
    for (const along of parts) {
      const point = [x + along * width, y + down * height];
      if (document.elementFromPoint(...point)?.closest("[data-act]") === place) return point;
    }
  }
  return null;
}

export class Seat {
  constructor(page, person, table) {
    this.page = page;
    this.person = person;
    this.table = table;
    this.frames = [];
    this.said = [];
    this.held = null;
    this.asked = 0;
    this.connections = 0;
    this.delay = 0;
    this.lost = () => false;
  }

  /** Opens the page of the table, as somebody who knows the game and wants to handle the shoe, the dice and the cut. */
  async open() {
    await this.page.addInitScript((usual) => {
      if (!localStorage.getItem("ch47-prefs")) localStorage.setItem("ch47-prefs", JSON.stringify(usual));
    }, { hold: true, met: GAMES });
    await this.page.routeWebSocket(/\/live/, (socket) => this.#carry(socket));
    // The page takes a seat for its player: choosing one before that would be undone.
    const came = this.page.waitForResponse((answer) => answer.url().endsWith(`/tables/${this.table}/join`));
    await this.page.goto(`/t/${this.table}`);
    await Promise.all([came, this.is("awaits").waitFor()]);
  }

  #carry(socket) {
    const server = socket.connectToServer();
    this.socket = socket;
    this.connections += 1;
    this.asked = 0;
    const late = (tell) => (this.delay ? setTimeout(tell, this.delay) : tell());
    socket.onMessage((text) => {
      this.said.push(text);
      if (JSON.parse(text).do === "offers") this.asked += 1;
      late(() => server.send(text));
    });
    server.onMessage((text) => {
      this.frames.push({ text, at: Date.now() });
      if (JSON.parse(text).type === "offers") this.asked -= 1;
      if (this.lost(text)) return;
      if (this.held) this.held.push(() => socket.send(text));
      else late(() => socket.send(text));
    });
  }

  /**
   * From now on the page hears nothing from the server, but what it sends goes out, so it shows an old state. Before
   * that it has heard everything, and no answer is in transit: one that came later would tell it what has happened
   * since.
   */
  async hold() {
    const { next } = await this.view();
    const heard = () => this.frames.some(({ text }) => {
      const { type, seq, next: to } = JSON.parse(text);
      return (type === "step" && seq + 1 >= next) || (type === "table" && to >= next);
    });
    await until("the page has heard everything", () => heard() && this.asked <= 0);
    this.held ??= [];
    await this.page.route(this.#read, (route) => this.held?.push(() => route.continue()));
  }

  /** The page hears what was held back. */
  async release() {
    const held = this.held ?? [];
    this.held = null;
    await this.page.unroute(this.#read);
    held.forEach((tell) => tell());
  }

  /** The request with which the page reads the table, besides its connection. */
  get #read() {
    return `**/api/tables/${this.table}`;
  }

  /** The connection drops. */
  async drop() {
    await this.socket.close({ code: 1001, reason: "the line is cut" });
  }

  /** Something that the page shows, by its test id. */
  is(name) {
    return this.page.getByTestId(name).first();
  }

  /** Something that the page allows: an area of the felt or a button. */
  thing(act, seat) {
    const at = seat ? `[data-seat="${seat}"]` : "";
    return this.page.locator(`[data-act="${act}"]${at}`).first();
  }

  /** The player's chips as the page shows them, in cents. */
  async purse() {
    return Number(await this.is("purse").getAttribute("data-cents"));
  }

  /** The player's chips on the layout as the page shows them. */
  async onLayout() {
    return Number(await this.is("on-layout").getAttribute("data-cents"));
  }

  /** Chooses the chip and puts it down. */
  async wager(act, seat, stake = 500) {
    await this.page.locator(`[data-chip="${stake}"]`).click();
    await this.does(act, seat);
  }

  /** Marks a straight ticket at the board of keno and buys it. */
  async buys(act) {
    const erase = this.thing("erase");
    if (await erase.isEnabled()) await erase.click();
    for (const number of act.replace("straight ", "").split(",")) await this.page.locator(`[data-number="${number}"]`).click();
    await this.thing("buy").click();
  }

  /** Does what a button or a place says. */
  async does(act, seat) {
    if (/^straight [\d,]+$/.test(act) && (await this.is("board").isVisible())) return await this.buys(act);
    if (act.startsWith("sits at ") && (await this.person.rises?.(this.table, act))) return;
    const thing = this.thing(act, seat);
    await thing.waitFor({ state: "attached" });
    // Things that nobody waits for may be collapsed.
    await until(`${act} is in sight`, async () => {
      await thing.evaluate((one) => one.closest("details")?.setAttribute("open", "")).catch(() => {});
      return await thing.isVisible();
    });
    if ((await thing.evaluate((one) => one.tagName)) !== "g") return await thing.click();
    const point = await until(`${act} can be clicked`, () => thing.evaluate(uncovered));
    await this.page.mouse.click(...point);
  }

  /** Opens the "Why?" drawer at one of its tabs. */
  async why(leaf) {
    if (!(await this.is("why").isVisible())) await this.page.locator('[data-act="why"]').click();
    await this.is("why").waitFor();
    if (leaf) await this.page.locator(`[data-leaf="${leaf}"]`).click();
  }

  /** Says that the player has finished wagering. */
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

  /** What the page allows now: `red@0`. */
  async acts() {
    return await this.page.locator("[data-act][data-seat]").evaluateAll((all) => {
      const open = all.filter((one) => one.getAttribute("aria-disabled") !== "true" && !one.disabled);
      return [...new Set(open.map((one) => `${one.dataset.act}@${one.dataset.seat}`))].sort();
    });
  }

  /**
   * Waits until the page allows exactly what the server offers. The tickets of keno and the two hands of pai gow poker are
   * put together on the page: the offers are only examples of the first, and one card more or less of the second.
   */
  async current() {
    let [offers, acts] = [[], []];
    const same = async () => {
      const [sells, sets] = [await this.is("board").isVisible(), await this.is("setting").isVisible()];
      const isThere = ({ act, kind }) => !(sells && kind === "wager") && !(sets && /^(sets|insists on) \d and \d low$/.test(act));
      const all = (await this.offers()).filter(isPlain).filter(isThere);
      offers = [...new Set(all.map(({ act, seat }) => `${act}@${seat}`))].sort();
      acts = await this.acts();
      return offers.join() === acts.join();
    };
    await until("the page offers what the server does", same).catch(() => {
      const [missing, beyond] = [offers.filter((one) => !acts.includes(one)), acts.filter((one) => !offers.includes(one))];
      throw new Error(`the page lacks ${missing.slice(0, 9).join(", ") || "nothing"}, and has besides ${beyond.slice(0, 9).join(", ") || "nothing"}`);
    });
  }

  /** The player's number at the table: `p1`. */
  async number() {
    return (await this.view()).you;
  }

  /** Waits until the house has assigned a seat. */
  async seated() {
    await until(`${this.person.name} has a place`, async () => {
      const { you, picture } = await this.view();
      return picture.seats?.some(({ patron }) => patron === you);
    });
  }

  /** The player's chips according to the server. */
  async chips() {
    const { you, people } = await this.view();
    return people.find((one) => one.patron === you).purse;
  }

  /** Waits until the page shows the chips that the server reports. */
  async agrees() {
    await until(`${this.person.name}'s page shows the chips of the journal`, async () => {
      return (await this.purse()) === (await this.chips());
    });
  }
}
