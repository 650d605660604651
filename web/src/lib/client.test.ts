import { afterEach, expect, it, vi } from "vitest";
import { address, ask, maybe, tell, Trouble } from "./client";

const asked: { url: string; init: RequestInit }[] = [];
const answers = (...all: [number, unknown][]) => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const [status, body] = all.shift() ?? [500, null];
    const text = status === 204 ? null : JSON.stringify(body);
    return new Response(text, { status, headers: { "Content-Type": "application/json" } });
  });
};
afterEach(() => vi.unstubAllGlobals());

it("addresses are filled in from the table of routes", () => {
  expect(address("prove-receipt", { table: "MB-1", seq: 7 })).toBe("/api/tables/MB-1/receipts/7");
  expect(address("change-person", { person: "zoë/.." })).toBe("/api/people/zo%C3%AB%2F..");
  expect(address("list-rounds", { table: "r" }, { offset: 0, limit: undefined })).toBe("/api/tables/r/rounds?offset=0");
});

it("asks with the method of the route, and only says what there is to say", async () => {
  answers([200, []], [204, undefined]);
  expect(await ask("list-tables")).toEqual([]);
  expect(asked[0]).toMatchObject({ url: "/api/tables", init: { method: "GET" } });
  expect(asked[0]?.init.body).toBeUndefined();
  expect(await ask("log-out")).toBeUndefined();
});

it("says it again with the same key while a retry may help", async () => {
  vi.useFakeTimers();
  const busy = { code: "unavailable", message: "busy", retry: true, key: null };
  answers([503, busy], [200, { seq: 3 }]);
  const told = tell("buy-in", { path: { table: "r" }, body: { cents: 500 } });
  await vi.runAllTimersAsync();
  expect(await told).toEqual({ seq: 3 });
  const bodies = asked.map(({ init }) => JSON.parse(init.body as string) as { key: string });
  expect(bodies[0]).toEqual(bodies[1]);
  vi.useRealTimers();
});

it("what may not be there is undefined, and anything else is trouble", async () => {
  const problem = (code: string) => ({ code, message: "no", retry: false, key: null });
  answers([404, problem("unknown")], [422, problem("poor")]);
  expect(await maybe(ask("read-odds", { path: { table: "r" } }))).toBeUndefined();
  await expect(maybe(ask("read-odds", { path: { table: "r" } }))).rejects.toBeInstanceOf(Trouble);
});
