import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { wf } from "../support/program.ts";

const ROWS: readonly (readonly [args: string, message: string])[] = [
  ["undo", "wf undo needs <work>: Phase (1), plan (01-02) or task (01-02/3) to undo"],
  ["undo --json", "wf undo needs <work>: Phase (1), plan (01-02) or task (01-02/3) to undo"],
  ["undo 1 2", 'Unexpected argument "2": wf undo takes <work>'],
  ["status now", 'Unexpected argument "now": wf status takes no arguments'],
  ["vlidate", 'Unknown command "vlidate", did you mean "validate"?'],
  ["nonsense", 'Unknown command "nonsense"'],
  ["validate --srict", "wf validate has no option --srict, did you mean --strict?"],
  ["validate -z", "wf validate has no option -z"],
  ["settings --mod yolo", "wf settings has no option --mod, did you mean --mode?"],
  ["config lst", '<action> is "lst", expected list, get, set, unset or explain, did you mean "list"?'],
  ["validate --format xml", '--format is "xml", expected text, json, sarif or github'],
  ["execute-phase 1 --plan", "--plan needs a value"],
  ["execute-phase 1 --plan 1 --plan 2", "--plan is given twice"],
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
      /^ {2}→ (?:For example: wf [^]*; all options: wf [a-z-]+ --help|All commands: wf --help)$/m,
    );
  });
}

Deno.test("the example for a missing argument is a call that can be read", async () => {
  for (const { name, positionals } of commands) {
    if (!positionals.some(({ required }) => required)) continue;
    const { stderr } = await wf([name], { cwd: "/" });
    const [, example = ""] = /^ {2}→ For example: wf (.*); all options/m.exec(stderr) ?? [];
    assert.doesNotMatch(example, /^$|[<>]/, `${name}: give its arguments an example in argument_errors.ts`);
    const words = example.replaceAll(/"[^"]*"/g, "x").split(" ");
    const { stderr: again } = await wf([...words, "--no-such-option"], { cwd: "/" });
    assert.match(again, new RegExp(`^error wf ${name} has no option --no-such-option\n {2}→`), name);
  }
});
