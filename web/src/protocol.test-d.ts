// What the generated types must say; `tsc --noEmit` is the test.
import type { components, operations, paths } from "./protocol";
import type { ROUTES } from "./routes";

type Schemas = components["schemas"];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_T extends true>(): void => undefined;

type Body<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { "application/json": infer B } };
}
  ? B
  : never;
type Done<O extends keyof operations, S extends number> = operations[O] extends {
  responses: { [K in S]: { content: { "application/json": infer B } } };
}
  ? B
  : never;

holds<Same<Body<"act">, Schemas["ActRequest"]>>();
holds<Same<Done<"act", 200>, Schemas["Receipt"]>>();
holds<Same<Body<"log-in">, Schemas["Credentials"]>>();
holds<Same<Done<"open-table", 201>, Schemas["TableSummary"]>>();
holds<Same<Body<"read-table">, never>>();
holds<Same<Schemas["Problem"]["retry"], boolean>>();
holds<Same<Schemas["Receipt"]["seq"], number>>();
holds<Same<Schemas["FromClient"]["do"], "act" | "act-for" | "ready" | "anchor" | "open" | "offers" | "resume">>();
holds<Same<Schemas["FromServer"]["type"], "table" | "step" | "receipt" | "lock" | "heard" | "presence" | "offers" | "problem" | "resync">>();
holds<Same<keyof typeof ROUTES, keyof operations>>();
holds<Same<(typeof ROUTES)[keyof typeof ROUTES][1], keyof paths>>();
holds<Same<Schemas["Awaits"]["for"], "wagers" | "decision" | "equipment">>();
holds<Same<Schemas["Outcome"]["outcome"], "card" | "cutting-card" | "tile" | "dice" | "number" | "ball" | "drawn" | "stop" | "reader">>();
holds<Same<Schemas["CardView"]["spot"], Schemas["TotalView"]["spot"]>>();

const act: Schemas["FromClient"] = { do: "act", key: "a-key-of-mine-1", act: "banker 20.00" };
// @ts-expect-error whatever is to be written carries a key
const keyless: Schemas["FromClient"] = { do: "ready" };
// @ts-expect-error there is no such role
const role: Schemas["Role"] = "croupier";

/** A message from the server is told apart by its type alone. */
export function line(message: Schemas["FromServer"]): number | undefined {
  return message.type === "step" ? message.seq : undefined;
}

export const examples = { act, keyless, role };
