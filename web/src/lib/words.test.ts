import { expect, it } from "vitest";
import { bet, called, placed, settled } from "./fixtures";
import { awaitedName, briefly, calledTo, factName, outcomeName, ownAct, refusalName, toPeople, type Naming } from "./words";

const people: Naming = { you: "p1", name: (actor) => (actor === "p2" ? "bob" : actor) };
const his = bet("straight-up", 500, { patron: "p2", seat: 4 });

it("facts about people are worded from their parts", () => {
  expect([placed(bet("red", 500)), placed(his)].map((fact) => factName(fact, people))).toEqual(["you put $5 on red", "bob puts $5 on straight up at 4"]);
  expect([settled(bet("red", 500), 500), settled(his, 0)].map((fact) => factName(fact, people))).toEqual([
    "your $5 on red wins $5", "bob's $5 on straight up at 4 loses",
  ]);
});

it("a call keeps its sentence, and says beside it whom it is about", () => {
  const call = called("seats", { patron: "p2", seat: 3 }, "seats p2 at 3");
  expect([factName(call, people), calledTo(call, people)]).toEqual(["seats p2 at 3", "bob"]);
  expect(calledTo(called("seats", { patron: "p1" }), people)).toBe("you");
  expect(calledTo(called("confirmed", { by: "p1", patron: "p2" }), people)).toBe("bob, you");
  expect([called("spins"), called("confirmed", { by: "dealer" })].map((fact) => calledTo(fact, people))).toEqual([undefined, undefined]);
});

it("whom a table waits for", () => {
  const by = (by: string) => awaitedName({ for: "decision", by }, people);
  expect([by("p1"), by("p2"), by("dealer"), awaitedName({ for: "equipment" }, people)]).toEqual(["you", "bob", "dealer", "the equipment"]);
});

it("what equipment shows", () =>
  expect([outcomeName({ outcome: "dice", dice: [4, 3] }), outcomeName({ outcome: "card", card: "As" })]).toEqual(["4-3", "ace of spades"]));

it("a refusal names people", () => {
  expect(toPeople("not now: the table waits for p2", people)).toBe("Not now: the table waits for bob");
  expect(toPeople("the table waits for p1", people)).toBe("The table waits for you");
});

it("a long name is cut between letters, and says so", () => {
  expect(["Heron", "Dapper Falcon", "Dapper Falco", "Зоя Певчая Птица", "👩‍🚀👩‍🚀👩‍🚀👩‍🚀"].map((name) => briefly(name, 12))).toEqual(["Heron", "Dapper Falc…", "Dapper Falco", "Зоя Певчая…", "👩‍🚀👩‍🚀👩‍🚀👩‍🚀"]);
  expect(briefly("👩‍🚀👩‍🚀👩‍🚀", 2)).toBe("👩‍🚀…");
});

it("a refusal and what is accepted instead name amounts as people write them", () => {
  expect(refusalName("too much: at most 5.00", people)).toBe("Too much: at most $5");
  expect(refusalName("not in multiples of 0.50", people)).toBe("Not in multiples of $0.50");
  expect([ownAct("p1@3 hand 25.00", people), ownAct("p2 draws", people), ownAct("dealer spins", people)]).toEqual(["Hand $25", "Bob draws", "Dealer spins"]);
});
