// No frame carries a card that its viewer may not know: neither the other player's connection nor an observer's has it
// before it is turned up, and no page shows it.

import assert from "node:assert/strict";
import { asks, isOpen, until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

const parsed = (seat) => seat.frames.map(({ text }) => JSON.parse(text));
const told = (seat) => parsed(seat).filter(({ type }) => type === "step").flatMap((step) => step.facts);

/** The cards that were shown only to this person. */
const secrets = (seat) => told(seat).filter(({ kind }) => kind === "privately").map(({ outcome }) => outcome.card);

/** Whether a text contains this card as a word. */
const has = (text, card) => new RegExp(`(?<![A-Za-z0-9])${card}(?![A-Za-z0-9])`).test(text);

/** Waits until the page has received everything there is, and returns all that it received. */
async function heard(seat) {
  const { next } = await seat.view();
  await until("every line is heard", () => parsed(seat).some((frame) => frame.type === "step" && frame.seq === next - 1));
  return seat.frames.length;
}

/** What these frames show to everyone may be known. */
function shownToAll(seat, from) {
  const frames = parsed({ frames: seat.frames.slice(from) });
  const facts = frames.flatMap((frame) => frame.facts ?? []);
  return facts.filter(({ kind }) => kind === "shown").map(({ outcome }) => outcome.card);
}

/** Nobody else has received these cards since. */
async function nobodyKnows(cards, others, since) {
  assert.ok(cards.length > 0, "somebody holds cards alone, or this proves nothing");
  for (const [index, other] of others.entries()) {
    await heard(other);
    const open = shownToAll(other, since[index]);
    const frames = other.frames.slice(since[index]);
    for (const card of cards.filter((card) => !open.includes(card))) {
      for (const { text } of frames) assert.ok(!has(text, card), `${other.person.name} heard of ${card}: ${text}`);
      const page = await other.page.content();
      assert.ok(!page.includes(`data-card="${card}"`), `the page of ${other.person.name} shows ${card}`);
    }
    assert.ok(!told(other).some(({ kind, to }) => kind === "privately" && to !== other.you), "shown to somebody else");
    const lying = parsed(other).flatMap(({ picture, cleared }) => [picture, cleared].flatMap((table) => table?.cards ?? []));
    assert.ok(!lying.some(({ card, to }) => card && to && to !== other.you), "drawn for somebody else");
    assert.ok(told(other).some(({ kind }) => kind === "hidden"), `${other.person.name} knows that there is something`);
  }
}

/** Where somebody was seated. */
const place = async (seat) => (await seat.view()).picture.seats.find(({ patron }) => patron === seat.you).seat;

longScene("chemin de fer: a hand is its player's alone until it is turned up", async (stage) => {
  const table = "chemin-de-fer-1";
  const [ann, bob] = [await stage.player("ann", table), await stage.player("bob", table)];
  const watcher = await stage.seat(await stage.floor.guest("wim"), table);
  for (const seat of [ann, bob, watcher]) seat.you = await seat.number();
  const does = (seat, act, place) => seat.person.does(table, act, place);
  const [annsPlace, bobsPlace] = [await place(ann), await place(bob)];
  await does(ann, "bid 20.00", annsPlace);
  await ann.person.ready(table);
  await bob.person.ready(table);
  const offered = (seat, act) => until(`${act} is offered`, async () => (await seat.offers()).some((offer) => offer.act === act));
  await offered(ann, "bank");
  await does(ann, "bank 20.00", annsPlace);
  await offered(bob, "banco");
  await does(bob, "banco 20.00", bobsPlace);
  await ann.person.ready(table);
  await bob.person.ready(table);
  await offered(ann, "deals");
  await does(ann, "deals");
  await offered(bob, "looks");
  const since = [await heard(ann), await heard(watcher)];
  // The second hand of the scene is looked at in the page: it must show the cards to their owner.
  await bob.does("looks");
  await until("bob has seen two cards", () => secrets(bob).length === 2);
  await nobodyKnows(secrets(bob), [ann, watcher], since);
  for (const card of secrets(bob)) await bob.page.locator(`[data-card="${card}"]`).first().waitFor();
});

scene("Caribbean stud: five cards are a player's alone", async (stage) => {
  const table = "caribbean-stud-1";
  const [ann, bob] = [await stage.player("ann-stud", table), await stage.player("bob-stud", table)];
  const watcher = await stage.seat(await stage.floor.guest("wim-stud"), table);
  for (const seat of [ann, bob, watcher]) seat.you = await seat.number();
  for (const seat of [ann, bob]) await seat.person.does(table, "ante 5.00", await place(seat));
  await ann.person.ready(table);
  await bob.person.ready(table);
  const first = await until("somebody is asked", async () => {
    const view = await ann.view();
    return [ann, bob].find((seat) => asks(view, seat.you));
  });
  const others = [first === ann ? bob : ann, watcher];
  const since = [await heard(others[0]), await heard(watcher)];
  await first.does("looks");
  await until("five cards are seen", () => secrets(first).length === 5);
  await nobodyKnows(secrets(first), others, since);
  for (const card of secrets(first)) await first.page.locator(`[data-card="${card}"]`).first().waitFor();
});

longScene("blackjack with a hole card: nobody hears of it before the dealer turns it up", async (stage) => {
  const table = await stage.floor.table("hole", "blackjack", { options: { decks: 8, "second-card": "face-down" } });
  const ann = await stage.player("ann-hole", table);
  const watcher = await stage.seat(await stage.floor.guest("wim-hole"), table);
  ann.you = await ann.number();
  await until("wagers are open", async () => isOpen(await ann.view()));
  await ann.person.does(table, "sits at 3");
  // A hand of 21 is not asked anything: then another one is dealt.
  let asked = false;
  for (let hands = 0; hands < 8 && !asked; hands++) {
    const { summary } = await ann.view();
    await ann.person.does(table, "hand 5.00", 3);
    await ann.person.ready(table);
    const view = await until("one is asked, or the round is over", async () => {
      const view = await ann.view();
      // Insurance has its own betting window.
      if (isOpen(view) && view.summary.round === summary.round) await ann.person.ready(table);
      return (asks(view, ann.you) || view.summary.round > summary.round) && view;
    });
    asked = asks(view, ann.you);
  }
  assert.ok(asked, "a hand that is played");
  await heard(watcher);
  const { cards } = (await watcher.view()).picture;
  assert.equal(cards.filter(({ spot }) => spot === "dealer").length, 2, "the dealer has two cards");
  assert.equal(cards.filter(({ card }) => card).length, 3, "four cards lie and three are known");
  const lies = watcher.page.locator('[data-hand="dealer"] [data-card]');
  await until("the page shows one of them", async () => (await lies.evaluateAll((all) => all.map((one) => one.dataset.card === "down").join())) === "false,true");
});
