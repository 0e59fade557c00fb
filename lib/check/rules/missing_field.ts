import type { SchemaError } from "../../../schemas/validator.ts";
import { planKeys } from "../../../generated/metadata.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import { listText } from "../../text/list_text.ts";
import type { Rule } from "../rule.ts";

/** Reports missing fields that every plan needs, one finding for all of a plan. See generated/plan-file.md. */
export const missingField: Rule = {
  code: "missing-field",
  severity: "error",
  summary: "The frontmatter has all required fields",
  why:
    "These fields define where a plan belongs, when it runs and when it is done. Only `requirements` may " +
    "be left out.",
  shows: ["frontmatter"],
  *plan({ frontmatter, schemaErrors, source: { path } }) {
    if (frontmatter.kind !== "parsed") return;
    const { root, span: { start } } = frontmatter;
    const missing = schemaErrors.filter(({ keyword }) => keyword === "required").map((error) => ({
      error,
      span: error.instancePath === "" ? { start, end: start } : spanAt(root, error.instancePath),
    })).sort((a, b) => a.span.start - b.span.start || orderOf(a.error) - orderOf(b.error));
    const [first, ...others] = missing;
    if (first === undefined) return;
    const places = others.filter(({ span }, index) => span.start !== missing[index]!.span.start);
    yield {
      message: others.length === 0
        ? `The field ${placeText(first.error)} is missing`
        : `The fields ${listText(missing.map(({ error }) => placeText(error)))} are missing`,
      hint: others.length === 0
        ? `Add \`${nameOf(first.error)}: …\`${descriptionText(first.error)}`
        : "Add them: `wf schema plan` describes each field",
      span: first.span,
      ...(places.length === 0 ? {} : {
        related: places.map(({ error, span }) => ({
          message: `${placeText(error)} is missing`,
          span: { path, ...span },
        })),
      }),
    };
  },
};

function nameOf({ params }: SchemaError): string {
  return String(params["missingProperty"]);
}

function placeText(error: SchemaError): string {
  const { instancePath } = error;
  const place = instancePath === "" ? "" : ` in ${instancePath.slice(1).replaceAll("/", ".")}`;
  return `"${nameOf(error)}"${place}`;
}

/** The position of a field in the documentation of plan files. */
function orderOf(error: SchemaError): number {
  return planKeys.findIndex(({ key }) => key === nameOf(error));
}

function descriptionText(error: SchemaError): string {
  const { description } = (error.instancePath === "" ? planKeys[orderOf(error)] : undefined) ?? {};
  return description === undefined ? "" : `. ${description.replace(/\.$/, "")}`;
}
