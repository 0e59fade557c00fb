import type { PermissionRequest } from "../../../schemas/permission.ts";
import type { AgentPreset } from "../../plan/agents/presets.ts";
import { defined } from "../../collections/defined.ts";
import { judgeRequest, namesSecrets, type PermissionPolicy } from "../../permissions/judge_request.ts";

/** Options for {@link judgeUnasked}. */
export interface UnaskedContext {
  /** Folder the agent works in, absolute, links resolved. */
  readonly directory: string;
  /** The user's home folder. */
  readonly home?: string;
  /** The agent. */
  readonly preset: Pick<AgentPreset, "strict" | "titleIsTool">;
}

/**
 * Decides what follows from a use of a tool that has ended and was not asked for.
 *
 * What only reads inside of the folder needs no permission. Beyond that, an agent that always asks is
 * stopped, since its setting has no effect; a tool of its own that is not known, and whose name may be a text
 * that it wrote, is reported. One that cannot be made to ask is stopped when it read secrets
 * or, by a tool other than its own sandboxed shell, did what no agent may do, destroyed something or
 * reached a service; the rest is reported.
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
  // Some agents do not say what they read; a path in the title counts.
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
