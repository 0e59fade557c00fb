import { plan as isPlanFrontmatter } from "../../../generated/validators.mjs";
import type { SchemaError } from "../../../schemas/validator.ts";
import type { PlanFile } from "../../../schemas/plan_file.ts";
import { lazily } from "../../collections/lazily.ts";
import type { SourceText } from "../../text/source_text.ts";
import { scanBody, type ScannedBody } from "./scan_body.ts";
import { type Frontmatter, parseFrontmatter } from "./frontmatter.ts";
import { asWritten, furtherParts } from "./further_parts.ts";
import { type DeclaredFile, declaredFiles } from "./declared_files.ts";
import { patternsIn, type WrittenPattern } from "./key_link_patterns.ts";
import { readReferences, type Reference } from "./references.ts";
import { parsePhaseNumber, type PhaseNumber } from "../ids/phase_number.ts";
import { planTypeMeant } from "./plan_type.ts";
import { readPlanFrontmatter } from "./plan_frontmatter.ts";
import { planId } from "../ids/plan_id.ts";
import { stemOf } from "../ids/plan_names.ts";
import { readPlanNumber } from "../ids/plan_number.ts";
import { deliveredRequirements } from "./plan_requirements.ts";
import { withoutCode } from "../ids/project_code.ts";
import type { ShapeNote } from "../yaml/shape_reader.ts";
import { readTasks, type TaskNode } from "./tasks.ts";
import { artifactPaths } from "./must_haves.ts";

/** The parts of a plan file that matter to the rest of the project: not its body, but what others see of it. */
export interface PlanFacts {
  /** The file. */
  readonly source: SourceText;
  /** Plan ID, from the folder's number and the field `plan`, else from the file's name. */
  readonly id: string;
  /** Number of the phase: from the folder, else from the field `phase`. */
  readonly phase: PhaseNumber;
  /** The file's name without `-PLAN.md`. */
  readonly stem: string;
  /** The frontmatter, with spans. */
  readonly frontmatter: Frontmatter;
  /** The frontmatter's fields as interpreted; empty when it cannot be read. A plan without its body may lack `must_haves`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The files that it refers to, in order. */
  readonly references: readonly Reference[];
  /** The files in `files_modified` and then in the tasks, each once. */
  readonly declared: readonly DeclaredFile[];
  /** The paths of the artifacts in `must_haves`, as written. */
  readonly artifacts: readonly string[];
  /** The `pattern` fields of its key links, as written. */
  readonly patterns: readonly WrittenPattern[];
}

/** A parsed plan file, with the positions of its parts. The body is parsed when it is first asked for. */
export interface PlanDocument extends PlanFacts {
  /** Notes about values that do not have the specification's form. */
  readonly notes: readonly ShapeNote[];
  /** The schema violations of the fields. */
  readonly schemaErrors: readonly SchemaError[];
  /** The body's elements, with spans. */
  readonly body: ScannedBody;
  /** The tasks, with spans. */
  readonly tasks: readonly TaskNode[];
  /** The plan; undefined when its frontmatter is invalid. */
  readonly file: PlanFile | undefined;
}

/**
 * Parses a plan file: YAML frontmatter, then elements such as `<objective>` and `<task>`.
 *
 * Never throws. Unreadable parts have no value in the result, and a plan whose frontmatter cannot be used has
 * no `file`. {@linkcode checkProject} reports the reasons. Tasks are in the order of the text, numbered from
 * 1. Spans are UTF-16 offsets of the whole text.
 *
 * @param source The file. The phase and the plan's ID come from its path, and from the frontmatter where the
 * path does not name them.
 * @returns The document, with the place of each part.
 *
 * @example
 * ```ts
 * import { parsePlanFile, SourceText } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const text = `---
 * phase: 01-start
 * plan: 01
 * ---
 * <tasks>
 * <task type="auto">
 * <name>Write the greeting</name>
 * </task>
 * </tasks>
 * `;
 * const plan = parsePlanFile(new SourceText(".planning/phases/01-start/01-01-PLAN.md", text));
 * assert.equal(plan.id, "01-01");
 * assert.deepEqual(plan.tasks.map(({ task }) => task.name), ["Write the greeting"]);
 * ```
 */
export function parsePlanFile(source: SourceText): PlanDocument {
  return new ParsedPlan(source);
}

/**
 * A parsed plan. Its getters are those of a class: what an object literal with getters refers to is only freed with the
 * old generation, and the bodies of thousands of plans would be kept until then.
 */
class ParsedPlan implements PlanDocument {
  readonly id: string;
  readonly phase: PhaseNumber;
  readonly stem: string;
  readonly frontmatter: Frontmatter;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly notes: readonly ShapeNote[];
  readonly schemaErrors: readonly SchemaError[];
  #body?: ScannedBody;
  #tasks?: readonly TaskNode[];
  #references?: readonly Reference[];
  #declared?: readonly DeclaredFile[];
  #artifacts?: readonly string[];
  #patterns?: readonly WrittenPattern[];
  readonly #file: () => PlanFile | undefined;

  constructor(readonly source: SourceText) {
    const { text, path } = source;
    const frontmatter = parseFrontmatter(text);
    const { value: fields, notes } = frontmatter.kind === "parsed"
      ? readPlanFrontmatter(frontmatter.root, text)
      : { value: {}, notes: [] };
    const valid = frontmatter.kind === "parsed" && isPlanFrontmatter(fields);
    this.stem = stemOf(path);
    this.phase = phaseOf(path, this.stem, fields["phase"]);
    this.id = planIdOf(path, this.phase, fields);
    this.frontmatter = frontmatter;
    this.fields = fields;
    this.notes = notes;
    this.schemaErrors = frontmatter.kind === "parsed" && !valid ? [...(isPlanFrontmatter.errors ?? [])] : [];
    this.#file = lazily(() => valid ? planFile(this, fields) : undefined);
  }

  get body(): ScannedBody {
    return this.#body ??= scanBody(this.source.text, this.frontmatter.bodyStart);
  }

  get tasks(): readonly TaskNode[] {
    return this.#tasks ??= readTasks(
      this.body,
      this.source.text,
      planTypeMeant(String(this.fields["type"] ?? "")),
    );
  }

  get references(): readonly Reference[] {
    return this.#references ??= readReferences(this.body.elements, this.source.text);
  }

  get declared(): readonly DeclaredFile[] {
    return this.#declared ??= declaredFiles(this.fields["files_modified"], this.tasks);
  }

  get artifacts(): readonly string[] {
    return this.#artifacts ??= artifactPaths(this.fields["must_haves"]);
  }

  get patterns(): readonly WrittenPattern[] {
    return this.#patterns ??= patternsIn(this.frontmatter);
  }

  get file(): PlanFile | undefined {
    return this.#file();
  }
}

/** Returns the plan of a document with valid fields. */
function planFile(document: PlanDocument, fields: PlanFile["frontmatter"]): PlanFile {
  const { id, source, frontmatter: { bodyStart: start } } = document;
  const body = lazily(() => readBody(source, { start, scanned: document.body, tasks: document.tasks }));
  return {
    id,
    path: source.path,
    frontmatter: fields.requirements === undefined
      ? fields
      : { ...fields, requirements: deliveredRequirements(fields.requirements) },
    get body() {
      return body();
    },
  };
}

interface ReadElements {
  /** Offset at which the body begins. */
  readonly start: number;
  readonly scanned: ScannedBody;
  readonly tasks: readonly TaskNode[];
}

function readBody({ text }: SourceText, { start, scanned, tasks }: ReadElements): PlanFile["body"] {
  const containers = scanned.elements.filter(({ name }) => name === "tasks");
  const used = new Set([...containers, ...tasks.map((node) => node.element)]);
  const whole = { inner: { start, end: text.length }, children: scanned.elements };
  const block = (name: string) => {
    const element = scanned.elements.find((candidate) => candidate.name === name);
    if (element === undefined) return "";
    used.add(element);
    return asWritten(text.slice(element.inner.start, element.inner.end));
  };
  const section = (name: string) => block(name).trim();
  return {
    objective: section("objective"),
    execution_context: block("execution_context"),
    context: block("context"),
    tasks: tasks.map((node) => node.task),
    verification: section("verification"),
    success_criteria: section("success_criteria"),
    output: section("output"),
    further: furtherParts(whole, used, text).filter(({ name, text }) => name !== "" || !isFrame(text)),
  };
}

/** Reports whether a text outside of elements consists of headings and rules: it only divides the file. */
function isFrame(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(?:#{1,6}\s.*|[-*_]{3,}\s*)?$/.test(line));
}

/** Returns the ID of an unread plan, derived from its path. */
export function planIdOfPath(path: string): string {
  return planIdOf(path, phaseOf(path, stemOf(path), undefined), {});
}

function planIdOf(path: string, phase: PhaseNumber, fields: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown) => typeof value === "string" ? value : undefined;
  const number = readPlanNumber({
    folder: folderOf(path),
    stem: stemOf(path),
    phase,
    plan: text(fields["plan"]),
    stated: text(fields["phase"]),
  });
  return planId(phase, number);
}

function phaseOf(path: string, stem: string, field: unknown): PhaseNumber {
  const folder = folderOf(path);
  const fromField = typeof field === "string" ? parsePhaseNumber(field) : undefined;
  return parsePhaseNumber(withoutCode(folder, folder)) ?? fromField ?? parsePhaseNumber(stem) ??
    { parts: [0], letter: "" };
}

function folderOf(path: string): string {
  return path.split("/").at(-2) ?? "";
}
