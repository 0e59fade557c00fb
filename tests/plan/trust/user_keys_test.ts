import assert from "node:assert/strict";
import { configKeys } from "../../../generated/metadata.ts";
import { fromRoot } from "../../support/root.ts";
import { isUserKey, USER_KEYS, userKeyRefusal } from "../../../lib/plan/trust/user_keys.ts";

/** The keys that an agent may set: concurrency, time limits, names and formats. */
const OTHERS = [
  ...["granularity", "model_profile", "workflow.research", "planning.commit_docs"],
  ...["enabled", "plan_level", "task_level", "skip_checkpoints", "max_concurrent_agents"].map((name) =>
    `parallelization.${name}`
  ),
  "parallelization.min_plans_for_parallel",
  ...["git.phase_branch_template", "git.milestone_branch_template", "git.hook_timeout_minutes"],
  ...["agent.turn_timeout_minutes", "agent.stall_minutes", "agent.retries"],
];

Deno.test("isUserKey() is true for all keys except harmless ones", () => {
  assert.deepEqual(configKeys.map(({ key }) => key).filter((key) => !isUserKey(key)), OTHERS);
  assert.equal(isUserKey("safetynet"), false);
  assert.equal(isUserKey("safety.later"), true);
});

Deno.test("docs/hosting.md lists the keys that an agent cannot set", () => {
  const text = Deno.readTextFileSync(fromRoot("docs/hosting.md"));
  const [, section = ""] = text.split("### Keys that only you can set\n");
  const [listed = ""] = /^\|[^]*?\n\n/m.exec(section) ?? [];
  const keys = [...listed.matchAll(/`([^`]+)`/g)].map(([, key]) => key!.replace(/\.\*$/, ""));
  assert.deepEqual(keys.sort(), [...USER_KEYS].sort());
});

Deno.test("userKeyRefusal() names the command by which the user changes a key", () => {
  assert.deepEqual(userKeyRefusal({ key: "worktree.setup", value: ["npm ci"] }), {
    message:
      "Cannot let an agent set worktree.setup: it decides what runs, is asked, is checked or leaves the project",
    hint: "The user can set it at a terminal: wf config set worktree.setup '[\"npm ci\"]'",
  });
  const { hint } = userKeyRefusal({ key: "safety.always_confirm_destructive", value: false });
  assert.match(hint, /destructive false$/);
  assert.match(userKeyRefusal({ key: "mode", value: undefined }).hint, /remove it .*: wf config unset mode$/);
});
