import { expect, it } from "vitest";
import { beginning, changes, groups, read, toggled, write } from "./settings";

const field = (key: string, standard: string | null, kind = "choice") => ({
  key, standard, kind, about: "", cite: "5.2(b)", held: true, values: [], lawful: "",
});
const fields = [field("zero", null), field("odds.red", "1 to 1", "odds"), field("odds.black", "1 to 1", "odds"), field("limits.minimum", "1.00", "money")];

it("options are read and written alike", () => {
  const options = ["zero=half", 'odds.red="2 to 1"', "limits.minimum=5.00"];
  expect(read(options)).toEqual({ zero: "half", "odds.red": "2 to 1", "limits.minimum": "5.00" });
  expect(write(read(options))).toEqual(options);
  expect(write({ zero: "all", "odds.black": "" })).toEqual(["zero=all"]);
});

it("an editor begins with the usual choice where one must be written", () => {
  expect(beginning([field("zero", "all"), field("match-play", "false")], ["zero"])).toEqual({ zero: "all" });
});

it("changes are told against what usually holds", () => {
  expect(changes({ zero: "all" }, { zero: "all", "odds.red": "2 to 1" }, fields)).toEqual([{ key: "odds.red", from: "1 to 1", to: "2 to 1" }]);
  expect(changes({ zero: "all" }, { zero: "all", "odds.red": "1 to 1" }, fields)).toEqual([]);
});

it("keys of one kind stand together", () => {
  expect(groups(fields).map((one) => [one.name, one.fields.length])).toEqual([["", 1], ["odds", 2], ["limits", 1]]);
});

it("words are chosen and left out again, in their order", () => {
  const values = ["1", "2", "3"];
  expect(toggled("3", "1", values)).toBe("1 3");
  expect(toggled("1 3", "3", values)).toBe("1");
});
