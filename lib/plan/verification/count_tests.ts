import type { ModuleParser } from "../../deps/babel.ts";
import { blankSource, GO_QUOTED, PYTHON_QUOTED, RUST_QUOTED } from "./exports/blank_comments.ts";
import { isModulePath } from "./exports/exports.ts";
import { countModuleTests } from "./exports/javascript.ts";

/** The syntax of tests by language: attributes in brackets, calls or names. */
const FORMS: Readonly<Record<string, readonly [quoted: RegExp, test: RegExp]>> = {
  py: [PYTHON_QUOTED, /^[ \t]*(?:async[ \t]+)?def[ \t]+test\w*[ \t]*\(/gm],
  go: [GO_QUOTED, /^func[ \t]+(?:\([^)]*\)[ \t]*)?(?:Test|Fuzz)(?:\P{Ll}\w*)?[ \t]*\(/gmu],
  rs: [RUST_QUOTED, /#\[(?:\w+::)*(?:test|rstest|test_case)\b/g],
  cs: [GO_QUOTED, /\[(?:[\w, ]*,[ ]*)?(?:Fact|Theory|Test|TestCase|TestMethod)\b/g],
  java: [GO_QUOTED, /@(?:Test|ParameterizedTest|RepeatedTest)\b/g],
  kt: [GO_QUOTED, /@(?:Test|ParameterizedTest|RepeatedTest)\b/g],
};

/**
 * Counts the tests in a file, ignoring comments and strings.
 *
 * @returns The number, or the reason why they cannot be counted.
 */
export function countTests(path: string, text: string, parse: ModuleParser | undefined): number | string {
  if (isModulePath(path) && parse !== undefined) {
    const syntax = parse(path, text);
    return syntax.kind === "parsed" ? countModuleTests(syntax.body) : `it cannot be parsed: ${syntax.reason}`;
  }
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const form = FORMS[ending];
  if (form === undefined) return `tests of .${ending} files cannot be counted`;
  return [...blankSource(text, form[0]).matchAll(form[1])].length;
}
