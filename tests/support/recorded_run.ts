/**
 * The log of a run as it lies in git's folder, made of a few numbers.
 * @module
 */
import type { RunEvent } from "../../schemas/event.ts";
import type { PlannedPlan } from "../../schemas/execution_plan.ts";
import type { RunRecord, TranscriptEntry } from "../../schemas/run_log.ts";

/** A plan of a recorded run. */
export interface RecordedPlan {
  readonly id: string;
  readonly wave: number;
  readonly objective: string;
  readonly dependsOn?: readonly string[];
  /** The names of its tasks. */
  readonly tasks: readonly string[];
  /** The task whose first check fails. */
  readonly fails?: number;
  /** The output of that check. */
  readonly output?: string;
  /** The task at which it waits for an answer, and stops. */
  readonly waits?: number;
}

const SECOND = 1000;
const BASE = { formatVersion: 1 } as const;

type Draft = RunEvent extends infer Each
  ? Each extends RunEvent ? Omit<Each, "formatVersion" | "elapsed"> : never
  : never;

/** Returns the files of a run's log, by their paths in a repository. Plans of a wave run concurrently. */
export function recordedRun(
  plans: readonly RecordedPlan[],
  { id = "20261123-040506", project = "" } = {},
): Record<string, string> {
  const events: RunEvent[] = [];
  const turns: Record<string, TranscriptEntry[]> = {};
  const waves = [...new Set(plans.map(({ wave }) => wave))];
  const add = (elapsed: number, draft: Draft) => events.push({ ...BASE, elapsed, ...draft } as RunEvent);
  add(0, startOf(plans, waves));
  let begin = 0.4 * SECOND;
  let question: Extract<RunEvent, { kind: "question-asked" }>["question"] | undefined;
  for (const wave of waves) {
    const ends = plans.filter((plan) => plan.wave === wave).map((plan, index) => {
      let now = begin + index * 700;
      const pass = (milliseconds: number) => now += milliseconds;
      for (const [at, name] of plan.tasks.entries()) {
        const task = at + 1;
        const place = { plan: plan.id, task };
        if (plan.waits === task) {
          question = {
            id: `${plan.id}/${task}`,
            kind: "human-verify",
            plan: plan.id,
            title: `Task ${plan.id}/${task}: ${name}`,
            details: "What was built: the sign-in page\n\nOpen http://localhost:8080 and sign in.",
            choices: [{ value: "approved", label: "Approve" }],
            open: true,
          };
          add(now, { kind: "question-asked", question });
          add(pass(SECOND), { kind: "plan-stopped", plan: plan.id, outcome: { kind: "waiting", question } });
          return now;
        }
        const transcript: TranscriptEntry[] = turns[`${plan.id}.${task}`] = [];
        for (let attempt = 1; attempt <= (plan.fails === task ? 2 : 1); attempt++) {
          add(now, { kind: "turn-started", ...place, name, attempt });
          const said = `Read the tests.\nChanged lib/${plan.id}.ts: ${name.toLowerCase()}.\n`;
          transcript.push(
            { ...BASE, elapsed: now, kind: "prompt", attempt, text: `You carry out one task: ${name}` },
            { ...BASE, elapsed: now, kind: "output", text: said },
            { ...BASE, elapsed: now, kind: "turn-ended", result: "finished", text: said },
          );
          pass(SECOND * (2 + ((index * 7 + task * 3 + attempt) % 5)));
          add(now, {
            kind: "usage",
            agent: "claude",
            role: "execution",
            ...place,
            tokens: { input: 18_400 + index * 900, cached: 12_000, output: 1_250 },
            cost: { amount: 0.084 + task / 50, currency: "USD" },
          });
          const passed = plan.fails !== task || attempt > 1;
          const output = passed
            ? ""
            : plan.output ?? "expected 3, got 2\n  at counts_words (words_test.ts:12)\n";
          add(pass(300), { kind: "check-finished", ...place, command: "npm test", passed, output });
        }
        const commit = hashOf(`${plan.id}/${task}`);
        const subject = `feat(${plan.id}): ${name.toLowerCase()}`;
        add(pass(150), { kind: "committed", ...place, commit, subject, files: [`lib/${plan.id}.ts`] });
      }
      return now;
    });
    let done = Math.max(...ends);
    for (const plan of plans.filter((each) => each.wave === wave && each.waits === undefined)) {
      const commits = plan.tasks.map((_, at) => ({
        commit: hashOf(`${plan.id}/${at + 1}`),
        subject: "",
        task: at + 1,
      }));
      add(done += 60, { kind: "replayed", plan: plan.id, onto: "main", commits });
      add(done += 60, { kind: "plan-finished", plan: plan.id, summary: `${plan.id}-SUMMARY.md` });
    }
    begin = done + 200;
    if (question !== undefined) break;
  }
  add(begin, {
    kind: "run-finished",
    outcome: question === undefined ? { kind: "completed" } : { kind: "waiting", question },
    commits: 0,
    summary: { commits: [], milliseconds: 0, waves: [], criticalPath: { plans: [], milliseconds: 0 } },
    next: question === undefined ? ["wf verify-phase 1"] : [
      `wf execute-phase 1 --answer ${question.id}=approved`,
      `wf execute-phase 1 --answer ${question.id}='what is wrong'`,
    ],
  });
  const startedAt = "2026-11-23T04:05:06.000Z";
  const record: RunRecord = {
    ...BASE,
    id,
    command: "execute-phase 1",
    project,
    startedAt,
    version: "0.1.0",
    pid: 1,
    host: "elsewhere",
    end: {
      at: new Date(Date.parse(startedAt) + begin).toISOString(),
      exitCode: question === undefined ? 0 : 3,
      reason: question?.title ?? "",
    },
  };
  const folder = `.git/wf/runs/${id}`;
  const lines = (entries: readonly object[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  return {
    [`${folder}/run.json`]: JSON.stringify(record),
    [`${folder}/events.jsonl`]: lines(events.sort((a, b) => a.elapsed - b.elapsed)),
    ...Object.fromEntries(
      Object.entries(turns).map(([name, entries]) => [`${folder}/turns/${name}.jsonl`, lines(entries)]),
    ),
  };
}

function startOf(plans: readonly RecordedPlan[], waves: readonly number[]): Draft {
  const planned = ({ id, objective, tasks, dependsOn = [] }: RecordedPlan): PlannedPlan => ({
    id,
    path: `.planning/phases/01-base/${id}-PLAN.md`,
    objective,
    tasks: tasks.map((_, index) => index + 1),
    done: [],
    complete: false,
    dependsOn,
    files: [],
  });
  return {
    kind: "run-started",
    plan: {
      formatVersion: 1,
      phase: { number: "01", name: "Sign in and stay signed in", directory: ".planning/phases/01-base" },
      strategy: "none",
      branch: "main",
      agent: "claude",
      models: [],
      waves: waves.map((wave) => {
        const own = plans.filter((plan) => plan.wave === wave).map(planned);
        return { wave, plans: own, parallel: own.length > 1 };
      }),
      serialized: [],
      agents: 3,
      lanes: [],
      steps: [],
    },
  };
}

/** Returns what looks like the hash of a commit. */
function hashOf(text: string): string {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash.toString(16).padStart(8, "0").repeat(5);
}
