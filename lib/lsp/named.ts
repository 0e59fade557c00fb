import type { FileSpan, Span } from "../../schemas/diagnostic.ts";
import { dependenciesOf } from "../parse/project/dependencies.ts";
import type { PlanDocument } from "../parse/plan_file/plan_file.ts";
import { placeOf } from "../parse/plan_file/references.ts";
import { requirementReferences } from "../parse/requirements/requirement_id.ts";
import type { Requirement } from "../parse/requirements/requirements.ts";
import { type EditorDocument, lineAt } from "./place/document.ts";

/** A plan, requirement or file that a document refers to, with the place of the reference. */
export type Named =
  | { readonly kind: "plan"; readonly plan: PlanDocument; readonly span: Span }
  | { readonly kind: "requirement"; readonly requirement: Requirement; readonly span: Span }
  /** A file, by its path relative to the project's root. */
  | { readonly kind: "file"; readonly path: string; readonly span: Span };

const PLAN_ID = /(?<![\w.-])\d+(?:\.\d+)*[A-Za-z]?-\d+(?:\.\d+)?[A-Za-z]?(?![\w.]|-\d)/g;
/** Maximum length of the part of a line that is searched for names, in UTF-16 code units. */
const MAX_LINE_LENGTH = 20_000;

/** Finds the reference at a place of a document: `@path`, an item of `depends_on`, the ID of a requirement or a plan. */
export function namedAt(document: EditorDocument, offset: number): Named | undefined {
  const { plan, project } = document;
  const holds = ({ span }: { readonly span: Span }) => offset >= span.start && offset <= span.end;
  if (plan !== undefined) {
    const file = filesNamed(plan).find(holds);
    if (file !== undefined) return { kind: "file", ...file };
    const dependency = dependenciesOf(plan, project).find(holds);
    const named = project.plans.byId.get(dependency?.id ?? "");
    if (dependency !== undefined && named !== undefined) {
      return { kind: "plan", plan: named, span: dependency.span };
    }
  }
  return inLine(document, offset, holds);
}

function inLine(
  { text, project }: EditorDocument,
  offset: number,
  holds: (place: { readonly span: Span }) => boolean,
): Named | undefined {
  const line = lineAt(text, offset);
  if (line.end - line.start > MAX_LINE_LENGTH) return undefined;
  const written = text.slice(line.start, line.end);
  const reference = requirementReferences(written, line.start).find(holds);
  const requirement = project.requirements?.byId.get(reference?.id ?? "");
  if (reference !== undefined && requirement !== undefined) {
    return { kind: "requirement", requirement, span: reference.span };
  }
  for (const { 0: id, index } of written.matchAll(PLAN_ID)) {
    const span = { start: line.start + index, end: line.start + index + id.length };
    const named = project.plans.byId.get(id);
    if (named !== undefined && holds({ span })) return { kind: "plan", plan: named, span };
  }
  return undefined;
}

/** A file inside the project that a plan refers to. */
export interface NamedFile {
  /** Path relative to the project's root. */
  readonly path: string;
  /** The place of the reference in the plan. */
  readonly span: Span;
}

/** Returns the files inside the project that a plan refers to with `@path`. */
export function filesNamed(plan: PlanDocument): readonly NamedFile[] {
  return plan.references.flatMap(({ path, span }) => {
    const place = placeOf(path);
    return place.kind === "inside" && place.path !== "" ? [{ path: place.path, span }] : [];
  });
}

/** Returns the definition of the reference at a place. The caller must check that the file exists. */
export function definitionAt(document: EditorDocument, offset: number): FileSpan | undefined {
  const named = namedAt(document, offset);
  switch (named?.kind) {
    case "plan":
      return { path: named.plan.source.path, start: 0, end: 0 };
    case "requirement": {
      const { source } = document.project.requirements!;
      return { path: source.path, ...named.requirement.span };
    }
    case "file":
      return { path: named.path, start: 0, end: 0 };
    case undefined:
      return undefined;
  }
}
