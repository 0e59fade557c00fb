import assert from "node:assert/strict";
import denoConfig from "../../deno.json" with { type: "json" };
import { Folder } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { deno } from "./run.ts";

/** What `deno doc --json` tells of a module, as far as it is needed. */
interface Documentation {
  readonly nodes: Readonly<
    Record<string, {
      readonly module_doc?: {
        readonly doc?: string;
        readonly tags?: readonly { readonly kind: string; readonly doc?: string }[];
      };
    }>
  >;
}

Deno.test("the package can be published on JSR, with types that need no inference", async () => {
  // The check of types also checks the declarations that JSR generates, which no other check does.
  const args = ["publish", "--dry-run", "--allow-dirty"];
  const { code, stderr } = await deno(args, { cwd: fromRoot("") });
  assert.equal(code, 0, stderr);
  const files = stderr.split("\n").flatMap((line) => /file:\/\/(\S+) \(/.exec(line)?.[1] ?? []);
  const own = files.map((path) => decodeURIComponent(path).slice(fromRoot("").length));
  for (const path of ["mod.ts", "cli.ts", "LICENSE", "README.md"]) assert.ok(own.includes(path), path);
  const meant =
    /^(?:lib|schemas|generated|docs)\/|^(?:mod\.ts|internals\.ts|cli\.ts|deno\.json|[A-Z]+(?:\.md)?)$/;
  // In a worktree of git `.git` is a file.
  assert.deepEqual(own.filter((path) => !meant.test(path) && path !== ".git"), []);
});

for (const [door, file] of Object.entries(denoConfig.exports)) {
  Deno.test(`the door ${door} says what it is for, with an example`, async () => {
    await using folder = await Folder.make();
    const { code, stdout, stderr } = await deno(["doc", "--json", fromRoot(file)], { cwd: folder.path });
    assert.equal(code, 0, stderr);
    const { nodes }: Documentation = JSON.parse(stdout);
    const documented = Object.entries(nodes).find(([url]) => url.endsWith(`/${file.slice(2)}`))?.[1]
      .module_doc;
    assert.ok((documented?.doc ?? "").length > 10, "no text");
    const examples = (documented?.tags ?? []).filter(({ kind }) => kind === "example");
    assert.ok(examples.some(({ doc }) => doc?.includes("```")), "no example");
  });
}
