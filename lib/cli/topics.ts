import { reportText } from "../report/terminal/report_text.ts";
import type { Style } from "../report/terminal/style.ts";

/** What `wf help <topic>` explains. */
export interface Topic {
  readonly name: string;
  readonly title: string;
  /** The text between two line breaks, in at most 80 columns; lines that begin with `#` are headings. */
  readonly text: string;
}

/** The topics, in the order of the help. */
export const topics: readonly Topic[] = [
  {
    name: "plan-file",
    title: "How a plan is written",
    text: `
A plan is the file .planning/phases/<phase>-<name>/<phase>-<plan>-PLAN.md: data
about the plan between two lines of ---, then its tasks.

  ---
  phase: 01-greeting
  plan: 01
  type: execute
  wave: 1
  depends_on: []
  files_modified: [greet.sh]
  autonomous: true
  must_haves:
    truths: ["greet.sh prints a greeting"]
  ---

  <objective>
  Greet people by name.

  Purpose: a greeting feels personal.
  Output: greet.sh
  </objective>

  <tasks>
  <task type="auto">
    <name>Add greeting: one name</name>
    <files>greet.sh</files>
    <action>Print a greeting for the first argument.</action>
    <verify><automated>sh greet.sh Ada | grep -q Ada</automated></verify>
    <done>The greeting contains the given name</done>
  </task>
  </tasks>

  <verification>- [ ] sh greet.sh Ada greets Ada</verification>
  <success_criteria>- Everyone is greeted by name</success_criteria>
  <output>Write 01-01-SUMMARY.md in the folder of this plan.</output>

- depends_on decides the order: plans that do not depend on each other form a
  wave, and can be executed concurrently.
- files_modified lists the files that the plan changes.
- <automated> is a command; the task is committed only after it has succeeded.
- must_haves are verified after the last plan of the phase.
- The agent shell runs the \`\`\`sh blocks in <action>, and nothing else; a task
  without one fails.

wf plan new <phase> creates a valid plan, and wf validate checks all plans.
wf schema plan prints the JSON Schema of the data.
`,
  },
  {
    name: "config",
    title: "Where settings come from, and the most important ones",
    text: `
A value comes from --set <key>=<value>, otherwise from .planning/config.json,
otherwise it is the default. Your policy takes precedence over all of them:
~/.wf/policy.json, which only you can change.

# Keys that most projects set
  agent.name               the coding agent
  mode                     interactive asks at gates; yolo confirms them
  model_profile            quality, balanced or budget
  git.branching_strategy   no branch, one for each phase or for each milestone
  parallelization.enabled  execute plans of a wave concurrently, in worktrees
  workflow.verifier        verify must_haves after a phase

# Commands
  wf settings                   asks for the most important ones
  wf config list                all keys with their values
  wf config explain <key>       what a key changes, and where its value is from
  wf config set <key> <value>   changes one

wf config --help shows the options of the command.
`,
  },
  {
    name: "agents",
    title: "The agents, and how to choose one",
    text: `
agent.name in .planning/config.json, or --agent, selects who does the tasks:

  claude, codex, opencode, copilot, gemini   over the Agent Client Protocol
  claude-cli   Claude Code without that protocol's package
  custom       any program that speaks it: agent.command
  shell        no model: runs the sh blocks of a task's action
  mock         a rehearsal: writes the files that a task declares

# Choosing one
  wf agents                                   which ones are installed
  wf config set agent.name claude             for all runs of the project
  wf execute-phase 1 --agent claude           for one run
  wf install claude                           slash commands, if you would
                                              rather talk to the agent

Agents run in a mode in which they ask before they act. One policy decides: it
allows safe requests, and denies all others or asks you. No agent commits.

wf agents --help shows the options of the command.
`,
  },
  {
    name: "exit-codes",
    title: "What each exit code means",
    text: `
  0    done
  1    findings, or the run stopped at a failure
  2    wrong usage, or a problem with the environment
  3    waiting for your answer: the output has the command that gives it
  4    merge conflict
  70   a bug in wf
  130  interrupted: run the same command again to continue
`,
  },
];

export function topicHelp({ title, text }: Topic, style: Style): string {
  const lines = text.slice(1, -1).split("\n");
  const shown = lines.map((line) => line.startsWith("# ") ? style.bold(line.slice(2)) : line);
  return reportText([style.bold(title), "", ...shown], [], style);
}
