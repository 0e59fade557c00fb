import assert from "node:assert/strict";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import { nextCommands } from "../../../lib/plan/run/next_commands.ts";
import { phaseOrderQuestion } from "../../../lib/plan/run/questions.ts";
import { planningCommands } from "../../../lib/plan/command_lines/commands.ts";
import { planText } from "../../support/plans.ts";
import { planOf, projectOf } from "../../support/project.ts";

const FILES: Record<string, string | null> = {
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: ["<task></task>"] }),
  "phases/02.1-more/02.1-01-PLAN.md": planText({ phase: "02.1-more", plan: "01", tasks: ["<task></task>"] }),
  "phases/03-last/03-01-PLAN.md": planText({ phase: "03-last", plan: "01", tasks: ["<task></task>"] }),
};

function after(outcome: RunOutcome, phase = "1"): readonly string[] {
  return nextCommands(outcome, { plan: planOf(projectOf(FILES), { phase }) });
}

function question(values: Partial<Question> = {}): Question {
  return { id: "01-01/2", kind: "decision", title: "", details: "", choices: [], open: false, ...values };
}

Deno.test("after a completed run come the commands of the status, with the arguments that each needs", () => {
  const plan = planOf(projectOf(FILES), { phase: "1" });
  const flags = ["--cwd", "a b", "--agent", "mock", "--set", "executor.name=nats", "--set", "mode=yolo"];
  const suggested = ["wf verify-phase 1", "wf complete-milestone", "git init", "wf agents"];
  assert.deepEqual(
    nextCommands({ kind: "completed" }, { plan, suggested, flags: [...flags, "--budget", "2usd"] }),
    [
      "wf verify-phase 1 --cwd 'a b' --agent mock --set mode=yolo",
      "wf complete-milestone --cwd 'a b'",
      "git init",
      "wf agents --cwd 'a b'",
    ],
  );
});

Deno.test("an agent that cannot plan is not named for planning", () => {
  const plan = planOf(projectOf(FILES), { phase: "1" });
  const next = (agent: string) =>
    nextCommands({ kind: "completed" }, {
      plan,
      suggested: ["wf discuss-phase 2", "wf plan-phase 2", "wf execute-phase 3"],
      flags: ["--agent", agent],
    });
  assert.deepEqual(next("shell"), [
    "wf discuss-phase 2",
    "wf plan-phase 2",
    "wf execute-phase 3 --agent shell",
  ]);
  assert.deepEqual(next("mock").slice(0, 2), [
    "wf discuss-phase 2 --agent mock",
    "wf plan-phase 2 --agent mock",
  ]);
});

Deno.test("gaps are closed by a plan of the user where the agent cannot plan", () => {
  const project = projectOf(FILES);
  const gaps = (agent: string, ...flags: readonly string[]) =>
    nextCommands({ kind: "gaps", path: "", gaps: [] }, {
      plan: { ...planOf(project, { phase: "1" }), agent },
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

Deno.test("gaps of a plan that is not complete or cannot be read are closed by the command that they name", () => {
  const gaps = (todo: string) =>
    nextCommands({ kind: "gaps", path: "", gaps: [{ what: "", todo: "Fix it" }, { what: "", todo }] }, {
      plan: planOf(projectOf(FILES), { phase: "1" }),
      flags: ["--cwd", "a"],
      yes: true,
    });
  const verify = "wf verify-phase 1 --cwd a";
  assert.deepEqual(gaps("Execute it: wf execute-phase 1"), ["wf execute-phase 1 --cwd a --yes", verify]);
  assert.deepEqual(gaps("Fix it: wf validate --history b.md"), [
    "wf validate --history b.md --cwd a",
    verify,
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
  const input = { plan: planOf(project, { phase: "1" }), stopped };
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
  assert.deepEqual(nextCommands(FAILED, { plan: planOf(project, { phase: "1" }), stopped }), [
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
  const input = { plan: planOf(project, { phase: "1" }), flags };
  assert.deepEqual(nextCommands(FAILED, input), [again]);
  const undo = "git rebase --abort";
  assert.deepEqual(nextCommands(FAILED, { ...input, undo }), [`${undo} && ${again}`]);
});

Deno.test("gates that are confirmed stay so in the same command, unless one was answered with no", () => {
  const project = projectOf(FILES);
  const plan = { ...planOf(project, { phase: "1" }), agent: "mock" };
  const input = { plan, yes: true, flags: ["--agent", "mock"] };
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

Deno.test("where an earlier phase is not executed, it comes before the answer yes", () => {
  const plan = planOf(projectOf(FILES), { phase: "3" });
  const asked = phaseOrderQuestion("03", { open: ["01"], unmerged: [] }, "interactive");
  const next = (suggested: readonly string[]) =>
    nextCommands({ kind: "waiting", question: asked }, { plan, suggested, flags: ["--cwd", "a"] });
  const yes = "wf execute-phase 3 --cwd a --answer depends_on=yes";
  assert.deepEqual(next(["wf execute-phase 1", "wf execute-phase 3"]), ["wf execute-phase 1 --cwd a", yes]);
  assert.deepEqual(next([]), [yes, yes.replace("yes", "no")]);
});
