import { DenoHost } from "../../lib/host/deno.ts";
import { contract, verify } from "./contract.ts";

for (const each of contract) Deno.test(`on Deno, ${each.name}`, () => verify(each, new DenoHost()));
