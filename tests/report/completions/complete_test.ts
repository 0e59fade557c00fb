import assert from "node:assert/strict";
import { commands } from "../../../generated/commands.ts";
import { configKeys, schemaNames } from "../../../generated/metadata.ts";
import { flagsOf } from "../../../lib/commands/config/setting_flags.ts";
import {
  beginningWith,
  complete,
  type Completion,
  type CompletionFacts,
  completionText,
  wantsProject,
} from "../../../lib/report/completions/complete.ts";
import { readWords } from "../../../lib/report/completions/read_words.ts";

const facts: CompletionFacts = {
  commands: commands.map((command) => ({ ...command, flags: flagsOf(command) })),
  configKeys,
  schemas: schemaNames,
  project: {
    phases: [{ number: "01", description: "Base" }, { number: "02.1", description: "More" }],
    plans: [
      { value: "01-01", description: "first", done: true, tasks: 2 },
      { value: "01-02", description: "second", done: false, tasks: 1 },
    ],
  },
};

/** The completions of a typed line, as bash receives them: `execute-phase 1 --d` completes `--d`. */
function completed(line: string): Completion {
  const words = line.split(" ");
  return beginningWith(words.at(-1)!, complete(words, facts));
}

function values(line: string): string[] {
  return completed(line).candidates.map(({ value }) => value);
}

const GLOBAL = ["--cwd", "--json", "--quiet", "--no-color", "--help"];
/** Those of `waves`. */
const WAVES = ["--explain", "--set", ...GLOBAL];

const CASES: readonly (readonly [line: string, expected: readonly string[]])[] = [
  ["exec", ["execute-phase"]],
  ["nothing-begins-so", []],
  ["-", [...GLOBAL, "--version"]],
  ["--json --cwd x wav", ["waves"]],
  ["--json --q", ["--quiet"]],
  ["waves ", ["1", "2.1"]],
  ["waves 0", ["01", "02.1"]],
  ["waves 1 ", WAVES],
  ["waves 1 2", []],
  ["waves --json --", WAVES.filter((flag) => flag !== "--json")],
  ["waves -h --", WAVES.filter((flag) => flag !== "--help")],
  ["execute-phase 1 --set mode=yolo --se", ["--set"]],
  ["execute-phase 1 --dry-run --d", []],
  ["validate --format ", ["text", "json", "sarif", "github"]],
  ["validate --format j", ["json"]],
  ["validate --format=", ["--format=text", "--format=json", "--format=sarif", "--format=github"]],
  ["validate --format=j", ["--format=json"]],
  ["validate --strict=", []],
  ["validate --no-such=", []],
  ["validate -- --form", []],
  ["branch-name ", ["phase", "milestone"]],
  ["branch-name phase ", ["1", "2.1"]],
  ["branch-name milestone ", []],
  ["commit-message ", ["01-01", "01-02"]],
  ["phase ", ["add", "insert", "remove", "rename", "move"]],
  ["phase rename ", ["1", "2.1"]],
  ["phase move 1 ", ["1", "2.1"]],
  ["plan new ", ["1", "2.1"]],
  ["plan remove ", ["01-01", "01-02"]],
  ["plan new 1 x --depends-on ", ["01-01", "01-02"]],
  ["undo ", ["1", "01-01"]],
  ["undo 01-01/", ["01-01/1", "01-01/2"]],
  ["undo 01-02/", ["01-02/1"]],
  ["show ", ["1", "2.1", "01-01", "01-02"]],
  ["show 01-02/", ["01-02/1"]],
  ["commit-message --quiet 01-01 f", ["feat", "fix"]],
  ["commit-message 01-01 feat ", []],
  ["schema ver", ["verify-phase", "version"]],
  ["execute-phase 1 --agent co", ["codex", "copilot"]],
  ["execute-phase 1 --set git.b", ["git.branching_strategy="]],
  ["execute-phase 1 --set git.branching_strategy=m", ["git.branching_strategy=milestone"]],
  ["execute-phase 1 --set=git.branching_strategy=m", ["--set=git.branching_strategy=milestone"]],
  ["execute-phase 1 --set gates.confirm_plan=", ["gates.confirm_plan=true", "gates.confirm_plan=false"]],
  ["execute-phase 1 --set no.such=", []],
  ["execute-phase 1 --answer confirm_pl", ["confirm_plan="]],
  ["execute-phase 1 --answer confirm_plan=", ["confirm_plan=yes", "confirm_plan=no"]],
  ["execute-phase 1 --plan ", ["01-01", "01-02"]],
  ["execute-phase 1 --answer 01-", ["01-02/confirm_plan=", "01-02/execute_next_plan="]],
  ["execute-phase 1 --answer 01-02/confirm_plan=", ["01-02/confirm_plan=yes", "01-02/confirm_plan=no"]],
  ["execute-phase 2.1 --answer 01-", []],
  ["verify-phase 1 --answer 01-", []],
  ["execute-phase 1 --answer=merge=", [
    "--answer=merge=squash",
    "--answer=merge=history",
    "--answer=merge=skip",
  ]],
  ["config ", ["list", "get", "set", "unset", "explain"]],
  ["config get mo", ["mode", "model_profile"]],
  ["config list ", ["--user", "--dry-run", "--set", ...GLOBAL]],
  ["config set mode ", ["interactive", "yolo"]],
  ["config set git.phase_branch_template ", ["wf/phase-{phase}-{slug}"]],
  ["config get mode y", []],
  ["config set worktree.setup x", []],
  ["execute-phase 1 --set worktree.", [
    "worktree.setup=",
    "worktree.setup_timeout_minutes=",
    "worktree.copy=",
  ]],
  ["execute-phase 1 --set worktree.setup=", []],
  ["settings --git.b", ["--git.branching-strategy"]],
  ["settings --git.branching-strategy p", ["phase"]],
  ["settings --workflow.plan-check=", ["--workflow.plan-check=true", "--workflow.plan-check=false"]],
  ["settings --parallelization.max-concurrent-agents ", ["3"]],
  ["completions ", ["bash", "zsh", "fish"]],
  ["no-such-command ", []],
];

for (const [line, expected] of CASES) {
  Deno.test(`complete() of "wf ${line}" returns ${expected.join(" ") || "nothing"}`, () => {
    assert.deepEqual(values(line), expected);
  });
}

Deno.test("complete() lets the shell complete files and folders", () => {
  assert.deepEqual(completed("validate "), { candidates: [], paths: "files" });
  assert.equal(completed("validate a.md b").paths, "files");
  assert.equal(completed("demo ").paths, "dirs");
  assert.equal(completed("waves --cwd ").paths, "dirs");
  assert.equal(completed("--cwd=").paths, "dirs");
  assert.equal(completed("waves ").paths, "none");
});

Deno.test("complete() completes every command, flag and allowed value of the metadata", () => {
  for (const { name, description, flags, positionals } of facts.commands) {
    assert.deepEqual(completed(name).candidates.find(({ value }) => value === name), {
      value: name,
      description,
    });
    for (const flag of flags.filter(({ name }) => name !== "arguments-from-stdin")) {
      assert.deepEqual(
        completed(`${name} --${flag.name}`).candidates.find(({ value }) => {
          return value === `--${flag.name}`;
        }),
        { value: `--${flag.name}`, description: flag.description },
      );
      for (const allowed of flag.allowed ?? []) {
        assert.deepEqual(values(`${name} --${flag.name} `).filter((value) => value === allowed), [allowed]);
        const whole = `--${flag.name}=${allowed}`;
        assert.deepEqual(values(`${name} --${flag.name}=`).filter((value) => value === whole), [whole]);
      }
    }
    for (const [index, positional] of positionals.entries()) {
      const before = positionals.slice(0, index).map(({ allowed }) => allowed?.[0] ?? "x");
      const offered = values([name, ...before, ""].join(" "));
      for (const allowed of positional.allowed ?? []) assert.ok(offered.includes(allowed), allowed);
    }
  }
});

Deno.test("complete() completes every configuration key and its allowed values, wherever a key is named", () => {
  for (const { key, type, allowed = type === "boolean" ? ["true", "false"] : [] } of configKeys) {
    assert.deepEqual(values(`execute-phase 1 --set ${key}`).filter((value) => value === `${key}=`), [
      `${key}=`,
    ]);
    for (const action of ["get", "set", "unset", "explain"]) {
      assert.ok(values(`config ${action} ${key}`).includes(key), `${action} ${key}`);
    }
    if (allowed.length === 0) continue;
    assert.deepEqual(
      values(`execute-phase 1 --set ${key}=`),
      allowed.map((value) => `${key}=${value}`),
    );
    assert.deepEqual(values(`config set ${key} `), [...allowed]);
  }
});

Deno.test("complete() never throws", () => {
  const pieces = [
    "",
    "-",
    "--",
    "=",
    "--set",
    "--set=",
    "--=",
    "config",
    "set",
    "'",
    '"x',
    "a b",
    "\n",
    "é",
    "--json=",
    "waves",
  ];
  for (const a of pieces) for (const b of pieces) for (const c of pieces) complete([a, b, c], facts);
  assert.deepEqual(complete([], facts).candidates.length, commands.length);
});

Deno.test("a value is described by its key's description, and the default is marked", () => {
  assert.deepEqual(completed("execute-phase 1 --set git.branching_strategy=").candidates, [
    {
      value: "git.branching_strategy=none",
      description: "commits to the current branch; default",
    },
    { value: "git.branching_strategy=phase", description: "creates a branch for each phase" },
    { value: "git.branching_strategy=milestone", description: "one for each milestone" },
  ]);
  assert.deepEqual(completed("validate --format t").candidates, [{ value: "text", description: "default" }]);
});

Deno.test("wantsProject() is true only if a phase or a plan is completed", () => {
  const wants = (line: string) => wantsProject(readWords(line.split(" "), facts.commands));
  for (const line of ["waves ", "execute-phase --yes 1", "commit-message ", "branch-name phase "]) {
    assert.equal(wants(line), true, line);
  }
  for (
    const line of ["", "wav", "waves --", "waves 1 ", "schema ", "branch-name milestone ", "config get "]
  ) {
    assert.equal(wants(line), false, line);
  }
});

Deno.test("completionText() writes each candidate on its own line", () => {
  const candidates = [
    { value: "a", description: "one\ttwo\nthree \x1b[31mred" },
    { value: "b\nc", description: "" },
    { value: "d", description: "" },
  ];
  const text = completionText({ candidates, paths: "files" });
  assert.match(text, /^a\tone two three .*red\nd\t\n:files\n$/);
  assert.equal(text.includes("\x1b"), false);
});
