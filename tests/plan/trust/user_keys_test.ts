import assert from "node:assert/strict";
import { configKeys } from "../../../generated/metadata.ts";
import { isUserKey, userKeyRefusal } from "../../../lib/plan/trust/user_keys.ts";

Deno.test("isUserKey() holds for the keys that decide what runs and what is asked, and for no other", () => {
  const own = configKeys.map(({ key }) => key).filter(isUserKey);
  const others = own.filter((key) => !/^(?:gates|safety)\./.test(key));
  assert.deepEqual(others, ["mode", "agent.command", "worktree.setup"]);
  const groups = configKeys.filter(({ key }) => /^(?:gates|safety)\./.test(key));
  assert.equal(own.length, groups.length + others.length);
  assert.equal(isUserKey("model_profile"), false);
  assert.equal(isUserKey("safetynet"), false);
});

Deno.test("userKeyRefusal() names the command by which the user sets a key", () => {
  assert.deepEqual(userKeyRefusal("worktree.setup", ["npm ci"]), {
    message: "Cannot let an agent set worktree.setup: it decides what runs or what the user is asked",
    hint: "The user can set it at a terminal: wf config set worktree.setup '[\"npm ci\"]'",
  });
  assert.match(userKeyRefusal("safety.always_confirm_destructive", false).hint, /destructive false$/);
});
