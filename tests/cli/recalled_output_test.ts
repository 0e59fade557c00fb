import assert from "node:assert/strict";
import { loaders } from "../../lib/cli/loaders.ts";
import { mayBeRecalled, recalledOutput } from "../../lib/cli/recalled_output.ts";
import { SafeOutput } from "../../lib/cli/safe_output.ts";
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
  readonly written: string[] = [];

  constructor(readonly folder: string) {
    super();
  }

  override now(): number {
    return super.now() + 60_000;
  }

  override home(): string {
    return `${this.folder}/.git/home`;
  }

  override cwd(): string {
    return this.folder;
  }

  override write(stream: "stdout" | "stderr", text: string): boolean {
    this.written.push(stream, text);
    return true;
  }
}

/** Calls a command in a folder, and returns all that it writes. */
async function call({ path }: Folder, name: string, build: string | null = "1") {
  const host = new LaterHost(path);
  let called = false;
  const run = async (host: Host, output: SafeOutput) => {
    called = true;
    const context = {
      host,
      cwd: () => host.realPath(host.cwd()),
      json: false,
      style: makeStyle(false),
      progressStyle: makeStyle(false),
      print: (text: string) => output.text("stdout", text),
      progress: (text: string) => output.message(text),
      byAgent: () => false,
    } as unknown as CommandContext;
    const [command = "", flag] = name.split(" --");
    const options = command === "waves" || command === "graph" ? { phase: "1" } : {};
    const load = loaders[command]!;
    const { exitCode, text = "", result = {} } = await (await load())({
      ...options,
      ...flag && { [flag]: true },
    }, context);
    output.text("stdout", text);
    output.json(result);
    return exitCode;
  };
  const output = new SafeOutput(host);
  const exitCode = await recalledOutput({ args: [name], host, output, run }, build ?? undefined);
  return { called, exitCode, written: host.written };
}

for (const name of ["validate", "waves", "status", "graph"]) {
  Deno.test(`${name} writes the same again without reading it again, until something changes`, async () => {
    await using folder = await repository(FILES);
    await Deno.mkdir(`${folder.path}/.git/home`);
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

Deno.test("a commit hook checks the same staged plans once", async () => {
  await using folder = await repository(FILES);
  await Deno.mkdir(`${folder.path}/.git/home`);
  await folder.write({ [FIRST]: planText({ plan: "01", dependsOn: ["01-08"], tasks: ["one"] }) });
  await folder.git("add", ".");
  const hook = "validate --staged";
  const plain = await call(folder, hook, null);
  assert.deepEqual(await call(folder, hook), plain);
  assert.match(plain.written.join(), /01-08/);
  assert.deepEqual(await call(folder, hook), { ...plain, called: false });
  await folder.write({ [FIRST]: planText({ plan: "01", tasks: ["three"] }) });
  assert.equal((await call(folder, hook)).called, false, "the index is unchanged");
  await folder.git("add", ".");
  const changed = await call(folder, hook);
  assert.equal(changed.called, true);
  assert.deepEqual(changed, await call(folder, hook, null));
});

Deno.test("only commands that read what the next call reads too may be recalled", () => {
  const calls = [["validate"], ["status", "--json"], ["validate", "--staged"], ["execute-phase", "1"], []];
  assert.deepEqual(calls.map(mayBeRecalled), [true, true, true, false, false]);
});

Deno.test("a call that fails is made again", async () => {
  await using folder = await repository({});
  await Deno.mkdir(`${folder.path}/.git/home`);
  const host = new LaterHost(folder.path);
  let times = 0;
  const run = () => Promise.resolve(++times + 1);
  const output = new SafeOutput(host);
  for (const expected of [2, 3]) {
    assert.equal(await recalledOutput({ args: ["validate"], host, output, run }, "1"), expected);
  }
});
