import assert from "node:assert/strict";
import { main } from "../../../lib/cli/main.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import { planText } from "../../support/plans.ts";
import { type Folder, repository } from "../../support/repository.ts";

/** A machine on which every file is old. It remembers the documents of the project that were read. */
class Counting extends DenoHost {
  readonly read: string[] = [];
  written = "";

  constructor(readonly folder: Folder) {
    super();
  }

  override cwd(): string {
    return this.folder.path;
  }

  override now(): number {
    return super.now() + 60_000;
  }

  override readText(path: string): Promise<string> {
    // Worktrees have copies, whose hashes are compared.
    const document = path.startsWith(this.folder.path) ? path.split("/.planning/")[1] : undefined;
    if (document !== undefined) this.read.push(document);
    return super.readText(path);
  }

  override write(_: "stdout" | "stderr", text: string): boolean {
    this.written += text;
    return true;
  }
}

/** Executes a phase of several plans with the shell agent, and gives how often each document was read. */
async function readsOf(plans: number, config: object): Promise<Readonly<Record<string, number>>> {
  const numbers = Array.from({ length: plans }, (_, index) => `0${index + 1}`);
  const texts = numbers.map((plan) => {
    const file = `${plan}.txt`;
    const task = { name: `Add ${file}`, files: file, script: `echo ${plan} > ${file}` };
    return [`.planning/phases/01-base/01-${plan}-PLAN.md`, planText({ plan, files: [file], tasks: [task] })];
  });
  await using folder = await repository({
    ...Object.fromEntries(texts),
    ".planning/config.json": JSON.stringify({ mode: "yolo", agent: { name: "shell" }, ...config }),
    ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: It works\n",
    ".planning/STATE.md": "# State\n",
  });
  const host = new Counting(folder);
  const code = await main(["execute-phase", "1", "--yes", "--answer", "must_haves=approved"], host);
  assert.equal(code, 0, host.written);
  assert.equal((await folder.subjects()).length, 2 + 2 * plans);
  const counts: Record<string, number> = {};
  for (const path of host.read) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

for (const [what, enabled] of [["one after the other", false], ["concurrently", true]] as const) {
  Deno.test(`a run of plans ${what} reads each plan once, however many there are`, async () => {
    for (const plans of [1, 4]) {
      const counts = await readsOf(plans, { parallelization: { enabled } });
      const read = Object.entries(counts).filter(([path]) => path.endsWith("-PLAN.md"));
      assert.deepEqual(read.map(([, count]) => count), Array(plans).fill(1));
      assert.equal(counts["config.json"], 1);
    }
  });
}
