import { expect, it } from "vitest";
import { beginning, changes, exists, groups, read, said, toggled, write } from "./settings";
import type { OptionView } from "./shapes";

const field = (key: string, more: Partial<OptionView> = {}): OptionView => ({
  key, kind: "choice", about: "", cite: "5.2(b)", held: true, values: [], lawful: "", must: false, default: null, standard: null, only: [], alike: null, told: [], ...more,
});
const only = (key: string, values: string[], wanted = true) => ({ key, values, wanted, text: "" });
const wheel = field("wheel", { must: true, standard: "double-zero" });
const zero = field("zero", { must: true, standard: "all", only: [only("wheel", ["single-zero"], false)] });
const red = field("odds.red", { kind: "odds", default: "1 to 1" });
const fields = [wheel, zero, red, field("odds.black", { kind: "odds", default: "1 to 1" }), field("limits.minimum", { kind: "money", default: "1.00" })];

it("options are read and written alike", () => {
  const options = { zero: "half", "odds.red": "2 to 1", decks: 8, "match-play": true };
  expect(read(options)).toEqual({ zero: "half", "odds.red": "2 to 1", decks: "8", "match-play": "true" });
  expect(write({ zero: "all", "odds.black": "" })).toEqual({ zero: "all" });
  expect(said(options)).toEqual(["zero = half", "odds.red = 2 to 1", "decks = 8", "match-play = true"]);
});

it("an option exists where its conditions are met", () => {
  expect(exists(zero, { wheel: "double-zero" }, fields)).toBe(true);
  expect(exists(zero, { wheel: "single-zero" }, fields)).toBe(false);
  const ace = field("ace");
  const face = field("face", { only: [only("ace", [])] });
  expect([{}, { ace: "As" }].map((written) => exists(face, written, [ace, face]))).toEqual([false, true]);
});

it("an editor begins with the usual choice where one must be made", () => {
  expect(beginning(fields)).toEqual({ wheel: "double-zero", zero: "all" });
  expect(beginning([{ ...wheel, standard: "single-zero" }, zero])).toEqual({ wheel: "single-zero" });
});

it("changes are told against what holds", () => {
  expect(changes({ zero: "all" }, { zero: "all", "odds.red": "2 to 1" }, fields)).toEqual([{ key: "odds.red", from: "1 to 1", to: "2 to 1" }]);
  expect(changes({ zero: "all" }, { zero: "all", "odds.red": "1 to 1" }, fields)).toEqual([]);
});

it("keys of one kind stand together", () => {
  expect(groups(fields).map((one) => [one.name, one.fields.length])).toEqual([["", 2], ["odds", 2], ["limits", 1]]);
});

it("words are chosen and left out again, in their order", () => {
  const values = ["1", "2", "3"];
  expect(toggled("3", "1", values)).toBe("1 3");
  expect(toggled("1 3", "3", values)).toBe("1");
});
