import { nearest } from "../../text/nearest.ts";
import type { Rule } from "../rule.ts";

const GATES = ["blocking", "non-blocking", "blocking-human"];

/** Checks the `gate` of checkpoints. An unknown gate counts as `blocking`. */
export const checkpointGate: Rule = {
  code: "checkpoint-gate",
  severity: "warning",
  strict: true,
  summary: "Each checkpoint's `gate` is a known value, and a human-verify checkpoint has one",
  why: "The gate defines whose answer lets the plan continue: `blocking` waits for an answer, " +
    "`blocking-human` for one that only a person gives, even in mode `yolo`. `non-blocking` is known, but " +
    "the plan waits all the same. An unknown or missing gate counts as `blocking`; on a human-verify " +
    "checkpoint a missing gate is a hint.",
  shows: ["<task>"],
  *plan(plan) {
    for (const { task, element } of plan.tasks) {
      const gate = element.attributes.get("gate");
      if (task.type === "auto" || GATES.includes(gate?.value.trim() ?? "")) continue;
      if (gate !== undefined) {
        const meant = nearest(gate.value, GATES);
        yield {
          message: `Task ${task.number} has the unknown gate "${gate.value}" and is read as blocking`,
          hint: meant === undefined ? `Write one of ${GATES.join(", ")}` : `Did you mean "${meant}"?`,
          span: gate.span,
        };
      } else if (task.type === "checkpoint:human-verify") {
        const type = element.attributes.get("type");
        const quote = type === undefined ? undefined : plan.source.text[type.span.end];
        const finding = {
          message:
            `Task ${task.number} has no gate, so it is not clear whether the plan waits for the answer`,
          hint: 'Write `gate="blocking"`',
          span: element.tag,
          severity: "hint" as const,
        };
        const at = (type?.span.end ?? 0) + 1;
        yield quote === '"' || quote === "'"
          ? {
            ...finding,
            fix: { title: "Add the gate", edits: [{ start: at, end: at, text: ' gate="blocking"' }] },
          }
          : finding;
      }
    }
  },
};
