import type { NewSessionResponse, SessionConfigOption } from "../../../deps/acp.ts";
import type { AgentFailure } from "../../../plan/agents/retry.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";

/** What a session offers to set. */
export type SessionSettings = Pick<NewSessionResponse, "modes" | "configOptions">;

/** How a session comes to the mode in which it asks. */
export type ModeChoice =
  | { readonly kind: "current" }
  | { readonly kind: "mode"; readonly value: string }
  | {
    readonly kind: "option";
    readonly id: string;
    readonly value: string;
    /** The failure, when the mode is another one afterwards. */
    readonly unverified: (now: string | undefined) => AgentFailure;
  }
  | { readonly kind: "impossible"; readonly failure: AgentFailure };

/** Names of modes in which agents act unasked. */
const LOOSE =
  /bypass|yolo|autopilot|full.?access|dont.?ask|auto.?(?:review|approve|accept|edit)|accept.?edits|unrestricted|danger/i;

/** Whether a session that is in a mode may act unasked. */
export function isLooseMode(mode: string, { strict }: AgentPreset): boolean {
  const wanted = strict?.modes ?? [];
  return wanted.length > 0 ? !wanted.includes(mode) : LOOSE.test(mode);
}

/** The mode that a session is in, as its settings tell. */
export function currentMode({ modes, configOptions }: SessionSettings): string | undefined {
  const option = selectOf(configOptions, "mode");
  return option?.currentValue ?? modes?.currentModeId;
}

/** How the session comes to the mode in which the agent asks. */
export function chooseMode(settings: SessionSettings, preset: AgentPreset): ModeChoice {
  const wanted = preset.strict?.modes ?? [];
  const current = currentMode(settings);
  if (wanted.length === 0) {
    return current === undefined || !LOOSE.test(current)
      ? { kind: "current" }
      : impossible(preset, `it is in mode "${current}"`);
  }
  if (current !== undefined && wanted.includes(current)) return { kind: "current" };
  const option = selectOf(settings.configOptions, "mode");
  const offered = option?.values ?? settings.modes?.availableModes.map(({ id }) => id) ?? [];
  const value = wanted.find((mode) => offered.includes(mode));
  if (value === undefined) {
    const list = offered.length === 0 ? "none" : offered.join(", ");
    return impossible(preset, `of the modes ${wanted.join(", ")} it offers ${list}`);
  }
  if (option === undefined) return { kind: "mode", value };
  const unverified = (now: string | undefined) => refusal(preset, `it remains in mode "${now ?? "unknown"}"`);
  return { kind: "option", id: option.id, value, unverified };
}

/** An option of a session that has to have another value, so that the agent asks. */
export interface LooseOption {
  /** Its ID. */
  readonly id: string;
  /** The value it has to have. */
  readonly value: string;
  /** The failure, when it cannot be set. */
  readonly failure: AgentFailure;
}

/** The options of a session that let the agent act unasked. */
export function looseOptions(
  { configOptions }: SessionSettings,
  preset: AgentPreset,
): readonly LooseOption[] {
  return Object.entries(preset.strict?.options ?? {}).flatMap(([id, value]) => {
    const option = selectOf(configOptions, id);
    if (option === undefined || option.currentValue === value) return [];
    return [{ id, value, failure: refusal(preset, `its option ${id} remains "${option.currentValue}"`) }];
  });
}

/** How a session comes to a model. */
export type ModelChoice =
  | { readonly kind: "current" }
  | { readonly kind: "option"; readonly id: string; readonly value: string }
  /** The preset's own choice is not on offer: the agent keeps its model. */
  | { readonly kind: "unknown"; readonly notice: string }
  | { readonly kind: "impossible"; readonly failure: AgentFailure };

/**
 * How a session comes to a model. A name that is on offer is taken as it is; else the first model
 * in whose name it stands, as `opus` does in `claude-opus-9`.
 */
export function chooseModel(
  { configOptions }: SessionSettings,
  { model, preset }: { readonly model: string; readonly preset: AgentPreset },
): ModelChoice {
  const option = selectOf(configOptions, "model");
  const byPreset = Object.values(preset.models).includes(model);
  const offered = option?.values ?? [];
  const value = offered.find((name) => name === model) ?? offered.find((name) => name.includes(model));
  if (option !== undefined && value !== undefined) {
    return value === option.currentValue ? { kind: "current" } : { kind: "option", id: option.id, value };
  }
  const message = option === undefined
    ? `${preset.title} does not let wf choose its model, so "${model}" is not used`
    : `${preset.title} does not offer model "${model}"`;
  if (byPreset) return { kind: "unknown", notice: `${message}; it uses its default model` };
  const hint = offered.length === 0
    ? "Leave agent.models empty and set the model in the agent's own configuration"
    : `It offers ${offered.slice(0, 20).join(", ")}: set agent.models.A, B and C to these`;
  return { kind: "impossible", failure: { reason: "model", message, hint, output: "" } };
}

interface Select {
  readonly id: string;
  readonly currentValue: string;
  readonly values: readonly string[];
}

/** The option of a session that is about something, by its category or else its ID. */
function selectOf(options: SessionSettings["configOptions"], category: string): Select | undefined {
  const isSelect = (option: SessionConfigOption) => option.type === "select";
  const selects = (options ?? []).filter(isSelect);
  const option = selects.find((candidate) => candidate.category === category) ??
    selects.find(({ id }) => id === category);
  if (option?.type !== "select") return undefined;
  const values = option.options.flatMap((entry) =>
    "options" in entry ? entry.options.map(({ value }) => value) : [entry.value]
  );
  return { id: option.id, currentValue: option.currentValue, values };
}

function impossible(preset: AgentPreset, why: string): ModeChoice {
  return { kind: "impossible", failure: refusal(preset, why) };
}

function refusal(preset: AgentPreset, why: string): AgentFailure {
  return {
    reason: "unsafe",
    message: `${preset.title} cannot be made to ask before it acts: ${why}`,
    hint: "Use another agent, or turn off both safety settings to let it act without asking",
    output: "",
  };
}
