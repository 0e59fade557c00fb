import type { RunEvent } from "../../../schemas/event.ts";
import { planKey, readPlanId } from "../../parse/ids/plan_id.ts";

/** The part of a log to show. */
export type LogTarget =
  | { readonly kind: "run" }
  | { readonly kind: "plan"; readonly plan: string }
  | { readonly kind: "task"; readonly plan: string; readonly task: number }
  /** The turns of the agent in a role: `planning`, `plan-check`. */
  | { readonly kind: "role"; readonly role: string };

/** Parses a target as users type it: `01-02`, `1-2/3`, `planning`; nothing means the whole run. */
export function readLogTarget(text = ""): LogTarget {
  if (text === "") return { kind: "run" };
  const [, before = "", task] = /^(.*?)(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  const plan = readPlanId(before);
  if (plan === undefined) return { kind: "role", role: text };
  return task === undefined ? { kind: "plan", plan } : { kind: "task", plan, task: Number(task) };
}

/** Reports whether an event belongs to a target. */
export function isAbout(event: RunEvent, target: LogTarget): boolean {
  if (target.kind === "run") return true;
  if (target.kind === "role") return false;
  const plan = planOf(event);
  if (plan === undefined || planKey(plan) !== planKey(target.plan)) return false;
  return target.kind === "plan" || ("task" in event && event.task === target.task);
}

/** Returns the ID of the plan that an event is about; undefined if it concerns the run. */
export function planOf(event: RunEvent): string | undefined {
  if (event.kind === "question-asked") return event.question.plan;
  // The ID of a checkpoint's question names its plan and task.
  if (event.kind === "question-answered") return event.plan ?? readPlanId(event.question.split("/")[0]!);
  return "plan" in event && typeof event.plan === "string" ? event.plan : undefined;
}

/** Reports whether the name of a transcript, without its extension, belongs to a target. */
export function isTranscriptOf(name: string, target: LogTarget): boolean {
  switch (target.kind) {
    case "run":
      return false;
    case "role":
      return name === target.role;
    case "plan":
      return planKey(name.replace(/\.\d+$/, "")) === planKey(target.plan);
    case "task":
      return planKey(name) === planKey(`${target.plan}.${target.task}`);
  }
}
