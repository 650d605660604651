import { expect, it } from "vitest";
import { clock, forInput, fromInput, when } from "./time";

it("moments are read and written alike", () => {
  const noon = new Date(2026, 10, 16, 12, 0, 7).getTime();
  expect(when(noon)).toBe("2026-11-16 12:00:07");
  expect(clock(noon)).toBe("12:00:07");
  expect(forInput(noon)).toBe("2026-11-16T12:01");
  expect(fromInput("2026-11-16T12:01")).toBe(new Date(2026, 10, 16, 12, 1).getTime());
  expect(fromInput("")).toBeUndefined();
});
