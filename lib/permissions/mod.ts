/**
 * Judges what a coding agent asks permission for: allow, ask the user, or deny.
 *
 * @example Judge a command
 * ```ts
 * import { configDefaults } from "@wf/wf";
 * import { judgeRequest, normalizeToolCall } from "@wf/wf/permissions";
 * import assert from "node:assert/strict";
 *
 * const { mode, safety } = configDefaults;
 * const policy = { directory: "/project", checks: ["npm test"], mode, safety };
 * const judge = (command: string) =>
 *   judgeRequest(normalizeToolCall({ kind: "execute", title: command, rawInput: { command } }), policy).kind;
 *
 * assert.equal(judge("npm test"), "allow");
 * assert.equal(judge("rm -rf build"), "ask");
 * assert.equal(judge("git push --no-verify"), "deny");
 * ```
 *
 * @module
 */
export { judgeRequest, mentionedPaths, type PermissionPolicy } from "./judge_request.ts";
export type { CommandPolicy } from "./judge_shell.ts";
export type { PathPolicy } from "./effects/paths.ts";
export type { Writable } from "./effects/writable.ts";
export { describeRequest } from "./describe_request.ts";
export { normalizeToolCall, type RawToolCall } from "./normalize.ts";
export type {
  FileDiff,
  PathIntent,
  PermissionCategory,
  PermissionRequest,
  PermissionVerdict,
  RequestedPath,
} from "../../schemas/permission.ts";
export type { PolicyCommands } from "../../schemas/policy.ts";
