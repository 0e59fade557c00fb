import { SourceText } from "../../text/source_text.ts";
import type { FileFacts } from "./file_facts.ts";
import { readPath } from "./must_have_path.ts";
import { count } from "../../text/count.ts";

export interface EvidenceInput {
  /** The files that the plans of the phase declare. */
  readonly known: readonly string[];
  readonly facts: FileFacts;
  /** The commands that passed on the final state. */
  readonly passed: readonly string[];
}

/** `src/a.ts:42`, `src/a.ts:42-60`, `src/a.ts#L42-L60`, `src/a.ts, lines 42-60`. */
const REFERENCE =
  /([^\s:#,;`'"<>|]{1,300})(?::|#L|[`'"]?,? \(?(?:at |in )?lines? )(\d+)(?: ?[-–] ?L?(\d+))?(?![\w.]{0,20}\w)/gi;
/** The text that a file is said to have, after a reference: ` contains "a … b"`. */
const QUOTED =
  /^[`'"]?(?::| (?:says|reads|states|contains|has|shows|defines|declares|exports)) ["“`]([^"”`]+)["”`]/;
const ADDRESS = /\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+/gi;

/**
 * Returns the reason why evidence does not show what it claims to; undefined if it does: it names a line that
 * exists, or a check that passed, and no line that does not exist, and quotes nothing that the file lacks.
 *
 * A place counts as missing only if it can be nothing but a file: `localhost:3000` is not one.
 */
export function evidenceProblem(
  evidence: string,
  { known, facts, passed }: EvidenceInput,
): string | undefined {
  const text = onOneLine(evidence);
  let checked = passed.some((command) => text.includes(onOneLine(command)));
  const places = text.replace(ADDRESS, "");
  for (const { 0: whole, 1: written = "", 2: from, 3: to, index } of places.matchAll(REFERENCE)) {
    const path = written.replace(/^[([{*]+(?![^\])}]*[\])}])/, "");
    const reading = readPath(path, known, "from");
    if (reading.kind === "unreadable") continue;
    const existing = reading.candidates.map((candidate) => ({ candidate, fact: facts(candidate) }))
      .find(({ fact }) => fact !== undefined && fact.kind !== "missing" && fact.kind !== "outside");
    if (existing === undefined) {
      if (reading.certain) return `${path} does not exist`;
      continue;
    }
    const { candidate, fact } = existing;
    if (fact?.kind !== "text") continue;
    const last = Number(to ?? from);
    const lines = fact.text === "" ? 0 : new SourceText(candidate, fact.text).lineCount;
    if (Number(from) === 0 || last < Number(from) || last > lines) {
      return `${candidate} has ${count(lines, "line")}, not ${last}`;
    }
    const [, quoted = ""] = QUOTED.exec(places.slice(index + whole.length)) ?? [];
    const content = onOneLine(fact.text);
    if (!quoted.split(/…|\.{3}/).every((part) => content.includes(part.trim()))) {
      return `${candidate} does not contain "${quoted}"`;
    }
    checked = true;
  }
  return checked ? undefined : "it names no line of a file and no check that passed";
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
