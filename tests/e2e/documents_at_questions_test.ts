import assert from "node:assert/strict";
import { type PlanText, writes } from "../support/plans.ts";
import { program } from "../support/program.ts";
import type { Folder } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";
import { homeIn, onePlan, wide } from "../support/wide.ts";

const ignore = !isInstalled("script", "--version");
const ACTION = `<task type="checkpoint:human-action"><name>Install the hook</name>
<verification><automated>test -f .git/hooks/pre-push</automated></verification></task>`;
const LAST = ".planning/phases/01-base/01-03-PLAN.md";

/** Two concurrent plans, and one after them. */
function threePlans(last: Partial<PlanText>): readonly PlanText[] {
  const third = { ...onePlan("03", "echo 3 > 03.txt"), wave: 2, dependsOn: ["01-01", "01-02"] };
  return [onePlan("01", "echo 1 > 01.txt"), onePlan("02", "echo 2 > 02.txt"), { ...third, ...last }];
}

/** Executes the phase at a terminal, and answers one question with the first choice after an action. */
async function executeAnd(folder: Folder, question: string, action: () => Promise<void>): Promise<string> {
  const [command, first] = program();
  const line = [command, ...first, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
  await using terminal = new Terminal({
    command: `sh -c "${line}; echo ended with \\$?"`,
    cwd: folder.path,
    env: homeIn(folder),
  });
  let all = "";
  await terminal.until(question, (shown) => shown.includes(question));
  await action();
  await terminal.type("\x1b[B\r");
  await terminal.until("the end, or another question", (shown) => {
    all = shown;
    return /ended with \d|no task may change/.test(shown);
  });
  return all;
}

Deno.test({
  name: "what the user changes in documents at a gate between waves of concurrent plans is theirs",
  ignore,
  fn: async () => {
    await using folder = await wide(() => threePlans({}), {
      mode: "interactive",
      gates: { confirm_plan: false },
    });
    const shown = await executeAnd(folder, "Continue with plan 01-03?", async () => {
      const text = await folder.read(LAST);
      await folder.write({ [LAST]: text.replace("echo 3", "echo three") });
    });
    assert.match(shown, /ended with 0/);
    assert.doesNotMatch(shown, /no task may change/);
    assert.equal(await folder.read("03.txt"), "three\n");
  },
});

Deno.test({
  name: "what a human-action after concurrent plans changes in settings is kept",
  ignore,
  fn: async () => {
    const last = { autonomous: false, files: ["03.txt"], tasks: [ACTION, writes("03.txt")] };
    await using folder = await wide(() => threePlans(last), {
      mode: "interactive",
      gates: { confirm_plan: false, execute_next_plan: false },
    });
    const shown = await executeAnd(folder, "Install the hook", () => folder.hook("pre-push", "exit 0"));
    assert.match(shown, /ended with 0/);
    assert.doesNotMatch(shown, /put back/);
    assert.ok(await folder.has(".git/hooks/pre-push"));
  },
});
