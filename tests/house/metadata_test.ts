import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { loaders } from "../../lib/cli/loaders.ts";
import { main } from "../../lib/cli/main.ts";
import { MemoryHost } from "../support/memory_host.ts";
import { modulesIn } from "./source_files.ts";

Deno.test("every command of the types has a loader, and every loader a command", () => {
  assert.deepEqual(Object.keys(loaders).sort(), commands.map(({ name }) => name).sort());
});

Deno.test("every loader gives a function", async () => {
  for (const [name, load] of Object.entries(loaders)) assert.equal(typeof await load(), "function", name);
});

Deno.test("each command lies in a file of its name", async () => {
  const files = await modulesIn("lib/commands/");
  for (const { name } of commands) {
    const file = `/${name.replaceAll("-", "_")}.ts`;
    assert.equal(files.filter((path) => path.endsWith(file)).length, 1, `${name} lies in one ${file}`);
  }
});

Deno.test("the help names every command and what it does, on one line", async () => {
  const { code, stdout } = await call("--help");
  assert.equal(code, 0);
  for (const { name, description } of commands) {
    const [, brief = ""] = new RegExp(`^  ${name} +(.+)$`, "m").exec(stdout) ?? [];
    assert.ok(brief !== "" && description.startsWith(brief), `${name}: ${brief}`);
  }
  for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
});

for (const { name, description, flags, positionals } of commands) {
  Deno.test(`the help of ${name} names its flags and arguments, and what each is for`, async () => {
    const { code, stdout, stderr } = await call(name, "--help");
    assert.equal(code, 0, stderr);
    assert.equal(stderr, "");
    const unwrapped = stdout.replaceAll(/\s+/g, " ");
    assert.ok(unwrapped.startsWith(description), description);
    const parts = [
      ...flags.map((flag) => ({ ...flag, shown: `--${flag.name}` })),
      ...positionals.map((one) => ({ ...one, shown: one.placeholder ?? one.name })),
    ];
    for (const { shown, description, allowed = [] } of parts) {
      const at = new RegExp(`^  [<[]?${shown}…?[>\\]]?(?: <[^>]+>)?\\s+(\\S[^]*)`, "m").exec(stdout)?.[1] ??
        "";
      const text = at.replaceAll(/\s+/g, " ");
      assert.ok(text.startsWith(description), `${shown}: ${text.slice(0, 100)}`);
      if (allowed.length > 0) assert.ok(text.includes(`One of ${allowed.join(", ")}.`), shown);
    }
    for (const line of stdout.split("\n")) assert.ok(line.length <= 80 || !line.includes(" "), line);
  });
}

async function call(...args: readonly string[]) {
  const host = new MemoryHost();
  const code = await main(args, host);
  return { code, ...host.written };
}
