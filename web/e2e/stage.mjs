// Scenes in a real browser: the people in them, what each of their pages shows, and what is kept when a scene fails.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Floor } from "./floor.mjs";
import { Seat } from "./seat.mjs";

const KEPT = join(import.meta.dirname, "kept");

/** Debian's browser, or the one named by $CHROMIUM. */
function program() {
  const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = paths.find((path) => path && existsSync(path));
  if (!found) throw new Error("no chromium: install Debian's package, or say where it is in $CHROMIUM");
  return found;
}

export function launch() {
  const args = ["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage", "--mute-audio"];
  return chromium.launch({ executablePath: program(), args });
}

/** Serves pages from the folder $PAGES in place of those in the command, which need not be rebuilt for each change. */
async function unbuilt(route) {
  const { pathname } = new URL(route.request().url());
  const there = pathname !== "/" && existsSync(join(process.env.PAGES, pathname));
  const path = join(process.env.PAGES, there ? pathname : "index.html");
  // If the window was closed meanwhile or the floor was killed, there is nobody to answer.
  const ask = () => route.fetch({ url: new URL("/", route.request().url()).href }).catch(() => undefined);
  const response = (await ask()) ?? (await ask());
  if (!response) return await route.abort().catch(() => {});
  const type = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2" }[extname(path)];
  await route.fulfill({ response, path, headers: { ...response.headers(), "content-type": type ?? "text/html" } });
}

/**
 * Whether a message means that something is wrong in the page itself. If a server is gone on purpose, the browser
 * complains, and that is not a fault.
 */
function isFault(text) {
  return !/Failed to load resource|WebSocket connection to|net::ERR_/.test(text);
}

/** A scene: the people in it and their pages. */
class Stage {
  constructor(house) {
    this.house = house;
    this.floor = house.floor;
    this.pages = [];
    this.contexts = [];
    this.faults = [];
    this.log = [];
  }

  /** A window without a login. All errors of its pages are recorded. */
  async window(options = {}) {
    const context = await this.house.browser.newContext({
      baseURL: this.floor.url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(90_000);
    if (process.env.PAGES) {
      await context.route((url) => !/^\/(api|help|healthz|readyz|metrics)/.test(url.pathname), unbuilt);
      // To the browser such a page has no origin, so it needs permission to talk to this machine.
      await context.grantPermissions(["local-network-access"]);
    }
    this.contexts.push(context);
    return context;
  }

  /** A page in a window. */
  async page(context) {
    const page = await context.newPage();
    const name = `page ${this.pages.length + 1}`;
    this.pages.push(page);
    page.on("pageerror", (error) => this.faults.push(`${name}: ${error.stack ?? error}`));
    page.on("console", (message) => {
      this.log.push(`${name}: ${message.type()}: ${message.text()}`);
      if (message.type() === "error" && isFault(message.text())) this.faults.push(`${name}: ${message.text()}`);
    });
    return page;
  }

  /** A window of somebody who is logged in. */
  async windowOf(person, options) {
    const context = await this.window(options);
    const [name, value] = person.cookie.split("=");
    await context.addCookies([{ name, value, url: this.floor.url, httpOnly: true, sameSite: "Strict" }]);
    return context;
  }

  /** Somebody's page at a path. */
  async at(person, path, options) {
    const page = await this.page(await this.windowOf(person, options));
    await page.goto(path);
    return page;
  }

  /** A guest with chips at a table, and the page of that table. */
  async player(name, table, { cents = 50_000, ...options } = {}) {
    const person = await this.floor.guest(name);
    await person.join(table, cents);
    return await this.seat(person, table, options);
  }

  /** The page of a table for somebody. Everything on its live connection is recorded, and can be held back. */
  async seat(person, table, options) {
    const page = await this.page(await this.windowOf(person, options));
    const seat = new Seat(page, person, table);
    await seat.open();
    return seat;
  }

  async keep(name, error) {
    const folder = join(KEPT, name.replace(/[^a-z0-9]+/gi, "-").toLowerCase());
    await mkdir(folder, { recursive: true });
    for (const [index, page] of this.pages.entries()) {
      await page.screenshot({ path: join(folder, `page-${index + 1}.png`) }).catch(() => {});
    }
    const lines = [String(error?.stack ?? error), "", ...this.faults, "", ...this.log, "", this.floor.log];
    await writeFile(join(folder, "log.txt"), lines.join("\n"));
  }

  async close() {
    for (const context of this.contexts) await context.close().catch(() => {});
  }
}

/**
 * Whether all scenes are played. `npm run e2e:short` leaves the long ones out: it has one scene of every page and of every
 * kind of interaction, and is what every change must pass. Pictures are taken of everything.
 */
export const ALL = ["CH47_LONG", "SHOTS", "UPDATE_FELTS", "UPDATE_PICTURES"].some((name) => process.env[name]);

/** A floor and a browser for the scenes of a file. `scene` is always played, `longScene` only when all scenes are. */
export function house(words) {
  const house = {};
  let isOpen = false;
  // If all scenes of a file are long ones, there is nothing to open.
  const open = () => {
    if (isOpen) return;
    isOpen = true;
    before(async () => {
      house.floor = await Floor.open(words);
      house.browser = await launch();
    });
    after(async () => {
      await house.browser?.close();
      await house.floor?.close();
    });
  };
  house.scene = (name, play) => {
    open();
    test(name, async () => {
      const stage = new Stage(house);
      try {
        await play(stage);
        assert.deepEqual(stage.faults, [], "a page complained");
      } catch (error) {
        await stage.keep(name, error);
        throw error;
      } finally {
        await stage.close();
      }
    });
  };
  house.longScene = (name, play) => (ALL ? house.scene(name, play) : test(name, { skip: "a long scene: CH47_LONG=1 plays it" }, () => {}));
  return house;
}
