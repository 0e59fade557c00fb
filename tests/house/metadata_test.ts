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

Deno.test("the help names every command and what it does", async () => {
  const { code, stdout } = await call("--help");
  assert.equal(code, 0);
  for (const { name, description } of commands) {
    const line = stdout.split("\n").find((candidate) => candidate.trim().startsWith(`${name} `));
    assert.ok(line?.includes(description), `${name} — ${description}`);
  }
});

for (const { name, description, flags, positionals } of commands) {
  Deno.test(`the help of ${name} names its flags and arguments, and what each is for`, async () => {
    const { code, stdout, stderr } = await call(name, "--help");
    assert.equal(code, 0, stderr);
    assert.equal(stderr, "");
    assert.ok(stdout.includes(description), description);
    for (const flag of flags) {
      const line = lineWith(stdout, new RegExp(String.raw`--${flag.name}[\s\]=]`));
      assert.ok(line.includes(flag.description), `--${flag.name} in: ${line}`);
      for (const value of flag.allowed ?? []) assert.ok(line.includes(value), `${value} in: ${line}`);
    }
    for (const positional of positionals) {
      const line = lineWith(
        stdout,
        new RegExp(String.raw`^\s+\[?${positional.placeholder ?? positional.name}\b`),
      );
      assert.ok(line.includes(positional.description), `${positional.name} in: ${line}`);
      for (const value of positional.allowed ?? []) assert.ok(line.includes(value), `${value} in: ${line}`);
    }
  });
}

/** The last line that fits, as the usage line above says less. */
function lineWith(text: string, pattern: RegExp): string {
  return text.split("\n").findLast((line) => pattern.test(line)) ?? "";
}

async function call(...args: readonly string[]) {
  const host = new MemoryHost();
  const code = await main(args, host);
  return { code, ...host.written };
}
