import { killAndComplete, randoms, type Scenario, undisturbed } from "../support/kills.ts";
import { smallProject, writes } from "../support/plans.ts";
import { projectWith } from "../support/wide.ts";

/** The number of times that a run of each project is killed. `deno task soak` kills more. */
const ROUNDS = 2;

/** Two tasks: the second appends to the file of the first, so that a repeated task is detected. */
function twoTasks(plan: string) {
  const append = {
    name: `Extend ${plan}`,
    files: `${plan}.txt`,
    script: `echo more >> ${plan}.txt; sleep 0.02; echo ${plan} > ${plan}b.txt`,
    check: `test -f ${plan}b.txt`,
  };
  return { plan, files: [`${plan}.txt`, `${plan}b.txt`], tasks: [writes(`${plan}.txt`), append] };
}

/** Three plans at the same time, then one that uses what two of them made. */
function wideProject(config: object = {}): Readonly<Record<string, string>> {
  const last = { name: "Use both", files: "04.txt", script: "cat 01b.txt 02b.txt > 04.txt" };
  const fourth = { plan: "04", wave: 2, dependsOn: ["01-01", "01-02"], files: ["04.txt"], tasks: [last] };
  return projectWith([twoTasks("01"), twoTasks("02"), twoTasks("03"), fourth], config);
}

/** Two of three plans run at the same time, so that the third takes over a worktree. */
const TWO = { parallelization: { max_concurrent_agents: 2 } };
const PHASE = { git: { branching_strategy: "phase" } };
const EXECUTE = ["execute-phase", "1"];
const SCENARIOS: readonly Scenario[] = [
  {
    name: "one after the other, squashed",
    files: smallProject({ mode: "yolo", ...PHASE }),
    commands: [EXECUTE],
  },
  {
    name: "one after the other, merged with history",
    files: smallProject({ mode: "yolo", ...PHASE }),
    commands: [[...EXECUTE, "--answer", "merge=history"]],
  },
  {
    name: "plans one of which takes over a worktree, squashed",
    files: wideProject({ ...PHASE, ...TWO }),
    commands: [EXECUTE],
  },
  {
    name: "documents that are tracked and not committed",
    files: smallProject({ mode: "yolo", planning: { commit_docs: false } }),
    commands: [EXECUTE],
  },
  {
    name: "plans at the same time with documents that git ignores",
    files: { ...wideProject(TWO), ".gitignore": ".planning/*\n!.planning/config.json\n" },
    commands: [EXECUTE],
  },
  {
    name: "concurrent plans and tasks",
    files: wideProject({ parallelization: { task_level: true } }),
    commands: [EXECUTE],
  },
];

for (const [seed, scenario] of SCENARIOS.entries()) {
  Deno.test({
    name: `a run that is killed and run again has the same result: ${scenario.name}`,
    ignore: Deno.build.os !== "linux",
    // A run that was killed waits for ever.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      const whole = await undisturbed(scenario);
      for (let round = 1; round <= ROUNDS; round++) {
        await killAndComplete(scenario, whole, randoms(seed, round));
      }
    },
  });
}
