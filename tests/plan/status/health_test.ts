import assert from "node:assert/strict";
import type { AgentInfo, RoleAgents } from "../../../schemas/results/agents.ts";
import { healthChecks, type HealthFacts, type RepositoryFacts } from "../../../lib/plan/status/health.ts";

const AGENT: AgentInfo = {
  name: "claude",
  title: "Claude Code",
  command: "claude",
  found: true,
  version: "2.0",
  permissions: "asks",
  models: {},
};
const EXECUTION: RoleAgents = {
  role: "execution",
  tier: "B",
  agent: "claude",
  model: "sonnet",
  fallbacks: [],
};
const VERIFICATION: RoleAgents = { role: "verification", tier: "B", agent: "codex", fallbacks: ["claude"] };
const CODEX: AgentInfo = { ...AGENT, name: "codex", title: "Codex" };
const REPOSITORY: RepositoryFacts = {
  gitVersion: "2.45.0",
  branch: "main",
  hasIdentity: true,
  merging: false,
  gitLocks: [],
  left: [],
  temporary: [],
  stashes: 0,
};
const FACTS: HealthFacts = {
  hasProject: true,
  version: "1.0.0",
  programs: ["/bin/wf"],
  agents: { roles: [EXECUTION], agents: [AGENT] },
  findings: { errors: 0, outdated: 0 },
  phases: [],
  stale: [],
  conflicted: [],
  hook: "current",
  integrations: { slashCommands: [], unstartable: [] },
  repository: REPOSITORY,
};

function phase(
  done: number,
  state: "in-progress" | "complete" = "in-progress",
): HealthFacts["phases"][number] {
  const plan = { id: "03-01", path: "", objective: "", state, tasks: { done, total: 2 } };
  return { number: "03", name: "", state, done: false, plans: [plan] };
}

const lock = { command: "execute-phase 1", alive: false };

Deno.test("everything in order is only ok", () => {
  assert.deepEqual([...new Set(healthChecks(FACTS).map(({ state }) => state))], ["ok"]);
});

Deno.test("outside of a project, a missing repository is no problem", () => {
  const { repository: _, ...facts } = FACTS;
  const states = healthChecks({ ...facts, hasProject: false }).map(({ state }) => state);
  assert.deepEqual(new Set(states), new Set(["ok", "note"]));
});

/** The facts that differ, and the checks that are not ok: state, fix, and the action of --fix. */
const FOUND: Readonly<Record<string, readonly [facts: Partial<HealthFacts>, ...found: readonly string[]]>> = {
  "no project and no agent": [
    { hasProject: false, agents: { roles: [EXECUTION], agents: [] } },
    "note wf agents",
    "note wf new-project",
  ],
  "no project, and an agent that only rehearses": [
    { hasProject: false, agents: { roles: [EXECUTION], agents: [{ ...AGENT, name: "mock" }] } },
    "note wf agents",
    "note wf new-project",
  ],
  "no project": [{ hasProject: false, hook: "missing" }, "note wf new-project"],
  "two programs named wf": [{ programs: ["/a/wf", "/b/wf"] }, "warning type -a wf"],
  "a folder that others may change": [
    { exposed: "/u/me you/.wf" },
    "warning chmod -R go-w '/u/me you/.wf'",
  ],
  "no identity": [
    { repository: { ...REPOSITORY, hasIdentity: false } },
    'error git config --global user.name "Your Name" && git config --global user.email you@example.com',
  ],
  "a detached HEAD": [{ repository: { ...REPOSITORY, branch: undefined } }, "error git switch -c work"],
  "a detached HEAD at a branch": [
    { repository: { ...REPOSITORY, branch: undefined, branchHere: "main" } },
    "error git switch main",
  ],
  "an unreadable configuration": [{ configError: "Not JSON" }, "error wf validate"],
  "an outdated configuration": [
    { findings: { errors: 0, outdated: 2 } },
    "warning wf doctor --fix (config)",
  ],
  "an agent that is not installed": [
    { agents: { roles: [EXECUTION], agents: [{ ...AGENT, found: false, hint: "Install it" }] } },
    "error wf agents",
  ],
  "an agent of a role that is not installed, with a fallback": [
    { agents: { roles: [EXECUTION, VERIFICATION], agents: [AGENT, { ...CODEX, found: false }] } },
    "warning wf agents",
  ],
  "an agent of a role that is not installed, like its fallback": [
    { agents: { roles: [VERIFICATION], agents: [{ ...AGENT, found: false }, { ...CODEX, found: false }] } },
    "warning wf agents",
    "error wf agents",
  ],
  "an agent without a login": [
    { agents: { roles: [EXECUTION], agents: [{ ...AGENT, login: false, loginHint: "Run: claude" }] } },
    "note",
  ],
  "no sandbox": [{ unconfined: "bubblewrap is not installed" }, "note"],
  "an interrupted run, whose locks of git it removes itself": [
    { repository: { ...REPOSITORY, lock, gitLocks: ["/r/.git/index.lock"] } },
    "warning wf doctor --fix (recover)",
  ],
  "a run in progress, with its worktrees and locks": [
    {
      phases: [phase(2)],
      repository: {
        ...REPOSITORY,
        lock: { ...lock, alive: true },
        gitLocks: ["/r/.git/index.lock"],
        left: [{ branch: "wf/work/01-01", phase: "01", commits: 1 }],
      },
    },
    "note wf log --follow",
  ],
  "a lock of git": [
    { repository: { ...REPOSITORY, gitLocks: ["/r/.git/index.lock"] } },
    "error rm /r/.git/index.lock",
  ],
  "an operation of the user": [
    {
      repository: {
        ...REPOSITORY,
        operation: {
          what: "A rebase",
          conflicts: [],
          marked: [],
          finish: "git rebase --continue",
          undo: "git rebase --abort",
        },
      },
    },
    "error git rebase --continue",
    "note git rebase --abort",
  ],
  "a merge of wf": [
    {
      repository: {
        ...REPOSITORY,
        merging: true,
        operation: {
          what: "A merge",
          conflicts: [],
          marked: [],
          finish: "git commit",
          undo: "git merge --abort",
        },
      },
    },
    "warning wf status",
  ],
  "worktrees that are left": [
    {
      repository: {
        ...REPOSITORY,
        left: [
          { branch: "wf/work/01-01", phase: "01", commits: 0 },
          { branch: "wf/work/02-01", phase: "02", commits: 3 },
          { branch: "wf/work/03-01", phase: "03", commits: 0, stopped: "03-01/1" },
        ],
      },
    },
    "warning wf doctor --fix (recover)",
    "warning wf execute-phase 2",
    "note wf execute-phase 3",
  ],
  "temporary folders": [
    { repository: { ...REPOSITORY, temporary: ["/tmp/wf-check-1"] } },
    "warning wf doctor --fix (recover)",
  ],
  "temporary folders of a run that was interrupted": [
    { repository: { ...REPOSITORY, lock, temporary: ["/tmp/wf-check-1"] } },
    "warning wf doctor --fix (recover)",
  ],
  "slash commands of another version": [
    {
      integrations: {
        slashCommands: [{ agent: "claude", global: true, current: false }],
        unstartable: [],
      },
    },
    "warning wf doctor --fix (install)",
  ],
  "slash commands that find no wf": [
    {
      programs: [],
      integrations: { slashCommands: [{ agent: "claude", global: false, current: true }], unstartable: [] },
    },
    "warning wf upgrade",
  ],
  "an MCP server that cannot start": [
    { integrations: { slashCommands: [], unstartable: [{ file: ".mcp.json", program: "/old/wf" }] } },
    "warning",
  ],
  "stashes and copies": [
    { repository: { ...REPOSITORY, stashes: 2, kept: "/r/.git/wf/kept" } },
    "note git stash list",
    "note ls /r/.git/wf/kept",
  ],
  "errors in plans": [{ findings: { errors: 3, outdated: 0 } }, "error wf validate"],
  "a missing summary": [{ phases: [phase(1), phase(2)] }, "warning wf execute-phase 3"],
  "documents that are behind": [
    { stale: [".planning/STATE.md"] },
    "warning wf status --repair",
  ],
  "documents with conflicts": [
    { conflicted: [".planning/STATE.md"], findings: { errors: 1, outdated: 0 } },
    "error wf status --repair",
    "error wf validate",
  ],
  "complete plans": [{ phases: [phase(2, "complete")] }],
  "an outdated hook": [{ hook: "outdated" }, "warning wf doctor --fix (hook)"],
  "a missing hook": [{ hook: "missing" }, "note wf hook install"],
};

for (const [name, [facts, ...found]] of Object.entries(FOUND)) {
  Deno.test(`doctor with ${name} finds ${found.join(", ") || "nothing"}`, () => {
    const checks = healthChecks({ ...FACTS, ...facts }).filter(({ state }) => state !== "ok");
    const texts = checks.map(({ state, fix, automatic }) => {
      return [state, fix, automatic && `(${automatic})`].filter(Boolean).join(" ");
    });
    assert.deepEqual(texts, found);
  });
}

Deno.test("outside of a repository only that is an error", () => {
  const { repository: _, hook: __, ...facts } = FACTS;
  const errors = healthChecks(facts).filter(({ state }) => state !== "ok");
  assert.deepEqual(errors.map(({ state, fix }) => [state, fix]), [["error", "git init"]]);
});

Deno.test("each agent is named with its roles and models", () => {
  const agents = { roles: [EXECUTION, VERIFICATION], agents: [{ ...AGENT, login: true }, CODEX] };
  const messages = healthChecks({ ...FACTS, agents }).filter(({ area }) => area === "agents");
  assert.deepEqual(messages.map(({ message }) => message).slice(0, 2), [
    "Agent claude 2.0 asks before it acts, with a login: execution (sonnet)",
    "Agent codex 2.0 asks before it acts: verification",
  ]);
});
