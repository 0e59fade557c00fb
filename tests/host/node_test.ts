import assert from "node:assert/strict";
import { NodeHost } from "../../lib/host/node.ts";
import { Folder, host } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { childContract } from "./child_contract.ts";
import { contract, contractAlone, verify } from "./contract.ts";

for (const each of [...contract, ...childContract]) {
  Deno.test(`on the node: built-ins of Deno, ${each.name}`, () => verify(each, new NodeHost()));
}

Deno.test("on Node itself", async (t) => {
  await using folder = await Folder.make();
  const script = `${folder.path}/contract.mjs`;
  const bundle = ["bundle", "--quiet", "-o", script, fromRoot("tests/host/contract_on_node.ts")] as const;
  const made = await host.run({ argv: [Deno.execPath(), ...bundle], cwd: fromRoot("") });
  assert.equal(made.code, 0, made.stderr);
  const { code, stdout, stderr } = await host.run({ argv: ["node", script], cwd: folder.path });
  assert.equal(code, 0, stderr);
  const { runtime, results } = JSON.parse(stdout);
  assert.equal(runtime.name, "node");
  for (const { name } of [...contract, ...childContract, ...contractAlone]) {
    await t.step(name, () => assert.equal(results[name], ""));
  }
});
