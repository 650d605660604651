// Plays a round to its end, in the pages of its players.

import { asks, isOpen, until } from "./floor.mjs";

/** Acts in order of preference; if none of these is offered, the first offer is taken. */
const RATHER = [
  "accepts the dice",
  "accepts the shoe",
  "keeps the shoe",
  "throws",
  "deals",
  "looks",
  "turns the cards up",
  "bet",
  "bank",
  "banco",
  "stands",
  "declines insurance",
  "calls card",
  "calls under eight",
  "stays",
  "leaves the hand to the house way",
];
// Who leaves gets up; who leaves the hand to the house way plays on.
const NEVER = /^(leaves$|sits at|stands at|declines the|passes the|asks for|straightens)/;

/** Whether an offer needs nothing but chips. */
export const isPlain = ({ tender }) => tender === undefined || tender === "chips";

/** Which of the offers to take. */
export function choice(offers) {
  // A shoe that may not be kept is passed by the page.
  const has = (act) => offers.some((offer) => offer.act === act);
  if (has("passes the shoe") && !has("keeps the shoe")) return undefined;
  const open = offers.filter((offer) => offer.kind !== "take-back" && !NEVER.test(offer.act) && isPlain(offer));
  const rank = (offer) => (RATHER.indexOf(offer.act) + RATHER.length + 1) % (RATHER.length + 1);
  return open.sort((one, other) => rank(one) - rank(other))[0];
}

/** Plays until this round is over: everybody who is asked something does it on their page, and everybody who has wagered says so. */
export async function playOn(seats, round, asked = async () => {}) {
  await until(
    `round ${round} is over`,
    async () => {
      const view = await seats[0].view();
      if (view.summary.round > round) return true;
      for (const seat of seats) {
        const isAsked = asks(view, await seat.number());
        // At chemin de fer there must be a bank, and somebody must play against it, before anybody is ready.
        const owes = isOpen(view) && (await seat.offers()).some(({ kind, wager }) => kind === "wager" && ["bank", "banco"].includes(wager));
        if (!isAsked && !owes) continue;
        if (isAsked) await asked(seat);
        await decide(seat);
        return false;
      }
      for (const seat of isOpen(view) ? seats : []) {
        const { presence, next } = await seat.view();
        if (presence.ready || !(await seat.thing("ready").isVisible())) continue;
        // The others may have closed the wagers at this very moment, or the page may not yet know what can be done now.
        await seat.thing("ready").click({ timeout: 1000 }).catch(() => {});
        const isHeard = async () => {
          const now = await seat.view();
          return now.presence.ready || now.next > next;
        };
        await until("the table counts the player in", isHeard, 2000).catch(() => {});
        return false;
      }
      return false;
    },
    120_000,
  );
}

/** Does what the player is asked for, and waits until the table has received it. */
async function decide(seat) {
  const { next } = await seat.view();
  await seat.current();
  const offer = choice(await seat.offers());
  if (!offer) return;
  await seat.does(offer.act, offer.seat);
  await until(`${offer.act} is heard`, async () => (await seat.view()).next > next);
}

/** What was decided in a round according to the journal. */
export async function settled(floor, table, round) {
  const clerk = await floor.staff("surveillance");
  const { steps } = await clerk.get(`/api/tables/${table}/rounds/${round}`);
  return steps.flatMap((step) => step.facts).filter(({ kind }) => kind === "settled");
}
