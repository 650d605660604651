import { beforeEach, describe, expect, test } from "vitest";
import { hex, unhex, utf8 } from "./bytes";
import { Contributor, type Keep } from "./contributor.svelte";
import { commitment, link } from "./mix";
import type { ChanceView, LockView, StepView, TableView } from "./types";

const SECRET = "07".repeat(32);
const LEAF = "ab".repeat(32);
const ROOT = "cd".repeat(32);
const bound = (window: number) => commitment("roulette-1", window, unhex(SECRET));
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
const KEY = hex(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
async function head(size: number, root = ROOT, table = "roulette-1") {
  const text = `ch47/${table}\n${size}\n${base64(unhex(root))}\n0\n`;
  const signature = hex(new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, utf8(text))));
  return { key: KEY, root, signature, size, text };
}

function memory(): Keep & { text: string | undefined } {
  const keep = { text: undefined as string | undefined, read: () => keep.text, write: (text: string) => void (keep.text = text) };
  return keep;
}
const view = (more: Partial<TableView> = {}) =>
  ({ summary: { chance: "digital" }, you: "p3", commitment: { window: 5, hash: bound(5) }, chain: null, ...more }) as unknown as TableView;
const step = (chance: ChanceView, leaf = LEAF) => ({ chance, leaf }) as unknown as StepView;
const locked = (window: number, panel = [3]) => step({ kind: "locked", window, panel, next: bound(window + 1) });
const lockOf = async (window: number, more: Partial<LockView> = {}): Promise<LockView> => ({
  table: "roulette-1", window, seq: window * 10, leaf: LEAF, commitment: bound(window), panel: [3], depth: window - 4, until: 800, head: await head(window * 10 + 1), ...more,
});

const seed = new Uint8Array(32).fill(0x11);
let keep: ReturnType<typeof memory>;
let one: Contributor;
beforeEach(() => {
  keep = memory();
  one = new Contributor("roulette-1", keep, () => seed);
  const [offer] = one.see(view());
  expect(offer).toMatchObject({ do: "anchor", anchor: hex(link(seed, 1024)), length: 1024 });
  one.step(step({ kind: "anchored", patron: 3, anchor: hex(link(seed, 1024)), length: 1024, since: 5 }), true);
  expect(one.state).toBe("ready");
});

const open = (depth: number) => hex(link(seed, 1024 - depth));

describe("a part is opened when everything is in order", () => {
  test("window after window, each with the value before", async () => {
    for (const window of [5, 6, 7]) {
      one.step(locked(window), true);
      const [said] = await one.lock(await lockOf(window));
      expect(said).toEqual({ do: "open", window, lock: LEAF, value: open(window - 4) });
      one.hear({ table: "roulette-1", window, lock: LEAF, patron: 3, value: open(window - 4), signature: "" });
      expect(one.state).toBe("in");
      one.step(step({ kind: "mixed", window, parts: [[3, open(window - 4)]] }), true);
      one.step(step({ kind: "turned", window, secret: SECRET }), true);
      expect(one).toMatchObject({ state: "ready", alarm: "", turned: window, marks: [] });
    }
  });
  test("after a reload the same chain goes on, and asking again for the same lock gets the same answer", async () => {
    one.step(locked(5), true);
    const said = await one.lock(await lockOf(5));
    const again = new Contributor("roulette-1", keep, () => new Uint8Array(32).fill(9));
    expect(again.see(view({ chain: { anchor: hex(link(seed, 1024)), length: 1024, since: 5 } }))).toEqual([]);
    again.step(locked(5), true);
    expect(await again.lock(await lockOf(5))).toEqual(said);
  });
  test("a lock that overtakes its lines waits for them", async () => {
    expect(await one.lock(await lockOf(6))).toEqual([]);
    expect(one.alarm).toBe("");
    one.step(locked(5), true);
    expect(await one.overdue()).toEqual([{ do: "open", window: 6, lock: LEAF, value: open(2) }]);
  });
});

describe("nothing is opened for cheaters", () => {
  const cases: [string, (lock: LockView) => Promise<LockView>, RegExp][] = [
    ["another commitment", async (lock) => ({ ...lock, commitment: bound(9) }), /changed its commitment/],
    ["another panel than the journal's", async (lock) => ({ ...lock, panel: [1, 3] }), /another list/],
    ["another lock than the journal's", async (lock) => ({ ...lock, leaf: ROOT }), /another list/],
    ["a value further back", async (lock) => ({ ...lock, depth: 2 }), /wrong value/],
    ["a head before the lock", async (lock) => ({ ...lock, head: await head(50) }), /does not cover/],
    ["a head of another table", async (lock) => ({ ...lock, head: await head(51, ROOT, "craps-1") }), /another table's/],
    ["a head that nobody signed", async (lock) => ({ ...lock, head: { ...lock.head, signature: "00".repeat(64) } }), /has not signed/],
  ];
  test.each(cases)("%s", async (_, change, why) => {
    one.step(locked(5), true);
    expect(await one.lock(await change(await lockOf(5)))).toEqual([]);
    expect(one.alarm).toMatch(why);
  });
  test("a floor that went back in time gets a new chain and no value", async () => {
    for (const window of [5, 6]) {
      one.step(locked(window), true);
      await one.lock(await lockOf(window));
    }
    const said = await one.lock(await lockOf(5, { head: await head(70) }));
    expect(said).toMatchObject([{ do: "anchor" }]);
    expect(one.alarm).toMatch(/second time/);
  });
  test("a shorter journal, another root, another key", async () => {
    one.step(locked(5), true);
    await one.lock(await lockOf(5, { head: await head(90) }));
    one.step(locked(6), true);
    expect(await one.lock(await lockOf(6, { head: await head(80) }))).toEqual([]);
    expect(await one.lock(await lockOf(6, { head: await head(90, LEAF) }))).toEqual([]);
    expect(await one.lock(await lockOf(6, { head: { ...(await head(99)), key: ROOT } }))).toEqual([]);
    expect(await one.lock(await lockOf(6, { head: await head(99) }))).toHaveLength(1);
  });
  test("a secret that was not committed to", () => {
    one.step(step({ kind: "turned", window: 5, secret: "08".repeat(32) }), true);
    expect(one.alarm).toMatch(/does not match/);
  });
});

describe("what should not happen is marked", () => {
  const marks = () => one.marks.map(({ mark }) => mark);
  test("left out, though heard", async () => {
    one.step(locked(5), true);
    await one.lock(await lockOf(5));
    one.hear({ table: "roulette-1", window: 5, lock: LEAF, patron: 3, value: open(1), signature: "" });
    one.step(step({ kind: "failed", window: 5, withheld: [3], secret: SECRET }), true);
    expect(marks()).toEqual(["left out"]);
  });
  test("unheard, not asked, given up", async () => {
    one.step(locked(5, [1]), true);
    expect(marks()).toEqual(["not asked"]);
    one.step(locked(6), true);
    await one.lock(await lockOf(6));
    one.step(step({ kind: "abandoned", first: 6, last: 7, after: "locked", why: "restart" }), true);
    expect(marks()).toEqual(["not asked", "given up"]);
    one.step(step({ kind: "failed", window: 6, withheld: [3], secret: SECRET }), true);
    expect(marks()).toEqual(["not asked", "given up", "unheard"]);
  });
  test("another device of the same person contributes", () => {
    one.step(step({ kind: "anchored", patron: 3, anchor: ROOT, length: 1024, since: 6 }), true);
    expect(one.state).toBe("elsewhere");
  });
});
