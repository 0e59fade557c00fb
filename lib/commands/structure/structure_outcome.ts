import type { StructureResult } from "../../../schemas/results/structure.ts";
import { defined } from "../../collections/defined.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import type { FileChange } from "../../plan/documents/document_changes.ts";
import type { StructurePlan } from "../../plan/structure/structure_change.ts";
import { unifiedDiff } from "../../report/findings/diff.ts";
import { structureText } from "../../report/structure.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import type { Place, Ready } from "./structure_call.ts";

/** The parts of a result without a plan. */
export const EMPTY = {
  formatVersion: 1,
  created: [],
  changed: [],
  moved: [],
  removed: [],
  renamed: [],
  mentions: [],
  warnings: [],
  diff: "",
  commit: null,
} as const;

/** Returns the files that are removed, without those that are moved. */
export function removedFiles({ changes, moved }: StructurePlan): readonly FileChange[] {
  const sources = new Set(moved.map(({ from }) => from));
  return changes.files.filter(({ path, after }) => after === undefined && !sources.has(path));
}

const EXIT_CODES: Readonly<Record<StructureResult["outcome"], ExitCode>> = {
  planned: 0,
  changed: 0,
  refused: 1,
  waiting: 3,
  declined: 3,
};

export function ended(
  outcome: StructureResult["outcome"],
  ready: Ready,
  place: Place,
  context: CommandContext,
  more: Partial<Pick<StructureResult, "commit" | "output">> = {},
): Outcome {
  return shown(resultOf(outcome, ready, place, more), context);
}

export function resultOf(
  outcome: StructureResult["outcome"],
  { plan, input }: Ready,
  place: Place,
  more: Partial<Pick<StructureResult, "commit" | "output">> = {},
): StructureResult {
  const { changes: { files }, moved, ids, mentions, warnings, subject, target } = plan;
  const sources = new Map(moved.map(({ from, to }) => [to, from]));
  const written = files.filter(({ after }) => after !== undefined);
  const before = (path: string) => input.documents.texts.get(sources.get(path) ?? path);
  const created = written.filter(({ path }) => before(path) === undefined).map(({ path }) => path);
  const removed = removedFiles(plan);
  const changed = written.filter(({ path, after }) => before(path) !== undefined && before(path) !== after);
  const flags = lastingFlags(place.call.options).map(quoteShell);
  const again = ["wf", place.command, ...flags].join(" ");
  const next = outcome === "changed"
    ? [["wf", "status", ...flags].join(" ")]
    : [outcome === "waiting" ? `${again} --yes` : again];
  return {
    ...EMPTY,
    outcome,
    change: subject,
    target,
    created,
    changed: changed.map(({ path }) => path),
    moved,
    removed: removed.map(({ path }) => path),
    ...defined({ kept: plan.kept }),
    renamed: [...ids].map(([from, to]) => ({ from, to })),
    mentions,
    warnings,
    diff: unifiedDiff(
      [...changed, ...written.filter(({ path }) => created.includes(path))].map(({ path, after }) => {
        return { path, before: before(path) ?? "", after: after! };
      }),
    ),
    ...more,
    next,
    ...outcome === "changed" ? backOf(more.commit, plan, place) : {},
  };
}

/** Returns the command that takes a change back: a revert of its commit, or the opposite command. */
export function backOf(
  commit: string | null | undefined,
  { inverse, kept = [] }: Pick<StructurePlan, "kept"> & Partial<Pick<StructurePlan, "inverse">>,
  { call }: Place,
): { readonly back?: string } {
  if (commit != null) {
    const moves = kept.map(({ branch, as }) => `git branch --move ${quoteShell(as)} ${quoteShell(branch)}`);
    return { back: [`git revert --no-edit ${commit.slice(0, 7)}`, ...moves].join(" && ") };
  }
  if (inverse === undefined) return {};
  return { back: ["wf", ...inverse, ...lastingFlags(call.options)].map(quoteShell).join(" ") };
}

export function shown(result: StructureResult, { style }: CommandContext): Outcome {
  return { exitCode: EXIT_CODES[result.outcome], result, text: structureText(result, style) };
}
