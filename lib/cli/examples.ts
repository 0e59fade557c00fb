import type { CommandMeta } from "../../schemas/metadata.ts";

/** Examples of arguments that have no fixed set of values, by their placeholders. */
const VALUES: Readonly<Record<string, string>> = {
  base: "%O",
  command: "execute-phase",
  description: '"add a login form"',
  document: "%P",
  ours: "%A",
  phase: "3",
  "phase-or-name": "Reports",
  "phase-or-plan": "3",
  "phase-or-version": "3",
  "plan-id": "03-01",
  task: '"fix the typo in the title"',
  theirs: "%B",
  token: "03-01/1#1",
  work: "03-01",
};

/** Further examples, without `wf`. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  "abandon": ['abandon 3 --why "another product does this"'],
  "config": ["config set mode yolo", "config explain git.branching_strategy"],
  "discuss-phase": ["discuss-phase 3 --answer D-01=yes"],
  "execute-phase": [
    "execute-phase 3 --plan 03-02",
    "execute-phase 3 --dry-run",
    "execute-phase 3 --executor nats",
  ],
  "hook": ["hook install --merge-driver"],
  "log": ["log 03-01/2", "log --follow"],
  "new-milestone": ["new-milestone Accounts --from what.md"],
  "new-project": ["new-project shop --from idea.md --agent claude", "new-project --map --agent codex"],
  "phase": ['phase insert 2 "Hot fix"', "phase move 4 2 --renumber", "phase remove 5 --dry-run"],
  "plan": ['plan new 3 "Count visits" --depends-on 03-01', "plan remove 03-02", "plan rename 03-01 03-04"],
  "quick": ['quick "fix the typo in the title" --check "npm test"'],
  "redo": ["redo 03-01/2", "redo 3 --undo"],
  "run": ["run --until 3"],
  "ship": ["ship 3 --push", "ship --draft --out request.md"],
  "skip": ['skip 03-01/2 --why "the API already does this"'],
  "status": ["status --repair --dry-run", "status --watch", "status --line"],
  "tell": [
    'tell 03-01 "use the old API"',
    "tell 03-01 --interrupt",
    'tell 03-01 --skip "not needed"',
    "tell --answer merge=yes",
  ],
  "undo": ["undo 03-01/2", "undo 3 --dry-run"],
  "view": ["view --no-open --port 8080", "view --export run.html", "view --export lanes.svg"],
  "worker": ["worker --queue nats://build-1:4222 --slots 4"],
  "validate": ["validate --fix --dry-run", "validate --explain wave-order"],
};

/** Returns calls of a command that can be read, the shortest first. */
export function examplesOf({ name, positionals, flags }: CommandMeta): readonly string[] {
  const required = positionals.filter((one) => one.required);
  const words = required.map((one) => {
    const placeholder = one.placeholder ?? one.name;
    return VALUES[placeholder] ?? one.allowed?.[0] ?? `<${placeholder}>`;
  });
  const reason = flags.some((flag) => flag.name === "why") ? [] : [["wf", name, ...words].join(" ")];
  return [...reason, ...(MORE[name] ?? []).map((more) => `wf ${more}`)];
}
