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
    for (const { number, type, element } of plan.tasks) {
      const gate = element.attributes.get("gate");
      if (type === "auto" || GATES.includes(gate?.value.trim() ?? "")) continue;
      if (gate !== undefined) {
        const meant = nearest(gate.value, GATES);
        yield {
          message: `Task ${number} has the unknown gate "${gate.value}" and is read as blocking`,
          hint: meant === undefined ? `Write one of ${GATES.join(", ")}` : `Did you mean "${meant}"?`,
          span: gate.span,
        };
      } else if (type === "checkpoint:human-verify") {
        const written = element.attributes.get("type");
        const quote = written === undefined ? undefined : plan.source.text[written.span.end];
        const finding = {
          message: `Task ${number} has no gate, so it is not clear whether the plan waits for the answer`,
          hint: 'Write `gate="blocking"`',
          span: element.tag,
          severity: "hint" as const,
        };
        const at = (written?.span.end ?? 0) + 1;
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
