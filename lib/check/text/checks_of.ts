import type { Span } from "../../../schemas/diagnostic.ts";
import type { TaskType } from "../../../schemas/plan_file.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { type AutomatedPart, automatedParts } from "../../parse/plan_file/checks.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";

export interface PlacedCheck {
  /** The number of the task, from 1. */
  readonly task: number;
  /** The files of the task, as its author listed them. */
  readonly files: readonly string[];
  /** The command, with XML entities decoded. */
  readonly command: string;
  readonly span: Span;
  /** The place of the whole `<automated>` element. */
  readonly element: Span;
  /** Returns the place in the file of a part of the command; undefined where entities were decoded. */
  readonly place: (part: Span) => Span | undefined;
}

/** Returns the checks of a plan, in order. */
export function checksOf(plan: PlanDocument): readonly PlacedCheck[] {
  if (last?.plan !== plan) last = { plan, checks: readChecks(plan) };
  return last.checks;
}

/** The checks of the last plan, as several rules ask for them one after the other. */
let last: { readonly plan: PlanDocument; readonly checks: readonly PlacedCheck[] } | undefined;

/** The elements with checks, by the type of the task. */
const CHECKED: Readonly<Partial<Record<TaskType, readonly string[]>>> = {
  "auto": ["verify"],
  "checkpoint:human-action": ["verification", "verify"],
};

function readChecks({ source, tasks }: PlanDocument): readonly PlacedCheck[] {
  const checks: PlacedCheck[] = [];
  for (const { number, type, files, element } of tasks) {
    for (const wanted of CHECKED[type] ?? []) {
      const child = childOf(element, wanted);
      if (child === undefined) continue;
      const { start, end } = child.inner;
      const verify = source.text.slice(start, end);
      for (const part of automatedParts(verify)) {
        if (!part.isCommand) continue;
        checks.push({
          task: number,
          files,
          command: part.text,
          span: moved(part.inner, start),
          element: moved(part.span, start),
          place: placer(part, verify, start),
        });
      }
    }
  }
  return checks;
}

function placer({ text, inner }: AutomatedPart, verify: string, offset: number): PlacedCheck["place"] {
  return (span) => {
    const asWritten = verify.slice(inner.start, inner.end) === text;
    return asWritten ? moved(span, offset + inner.start) : undefined;
  };
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
