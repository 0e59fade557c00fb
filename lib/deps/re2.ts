/**
 * Regular expressions in linear time for every pattern: the RE2 engine.
 *
 * Loaded only when a pattern is used: importing it takes tens of milliseconds.
 * @module
 */

export type PatternResult =
  | { readonly kind: "found"; readonly index: number }
  | { readonly kind: "absent" }
  | { readonly kind: "unusable"; readonly reason: string };

/** Searches a text for a pattern. `^` and `$` match at the ends of a line. */
export type PatternSearch = (pattern: string, text: string) => PatternResult;

/**
 * Loads the engine. A pattern with a lookaround or backreference is `unusable`: no linear engine can run it.
 */
export async function loadPatternSearch(): Promise<PatternSearch> {
  const { RE2JS, RE2JSException } = await import("npm:re2js@2.10.0");
  return (pattern, text) => {
    try {
      const matcher = RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(text);
      return matcher.find() ? { kind: "found", index: matcher.start() } : { kind: "absent" };
    } catch (error) {
      if (!(error instanceof RE2JSException || error instanceof RangeError)) throw error;
      return { kind: "unusable", reason: reasonOf(pattern, error) };
    }
  };
}

function reasonOf(pattern: string, error: Error): string {
  if (/\(\?<?[=!]/.test(pattern)) return "it uses a lookaround";
  if (/\\[1-9]|\\k</.test(pattern)) return "it uses a backreference";
  return error.message.replace(/^error parsing regexp: /, "");
}
