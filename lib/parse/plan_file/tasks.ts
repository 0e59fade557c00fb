import type { Span } from "../../../schemas/diagnostic.ts";
import type {
  AutoTask,
  DecisionOption,
  HumanVerifyTask,
  PlanType,
  Task,
  TaskType,
  TddStep,
} from "../../../schemas/plan_file.ts";
import { type BodyElement, childOf, type ScannedBody } from "./scan_body.ts";
import { readActionChecks } from "./action_checks.ts";
import { readChecks } from "./checks.ts";
import { furtherParts } from "./further_parts.ts";
import { escapedElements } from "./escaped_entities.ts";
import { furtherAttributes } from "./tags.ts";
import { readFiles } from "./task_files.ts";
import { isTestFile } from "./test_file.ts";

/** A task and its element. */
export interface TaskNode {
  /** The task. It is read when it is first asked for; what follows is known without it. */
  readonly task: Task;
  /** The task's number. */
  readonly number: number;
  /** The type as which the task is read. */
  readonly type: TaskType;
  /** The task's files. */
  readonly files: readonly string[];
  /** The element. */
  readonly element: BodyElement;
}

/**
 * Reads the tasks of a plan, in order, inside and outside of `<tasks>`, and checkpoints that are elements of
 * their own. In a plan without tasks, each `<feature>` is one: in a `tdd` plan three, which write its tests,
 * implement it and refactor it.
 *
 * A missing or unknown type is read as `auto`, `manual` as a human-action, and an unknown checkpoint as a
 * blocking human-verify. See
 * docs/decisions/field-data.md and docs/decisions/plan-body.md.
 */
export function readTasks(body: ScannedBody, text: string, type: PlanType): readonly TaskNode[] {
  const elements = body.elements.flatMap((element) =>
    element.name === "tasks" ? element.children : [element]
  );
  const tasks = elements.filter(({ name }) => name === "task" || name === "checkpoint");
  const chosen = tasks.length > 0 ? tasks : elements.filter(({ name }) => name === "feature");
  if (type !== "tdd" || tasks.length > 0) {
    return chosen.map((element, index) => new ElementTask(element, index + 1, text));
  }
  return chosen.flatMap((element, index) => featureSteps(new ElementTask(element, index + 1, text)))
    .map(([task, element], index) => {
      const { type, files } = task;
      return { task: { ...task, number: index + 1 }, number: index + 1, type, files, element };
    });
}

class ElementTask implements TaskNode {
  readonly type: TaskType;
  #task: Task | undefined;
  #files: readonly string[] | undefined;

  constructor(readonly element: BodyElement, readonly number: number, readonly text: string) {
    this.type = taskType(element, text);
  }

  get task(): Task {
    return this.#task ??= readTask(this, this.text);
  }

  get files(): readonly string[] {
    return this.#files ??= this.#task?.files ?? filesOf(this.element, this.text);
  }
}

/** Returns the three tasks of a feature of a tdd plan, each with its element. Only the first has the parts of the element. */
function featureSteps({ task, element }: TaskNode): readonly (readonly [Task, BodyElement])[] {
  if (task.type !== "auto") return [[task, element]];
  const tests = task.files.filter(isTestFile);
  const code = task.files.filter((path) => !tests.includes(path));
  const { name, attributes, span, tag, inner: { end } } = element;
  const rest: BodyElement = { name, attributes, span, tag, inner: { start: end, end }, children: [] };
  return [
    [
      { ...task, tdd: "red", name: `Write failing tests for ${task.name}`, action: "", files: tests },
      element,
    ],
    [{ ...task, tdd: "green", name: `Implement ${task.name}`, files: code }, rest],
    [{ ...task, tdd: "refactor", name: `Refactor ${task.name}`, action: "" }, rest],
  ];
}

function filesOf(element: BodyElement, text: string): readonly string[] {
  const files = childOf(element, "files");
  return files === undefined ? [] : readFiles(slice(text, files.inner));
}

function readTask({ element, number, type }: Omit<TaskNode, "task" | "files">, text: string): Task {
  const used = new Set<BodyElement>();
  const peek = (name: string) => {
    const child = childOf(element, name);
    return child === undefined ? "" : slice(text, child.inner);
  };
  const inner = (name: string) => {
    const child = childOf(element, name);
    if (child !== undefined) used.add(child);
    return peek(name);
  };
  const attribute = (name: string) => element.attributes.get(name)?.value.trim() ?? "";
  const others = escapedElements(element, type, text);
  const innerOrOthers = (name: string) => {
    const own = inner(name).trim();
    if (own !== "") return own;
    const elements = others.get(name) ?? [];
    for (const other of elements) used.add(other);
    return readOthers(elements, text);
  };
  const base = {
    number,
    name: oneLine(inner("name")) || attribute("name") || oneLine(inner("title")) || attribute("title") ||
      nameByContent(peek) || `Task ${number}`,
    files: readFiles(inner("files")),
    ...furtherAttributes(element.attributes, ["type", type === "auto" ? "tdd" : "gate"]),
  };
  const gate = readGate(attribute("gate"));
  const further = () => furtherParts(element, used, text);
  switch (type) {
    case "checkpoint:human-verify":
      return {
        ...base,
        type: "checkpoint:human-verify",
        gate,
        what_built: innerOrOthers("what-built"),
        how_to_verify: innerOrOthers("how-to-verify"),
        resume_signal: inner("resume-signal").trim(),
        further: further(),
      };
    case "checkpoint:decision": {
      for (const child of element.children) if (child.name === "options") used.add(child);
      return {
        ...base,
        type: "checkpoint:decision",
        gate,
        decision: inner("decision").trim(),
        context: inner("context").trim(),
        options: readOptions(element, text),
        resume_signal: inner("resume-signal").trim(),
        further: further(),
      };
    }
    case "checkpoint:human-action": {
      const verification = [inner("verification").trim(), inner("verify").trim()].filter((part) =>
        part !== ""
      ).join("\n\n");
      return {
        ...base,
        type: "checkpoint:human-action",
        gate,
        action: inner("action").trim(),
        instructions: innerOrOthers("instructions"),
        verification,
        checks: readActionChecks(verification),
        resume_signal: inner("resume-signal").trim(),
        further: further(),
      };
    }
    case "auto": {
      const verify = inner("verify");
      const tdd = readTdd(attribute("tdd"), attribute("type"));
      const action = [inner("description"), inner("action"), inner("implementation")].filter((part) =>
        part !== ""
      ).join("\n");
      return {
        ...base,
        type: "auto",
        action,
        verify,
        checks: readChecks(verify),
        done: inner("done").trim(),
        ...(tdd === undefined ? {} : { tdd }),
        further: further(),
      };
    }
  }
}

/** Reads the step of test-first work: from `tdd="red"` or `type="tdd-red"`; `any` from `tdd="true"` or `type="tdd"`. */
function readTdd(tdd: string, type: string): AutoTask["tdd"] {
  const written = /^tdd/i.test(type) ? `${tdd} ${type}` : tdd;
  if (written === "" || /^(?:false|no|none|0)$/i.test(written)) return undefined;
  const [step] = /red|green|refactor/i.exec(written.replace(/^tdd/i, "")) ?? [];
  return step === undefined ? "any" : step.toLowerCase() as TddStep;
}

/** Returns the text of the substitutes of an element. */
function readOthers(elements: readonly BodyElement[], text: string): string {
  return elements.map(({ inner }) => slice(text, inner).replace(/<\/?automated>/g, "").trim()).join("\n\n");
}

/** Returns a name for a checkpoint from its content: the specification gives it none. */
function nameByContent(textOf: (name: string) => string): string {
  const line = (name: string) => textOf(name).trim().split("\n", 1).join("").trim();
  if (line("what-built") !== "") return `Verify: ${line("what-built")}`;
  return line("decision") === "" ? "" : `Decide: ${line("decision")}`;
}

/** Reads the gate of a checkpoint. An unknown value is blocking. */
function readGate(text: string): HumanVerifyTask["gate"] {
  return text === "non-blocking" || text === "blocking-human" ? text : "blocking";
}

/** A checkpoint in place of a task's type. */
const MARK = /^\s*<checkpoint>/;

function taskType({ name, attributes, inner }: BodyElement, text: string): TaskType {
  const type = attributes.get("type")?.value.trim().toLowerCase() ?? "";
  const kind = type.replace(/^checkpoint:/, "");
  if (kind === "manual") return "checkpoint:human-action";
  if (kind === "decision" || kind === "human-action" || kind === "human-verify") return `checkpoint:${kind}`;
  const isCheckpoint = name === "checkpoint" || type.startsWith("checkpoint") ||
    (type === "" && MARK.test(slice(text, inner)));
  return isCheckpoint ? "checkpoint:human-verify" : "auto";
}

function readOptions(task: BodyElement, text: string): DecisionOption[] {
  const options = childOf(task, "options")?.children ?? [];
  return options.map((option, index) => {
    const inner = (name: string) => {
      const child = childOf(option, name);
      return child === undefined ? "" : slice(text, child.inner).trim();
    };
    const id = option.attributes.get("id")?.value.trim() || String(index + 1);
    return { id, name: inner("name") || id, pros: inner("pros"), cons: inner("cons") };
  });
}

function oneLine(text: string): string {
  const trimmed = text.trim();
  return /[^\S ]|\s\s/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}

function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}
