import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { nearest } from "../../text/nearest.ts";
import type { Finding, Rule } from "../rule.ts";
import { together } from "../text/together.ts";

const TYPES = ["auto", "checkpoint:human-verify", "checkpoint:decision", "checkpoint:human-action"];

/** Children of tasks that need a person. */
const OF_CHECKPOINTS: ReadonlySet<string> = new Set([
  "what-built",
  "how-to-verify",
  "what-to-do",
  "resume-signal",
  "decision",
  "options",
  "instructions",
]);

/** Attributes that do not define who carries out a task, as `gate` or `Type` may. */
const HARMLESS: ReadonlySet<string> = new Set(["id", "name", "title", "tdd"]);

/** Checks the types of tasks. Without a known type the agent carries out the task, or the plan waits. */
export const taskType: Rule = {
  code: "task-type",
  severity: "warning",
  strict: true,
  summary: "Each `<task>` has one of the four types",
  why:
    "The type defines who carries out the task. A missing or unknown type is read as `auto`, `manual` as " +
    "`checkpoint:human-action`, `human-verify` as `checkpoint:human-verify`, and an unknown checkpoint waits for a " +
    "person.",
  shows: ["<task>"],
  plan(plan) {
    return together(typesIn(plan), plan.source.path);
  },
};

function* typesIn(plan: PlanDocument): Iterable<Finding> {
  for (const { number, type, element } of plan.tasks) {
    const written = element.attributes.get("type");
    if (element.name === "feature") continue;
    if (element.name === "checkpoint" || (written === undefined && type !== "auto")) {
      yield {
        message: `Task ${number} is written as <checkpoint> and is read as ${type}`,
        hint: `Write \`<task type="${type}">\``,
        span: element.tag,
      };
      continue;
    }
    if (TYPES.includes(written?.value.trim() ?? "")) continue;
    if (written === undefined) {
      const at = element.tag.start + "<task".length;
      const isAuto = plan.fields["autonomous"] === true &&
        [...element.attributes.keys()].every((name) => HARMLESS.has(name)) &&
        !element.children.some(({ name }) => OF_CHECKPOINTS.has(name));
      const finding = {
        message: `Task ${number} has no type and is read as auto`,
        hint: 'Write `<task type="auto">`',
        span: element.tag,
      };
      yield isAuto
        ? {
          ...finding,
          fix: { title: "Set the type to auto", edits: [{ start: at, end: at, text: ' type="auto"' }] },
        }
        : finding;
      continue;
    }
    const meant = nearest(written.value, TYPES) ?? (type === "auto" ? undefined : type);
    yield {
      message: `Task ${number} has the unknown type "${written.value}" and is read as ${type}`,
      hint: meant === undefined ? `Write one of ${TYPES.join(", ")}` : `Did you mean "${meant}"?`,
      span: written.span,
    };
  }
}
