import type { PermissionRequest } from "../../../schemas/permission.ts";
import type { AgentPreset } from "../../plan/agents/presets.ts";
import { defined } from "../../collections/defined.ts";
import { judgeRequest, namesSecrets, type PermissionPolicy } from "../../permissions/judge_request.ts";

export interface UnaskedContext {
  /** Folder the agent works in, absolute, links resolved. */
  readonly directory: string;
  readonly home?: string;
  readonly preset: Pick<AgentPreset, "strict" | "titleIsTool">;
}

/**
 * Decides on the reaction to a completed tool call without permission.
 *
 * Reading inside the working folder needs no permission. For other calls, an agent that should always ask is
 * stopped, since its setting has no effect; only an unknown tool of its own, whose name may be any text, is
 * reported. An agent that cannot be made to ask is stopped when it read secrets or, with a tool other than
 * its sandboxed shell, performed a forbidden action, destroyed something or reached a service. Other calls
 * are reported.
 */
export function judgeUnasked(
  done: PermissionRequest,
  { directory, home, preset }: UnaskedContext,
): "nothing" | "report" | "stop" {
  const policy: PermissionPolicy = {
    directory,
    checks: [],
    mode: "interactive",
    safety: { always_confirm_destructive: true, always_confirm_external_services: true },
    ...defined({ home }),
  };
  const { category } = judgeRequest(done, policy);
  if (category === "harmless") return "nothing";
  // Some agents do not report what they read; a path in the title counts.
  if (category === "unclassified" && /^(?:read|search)$/.test(done.kind)) return "nothing";
  if (category === "unclassified" && done.kind === "other" && !preset.titleIsTool) return "report";
  if (preset.strict?.asksAlways || namesSecrets(done, policy)) return "stop";
  const runs = done.kind === "execute";
  switch (category) {
    case "never":
    case "destructive":
    case "external":
      return runs ? "report" : "stop";
    case "outside":
      return "report";
    case "unclassified":
      return runs ? "nothing" : "report";
    default:
      return "nothing";
  }
}
