/**
 * Measures a run of many plans.
 * @module
 */
import { type Bench, grouped } from "./bench.ts";
import { executionCall, fileOf, makeRepository } from "./runs.ts";
import { printTable, progress } from "./table.ts";

const PLANS = 1000;
const AGENTS = 16;
/** The numbers of finished plans at which the memory is measured. */
const POINTS = [50, 100, 250, 500, 750, 1000];

/** Measures the memory of a run of many plans, many of them at the same time. */
export async function measureManyPlans({ folder, programs: { wf } }: Bench): Promise<void> {
  progress("A thousand plans");
  const at = `${folder}/thousand`;
  const plans = Array.from({ length: PLANS }, (_, plan) => [`sleep 2; echo 1 > ${fileOf(plan + 1, 1)}`]);
  await makeRepository(at, { plans, config: { parallelization: { max_concurrent_agents: AGENTS } } });
  const { argv: [program = "", ...args], cwd, env = {} } = executionCall(at, wf);
  const command = new Deno.Command(program, {
    args,
    cwd,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  });
  const child = command.spawn();
  const lines: string[] = [];
  let finished = 0;
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    const before = finished;
    finished += text.match(/✓ plan/g)?.length ?? 0;
    for (const point of POINTS.filter((point) => before < point && point <= finished)) {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
      const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
      lines.push(`after ${grouped(point).padStart(5)} plans  ${memory.toFixed(0).padStart(4)} MB`);
    }
  }
  await child.status;
  const what = `Memory of a run of ${grouped(PLANS)} plans in one wave, ${AGENTS} at the same time`;
  printTable(what, `The scripts sleep two seconds.\n\n  ${lines.join("\n  ")}`, []);
}
