// Scripted rounds at physical tables: the same cards, dice and numbers every time, so that the screenshots are always
// the same. `look` names a moment.

import { until } from "./floor.mjs";
import { SIZES } from "./looks.mjs";

export const NEW_DECKS = ["dealer inspects", "floorperson verifies", "dealer spreads", "dealer washes", "dealer shuffles"];
const NEW_SHOE = [...NEW_DECKS, "dealer laces", "dealer cuts at 208", "dealer loads, 14 behind", "shown Ac 3d"];

/**
 * Who does what, in order; `ann hand 5@3` is a wager at place 3. What comes `before` is done before Ann arrives; her
 * page is the one that is examined.
 */
export const STORIES = {
  "big-six": {
    steps: [
      "look empty", "ann $1 25", "ann $2 5", "ann $5 100", "ann $10 5", "ann $20 5", "ann joker 5", "ann flag 1", "bob $5 5", "look bets",
      "dealer calls no more bets", "dealer spins", "look spin", "shown stop $5", "look result",
    ],
  },
  blackjack: {
    before: [...NEW_DECKS, "dealer cuts at 100", "dealer loads, 52 behind", "dealer burns"],
    steps: [
      "ann sits at 3", "look empty", "ann hand 25@3", "bob hand 10@6", "look bets", "dealer deals",
      "shown 8s Tc 6d 8d 7s", "look turn", "ann split 2 25@3", "shown 3c", "look split", "ann double 25@3", "shown Th", "shown Td", "look second", "ann stands",
      "bob stands", "dealer calls dealer's card", "shown Kd 9c", "dealer settles", "look result",
      "ann hand 26@3", "dealer deals", "shown Ts Ad 9d", "look insurance", "ann insurance 13@3", "dealer goes on", "look insured", "ann stands",
      "dealer calls dealer's card", "shown Kc", "dealer settles", "look paid",
    ],
  },
  "caribbean-stud": {
    before: NEW_DECKS,
    steps: [
      "ann sits at 3", "look empty", "ann ante 25@3", "bob ante 5@6", "look bets", "dealer calls no more bets", "dealer deals", "shown Kh", "dealer counts the stub",
      "look turn", "bob folds", "ann bet 50@3", "look raised", "dealer turns the hole cards", "shown As 7c 4d 3h", "shown 2c 2d 9c 8d Tc", "dealer shuffles", "look result",
    ],
  },
  "chemin-de-fer": {
    before: NEW_SHOE,
    steps: [
      "ann sits at 3", "bob sits at 6", "look bid", "ann bid 5@3", "bob bid 40@6", "look bids", "dealer closes the bidding", "bob bank 40@6", "look offer",
      "ann banco 40@3", "look covered", "dealer calls no more bets", "dealer calls cards", "bob deals", "look hand", "ann looks", "shown 7c Kh", "look looked", "ann calls stay",
      "bob turns the cards up", "shown 4c 4d", "look result",
    ],
  },
  "double-down-stud": {
    before: NEW_DECKS,
    steps: [
      "ann sits at 3", "look empty", "ann original 25@3", "bob original 5@6", "look bets", "dealer calls no more bets", "dealer deals", "shown 4c", "shown Kh", "shown Kd 9s 2c",
      "dealer counts the stub", "bob stands", "look turn", "ann double 25@3", "look doubled", "dealer turns the last community card", "shown 7h", "dealer shuffles", "look result",
    ],
  },
  keno: {
    steps: [
      "look empty", "ann straight 3,17,44,58 5", "ann way 1,2/3,17/44,58 by 4 15", "ann king 7/11,12/13,14 by 3,5 15", "ann straight 8 for 3 games 15", "bob straight 5 5", "look bets",
      "dealer closes the game", "shown ball 3", "shown ball 17", "shown ball 80", "look draw",
      ...[44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 60, 61, 62, 63, 8].map((ball) => `shown ball ${ball}`), "look drawn", "dealer pays the game", "look result",
    ],
  },
  "let-it-ride": {
    before: NEW_DECKS,
    steps: [
      "ann sits at 3", "look empty", "ann third 25@3", "bob third 5@6", "look bets", "dealer calls no more bets", "dealer deals", "dealer counts the stub",
      "bob withdraws", "look turn", "ann looks", "shown Kd 8c 3h", "look looked", "ann lets it ride", "look rides", "dealer turns a community card", "shown Kh", "bob withdraws",
      "look second", "ann withdraws", "dealer turns a community card", "shown 4s", "shown 2d 7c Jd", "dealer shuffles", "look result",
    ],
  },
  "pai-gow": {
    before: ["dealer lays the tiles out", "dealer mixes the tiles", "dealer stacks the tiles"],
    steps: [
      "ann sits at 3", "look empty", "ann main 25@3", "bob main 5@6", "look bets", "dealer calls no more bets", "dealer shakes", "shown dice 2-3-4", "dealer deals the stacks", "look dealt",
      "bob leaves the hand to the house way", "ann looks", "shown 6-6 3-6 1-3 1-4", "look setting", "ann sets 3 and 4 low", "look set",
      "dealer turns the dealer's tiles", "shown 1-1 2-6 5-5 5-6", "look dealer", "dealer compares the hands", "shown 5-5 3-3 4-4 4-6", "dealer mixes the tiles", "look result",
    ],
  },
  "pai-gow-poker": {
    before: NEW_DECKS,
    steps: [
      "ann sits at 3", "look empty", "ann main 25@3", "bob main 5@6", "look bets", "dealer calls no more bets", "dealer shakes", "shown dice 2-3-4", "dealer deals", "look dealt",
      "dealer counts the cards left", "bob leaves the hand to the house way", "ann looks", "shown Kd Kc Qh Jd 9s 6c 2d", "look setting", "ann sets 3 and 4 low", "look set",
      "dealer turns the dealer's cards", "shown Ts Td Ah Tc 8h 5d 2s", "look dealer", "dealer compares the hands", "shown joker Ad 7h 7s 5c 4d 3c", "dealer shuffles", "look result",
    ],
  },
  craps: {
    steps: [
      "ann sits at 3", "look empty", "ann pass 25", "ann field 5", "ann place 6 30", "ann hardway 8 5", "ann hardway 4 5", "ann any-seven 5", "ann any-craps 5", "ann horn 20",
      "ann eleven 5", "bob dont-pass 5", "look bets", "dealer offers the dice", "ann accepts the dice", "dealer sends the dice out", "ann throws", "shown dice 4-4", "look point",
      "ann come 25", "ann pass-odds 8 25", "ann buy 4 20", "ann lay 10 40", "ann place 5 25", "ann place 9 25", "look numbers", "dealer sends the dice out", "ann throws", "shown dice 5-1",
      "look moved", "dealer sends the dice out", "ann throws", "shown dice 5-3", "look result",
    ],
  },
  minibaccarat: {
    before: NEW_SHOE,
    steps: [
      "ann sits at 3", "look empty", "ann banker 100@3", "ann tie 5@3", "bob player 25@6", "look bets", "dealer calls no more bets", "shown 2c 3h Kd Qs 5d 4c", "dealer announces", "look tie",
      "ann banker 100@3", "bob player 25@6", "dealer calls no more bets", "shown 7c 9d Kh Qs", "dealer announces", "look result",
    ],
  },
  "punto-banco": {
    before: NEW_SHOE,
    steps: [
      "ann sits at 3", "look empty", "ann player 100@3", "bob banker 5@6", "look bets", "dealer offers the shoe", "ann accepts the shoe", "dealer calls no more bets", "dealer calls cards",
      "look turn", "ann deals", "shown 4c 2d Kh Qs 5h 6h", "dealer announces", "look result",
    ],
  },
  "red-dog": {
    before: [...NEW_DECKS, "dealer cuts at 156", "dealer loads, 78 behind", "shown 2c"],
    steps: [
      "ann sits at 3", "look empty", "ann original 25@3", "bob original 5@6", "look bets", "dealer deals", "shown 3c Jd", "look turn",
      "bob lets it stand", "ann raise 25@3", "look raised", "shown 6h", "look result",
    ],
  },
  roulette: {
    options: { wheel: "double-zero", zero: "half" },
    steps: [
      "look empty", "ann straight 17 25", "ann straight 0 5", "ann straight 00 5", "ann straight 36 5", "ann split 17-20 5", "ann four 16-17-19-20 5", "ann three 16-17-18 5", "ann black 100", "ann red 5",
      "ann dozen 2 25", "ann column 2 5", "ann odd 5", "ann 1-to-18 5", "bob straight 17 5", "bob straight 30 5", "bob even 5", "look bets", "dealer spins", "look spin", "dealer calls no more bets", "shown ball 17", "look result",
    ],
  },
  "sic-bo": {
    steps: [
      "look empty", "ann small 25", "ann total 9 5", "ann total 4 5", "ann total 17 5", "ann combination 2-5 5", "ann combination 1-6 5", "ann one-of-a-kind 3 5", "ann one-of-a-kind 2 25",
      "ann two-of-a-kind 2 5", "ann two-of-a-kind 6 5", "ann three-of-a-kind 1 5", "ann any-three-of-a-kind 5", "ann big 100", "bob big 5", "bob total 9 5", "look bets",
      "dealer calls no more bets", "dealer shakes", "look shake", "shown dice 5-2-2", "look lights", "dealer settles", "look result",
    ],
  },
};

/** Plays a story at a new table of its game, and shows Ann's pages, one of each size, at each of its looks. */
export async function told(stage, game, onlook) {
  const { before = [], steps, options } = STORIES[game];
  const table = await stage.floor.table(`story-${game}`, game, { physical: true, options });
  const staff = { dealer: await stage.floor.staff("dealer"), floorperson: await stage.floor.staff("floorperson") };
  const patrons = { bob: await (await stage.floor.guest(`Bob ${game}`)).join(table) };
  const last = steps.findLastIndex((step) => step.startsWith("look"));
  const seats = [];
  const tell = async (step, nth) => {
    const [who, ...rest] = step.split(" ");
    const text = rest.join(" ");
    if (who === "look") {
      const { next } = await patrons.ann.get(`/api/tables/${table}`);
      if (nth === last) seats.push(await sits(stage, patrons.ann, table, SIZES.at(-1)));
      for (const seat of seats) {
        await until("the page has heard it all", async () => Number(await seat.is("round").getAttribute("data-next")) >= next);
        await seat.current();
      }
      await onlook(seats.map(({ page }) => page), text, nth === last);
    } else if (who === "shown") {
      for (const chance of /^(ball|stop|dice|cutting) /.test(text) ? [text] : rest) await staff.dealer.does(table, chance, 0, "equipment");
    } else if (who in staff) {
      await staff[who].does(table, text, 0, who);
    } else {
      const [, act, seat] = /^(.*?)(?:@(\d+))?$/.exec(text);
      await patrons[who].does(table, act, Number(seat ?? 0));
    }
  };
  for (const step of before) await tell(step, -1);
  patrons.ann = await (await stage.floor.guest(`Ann ${game}`)).join(table, 90_000);
  for (const size of SIZES.slice(0, -1)) seats.push(await sits(stage, patrons.ann, table, size));
  for (const [nth, step] of steps.entries()) await tell(step, nth);
}

/** Ann's page at one size. */
const sits = (stage, person, table, [width, height]) => stage.seat(person, table, { viewport: { width, height }, hasTouch: width < 500 });
