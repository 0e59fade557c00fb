/**
 * Runs the contract on the runtime at hand and prints, as JSON, what failed of each case.
 * @module
 */
import process from "node:process";
import { NodeHost } from "../../lib/host/node.ts";
import { childContract } from "./child_contract.ts";
import { contract, contractAlone, verify } from "./contract.ts";

const host = new NodeHost();
const results: Record<string, string> = {};
for (const each of [...contract, ...childContract, ...contractAlone]) {
  results[each.name] = await verify(each, host).then(() => "", (error: unknown) => String(error));
}
process.stdout.write(JSON.stringify({ runtime: host.installation().runtime, results }));
