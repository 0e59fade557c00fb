import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { topics } from "../../lib/cli/topics.ts";
import { columns } from "../../lib/report/terminal/display_width.ts";
import { planText } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const LONG = "the words of all the customers who wrote to us in spring, summer, autumn and winter";
const SLUG = "01-count-the-words";
const PHASE = `.planning/phases/${SLUG}`;
const FIRST = `${PHASE}/01-01-PLAN.md`;
const task = (file: string, check: string) =>
  `<task type="auto">
  <name>Add ${file}: count ${LONG}</name>
  <files>${file}</files>
  <action>
  The text to count is ${LONG}, and nothing but that.
  \`\`\`sh
  echo "Counted ${LONG}, one after the other" | tee ${file}
  \`\`\`
  </action>
  <verify><automated>${check}</automated></verify>
  <done>${file} counts ${LONG}</done>
</task>`;

function plan(number: string, tasks: readonly string[], dependsOn: readonly string[] = []): string {
  const wave = dependsOn.length + 1;
  return planText({ phase: SLUG, plan: number, wave, dependsOn, files: [`${number}.txt`], tasks })
    .replace("Build part", `Count ${LONG}, as part`)
    .replace('["It works"]', JSON.stringify([`A user sees ${LONG}, counted, within a second`]));
}

const FILES: Readonly<Record<string, string>> = {
  ".planning/config.json": JSON.stringify({
    mode: "yolo",
    agent: { keep_variables: ["A_TOKEN"] },
    git: { branching_strategy: "phase" },
    worktree: { setup: [`echo ${LONG}; echo ${LONG}`] },
  }),
  ".planning/ROADMAP.md": `# Roadmap

- [ ] **Phase 1: Count ${LONG}** - it counts
- [ ] **Phase 2: Show ${LONG}** - it shows

### Phase 1: Count ${LONG}

**Goal**: A user counts ${LONG}
**Success Criteria**:
1. A user counts ${LONG}

### Phase 2: Show ${LONG}

**Goal**: A user sees ${LONG}
`,
  [FIRST]: plan("01", [task("01.txt", `grep -q Counted 01.txt && echo 'It counts ${LONG}, as it should'`)]),
  [`${PHASE}/01-02-PLAN.md`]: plan(
    "02",
    [task("02.txt", `grep -q Missing 02.txt || { cat 02.txt; false; }`)],
    [
      "01-01",
    ],
  ),
};

/** Matches a command to copy: a line of its own, or at the end of one after what it does. */
const COMMAND = /^\s*(?:\S.*: |→ |\S+ {2,})?(?:wf|git|npm|cd|curl) (?!.* {2})[^,;]*$/;
/** Matches what stands before the text of a line: its indentation, a quote and a mark. */
const START = /^\s*(?:│\s*)?(?:[-✓✗!?→●·] +)?/;

/**
 * Returns the lines that are wider than a terminal, although there is a space at which they could break. Commands
 * to copy stay whole, and so do the lines of patches.
 */
function tooWide(text: string, width: number): readonly string[] {
  return text.split("\n").filter((line) => {
    const staysWhole = COMMAND.test(line) || /^[-+@]/.test(line);
    return columns(line) > width && !staysWhole && line.replace(START, "").includes(" ");
  });
}

/** What shows the state of a project, previews, and what is refused. */
const READING: readonly string[] = [
  "status",
  "waves 1",
  "waves 1 --explain",
  "graph 1",
  "validate",
  "validate --strict",
  "log",
  "log 01-01",
  "runs",
  "show 1",
  "show 01-01",
  "show 01-01/1",
  "doctor",
  "agents",
  "agents --agent claude",
  "config list",
  "config explain mode",
  "config explain agent.name",
  "config explain agent.nam",
  "config get git",
  "config list --user",
  "config set gates.confirm_plan true --dry-run",
  "settings --mode yolo --dry-run",
  "set-profile quality --dry-run",
  "policy",
  "policy forget 1234",
  "trust",
  "trust --show",
  "execute-phase 1 --dry-run",
  "execute-phase 7",
  "run --dry-run",
  "discuss-phase 2 --dry-run",
  "plan-phase 2 --dry-run",
  "verify-phase 1 --dry-run",
  "complete-milestone --dry-run",
  "complete-milestone v1.0 --dry-run",
  "new-milestone Next --dry-run",
  "new-project --yes",
  "quick Fix --dry-run",
  "ship --dry-run",
  "upgrade",
  "hook install --dry-run",
  "install claude --dry-run",
  "undo 01-01",
  "skip 01-02/1 --why because",
  "tell 01-01 words",
  "phase add Third --dry-run",
  "phase rename 2 Other --dry-run",
  "plan new 2 --dry-run",
  "abandon 2 --dry-run",
  "statsu",
  "execute-phase",
  "execute-phase 1 --nothing",
];

/** What changes it, step by step. */
const CHANGES: readonly string[] = [
  "plan-phase 2 --agent mock --yes",
  "discuss-phase 2",
  "execute-phase 1",
  "execute-phase 1 --yes --answer merge=skip",
  "verify-phase 1",
  "ship",
  "execute-phase 1 --yes --answer merge=squash --answer must_haves=approved",
  "quick Again --yes",
  "undo 01-01 --yes",
  "redo 01-01 --yes",
  "skip 01-01/1 --why because --yes",
  "complete-milestone v1.0 --yes --answer unverified=accept --answer merge=skip",
  "new-milestone Next",
];

for (const width of [80, 60]) {
  Deno.test(`no output of a command is wider than a terminal of ${width} columns`, async () => {
    await using folder = await repository(FILES);
    const found: string[] = [];
    const call = async (line: string) => {
      const options = { cwd: folder.path, env: { ...homeIn(folder), WF_TRUST: "1" }, columns: width };
      const { stdout, stderr } = await wf(line.split(" "), options);
      found.push(...tooWide(stdout + stderr, width).map((wide) => `wf ${line}: ${wide}`));
    };
    for (const { name } of commands) await call(`${name} --help`);
    for (const { name } of topics) await call(`help ${name}`);
    await call("--help");
    for (const line of READING) await call(line);
    for (const line of CHANGES) {
      await call(line);
      for (const shown of ["status", "log", "show 1", "show 01-01", "runs"]) await call(shown);
    }
    for (const line of READING) await call(line);
    assert.deepEqual(found, []);
  });
}
