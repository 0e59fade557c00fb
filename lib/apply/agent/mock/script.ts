import { mock as isMockScript } from "../../../../generated/validators.mjs";
import type { MockRule, MockScript, MockStep } from "../../../../schemas/mock_script.ts";
import type { Host } from "../../../host/host.ts";
import { schemaProblem } from "../../../parse/plan_file/schema_problem.ts";
import type { TurnMeta } from "../core/turn_meta.ts";

export type ScriptResult =
  | { readonly kind: "script"; readonly script: MockScript }
  | { readonly kind: "invalid"; readonly message: string };

export async function readScript(host: Host, path: string): Promise<ScriptResult> {
  let value: unknown;
  try {
    value = JSON.parse(await host.readText(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: "invalid", message: `Cannot read the script "${path}": ${why}` };
  }
  if (isMockScript(value)) return { kind: "script", script: value };
  const [first] = isMockScript.errors ?? [];
  const why = first === undefined ? "it does not fit its schema" : schemaProblem(first);
  return { kind: "invalid", message: `Cannot use the script "${path}": ${why} (wf schema mock)` };
}

export interface ScriptedTurn {
  readonly about: TurnMeta;
  /** Model of the session, if one was chosen. */
  readonly model: string | undefined;
  readonly prompt: string;
  /** True for a session of an earlier process. */
  readonly resumed: boolean;
}

export function stepsFor(
  { rules }: MockScript,
  { about: turn, model, prompt, resumed }: ScriptedTurn,
): readonly MockStep[] {
  const fits = (rule: MockRule) =>
    (rule.role === undefined || rule.role === turn.role) &&
    (rule.model === undefined || rule.model === model) &&
    (rule.plan === undefined || rule.plan === turn.plan) &&
    (rule.task === undefined || rule.task === turn.task) &&
    (rule.turn === undefined || rule.turn === turn.turn) &&
    (rule.resumed === undefined || rule.resumed === resumed) &&
    (rule.contains === undefined || prompt.includes(rule.contains));
  return rules.find(fits)?.steps ?? [{ do: "files" }];
}
