/**
 * The names that the library exports. A change of this list is a change for its users: rewrite it with
 * `deno task update`, and say in `CHANGELOG.md` what they have to do.
 * @module
 */
import assert from "node:assert/strict";
import denoConfig from "../../deno.json" with { type: "json" };
import { fromRoot } from "../support/root.ts";

/** The output of `deno doc --json`, as far as it is needed. */
interface Documentation {
  readonly nodes: Readonly<Record<string, { readonly symbols?: readonly DocumentedSymbol[] }>>;
}

interface DocumentedSymbol {
  readonly name: string;
  readonly declarations: readonly {
    readonly kind: string;
    readonly jsDoc?: { readonly doc?: string; readonly tags?: readonly { readonly kind: string }[] };
  }[];
}

for (const [door, module] of Object.entries(denoConfig.exports)) {
  Deno.test(`the door ${door} exports these names`, async (t) => {
    const symbols = await symbolsOf(module);
    const lines = symbols.map(({ name, declarations }) => `${declarations[0]?.kind} ${name}`).sort();
    await t.assertSnapshot(`\n${lines.join("\n")}\n`);
  });
}

for (const module of ["./mod.ts"]) {
  Deno.test(`every function and class of ${module} has an example`, async () => {
    const isCalled = ({ declarations }: DocumentedSymbol) =>
      declarations.some(({ kind }) => kind === "function" || kind === "class");
    const without = (await symbolsOf(module)).filter(isCalled).filter(({ declarations }) =>
      !declarations.some(({ jsDoc }) => jsDoc?.tags?.some(({ kind }) => kind === "example"))
    );
    assert.deepEqual(without.map(({ name }) => name), []);
  });
}

async function symbolsOf(module: string): Promise<readonly DocumentedSymbol[]> {
  const args = ["doc", "--json", fromRoot(module)];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  const { nodes }: Documentation = JSON.parse(new TextDecoder().decode(stdout));
  const [url] = Object.keys(nodes).filter((key) => key.endsWith(module.slice(1)));
  return nodes[url!]?.symbols ?? [];
}
