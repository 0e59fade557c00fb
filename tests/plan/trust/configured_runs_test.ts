import assert from "node:assert/strict";
import type { ConfigFile, ConfigValue } from "../../../schemas/config.ts";
import { resolveConfig } from "../../../lib/plan/config/resolve.ts";
import { configuredRuns, type ConfigUse, runsConfigured } from "../../../lib/plan/trust/configured_runs.ts";

Deno.test("configuredRuns() lists everything that a configuration causes to run, in full", () => {
  const file: ConfigFile = {
    mode: "yolo",
    agent: { name: "custom", command: " my-agent --acp " },
    worktree: { setup: ["npm ci", "make"], copy: [".env"] },
    safety: { always_confirm_external_services: false, always_confirm_destructive: false },
  };
  const opened: ConfigFile = {
    agent: { sandbox: "off", sandbox_network: "all", sandbox_writable: ["~/a", "b"] },
  };
  assert.deepEqual(configuredRuns(opened).map(({ key, value }) => `${key}=${value}`), [
    "agent.sandbox=off",
    "agent.sandbox_network=all",
    "agent.sandbox_writable=~/a",
    "agent.sandbox_writable=b",
  ]);
  const away: ConfigFile = { executor: { name: "nats", server: "nats://a", remote: "hub" } };
  assert.deepEqual(configuredRuns(away).map(({ key, value }) => `${key}=${value}`), [
    "executor.name=nats",
    "executor.server=nats://a",
    "executor.remote=hub",
  ]);
  const batch: ConfigFile = { executor: { name: "batch", submit: ["run", "a b", "{job}"], list: [] } };
  assert.deepEqual(configuredRuns(batch).map(({ key, value }) => `${key}=${value}`), [
    "executor.name=batch",
    "executor.submit=run 'a b' '{job}'",
  ]);
  assert.deepEqual(configuredRuns(file).map(({ key, value }) => `${key}=${value}`), [
    "agent.name=custom",
    "agent.command= my-agent --acp ",
    "worktree.setup=npm ci",
    "worktree.setup=make",
    "mode=yolo",
    "safety.always_confirm_destructive=false",
    "safety.always_confirm_external_services=false",
  ]);
});

Deno.test("configuredRuns() is empty for a configuration that names nothing to run and keeps the questions", () => {
  const files: readonly ConfigFile[] = [
    {},
    { mode: "interactive", agent: { name: "claude", command: " " } },
    { worktree: { setup: [], copy: ["node_modules"] }, gates: { execute_next_plan: false } },
    { executor: { name: "local", server: "" } },
    { safety: { always_confirm_destructive: true, always_confirm_external_services: true } },
    { agent: { sandbox: "required", sandbox_network: "agent", sandbox_writable: [] } },
  ];
  for (const file of files) assert.deepEqual(configuredRuns(file), []);
  const unasked = { gates: { confirm_plan: false } };
  assert.deepEqual(configuredRuns(unasked), [{ key: "gates.confirm_plan", value: "false" }]);
});

interface Row {
  readonly file: ConfigFile;
  readonly flags?: Readonly<Record<string, ConfigValue>>;
  readonly uses: "agent" | "plans" | "both";
  readonly runs: boolean;
}

const COMMAND: ConfigFile = { agent: { name: "custom", command: "a" } };
const SET_UP: ConfigFile = { worktree: { setup: ["a"] } };
const YOLO: ConfigFile = { mode: "yolo" };
const UNSAFE: ConfigFile = { safety: { always_confirm_destructive: false } };
const CLAUDE = { "agent.name": "claude" };
const UNASKED: ConfigFile = { gates: { confirm_plan: false } };

const OPEN: ConfigFile = { agent: { sandbox: "off" } };

const AWAY: ConfigFile = { executor: { name: "nats", server: "nats://a" } };
const SERVER: ConfigFile = { executor: { server: "nats://a" } };
const REMOTE: ConfigFile = { executor: { remote: "public" } };
const SUBMIT: ConfigFile = { executor: { submit: ["a"] } };
const NATS = { "executor.name": "nats" };

const ROWS: readonly Row[] = [
  { file: {}, uses: "both", runs: false },
  { file: AWAY, uses: "plans", runs: true },
  { file: AWAY, uses: "agent", runs: false },
  { file: AWAY, uses: "plans", flags: { "executor.name": "local" }, runs: false },
  { file: AWAY, uses: "plans", flags: { ...NATS, "executor.server": "nats://b" }, runs: false },
  { file: SERVER, uses: "plans", runs: false },
  { file: SERVER, uses: "plans", flags: NATS, runs: true },
  { file: REMOTE, uses: "plans", flags: NATS, runs: true },
  { file: SUBMIT, uses: "plans", runs: false },
  { file: SUBMIT, uses: "plans", flags: { "executor.name": "slurm" }, runs: true },
  { file: SUBMIT, uses: "plans", flags: { "executor.name": "batch", "executor.submit": ["b"] }, runs: false },
  { file: REMOTE, uses: "plans", flags: { ...NATS, "executor.remote": "origin" }, runs: false },
  { file: {}, uses: "both", flags: NATS, runs: false },
  { file: COMMAND, uses: "agent", runs: true },
  { file: COMMAND, uses: "plans", runs: false },
  { file: COMMAND, uses: "agent", flags: { "agent.name": "shell" }, runs: false },
  { file: COMMAND, uses: "agent", flags: { "agent.command": "b" }, runs: false },
  { file: { agent: { command: "a" } }, uses: "agent", flags: { "agent.name": "claude" }, runs: true },
  { file: { agent: { command: "a" } }, uses: "agent", runs: false },
  { file: {}, uses: "both", flags: { "agent.name": "custom", "agent.command": "b" }, runs: false },
  { file: SET_UP, uses: "plans", runs: true },
  { file: SET_UP, uses: "agent", runs: false },
  { file: SET_UP, uses: "plans", flags: { "parallelization.enabled": false }, runs: true },
  { file: SET_UP, uses: "plans", flags: { "worktree.setup": ["b"] }, runs: false },
  { file: YOLO, uses: "plans", runs: true },
  { file: YOLO, uses: "agent", runs: false },
  { file: YOLO, uses: "plans", flags: { mode: "interactive" }, runs: false },
  { file: YOLO, uses: "plans", flags: { mode: "yolo" }, runs: false },
  { file: YOLO, uses: "plans", flags: { "gates.confirm_plan": true }, runs: false },
  { file: {}, uses: "plans", flags: { mode: "yolo" }, runs: false },
  { file: YOLO, uses: "agent", flags: CLAUDE, runs: true },
  { file: YOLO, uses: "agent", flags: { ...CLAUDE, mode: "interactive" }, runs: false },
  { file: YOLO, uses: "agent", flags: { ...CLAUDE, mode: "yolo" }, runs: false },
  { file: YOLO, uses: "both", flags: { ...CLAUDE, "gates.confirm_plan": true }, runs: true },
  { file: {}, uses: "both", flags: CLAUDE, runs: false },
  { file: UNSAFE, uses: "agent", flags: CLAUDE, runs: true },
  { file: { ...UNSAFE, agent: { name: "codex" } }, uses: "both", runs: true },
  { file: { safety: { always_confirm_external_services: false } }, uses: "agent", flags: CLAUDE, runs: true },
  {
    file: UNSAFE,
    uses: "agent",
    flags: { ...CLAUDE, "safety.always_confirm_destructive": true },
    runs: false,
  },
  {
    file: UNSAFE,
    uses: "agent",
    flags: { ...CLAUDE, "safety.always_confirm_destructive": false },
    runs: false,
  },
  {
    file: UNSAFE,
    uses: "agent",
    flags: { ...CLAUDE, "safety.always_confirm_external_services": false },
    runs: true,
  },
  { file: UNSAFE, uses: "agent", flags: { ...CLAUDE, mode: "yolo" }, runs: true },
  { file: UNSAFE, uses: "both", runs: false },
  { file: UNSAFE, uses: "plans", flags: CLAUDE, runs: false },
  { file: OPEN, uses: "both", runs: false },
  { file: OPEN, uses: "plans", flags: { mode: "yolo" }, runs: true },
  { file: OPEN, uses: "agent", flags: { mode: "yolo" }, runs: true },
  { file: OPEN, uses: "plans", flags: { mode: "yolo", "agent.sandbox": "auto" }, runs: false },
  { file: { agent: { sandbox_writable: ["~"] } }, uses: "plans", flags: { mode: "yolo" }, runs: true },
  {
    file: { agent: { sandbox: "required", sandbox_network: "all" } },
    uses: "plans",
    runs: true,
  },
  { file: { agent: { sandbox: "required" } }, uses: "both", flags: { mode: "yolo" }, runs: false },
  { file: UNASKED, uses: "plans", runs: true },
  { file: UNASKED, uses: "plans", flags: { mode: "interactive" }, runs: true },
  { file: UNASKED, uses: "plans", flags: { "gates.confirm_plan": false }, runs: false },
];

for (const { file, flags = {}, uses, runs } of ROWS) {
  const how = [JSON.stringify(file), ...Object.entries(flags).map((flag) => flag.join("="))].join(" with ");
  Deno.test(`${how} ${runs ? "runs" : "does not run"} what the file names, for ${uses}`, () => {
    const overrides = Object.entries(flags).map(([key, value]) => ({ key, value }));
    const { config } = resolveConfig({ file, overrides });
    const use: ConfigUse = { file, overrides, config, agent: uses !== "plans", plans: uses !== "agent" };
    assert.equal(runsConfigured(use), runs);
  });
}
