/**
 * The project of the recorded run: three plans, and a script that plays the agent.
 *
 * The agent rounds wrongly in its first turn and reads the failed check before its second. The third plan has
 * a finding that `wf validate --fix` fixes.
 * @module
 */
import type { MockScript } from "../../schemas/mock_script.ts";

interface SamplePlan {
  readonly id: string;
  readonly wave: number;
  readonly dependsOn: string;
  readonly file: string;
  readonly objective: string;
  readonly task: string;
  readonly check: string;
  readonly truth: string;
}

const PLANS: readonly SamplePlan[] = [
  {
    id: "01",
    wave: 1,
    dependsOn: "[]",
    file: "prices.txt",
    objective: "List the prices.",
    task: "Add prices: one article a line",
    check: 'test "$(wc -l < prices.txt)" -eq 3',
    truth: "Every article has a price",
  },
  {
    id: "02",
    wave: 1,
    dependsOn: "[]",
    file: "round.sh",
    objective: "Round amounts.",
    task: "Add rounding: to the nearest cent",
    check: "sh round.sh 2.499 | tee /dev/stderr | grep -qx 2.50",
    truth: "Amounts are rounded to cents",
  },
  {
    id: "03",
    wave: 2,
    dependsOn: "01-02",
    file: "receipt.sh",
    objective: "Print the receipt.",
    task: "Add receipt: articles and total",
    check: "sh receipt.sh | grep -qx 'total 12.50'",
    truth: "The receipt ends with the total",
  },
];

const script: MockScript = {
  rules: [
    {
      plan: "01-01",
      steps: [
        { do: "say", text: "I list the articles that the README names." },
        { do: "wait", ms: 900 },
        { do: "write", path: "prices.txt", text: "bread 3.20\ncheese 6.80\nmilk 2.499\n" },
        { do: "wait", ms: 500 },
      ],
    },
    {
      plan: "01-02",
      turn: 1,
      steps: [
        { do: "say", text: "Two decimals are enough: I cut off the rest." },
        { do: "wait", ms: 700 },
        { do: "write", path: "round.sh", text: "echo \"$1\" | sed -E 's/(\\.[0-9]{2}).*/\\1/'\n" },
        { do: "wait", ms: 900 },
      ],
    },
    {
      plan: "01-02",
      steps: [
        { do: "say", text: "The check expects 2.50, my script prints 2.49: I round instead." },
        { do: "wait", ms: 1200 },
        {
          do: "write",
          path: "round.sh",
          text: 'awk -v amount="$1" \'BEGIN { printf "%.2f\\n", amount }\'\n',
        },
        { do: "wait", ms: 600 },
      ],
    },
    {
      plan: "01-03",
      steps: [
        { do: "say", text: "I print each line, then the rounded total." },
        { do: "wait", ms: 1200 },
        {
          do: "write",
          path: "receipt.sh",
          text:
            "cat prices.txt\nprintf 'total '; sh round.sh \"$(awk '{ sum += $2 } END { print sum }' prices.txt)\"\n",
        },
        { do: "wait", ms: 500 },
      ],
    },
  ],
};

/** The files of the project, by path; `rehearsal` is the absolute path of the agent's script. */
export function sampleFiles(rehearsal: string): Readonly<Record<string, string>> {
  const config = {
    mode: "interactive",
    workflow: { research: false },
    parallelization: { enabled: true, max_concurrent_agents: 2 },
    agent: { name: "mock", command: rehearsal, roles: { verification: "shell" } },
  };
  return {
    ".planning/config.json": JSON.stringify(config, undefined, 2) + "\n",
    ".planning/ROADMAP.md": ROADMAP,
    ...Object.fromEntries(
      PLANS.map((plan) => [`.planning/phases/01-receipt/01-${plan.id}-PLAN.md`, planFile(plan)]),
    ),
  };
}

/** The script that plays the agent, as JSON. */
export function rehearsalFile(): string {
  return JSON.stringify(script);
}

const ROADMAP = `# Roadmap: till

## Phases

- [ ] **Phase 1: Receipt** - The till prints a receipt

## Phase Details

### Phase 1: Receipt
**Goal**: The till prints a receipt
**Plans**: 3 plans
`;

function planFile(plan: SamplePlan): string {
  return `---
phase: 01-receipt
plan: ${plan.id}
type: execute
wave: ${plan.wave}
depends_on: ${plan.dependsOn}
files_modified: [${plan.file}]
autonomous: true
must_haves:
  truths: ["${plan.truth}"]
---

<objective>
${plan.objective}

Purpose: a customer knows what to pay.
Output: ${plan.file}.
</objective>

<tasks>

<task type="auto">
  <name>${plan.task}</name>
  <files>${plan.file}</files>
  <action>
  Write ${plan.file} in plain POSIX shell or text.
  </action>
  <verify><automated>${plan.check}</automated></verify>
  <done>${plan.truth}</done>
</task>

</tasks>

<verification>
- [ ] The check passes
</verification>

<success_criteria>
- All tasks completed
</success_criteria>

<output>
Write 01-${plan.id}-SUMMARY.md.
</output>
`;
}
