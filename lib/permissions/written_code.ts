import type { SimpleCommand } from "./shell/ast.ts";

/** Matches files that are not code. */
const DOCUMENT = /\.(?:css|csv|html?|md|rst|svg|txt)$|^\/dev\//;

/** Returns the text that a command writes to a file which may be code: a here-document, or what it prints. */
export function writtenCode(
  { words, redirections }: SimpleCommand,
): { readonly code: string; readonly isScript: boolean } {
  const [program = "", ...args] = words.map(({ text }) => text);
  const files = redirections.filter(({ operator }) => /^&?>/.test(operator)).map(({ target }) => target.text);
  if (program === "tee") files.push(...args);
  const codes = files.filter((file) => !DOCUMENT.test(file) && !/^\d*$/.test(file));
  if (codes.length === 0) return { code: "", isScript: false };
  const printed = /^(?:echo|printf)$/.test(program) ? args.join(" ").replaceAll("\\n", "\n") : "";
  const text = redirections.findLast(({ body }) => body !== undefined)?.body ?? printed;
  return { code: `${text}\n`, isScript: codes.some((file) => /\.(?:ba|z)?sh$|(?:^|\/)[^./]+$/.test(file)) };
}
