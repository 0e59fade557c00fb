import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { withoutCode } from "../../parse/ids/project_code.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import type { Finding, Rule } from "../rule.ts";

/** Compares the field `phase` with the folder's name. The folder decides; another value misleads readers. */
export const phaseMismatch: Rule = {
  code: "phase-mismatch",
  severity: "warning",
  strict: true,
  summary: "`phase` is the name of the plan's folder, or its number",
  why: "The folder decides which phase a plan belongs to. A different value in the field misleads readers, " +
    "and often shows that the plan was copied.",
  shows: ["phase"],
  *plan(plan): Iterable<Finding> {
    const stated = plan.fields["phase"];
    const folder = plan.source.path.split("/").at(-2);
    if (plan.frontmatter.kind !== "parsed" || typeof stated !== "string" || folder === undefined) return;
    const name = withoutCode(folder, folder);
    const number = /^[\d.]+[A-Za-z]?(?=-|$)/.exec(name)?.[0];
    if (number === undefined || agrees(withoutCode(stated, folder), { name, number, plan })) return;
    const span = spanAt(plan.frontmatter.root, "/phase");
    if (folder.startsWith(`${stated}-`)) {
      yield {
        message: `The plan's phase "${stated}" is only the beginning of its folder's name "${folder}"`,
        hint: `Write the whole name: \`phase: ${folder}\``,
        span,
        severity: "hint",
      };
      return;
    }
    yield {
      message: `The plan's phase is "${stated}", but its folder "${folder}" decides`,
      hint: `Write \`phase: ${folder}\`, or move the plan`,
      span,
    };
  },
};

interface Place {
  /** The folder's name, without the project's code. */
  readonly name: string;
  /** The number that it begins with. */
  readonly number: string;
  readonly plan: PlanDocument;
}

/** Reports whether a value names the phase: by the folder's name or number, or by a name if the folder has none. */
function agrees(stated: string, { name, number, plan }: Place): boolean {
  const first = /^[\d.]+[A-Za-z]?(?=-|$)/.exec(stated.trim())?.[0] ?? stated;
  if (stated === name || unpadded(stated) === unpadded(number)) return true;
  if (name === number && unpadded(first) === unpadded(number)) return true;
  // A part of the phase, `02.1` in `02.1-PLAN.md` of the folder 02-name.
  return plan.fields["plan"] === undefined && stated === plan.stem;
}

/** A phase number without leading zeros, in upper case. */
function unpadded(text: string): string {
  return text.trim().replace(/^0+(?=\d)/, "").toUpperCase();
}
