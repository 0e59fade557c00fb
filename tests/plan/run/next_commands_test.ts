import assert from "node:assert/strict";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import type { Question } from "../../../schemas/question.ts";
import { nextCommands } from "../../../lib/plan/run/next_commands.ts";
import { planningCommands } from "../../../lib/plan/command_lines/commands.ts";
import { planText } from "../../support/plans.ts";
import { planOf, projectOf } from "../../support/project.ts";

const FILES: Record<string, string | null> = {
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: ["<task></task>"] }),
  "phases/02.1-more/02.1-01-PLAN.md": planText({ phase: "02.1-more", plan: "01", tasks: ["<task></task>"] }),
  "phases/03-last/03-01-PLAN.md": planText({ phase: "03-last", plan: "01", tasks: ["<task></task>"] }),
};

function after(outcome: RunOutcome, phase = "1", files = FILES): readonly string[] {
  const project = projectOf(files);
  return nextCommands(outcome, { plan: planOf(project, { phase }), project });
}

function question(values: Partial<Question> = {}): Question {
  return { id: "01-01/2", kind: "decision", title: "", details: "", choices: [], open: false, ...values };
}

Deno.test("after a completed phase comes the next one that has open plans", () => {
  assert.deepEqual(after({ kind: "completed" }), ["wf execute-phase 2.1"]);
});

Deno.test("a review of a completed phase comes before the next phase", () => {
  const project = projectOf(FILES);
  const plan = { ...planOf(project, { phase: "1" }), agent: "mock" };
  const input = { plan, project, flags: ["--agent", "mock"] };
  const completed = (verdict: PhaseVerdict) => nextCommands({ kind: "completed", verdict }, input);
  assert.deepEqual(completed({ word: "needs a person", count: 1 }), [
    "wf verify-phase 1 --agent mock",
    "wf execute-phase 2.1 --agent mock",
  ]);
  assert.deepEqual(completed({ word: "gaps", count: 1 }), [
    "wf plan-phase 1 --gaps --agent mock",
    "wf verify-phase 1 --agent mock",
    "wf execute-phase 2.1 --agent mock",
  ]);
  assert.deepEqual(completed({ word: "verified" }), ["wf execute-phase 2.1 --agent mock"]);
  assert.deepEqual(completed({ word: "executed" }), ["wf execute-phase 2.1 --agent mock"]);
});

Deno.test("a merge that was skipped is offered again before anything else, and no milestone is completed", () => {
  const files = {
    "ROADMAP.md": "- 🚧 **v1.0 MVP** - Phases 1-1\n\n### Phase 1: Base\n",
    "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
  };
  const next = (given: typeof FILES, hasRemote = false) => {
    const project = projectOf(given);
    const plan = planOf(project, { phase: "1" });
    return nextCommands({ kind: "completed", verdict: { word: "verified" } }, {
      plan,
      project,
      unmerged: true,
      hasRemote,
    });
  };
  assert.deepEqual(next(files), ["wf execute-phase 1"]);
  assert.deepEqual(next(files, true), ["wf ship 1", "wf execute-phase 1"]);
  assert.deepEqual(next(FILES), ["wf execute-phase 1", "wf execute-phase 2.1"]);
});

Deno.test("a milestone of which a phase has gaps is not to be completed yet", () => {
  const files = {
    "ROADMAP.md": "- 🚧 **v1.0 MVP** - Phases 1-2\n\n### Phase 1: Base\n",
    "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
    "phases/02-more/02-01-PLAN.md": planText({ phase: "02-more", plan: "01", tasks: ["<task></task>"] }),
    "phases/02-more/02-01-SUMMARY.md": null,
  };
  const project = projectOf(files);
  const verifications = new Map([[".planning/phases/02-more", { status: "gaps_found", count: 1 } as const]]);
  const plan = { ...planOf(project, { phase: "1" }), agent: "claude" };
  const outcome = { kind: "completed", verdict: { word: "verified" } } as const;
  assert.deepEqual(nextCommands(outcome, { plan, project, verifications }), [
    "wf plan-phase 2 --gaps",
    "wf verify-phase 2",
  ]);
});

/** A milestone of two phases of which the first has a plan, and the second these. */
function milestone(second: readonly string[]): typeof FILES {
  return {
    "ROADMAP.md": "- 🚧 **v1.0 MVP** - Phases 1-2\n\n### Phase 1: Base\n\n### Phase 2: More\n",
    "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
    "phases/02-more/02-CONTEXT.md": null,
    ...Object.fromEntries(second.flatMap((number) => [
      [
        `phases/02-more/02-${number}-PLAN.md`,
        planText({ phase: "02-more", plan: number, tasks: ["<task></task>"] }),
      ],
      [`phases/02-more/02-${number}-SUMMARY.md`, null],
    ])),
  };
}

Deno.test("a milestone is to be completed once all of its phases have plans, and none has gaps", () => {
  const next = (files: typeof FILES, more: object = {}) => {
    const project = projectOf(files);
    const plan = { ...planOf(project, { phase: "1" }), agent: "claude" };
    return nextCommands({ kind: "completed", verdict: { word: "verified" } }, { plan, project, ...more });
  };
  const record = (phase: string, status: string) => ({
    verifications: new Map([[`.planning/phases/${phase}`, { status }]]),
  });
  assert.deepEqual(next(milestone(["01"])), ["wf complete-milestone"]);
  assert.deepEqual(next(milestone(["01"]), record("02-more", "passed")), ["wf complete-milestone"]);
  const own = next(milestone(["01"]), record("01-base", "gaps_found"));
  assert.equal(own.includes("wf complete-milestone"), false);
  assert.deepEqual(next(milestone([])), planningCommands("2", "claude"));
  assert.deepEqual(next(milestone([]), { unmerged: true }), [
    "wf execute-phase 1",
    ...planningCommands("2", "claude"),
  ]);
});

Deno.test("gaps are closed by a plan of the user where the agent cannot plan", () => {
  const project = projectOf(FILES);
  const gaps = (agent: string, ...flags: readonly string[]) =>
    nextCommands({ kind: "gaps", path: "", gaps: [] }, {
      plan: { ...planOf(project, { phase: "1" }), agent },
      project,
      flags,
    });
  assert.deepEqual(gaps("shell"), [
    "wf plan new 1",
    "wf verify-phase 1",
    "wf execute-phase 1",
  ]);
  assert.deepEqual(gaps("shell", "--agent", "shell", "--cwd", "a"), [
    "wf plan new 1 --cwd a",
    "wf verify-phase 1 --agent shell --cwd a",
    "wf execute-phase 1 --agent shell --cwd a",
  ]);
  for (const agent of ["host", "claude"]) {
    assert.deepEqual(gaps(agent), ["wf plan-phase 1 --gaps", "wf verify-phase 1", "wf execute-phase 1"]);
  }
});

Deno.test("a next phase that is complete already is passed over", () => {
  const files = { ...FILES, "phases/02.1-more/02.1-01-SUMMARY.md": null };
  assert.deepEqual(after({ kind: "completed" }, "1", files), ["wf execute-phase 3"]);
});

Deno.test("a later phase comes before an earlier one that is still open", () => {
  assert.deepEqual(after({ kind: "completed" }, "2.1"), ["wf execute-phase 3"]);
});

Deno.test("after the last phase comes an earlier one that is still open", () => {
  assert.deepEqual(after({ kind: "completed" }, "3"), ["wf execute-phase 1"]);
});

Deno.test("after everything the history is shown", () => {
  const files = {
    "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
    "phases/02-notes/02-01-PLAN.md": "# No plan of this tool\n",
  };
  assert.deepEqual(after({ kind: "completed" }, "1", files), ["git log --graph --oneline"]);
});

Deno.test("after the last phase of a milestone comes completing it, unless phases of it have no plans", () => {
  const files = (more = "") => ({
    "ROADMAP.md": `- 🚧 **v1.0 MVP** - Phases 1-2\n\n### Phase 1: Base\n${more}`,
    "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
  });
  assert.deepEqual(after({ kind: "completed" }, "1", files()), ["wf complete-milestone"]);
  assert.deepEqual(after({ kind: "completed" }, "1", files("### Phase 2: Shop\n")), [
    "wf discuss-phase 2",
    "wf agents",
  ]);
});

Deno.test("the next phase is not ticked, shipped or set aside", () => {
  const files = {
    "ROADMAP.md":
      "- [x] **Phase 2: Shop** - x\n### Phase 3: Till (REMOVED)\n### Phase 4: Bill\n### Phase 999.1: Idea\n",
    "phases/01-base/01-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
    "phases/03-till/03-01-PLAN.md": FILES["phases/01-base/01-01-PLAN.md"]!,
  };
  assert.deepEqual(after({ kind: "completed" }, "1", files), [
    "wf discuss-phase 4",
    "wf agents",
  ]);
});

Deno.test("a question gets a command for each of its choices", () => {
  const choices = [{ value: "sqlite", label: "" }, { value: "it's $HOME", label: "" }];
  assert.deepEqual(after({ kind: "waiting", question: question({ choices }) }), [
    "wf execute-phase 1 --answer 01-01/2=sqlite",
    `wf execute-phase 1 --answer 01-01/2='it'\\''s $HOME'`,
  ]);
});

Deno.test("a human-verify has a command to report what is wrong", () => {
  const choices = [{ value: "approved", label: "" }];
  const outcome = {
    kind: "waiting",
    question: question({ kind: "human-verify", choices, open: true }),
  } as const;
  assert.deepEqual(after(outcome), [
    "wf execute-phase 1 --answer 01-01/2=approved",
    "wf execute-phase 1 --answer 01-01/2='what is wrong'",
  ]);
});

Deno.test("a decision without choices gets a command to fill in", () => {
  assert.deepEqual(after({ kind: "waiting", question: question({ open: true }) }), [
    "wf execute-phase 1 --answer 01-01/2='your answer'",
  ]);
});

const CONFLICT = {
  kind: "conflict",
  base: "main; rm",
  branch: "wf/phase-01-base",
  conflicts: [{ path: "a b.txt", base: "changed", branch: "removed" }],
  begun: false,
} as const;

Deno.test("a conflict is resolved by hand or aborted", () => {
  assert.deepEqual(after(CONFLICT), [
    "wf execute-phase 1 --answer conflict=manual",
    "wf execute-phase 1 --answer conflict=abort",
  ]);
});

Deno.test("a merge that waits for the user is continued once its paths are added, or aborted", () => {
  assert.deepEqual(after({ ...CONFLICT, begun: true }), [
    "git add -- ':/a b.txt' && wf execute-phase 1",
    "wf execute-phase 1 --answer conflict=abort",
  ]);
  assert.deepEqual(after({ ...CONFLICT, begun: true, conflicts: [] }), ["wf execute-phase 1"]);
});

Deno.test("a plan that cannot be replayed is brought up to date in its worktree", () => {
  const project = projectOf(FILES);
  const stopped = [{ plan: "01-01", directory: "/work trees/01-01" }];
  const input = { plan: planOf(project, { phase: "1" }), project, stopped };
  assert.deepEqual(nextCommands({ ...CONFLICT, base: "main", plan: "01-01" }, input), [
    "git -C '/work trees/01-01' rebase main",
    "git -C '/work trees/01-01' -c core.whitespace=-trailing-space,-space-before-tab diff --check && git -C '/work trees/01-01' add --update :/ && git -C '/work trees/01-01' -c core.editor=true rebase --continue",
    "wf execute-phase 1",
  ]);
});

Deno.test("a plan that cannot be replayed and has no worktree is brought up to date where the project is", () => {
  assert.deepEqual(after({ ...CONFLICT, base: "main", plan: "01-01" }), [
    "git -C . rebase main",
    "git -C . -c core.whitespace=-trailing-space,-space-before-tab diff --check && git -C . add --update :/ && git -C . -c core.editor=true rebase --continue",
    "wf execute-phase 1",
  ]);
});

Deno.test("a failure without changes in the project's own working tree needs no stash", () => {
  const project = projectOf(FILES);
  const stopped = [{ plan: "01-01", directory: "/w" }];
  assert.deepEqual(nextCommands(FAILED, { plan: planOf(project, { phase: "1" }), project, stopped }), [
    "wf execute-phase 1",
  ]);
});

for (
  const outcome of [
    { kind: "declined", question: question() },
    { kind: "interrupted" },
  ] satisfies RunOutcome[]
) {
  Deno.test(`a run that was ${outcome.kind} is continued with the same command`, () => {
    assert.deepEqual(after(outcome, "2.1"), ["wf execute-phase 2.1"]);
  });
}

const FAILED: RunOutcome = { kind: "failed", message: "", output: "" };

Deno.test("after a failure the same command continues, after an unfinished operation of git was aborted", () => {
  const project = projectOf(FILES);
  const flags = ["--agent", "shell", "--set", "mode=yolo", "--cwd", "a b"];
  const again = "wf execute-phase 1 --agent shell --set mode=yolo --cwd 'a b'";
  const input = { plan: planOf(project, { phase: "1" }), project, flags };
  assert.deepEqual(nextCommands(FAILED, input), [again]);
  const undo = "git rebase --abort";
  assert.deepEqual(nextCommands(FAILED, { ...input, undo }), [`${undo} && ${again}`]);
});

Deno.test("gates that are confirmed stay so in the same command, unless one was answered with no", () => {
  const project = projectOf(FILES);
  const plan = { ...planOf(project, { phase: "1" }), agent: "mock" };
  const input = { plan, project, yes: true, flags: ["--agent", "mock"] };
  const again = "wf execute-phase 1 --agent mock --yes";
  const asked = question({ choices: [{ value: "sqlite", label: "" }] });
  const waiting = { kind: "waiting", question: asked } as const;
  const answers = new Map([["merge", "squash"]]);
  assert.deepEqual(nextCommands(waiting, { ...input, answers }), [
    `${again} --answer merge=squash --answer 01-01/2=sqlite`,
  ]);
  assert.deepEqual(nextCommands({ kind: "interrupted" }, input), [again]);
  assert.deepEqual(nextCommands({ kind: "declined", question: asked }, input), [
    "wf execute-phase 1 --agent mock",
  ]);
  assert.deepEqual(nextCommands({ kind: "gaps", path: "", gaps: [] }, input).slice(0, 2), [
    "wf plan-phase 1 --gaps --agent mock",
    "wf verify-phase 1 --agent mock",
  ]);
});

Deno.test("planning leads to the installed agents where the configured one cannot plan, and only there", () => {
  assert.deepEqual(planningCommands("02", "shell"), [
    "wf discuss-phase 2",
    "wf agents",
  ]);
  assert.deepEqual(planningCommands("02", "codex"), ["wf discuss-phase 2", "wf plan-phase 2"]);
});
