import type { Stage, StageName } from "../../../schemas/results/run.ts";
import type { StatusResult } from "../../../schemas/results/status.ts";
import { comparePhaseNumbers, parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import { completeMilestoneCommand, NEW_MILESTONE } from "../command_lines/commands.ts";

/** The state of a run over several phases. */
export interface StagesSoFar {
  /** The stages that were carried out, in order. */
  readonly done: readonly Stage[];
  /** The number of the last phase to work on; undefined for all. */
  readonly until?: string;
}

/** What a run over several phases does next. */
export type NextStage =
  | { readonly kind: "stage"; readonly stage: Stage }
  /** Nothing is left to do. */
  | { readonly kind: "completed" }
  /** Something is left that only a person can decide or do, with the commands for it. */
  | { readonly kind: "stopped"; readonly message: string; readonly next: readonly string[] };

/**
 * Decides the next stage from the commands that the status suggests: the first one that a run may carry out by
 * itself and that this run has not carried out yet. A discussion is optional, so the phase is planned without.
 */
export function nextStage(status: StatusResult, { done, until }: StagesSoFar): NextStage {
  const { merge, run, hosted, phases } = status;
  const left = status.next.filter((command) => !isCarriedOut(stageOf(command), done));
  const stages = left.flatMap((command) => stageOf(command) ?? []);
  const hasWork = stages.some(({ command, phase }) => command !== "verify-phase" && !isAfter(phase, until));
  // Only a person can go on there, so that it does not keep the run from its work.
  const next = hasWork ? left.filter((command) => !isForPerson(stageOf(command), status)) : left;
  const stopped = (message: string): NextStage => ({ kind: "stopped", message, next });
  if (run?.state === "running" && hosted === undefined) {
    return stopped(`Another run is in progress: ${run.command}`);
  }
  if (merge !== undefined) return stopped(`The merge of ${merge.branch} into ${merge.base} waits for you`);
  for (const command of next) {
    const stage = stageOf(command);
    if (stage !== undefined) {
      return isAfter(stage.phase, until) ? { kind: "completed" } : { kind: "stage", stage };
    }
    if (command === NEW_MILESTONE || `${command} `.startsWith(`${completeMilestoneCommand()} `)) {
      return { kind: "completed" };
    }
    const [, discussed] = /^wf discuss-phase (\S+)$/.exec(command) ?? [];
    if (discussed === undefined) return stopped(reasonFor(command));
    if (isAfter(discussed, until)) return { kind: "completed" };
  }
  if (phases.length === 0) return stopped('The project has no phases yet; add one: wf phase add "<name>"');
  const open = phases.find(({ state, done, number, aside }) => {
    return !done && state !== "complete" && aside === undefined && !isAfter(number, until);
  });
  return open === undefined ? { kind: "completed" } : stopped(`Phase ${open.number} is not complete`);
}

/** The stages that a run over several phases carries out on its own. */
const STAGES: readonly StageName[] = ["plan-phase", "execute-phase", "verify-phase"];

/** Returns the stage that a command stands for. One with further arguments, such as `--gaps`, is for a person. */
export function stageOf(command: string): Stage | undefined {
  const [, name, phase] = /^wf (\S+) (\S+)$/.exec(command) ?? [];
  const stage = STAGES.find((candidate) => candidate === name);
  return stage === undefined || phase === undefined ? undefined : { command: stage, phase };
}

/** Reports whether this run has carried out a stage. An execution includes the verification. */
function isCarriedOut(stage: Stage | undefined, done: readonly Stage[]): boolean {
  return done.some(({ command, phase }) => {
    return phase === stage?.phase &&
      (command === stage.command || (command === "execute-phase" && stage.command === "verify-phase"));
  });
}

/** Reports whether a stage verifies a phase again of which only truths for a person are open. */
function isForPerson(stage: Stage | undefined, { phases }: StatusResult): boolean {
  const number = parsePhaseNumber(stage?.phase ?? "");
  if (stage?.command !== "verify-phase" || number === undefined) return false;
  return phases.some((phase) => {
    const own = parsePhaseNumber(phase.number);
    return phase.verdict?.word === "needs a person" && own && comparePhaseNumbers(own, number) === 0;
  });
}

function isAfter(phase: string, until: string | undefined): boolean {
  if (until === undefined) return false;
  const [number, last] = [parsePhaseNumber(phase), parsePhaseNumber(until)];
  return number !== undefined && last !== undefined && comparePhaseNumbers(number, last) > 0;
}

function reasonFor(command: string): string {
  switch (command) {
    case "wf validate":
      return "Plans have errors";
    case "wf agents":
      return "The next phase has no plans, and the configured agent cannot plan";
    case "git init":
      return "The project is not in a git repository";
    default:
      return / --gaps$|^wf plan new /.test(command)
        ? "Verification found gaps"
        : "You have to decide how to go on";
  }
}
