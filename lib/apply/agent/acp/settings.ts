import type { NewSessionResponse, SessionConfigOption } from "../../../deps/acp.ts";
import type { AgentFailure } from "../../../plan/agents/retry.ts";
import { offeredTiers, type TierNames } from "../../../plan/agents/offered_models.ts";
import type { AgentPreset, ModelTier } from "../../../plan/agents/presets.ts";

export type SessionSettings = Pick<NewSessionResponse, "modes" | "configOptions">;

/** The way to switch a session to a mode in which it asks for permission. */
export type ModeChoice =
  | { readonly kind: "current" }
  | { readonly kind: "mode"; readonly value: string }
  | {
    readonly kind: "option";
    readonly id: string;
    readonly value: string;
    /** Returns the failure for a session that has another mode afterwards. */
    readonly unverified: (now: string | undefined) => AgentFailure;
  }
  | { readonly kind: "impossible"; readonly failure: AgentFailure };

/** Matches names of modes in which agents act without asking. */
const LOOSE =
  /bypass|yolo|autopilot|full.?access|dont.?ask|auto.?(?:review|approve|accept|edit)|accept.?edits|unrestricted|danger/i;

/** Returns true when a session in a mode may act without asking. */
export function isLooseMode(mode: string, { strict }: AgentPreset): boolean {
  const wanted = strict?.modes ?? [];
  return wanted.length > 0 ? !wanted.includes(mode) : LOOSE.test(mode);
}

export function currentMode({ modes, configOptions }: SessionSettings): string | undefined {
  const option = selectOf(configOptions, "mode");
  return option?.currentValue ?? modes?.currentModeId;
}

/** Returns the way to switch a session to a mode in which the agent asks. */
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

/** An option of a session that must be changed so that the agent asks. */
export interface LooseOption {
  readonly id: string;
  readonly value: string;
  /** The failure if it cannot be set. */
  readonly failure: AgentFailure;
}

/** Returns the options of a session that let the agent act without asking. */
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

/** The way to set the model or the effort of a session. */
export type ModelChoice =
  | { readonly kind: "current" }
  | { readonly kind: "option"; readonly id: string; readonly value: string }
  /** The agent does not offer the preset's model, and keeps its own. */
  | { readonly kind: "unknown"; readonly notice: string }
  | { readonly kind: "impossible"; readonly failure: AgentFailure };

/**
 * Returns the way to set a session's model: the offered model with exactly this name, otherwise the first
 * whose name contains it, such as `opus` in `claude-opus-9`.
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

/** The models that a session offers, by tier where that is certain, and the one to use for a tier. */
export interface OfferedModels {
  readonly tiers: TierNames;
  /** The option to set; undefined if the session has this model, or none is certain. */
  readonly option?: { readonly id: string; readonly value: string } | undefined;
}

export function offeredModels(
  { configOptions }: SessionSettings,
  tier: ModelTier | undefined,
): OfferedModels {
  const option = selectOf(configOptions, "model");
  if (option === undefined) return { tiers: {} };
  const { id, values, currentValue } = option;
  const tiers = offeredTiers(values, currentValue);
  const value = tier && tiers[tier];
  return { tiers, option: value === undefined || value === currentValue ? undefined : { id, value } };
}

/** Returns the way to set a session's effort, whose values may differ by model. */
export function chooseEffort(
  { configOptions }: Pick<SessionSettings, "configOptions">,
  { effort, preset: { title } }: { readonly effort: string; readonly preset: AgentPreset },
): ModelChoice {
  const option = selectOf(configOptions, "thought_level");
  if (option === undefined) {
    return {
      kind: "unknown",
      notice: `${title} does not let wf choose its effort, so "${effort}" is not used`,
    };
  }
  if (option.currentValue === effort) return { kind: "current" };
  if (option.values.includes(effort)) return { kind: "option", id: option.id, value: effort };
  const message = `${title} does not offer effort "${effort}"`;
  const hint = `It offers ${option.values.join(", ")}: write one of these in agent.roles or agent.fallbacks`;
  return { kind: "impossible", failure: { reason: "model", message, hint, output: "" } };
}

interface Select {
  readonly id: string;
  readonly currentValue: string;
  readonly values: readonly string[];
}

/** Returns the option of a session with a category, or else with an ID. */
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
