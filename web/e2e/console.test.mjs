// The console of physical tables: one person with a keyboard runs every game from opening to closing, for five patrons
// who have neither accounts nor devices, with one irregularity and one correction in each game; then the journal is
// verified.

import assert from "node:assert/strict";
import { barriers, overflow } from "./barriers.mjs";
import { Console } from "./console.mjs";
import { until } from "./floor.mjs";
import { house } from "./stage.mjs";

const { scene, longScene } = house();

const shows = ({ awaits }) => awaits.for === "equipment";
const wagers = ({ awaits }) => awaits.for === "wagers";
const decides = (view) => /^p\d/.test(view.awaits.by ?? "");

longScene("roulette runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "roulette", { options: { wheel: "double-zero", zero: "half", "limits.minimum": 5 } });
  await at.seat([1, 2, 3, 4, 5], (nth) => (nth === 0 ? "·blue·5" : ""));
  // The first patron has chips of a color: an amount is a number of chips.
  await at.key(".1·17*2·r*2·.2·r20⏎", "p2 red 20.00");
  await at.key(".3·13-18*10·.4·1-12*10·.5·k15⏎", "p5 black 15.00");
  // What a blue chip is worth is in the journal: another console, or the same page opened anew, knows it.
  await at.page.reload();
  await at.thing("next").waitFor();
  await at.key(".1·r*2·k*1⏎", "p1 black 5.00 color");
  await at.key(".1-k⏎", "p1 takes back black");
  await at.key("␣␣", "dealer calls no more bets");
  await at.goesWrong("foreign object");
  await at.key("␣␣", "dealer calls no more bets");
  // 18 is entered, but it was 17.
  await at.key("18", "ball 18");
  assert.deepEqual(await at.purses(), [500, 520, 550, 490, 485]);
  await at.corrects("17");
  assert.deepEqual(await at.purses(), [500 + 350 - 10, 480, 550, 490, 515]);
  assert.deepEqual(await barriers(at.page), []);
  assert.equal(await overflow(at.page), "");
  await at.close();
});

scene("Big Six runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "big-six");
  await at.seat();
  await at.key(".1·1*5·.2·5*5·.3·j5·.4·t5·.5·f5⏎", "p5 flag 5.00");
  await at.walk("the wheel turns", shows);
  await at.goesWrong("fewer than three revolutions");
  await at.walk("the wheel turns again", shows);
  await at.key("j", "stop joker");
  await at.corrects("5");
  assert.deepEqual(await at.purses(), [495, 525, 495, 495, 495]);
  // A page that is opened anew knows what was wagered last.
  await at.page.reload();
  await at.page.getByRole("button", { name: "Same wagers again" }).waitFor();
  await at.key("=", "p5 flag 5.00");
  await at.walk("the wheel turns", shows);
  await at.key("1", "stop $1");
  await at.close();
});

longScene("craps runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "craps");
  await at.seat();
  await at.key(".1p10·.2dp10·.3pl6*12·.4f10·.5p5·h8*5⏎", "p5 hardway 8 5.00");
  await at.walk("somebody shoots", ({ picture }) => picture.shooter);
  // Entering two dice implies that they were sent out and thrown.
  await at.key("33", "dice 3-3");
  await at.key(".1o10⏎", "p1 pass-odds 6 10.00");
  await at.walk("the dice are in the air", shows);
  await at.goesWrong("die off the table");
  await at.walk("wagers are open again", wagers);
  await at.key("61", "dice 6-1");
  const [ann] = await at.purses();
  await at.corrects("42");
  assert.equal((await at.purses())[0] - ann, 10 + 12 + 20, "the point was made: pass and odds win instead of losing");
  await at.key(".5-⏎", "p5 takes back hardway 8");
  await at.chooses("passes the dice");
  await at.close();
});

longScene("minibaccarat runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "minibaccarat");
  await at.prepare("ac2c");
  await at.seat();
  await at.key("b50,p25,b,p,t5⏎", "p5@5 tie 5.00");
  await at.key("␣", "dealer calls no more bets");
  await at.key("7c9dkhqs", "Qs");
  await at.key("␣", "dealer announces");
  // The Banker's Hand has nine against seven.
  assert.deepEqual(await at.purses(), [547.5, 475, 547.5, 475, 495]);
  await at.key("=", "p5@5 tie 5.00");
  await at.goesWrong("card drawn in error, unseen");
  await at.walk("cards are due", shows);
  await at.key("7d8dkdth", "Th");
  await at.corrects("kc");
  await at.walk("wagers are open", wagers);
  await at.close();
});

longScene("blackjack: five boxes take at most forty keys beyond the cards", async (stage) => {
  const at = await Console.open(stage, "blackjack");
  await at.prepare();
  await at.seat();
  await at.key("25,25,25,25,25⏎", "p5@5 hand 25.00");
  await at.key("␣", "dealer deals");
  await at.key("tctdthtsjc6cjdjhjsqcqd", "Qd");
  await at.goesWrong("card face up in the shoe, …", "5h");
  await at.walk("all stand", ({ awaits }) => awaits.by === "dealer");
  await at.key("␣td", "Td");
  // It was a nine: the dealer has fifteen, and draws again.
  await at.corrects("9d");
  await at.key("kd", "Kd");
  await at.key("␣", "dealer settles");
  assert.deepEqual(await at.purses(), [525, 525, 525, 525, 525]);
  const before = at.keys;
  const dealt = "9ctc5c8c6d6s2dtd6h8dth";
  const [doubles, draws, split, other, busts, dealer] = ["ts", "7c", "3c", "9h", "ks", "jc5d"];
  const { next } = await at.view();
  await at.type(`=2·50⏎4·50⏎␣${dealt}+${doubles}␣${draws}␣/${split}+${other}${"kc"}␣${busts}␣${dealer}␣`);
  await at.told("dealer settles", next);
  const keyed = [dealt, doubles, draws, split, other, "kc", busts, dealer].join("").length;
  const beyond = at.keys - before - keyed;
  assert.ok(beyond <= 40, `${beyond} keys beyond the cards`);
  await at.close();
});

longScene("punto banco runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "punto-banco");
  await at.prepare("ac2c");
  await at.seat();
  await at.key("b50,p25,b,p,t5⏎", "p5@5 tie 5.00");
  // The shoe is offered and accepted, and wagers are closed; the first card implies that it was called for and dealt.
  await at.walk("wagers are closed", ({ awaits }) => awaits.for === "decision" && awaits.by === "dealer");
  await at.key("7c9dkhqs", "Qs");
  await at.walk("the hand is over", ({ summary, awaits }) => summary.round > 0 && awaits.for === "wagers");
  assert.deepEqual(await at.purses(), [547.5, 475, 547.5, 475, 495]);
  await at.key("=", "p5@5 tie 5.00");
  await at.walk("wagers are closed", ({ awaits }) => awaits.for === "decision" && awaits.by === "dealer");
  await at.key("7d", "7d");
  await at.goesWrong("card drawn in error, unseen");
  await at.walk("the supervisor has ruled", shows);
  await at.key("8dkdth", "Th");
  await at.corrects("kc");
  await at.walk("the hand is over", ({ awaits, bets }) => awaits.for === "wagers" && bets.length === 0);
  await at.close();
});

longScene("Caribbean stud runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "caribbean-stud");
  await at.prepare();
  await at.seat();
  await at.key("10,10,10,10,10⏎", "p5@5 ante 10.00");
  await at.key("␣␣", "dealer deals");
  await at.goesWrong("card drawn in error, unseen");
  await at.key("ac", "Ac");
  await at.walk("somebody decides", decides);
  // Nobody's cards are known before they are turned: the patrons bet and fold.
  await at.type("++-++");
  await until("all have decided", async () => !decides(await at.view()));
  await at.type("kd8h4s2c");
  await at.told("2c");
  for (const hand of ["3c3d5h6h7h", "9c9dthjhqh", "4c5d6s8sts", "js2d7d9h9s"]) {
    await at.type(hand);
  }
  await at.told("9s");
  await at.corrects("qs");
  await at.walk("wagers are open", wagers);
  await at.close();
});

longScene("double down stud runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "double-down-stud");
  await at.prepare();
  await at.seat();
  await at.key("10,10,10,10,10⏎", "p5@5 original 10.00");
  await at.walk("cards come", shows);
  await at.goesWrong("card drawn in error, unseen");
  await at.walk("cards come", shows);
  await at.type("ac2d3h4s5c");
  await at.key("kd8h4c", "4c");
  await at.walk("somebody decides", decides);
  await at.type("+␣␣+␣");
  await until("all have decided", async () => !decides(await at.view()));
  await at.walk("the last card is turned", shows);
  await at.key("as", "As");
  await at.corrects("qs");
  await at.walk("wagers are open", wagers);
  await at.close();
});

longScene("let it ride runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "let-it-ride");
  await at.prepare();
  await at.seat();
  await at.key("10,10,10,10,10⏎", "p5@5 third 10.00");
  await at.key("␣", "dealer calls no more bets");
  await at.goesWrong("card drawn in error, unseen");
  await at.walk("somebody decides", decides);
  // Nobody's cards are known before they are turned: the patrons withdraw a wager, or let it ride.
  await at.type("-␣--␣");
  await until("all have decided once", async () => !decides(await at.view()));
  await at.walk("a community card is turned", shows);
  await at.key("kd", "Kd");
  await at.walk("somebody decides", decides);
  await at.type("--␣--");
  await until("all have decided twice", async () => !decides(await at.view()));
  await at.walk("the other is turned", shows);
  await at.key("4h", "4h");
  for (const hand of ["3c3d5h", "kc9dth", "4c5d6s", "js2d7d", "8s9h9s"]) {
    await at.type(hand);
  }
  await at.told("9s");
  await at.corrects("qs");
  await at.walk("wagers are open", wagers);
  // The same wagers again with one key: three for each patron, made together.
  const before = await at.purses();
  await at.key("=", "p5@5 third 10.00");
  assert.deepEqual(await at.purses(), before.map((purse) => purse - 30));
  await at.key("1-,-,-,-,-⏎", "p5@5 takes back third");
  await at.close();
});

scene("red dog runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "red-dog");
  await at.prepare("2c");
  await at.seat();
  await at.key("10,10,10,10,10⏎", "p5@5 original 10.00");
  await at.key("␣", "dealer deals");
  await at.key("5c9d", "9d");
  await at.type("+␣+␣␣");
  await until("all have decided", async () => !decides(await at.view()));
  await at.key("tc", "Tc");
  const [raised] = await at.purses();
  await at.corrects("7c");
  assert.ok((await at.purses())[0] > raised, "the third card lies between");
  await at.key("=", "p5@5 original 10.00");
  await at.key("␣", "dealer deals");
  await at.goesWrong("card face up in the shoe, …", "5h");
  await at.key("8c9c", "9c");
  await at.walk("wagers are open", wagers);
  await at.close();
});

longScene("chemin de fer runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "chemin-de-fer");
  await at.seat();
  await at.prepare("ac2c");
  await at.key("2bid100⏎", "p2@2 bid 100.00");
  await at.key("␣", "dealer closes the bidding");
  await at.key("100⏎", "p2@2 bank 100.00");
  await at.key("4b100⏎", "p4@4 banco 100.00");
  await at.walk("the Banker deals", ({ awaits }) => awaits.by === "p2");
  await at.goesWrong("banker's cards in wrong order");
  await at.walk("the bank is kept", ({ awaits }) => awaits.by === "p2");
  await at.key("100⏎", "p2@2 bank 100.00");
  await at.key("4b100⏎", "p4@4 banco 100.00");
  await at.walk("the Dominant Player looks", ({ awaits }) => awaits.by === "p4");
  // Only p4 knows the cards until they are turned up. What is said and turned up is keyed as it happens, and the page says what comes next.
  const next = (text, cite) => until(`${text} [${cite}]`, async () => {
    const shown = await at.page.getByRole("region", { name: "the next step" }).innerText();
    return shown.includes(text) && shown.includes(cite);
  });
  await next("What does the Dominant Player announce?", "4.9(a)");
  await at.type("s");
  await next("The Banker's Hand is turned up", "4.9(c)");
  await at.type("4c4h");
  await next("The Player's Hand is turned up", "4.10(a)");
  await at.key("7ckh⏎", "4h");
  await at.corrects("5h");
  const [, banker, , dominant] = await at.purses();
  assert.deepEqual([banker, dominant], [595, 400], "nine beats seven, and the house has its vigorish");
  await at.chooses("passes the bank");
  for (let tries = 0; tries < 8 && decides(await at.view()); tries++) {
    const { next } = await at.view();
    await at.type("n");
    await until("the bank is declined", async () => (await at.view()).next > next);
  }
  await at.close();
});

longScene("markers, forms, a fill and a credit are recorded from the keyboard, and nobody leaves who owes", async (stage) => {
  const options = {
    vigorish: "5%", shuffle: "lace", deal: "face-up", "pay-order": "1", "disclosed-card": "2", "vigorish-collection": "deferred", "form-serial": 4711,
  };
  const at = await Console.open(stage, "minibaccarat", { options, table: "marked" });
  const clerk = await stage.floor.staff("pit-clerk", "pat-marked");
  await at.prepare("ac2c");
  await at.seat([1, 2, 3]);
  await at.key("b20,b10,b40⏎", "p3@3 banker 40.00");
  await at.key("␣kc9skhth", "Th");
  await at.key("␣", "dealer announces");
  await at.page.getByRole("region", { name: "papers" }).getByText("owes vigorish of $2").waitFor();
  await at.type("@3-⏎");
  await at.thing("note").getByText("vigorish is owed: collect or document it first [7.3(c)4]").waitFor();
  await at.page.keyboard.press("Escape");
  await at.key("#m3⏎", "dealer collects vigorish at 3");
  await at.key("@3-⏎", "taken-away");
  await at.key("#v1s⏎", "dealer documents 1, patron signed");
  await at.key("#v2a⏎", "dealer documents 2, patron absent");
  for (const [keys, kind] of [["#f·5000·f-8812⏎", "filled"], ["#c·1000·c-17⏎", "credited"]]) {
    await at.type(keys);
    await at.badge(clerk.name);
    await at.told(kind);
  }
  const { entry, by } = (await at.floor.journal("marked")).find((line) => line.entry.kind === "filled");
  assert.deepEqual([entry.cents, entry.slip, by], [500_000, "F-8812", clerk.name]);
  await at.close([1, 2]);
});

longScene("at blackjack two boxes insure, and one doubles for less", async (stage) => {
  const at = await Console.open(stage, "blackjack", { table: "insured" });
  await at.prepare();
  await at.seat([1, 2, 3]);
  await at.key("20,20,20⏎", "p3@3 hand 20.00");
  await at.key("␣5c6c9cas6d5d9d", "9d");
  // An ace is up: boxes 1 and 3 insure half of what they wagered, which is the most.
  await at.key("1i·3i⏎", "p3@3 insurance 10.00");
  await at.walk("somebody decides", decides);
  const { next } = await at.view();
  await at.type(":");
  const double = at.page.getByRole("region", { name: "all steps" }).getByRole("button", { name: /double/ });
  await at.type(`${(await double.locator("kbd").innerText()).trim()}15⏎`);
  await at.told("p1@1 double 15.00", next);
  await at.key("2c", "2c");
  await at.key("␣", "p2 stands");
  await at.key("␣", "p3 stands");
  await at.walk("the dealer's card comes", shows);
  await at.key("td", "Td");
  await at.walk("wagers are open", wagers);
  const [, second, third] = await at.purses();
  assert.deepEqual([second, third], [480, 500], "a blackjack takes the hands and pays insurance 2 to 1");
  await at.close([1, 2, 3]);
});

scene("two consoles at one table: the second hears that it was late, and what it keyed is not lost", async (stage) => {
  const at = await Console.open(stage, "roulette", { options: { wheel: "double-zero", zero: "half" }, table: "twice" });
  await at.seat([1, 2]);
  const dora = await stage.floor.staff("dealer", "dora");
  const second = await stage.at(dora, "/console/twice");
  await second.getByTestId("next").waitFor();
  // While the second console's entry is in transit, the first one reports a line.
  let late = true;
  await second.route("**/api/tables/twice/console", async (route) => {
    if (late && route.request().method() === "POST") {
      late = false;
      await at.key(".1r20⏎", "p1 red 20.00");
    }
    await route.continue();
  });
  for (const key of [...".2k20", "Enter"]) await second.keyboard.press(key);
  await second.getByTestId("note").getByText("was recorded since the last one you have seen: nothing was recorded").waitFor();
  assert.equal((await second.getByTestId("entry").innerText()).replace("▏", ""), ".2k20", "it is still there");
  await second.keyboard.press("Enter");
  await at.told("p2 black 20.00");
  const lines = (await at.floor.journal("twice")).map(({ entry }) => entry.line).filter(Boolean);
  assert.deepEqual(lines, ["p1 red 20.00", "p2 black 20.00"], "each once, in order");
});

longScene("bad input: an unknown patron, a card twice, a wager that the law refuses", async (stage) => {
  const at = await Console.open(stage, "caribbean-stud", { table: "wrong" });
  await at.prepare();
  await at.seat([1, 2]);
  const says = async (plan, note) => {
    await at.type(plan);
    await at.thing("note").getByText(note).waitFor();
  };
  const { next } = await at.view();
  await says("10@7⏎", "nobody is at 7: seat somebody with @7");
  assert.equal((await at.thing("entry").innerText()).replace("▏", ""), "10@7", "what was keyed is still there");
  await at.page.keyboard.press("Escape");
  await says("1g1⏎", "nothing was told");
  await at.page.keyboard.press("Escape");
  assert.equal((await at.view()).next, next);
  await at.key("10,10⏎", "p2@2 ante 10.00");
  await at.key("␣␣ac", "Ac");
  await at.walk("somebody decides", decides);
  await at.type("++");
  await until("both have decided", async () => !decides(await at.view()));
  await at.key("kd", "Kd");
  await says("ac", "no Ac is left (it came in line");
  await at.key("kh", "Kh");
});

longScene("a patron with a device wagers at the same table, and on a telephone the number is tapped", async (stage) => {
  const at = await Console.open(stage, "roulette", { options: { wheel: "double-zero", zero: "half" }, table: "tapped" });
  await at.page.setViewportSize({ width: 360, height: 740 });
  const ann = await (await stage.floor.guest("ann-tapped")).join("tapped");
  // The console numbers patrons, so it has to have heard of this one.
  await at.page.getByText("1 person").waitFor();
  await until("the console knows ann", async () => {
    await at.type("@2");
    const echo = await at.thing("echo").innerText();
    await at.page.keyboard.press("Escape");
    return /number 2/.test(echo);
  });
  await at.key("@2·500⏎", "bought-in");
  await ann.does("tapped", "red 5");
  await at.key(".2k5⏎", "p2 black 5.00");
  await at.type(".1r5⏎");
  await at.thing("note").getByText("wagers with an own device").waitFor();
  await at.page.keyboard.press("Escape");
  for (const act of ["spins", "calls no more bets"]) await at.page.locator(`button[data-act="${act}"]`).click();
  await at.page.locator('[data-act="ball 1"]').click();
  await at.told("ball 1");
  assert.deepEqual(await at.purses(), [505, 495]);
  assert.equal(await overflow(at.page), "");
  assert.deepEqual(await barriers(at.page), []);
});

longScene("keno runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "keno");
  await at.seat();
  await at.key(".1·3-17-44*5·.2·1-2/3-4:4*5·.3·k7/11-12:3*5⏎", "p3 king 7/11,12 by 3 5.00");
  await at.key(".4·8-9*5·.5·5-6-7*5⏎", "p5 straight 5,6,7 5.00");
  await at.walk("the balls are drawn", shows);
  await at.key("0317448001", "ball 1");
  await at.goesWrong("ball that cannot be read or came before");
  await at.walk("the balls are drawn on", shows);
  await at.type("2021222324");
  await at.told("ball 24");
  // 9 was read as 6.
  await at.key("06", "ball 6");
  await at.corrects("09");
  await at.type("252627282930313233");
  await at.told("ball 33");
  await at.walk("wagers are open", wagers);
  const drawn = (await at.view()).picture.drawn ?? [];
  assert.ok(!drawn.includes(6), "the corrected ball was never drawn");
  await at.close();
});

longScene("pai gow poker runs at the console alone, with its dice and its joker", async (stage) => {
  const at = await Console.open(stage, "pai-gow-poker", { options: { shuffle: "device", deal: "shoe", start: "dice" } });
  await at.prepare();
  await at.seat();
  await at.key("20,20,20,20,20⏎", "p5@5 main 20.00");
  await at.walk("the dice are shaken", shows);
  await at.goesWrong("die not flat");
  await at.walk("the dice are shaken again", shows);
  await at.key("236", "dice 2-3-6");
  await at.walk("somebody decides", decides);
  // Nobody else has seen the cards: each lays two hands down, five cards and then two.
  await at.type("␣␣␣␣␣");
  await until("all have laid their hands down", async () => !decides(await at.view()));
  await at.walk("the dealer's cards are turned", shows);
  await at.type("tstdastc8h5d2s");
  await at.told("2s");
  await at.walk("the hands are turned up", shows);
  for (const hand of ["kckd9s6c2dqhjh", "jjad7h7s5c4d3c", "2c2h4c6d8s9c9d", "3d3h5s6s7dkhqs", "4h4s5h6h8cacjc"]) await at.type(hand);
  await at.told("Jc");
  await at.corrects("jd");
  await at.walk("wagers are open", wagers);
  assert.ok((await at.floor.journal(at.table)).some(({ entry }) => entry.line === "joker"), "the joker was keyed");
  await at.close();
});

longScene("pai gow runs at the console alone, with its dice and its tiles", async (stage) => {
  const at = await Console.open(stage, "pai-gow", { options: { start: "dice" } });
  await at.prepare();
  await at.seat();
  await at.key("20,20,20,20,20⏎", "p5@5 main 20.00");
  await at.walk("the dice are shaken", shows);
  await at.goesWrong("die not flat");
  await at.walk("the dice are shaken again", shows);
  await at.key("236", "dice 2-3-6");
  await at.walk("somebody decides", decides);
  // Nobody else has seen the tiles: each lays two hands down, of two tiles each.
  await at.type("␣␣␣␣␣");
  await until("all have laid their hands down", async () => !decides(await at.view()));
  await at.walk("the dealer's tiles are turned", shows);
  await at.type("11265556");
  await at.told("5-6");
  await at.walk("the hands are turned up", shows);
  // A tile is keyed by its two halves, in any order.
  for (const hand of ["66631341", "44441613", "33461515", "45351124", "22345625"]) await at.type(hand);
  await at.told("2-5");
  await at.corrects("61");
  await at.walk("wagers are open", wagers);
  await at.close();
});

longScene("sic bo runs at the console alone", async (stage) => {
  const at = await Console.open(stage, "sic-bo");
  await at.seat();
  await at.key(".1·s5·.2·b5·.3·t9*5·.4·1-2*5·.5·3k4*5⏎", "p5 three-of-a-kind 4 5.00");
  await at.walk("the dice are shaken", shows);
  await at.goesWrong("die not flat");
  await at.walk("the dice are shaken again", shows);
  await at.key("225", "dice 2-2-5");
  await at.corrects("234");
  // The layout lights up first, and then the dealer settles.
  await at.walk("wagers are open", wagers);
  // Nine with three different dice: small and the total of nine win.
  const [small, big, total] = await at.purses();
  assert.deepEqual([small, big], [505, 495]);
  assert.ok(total > 500, `total 9 wins: ${total}`);
  await at.close();
});

longScene("chips are counted with a witness, and the difference is on the console and the sheet", async (stage) => {
  const at = await Console.open(stage, "roulette", { table: "counted", options: { wheel: "double-zero", zero: "half", "limits.minimum": 5 } });
  const { inventory } = await stage.floor.admin.get("/api/tables/counted/sheet");
  // Something that is no count is not told, and stays where it was keyed.
  await at.type("#n·500⏎");
  await until("the page says why", async () => /is no count: 100\*50/.test(await at.thing("note").innerText()));
  await at.page.keyboard.press("Escape");
  await at.type(`#n·100*${inventory / 10_000 - 1}·25*3⏎`);
  await at.badge(at.floorperson.name);
  await at.told("counted");
  const panel = at.page.getByTestId("counts");
  await panel.getByText("$25 short").waitFor();
  assert.ok((await panel.innerText()).includes(at.floorperson.name), "with its witness");
  assert.deepEqual(await barriers(at.page), []);
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const desk = await stage.at(at.floorperson, "/desk/sheet/counted", { viewport });
    await desk.getByTestId("counts").getByText("$25 short").waitFor();
    assert.equal((await desk.locator('[data-figure="difference"]').innerText()).trim(), "−$25");
    assert.deepEqual(await barriers(desk), []);
    assert.equal(await overflow(desk), "");
    if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/desk-${viewport.width}.png`, fullPage: true });
    await desk.close();
  }
  if (process.env.SHOTS) await at.page.screenshot({ path: `${process.env.SHOTS}/console-1280.png`, fullPage: true });
});
