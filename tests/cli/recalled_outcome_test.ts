import assert from "node:assert/strict";
import { loaders } from "../../lib/cli/loaders.ts";
import { recalledOutcome } from "../../lib/cli/recalled_outcome.ts";
import type { CommandContext } from "../../lib/commands/context/command_context.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import type { Host } from "../../lib/host/host.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";
import { planText } from "../support/plans.ts";
import { type Folder, repository } from "../support/repository.ts";

const FIRST = ".planning/phases/01-base/01-01-PLAN.md";
const FILES = {
  ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n",
  [FIRST]: planText({ plan: "01", tasks: ["one"] }),
  ".planning/phases/01-base/01-02-PLAN.md": planText({ plan: "02", dependsOn: ["01-09"], tasks: ["two"] }),
};

/** A machine on which every file is old, with a home folder. */
class LaterHost extends DenoHost {
  constructor(readonly folder: string) {
    super();
  }

  override now(): number {
    return super.now() + 60_000;
  }

  override home(): string {
    return this.folder;
  }
}

/** Calls a command in a folder, and returns all that it writes. */
async function call({ path }: Folder, name: string, build: string | null = "1") {
  const host = new LaterHost(`${path}/.git/home`);
  await Deno.mkdir(host.folder, { recursive: true });
  let called = false;
  const written: unknown[] = [];
  const write = (value: unknown) => void written.push(value);
  const outputs = { print: write, progress: write, show: write, draw: write, emit: write };
  const styles = { json: false, style: makeStyle(false), progressStyle: makeStyle(false) };
  const contextOn = (host: Host): CommandContext => ({
    host,
    cwd: () => host.realPath(path),
    ...outputs,
    ...styles,
    live: () => false,
    byAgent: () => false,
    call: async (name, options, changes) => {
      called = true;
      return await (await loaders[name]!())(options, { ...contextOn(host), ...changes });
    },
  });
  const options = name === "waves" || name === "graph" ? { phase: "1" } : {};
  const { exitCode, text } = await recalledOutcome({ name, options, host, contextOn }, build ?? undefined);
  return { called, output: [...written, text, exitCode] };
}

for (const name of ["validate", "waves", "status", "graph"]) {
  Deno.test(`${name} writes the same again without reading it again, until something changes`, async () => {
    await using folder = await repository(FILES);
    const plain = await call(folder, name, null);
    assert.deepEqual(await call(folder, name), plain);
    assert.deepEqual(await call(folder, name), { ...plain, called: false });
    assert.equal((await call(folder, name, "2")).called, true, "another build");
    await folder.write({ [FIRST]: planText({ plan: "01", tasks: ["one", "two"] }) });
    const changed = await call(folder, name);
    assert.deepEqual(changed, await call(folder, name, null));
  });
}

Deno.test("status sees what has changed in git alone", async () => {
  await using folder = await repository(FILES);
  await call(folder, "status");
  await folder.git("switch", "--create", "other");
  assert.equal((await call(folder, "status")).called, true);
});

Deno.test("a command that may write is called each time", async () => {
  await using folder = await repository(FILES);
  await call(folder, "schema");
  assert.equal((await call(folder, "schema")).called, true);
});
