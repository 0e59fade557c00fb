import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { examplesOf } from "../../lib/cli/examples.ts";
import { wf } from "../support/program.ts";

const ROWS: readonly (readonly [args: string, message: string])[] = [
  ["undo", "wf undo needs <work>: Phase (1), plan (01-02) or task (01-02/3) to undo"],
  ["undo --json", "wf undo needs <work>: Phase (1), plan (01-02) or task (01-02/3) to undo"],
  ["undo 1 2", 'Unexpected argument "2": wf undo takes <work>'],
  ["status now", 'Unexpected argument "now": wf status takes no arguments'],
  ["vlidate", 'Unknown command "vlidate", did you mean "validate"?'],
  ["excute 1", 'Unknown command "excute", did you mean "execute-phase"?'],
  ["verfiy 1", 'Unknown command "verfiy", did you mean "verify-phase"?'],
  ["nonsense", 'Unknown command "nonsense"'],
  ["list", 'Unknown command "list", did you mean "status"?'],
  ["help nonsense", 'Unknown command "nonsense"'],
  ["execute 1", 'Unknown command "execute", did you mean "execute-phase"?'],
  ["validate --srict", "wf validate has no option --srict, did you mean --strict?"],
  ["validate -z", "wf validate has no option -z"],
  ["settings --mod yolo", "wf settings has no option --mod, did you mean --mode?"],
  ["config lst", '<action> is "lst", expected list, get, set, unset or explain, did you mean "list"?'],
  ["validate --format xml", '--format is "xml", expected text, json, sarif or github'],
  ["execute-phase 1 --plan", "--plan needs a value"],
  ["execute-phase 1 --plan 1 --plan 2", "--plan is given twice"],
  ["exec 1", 'Unknown command "exec", did you mean "execute-phase"?'],
  ["--frobnicate", "wf has no option --frobnicate"],
  ["--jsn status", "wf has no option --jsn, did you mean --json?"],
  ["--set mode=yolo status", "--set is an option of commands: give it after the command"],
  ["--dry-run=true run", "--dry-run is an option of commands: give it after the command"],
  ["graph 1 --format svgg", '--format is "svgg", expected text, mermaid, dot or svg, did you mean "svg"?'],
  [
    "phase add",
    "wf phase needs <phase-or-name>: Name of the new phase for add, otherwise a phase (3 or 2.1)",
  ],
  ["hook", "wf hook needs <action>: install"],
  ["execute-phase 1 --yes --yes", "--yes is given twice"],
  ["execute-phase 1 --yes=maybe", "--yes takes no value"],
];

for (const [args, message] of ROWS) {
  Deno.test(`wf ${args}: ${message}`, async () => {
    const { code, stderr } = await wf(args.split(" "), { cwd: "/" });
    assert.equal(code, 2, stderr);
    assert.equal(stderr.split("\n")[0], `error ${message}`);
    assert.match(
      stderr,
      /^ {2}→ (?:For example: wf [^]*; all options: wf [a-z-]+ --help|All commands and topics: wf --help)$/m,
    );
  });
}

for (
  const [args, example] of [
    ["view --export", "wf view --export run.html"],
    ["execute-phase 1 --answer", "wf execute-phase 3 --answer <id=value>"],
    ["view --format", "wf view --format html"],
  ]
) {
  Deno.test(`wf ${args}: the example has the option`, async () => {
    const { stderr } = await wf(args!.split(" "), { cwd: "/" });
    assert.ok(stderr.includes(`→ For example: ${example}; `), stderr);
  });
}

Deno.test("the examples of a command can be read, and the first is named if an argument is missing", async () => {
  for (const command of commands) {
    const { name, positionals } = command;
    const examples = examplesOf(command);
    for (const example of examples) {
      assert.doesNotMatch(example, /[<>]/, `${name}: give its arguments an example in lib/cli/examples.ts`);
      const words = example.replaceAll(/"[^"]*"/g, "x").split(" ").slice(1);
      const { stderr } = await wf([...words, "--no-such-option"], { cwd: "/" });
      assert.match(stderr, new RegExp(`^error wf ${name} has no option --no-such-option\n {2}→`), example);
    }
    if (!positionals.some(({ required }) => required)) continue;
    const { stderr } = await wf([name], { cwd: "/" });
    assert.ok(stderr.includes(`  → For example: ${examples[0]}; all options: wf ${name} --help\n`), stderr);
  }
});
