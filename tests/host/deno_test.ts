import { DenoHost } from "../../lib/host/deno.ts";
import { childContract } from "./child_contract.ts";
import { contract, verify } from "./contract.ts";

for (const each of [...contract, ...childContract]) {
  Deno.test(`on Deno, ${each.name}`, () => verify(each, new DenoHost()));
}
