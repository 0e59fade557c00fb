import assert from "node:assert/strict";
import { printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { readPhaseArgument } from "../../../lib/plan/command_lines/phase_argument.ts";
import { planText } from "../../support/plans.ts";
import { projectOf } from "../../support/project.ts";

const project = projectOf({
  "ROADMAP.md": "### Phase 1: Base\n### Phase 4: Ship It\n",
  "phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [] }),
  "phases/01-base/01-02-login-PLAN.md": planText({ plan: "02", tasks: [] }),
  "phases/02.1-fix/02.1-01-PLAN.md": planText({ phase: "02.1-fix", plan: "01", tasks: [] }),
  "phases/12A-more/12A-01-PLAN.md": planText({ phase: "12A-more", plan: "01", tasks: [] }),
  "phases/13-14/13-01-PLAN.md": planText({ phase: "13-14", plan: "01", tasks: [] }),
});

/** The kind of thing that an argument names, with the phase it leads to. */
function read(argument: string): string {
  const named = readPhaseArgument(argument, project);
  switch (named.kind) {
    case "phase":
      return `phase ${printPhaseNumber(named.number)}`;
    case "plan":
      return `plan ${named.id} of ${named.phase}`;
    case "unknown":
      return `unknown near ${named.near?.number ?? "none"}`;
    case "unreadable":
      return "unreadable";
  }
}

const ARGUMENTS: readonly (readonly [argument: string, meaning: string])[] = [
  ["1", "phase 01"],
  ["001", "phase 01"],
  [" 2.1 ", "phase 02.1"],
  ["12a", "phase 12A"],
  ["9", "phase 09"],
  ["01-base", "phase 01"],
  ["1-Base", "phase 01"],
  ["01-base/", "phase 01"],
  ["2.1-fix", "phase 02.1"],
  ["12a-more", "phase 12A"],
  ["04-ship-it", "phase 04"],
  ["13-14", "phase 13"],
  ["01-02", "plan 01-02 of 01"],
  ["1-2", "plan 01-02 of 01"],
  ["01-02-login", "plan 01-02 of 01"],
  ["01-02-PLAN.md", "plan 01-02 of 01"],
  ["2.1-1", "plan 02.1-01 of 02.1"],
  ["12A-01", "plan 12A-01 of 12A"],
  ["01-03", "unknown near 01"],
  ["01-bas", "unknown near 01"],
  ["1 2", "unknown near 01"],
  ["1,2", "unknown near 01"],
  ["09-03", "unknown near none"],
  ["base", "unreadable"],
  ["v1", "unreadable"],
  ["", "unreadable"],
];

for (const [argument, meaning] of ARGUMENTS) {
  Deno.test(`readPhaseArgument() reads "${argument}" as ${meaning}`, () => {
    assert.equal(read(argument), meaning);
  });
}

Deno.test("readPhaseArgument() finds a folder that begins with the project's code", () => {
  const coded = projectOf({
    "config.json": '{ "project_code": "CK" }',
    "phases/CK-01-base/CK-01-01-PLAN.md": planText({ phase: "CK-01-base", plan: "01", tasks: [] }),
  });
  const kinds = ["CK-01-base", "01-base", "01"].map((argument) => readPhaseArgument(argument, coded).kind);
  assert.deepEqual(kinds, ["phase", "phase", "phase"]);
  assert.equal(readPhaseArgument("01-01", coded).kind, "plan");
});

Deno.test("readPhaseArgument() accepts only numbers without a project", () => {
  assert.equal(readPhaseArgument("3", undefined).kind, "phase");
  assert.equal(readPhaseArgument("3-auth", undefined).kind, "unknown");
});
