// What facts do to wagers and chips, for an observer. The floor keeps the books; this only follows them.
import type { BetView, Fact, Seated } from "./types";

/** Whether two wagers are the same one, whatever their stakes. */
export const same = (one: BetView, other: BetView): boolean =>
  one.patron === other.patron && one.seat === other.seat && one.wager === other.wager && one.tender === other.tender;

function add(bets: BetView[], bet: BetView): BetView[] {
  if (!bets.some((lies) => same(lies, bet))) return [...bets, bet];
  return bets.map((lies) => (same(lies, bet) ? { ...lies, stake: lies.stake + bet.stake } : lies));
}

function take(bets: BetView[], bet: BetView): BetView[] {
  const left = bets.map((lies) => (same(lies, bet) ? { ...lies, stake: lies.stake - bet.stake } : lies));
  return left.filter((lies) => lies.stake > 0);
}

/** The wagers on the layout after a fact. */
export function lay(bets: BetView[], fact: Fact): BetView[] {
  switch (fact.kind) {
    case "placed":
      return add(bets, fact.bet);
    case "returned":
    case "settled":
      return take(bets, fact.bet);
    case "moved":
      return add(take(bets, fact.bet), { ...fact.bet, wager: fact.to });
    default:
      return bets;
  }
}

/** Whose chips a fact changes, and by how much. */
function change(fact: Fact): [patron: string, cents: number] | undefined {
  switch (fact.kind) {
    case "placed":
      return [fact.bet.patron, -fact.bet.stake];
    case "returned":
      return [fact.bet.patron, fact.bet.stake];
    case "settled":
      return [fact.bet.patron, fact.bet.stake - fact.taken + fact.paid];
    case "exchanged":
      return [fact.patron, fact.cash];
    case "redeemed":
      return [fact.patron, fact.paid];
    case "charged":
    case "collected":
      return [fact.patron, -fact.vigorish];
    default:
      return undefined;
  }
}

/** The people with their chips after a fact. */
export function pay(people: Seated[], fact: Fact): Seated[] {
  const changed = change(fact);
  if (!changed || changed[1] === 0) return people;
  // A user who may not know somebody's chips does not learn them from a change.
  return people.map((one) => (one.patron === changed[0] && one.purse != null ? { ...one, purse: one.purse + changed[1] } : one));
}

/** What a fact wins or loses for its patron. */
export function won(fact: Fact, patron: string): number {
  if (fact.kind === "settled" && fact.bet.patron === patron) return fact.paid - fact.taken;
  if (fact.kind === "redeemed" && fact.patron === patron) return fact.paid;
  if ((fact.kind === "charged" || fact.kind === "collected") && fact.patron === patron) return -fact.vigorish;
  return 0;
}
