import { plainWord } from "../shell/word.ts";
import { type CommandContext, destructive, external, hidden, never } from "./effects.ts";

/** Matches calls in code of any language, with their category and reason. */
const SIGNS: readonly (readonly [RegExp, "never" | "destructive" | "external" | "hidden", string])[] = [
  [/core\.hookspath|--no-verify\b|\bgit\W{1,6}commit\b/i, "never", "its code commits, or bypasses hooks"],
  [
    /(?:['"`/\\]|\b)\.planning[/\\]config\.json|['"`/\\]\.git[/\\'"`]|\.claude[/\\]|\.codex[/\\]|\.gemini[/\\]/i,
    "hidden",
    "its code names control files of wf or of an agent",
  ],
  [
    /\b(?:rmtree|rmdirs?|removedirs?|unlink(?:Sync)?|rimraf|emptyDir(?:Sync)?|deleteFile|delete_file|rm_rf|rm_r|remove_tree|truncate(?:Sync)?|ftruncate|shred)\b/,
    "destructive",
    "its code deletes",
  ],
  [
    /\b(?:os|Deno|path|fs|fsp|fsPromises|promises|FileUtils|File|Dir|Path|shutil|pathlib|io)\s*(?:\)\s*)?\.\s*(?:remove\w*|rm|del|delete\w*|rmSync|unlink)\b/i,
    "destructive",
    "its code deletes",
  ],
  [/\b(?:rm|remove|unlink|rmdir)Sync\b|\.rm\s*\(/, "destructive", "its code deletes"],
  [
    /\b(?:drop\s+(?:table|database|schema|index|view|collection)|truncate\s+(?:table\s+)?\w|delete\s+from|dropDatabase|deleteMany|flushall|flushdb)\b/i,
    "destructive",
    "its code deletes data",
  ],
  [
    /\b(?:requests\s*\.|urllib|httpx|aiohttp|http\.client|ftplib|smtplib|paramiko|socket\b|fetch\s*\(|axios|XMLHttpRequest|WebSocket|net\/http|open-uri|LWP|HTTP::|file_get_contents\s*\(\s*['"]https?|curl_\w+|Net::|boto3?|Deno\.connect)/,
    "external",
    "its code reaches the network",
  ],
  [
    /\brequire\s*\(\s*['"](?:node:)?(?:https?|net|tls|dgram|dns)['"]/,
    "external",
    "its code reaches the network",
  ],
  [/\bfrom\s+['"](?:node:)?(?:https?|net|tls|dgram|dns)['"]/, "external", "its code reaches the network"],
  [/\bhttps?:\/\/(?!localhost\b|127\.0\.0\.1\b|\[::1\])/, "external", "its code contains a web address"],
];

const LITERAL = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\[^])*)`/g;
const MAX_LITERALS = 200;

/**
 * Searches code of any language for destructive or external calls, and its string literals for commands. Code
 * without a match is still code with unknown effects.
 */
export function suspectCode(context: CommandContext, code: string): void {
  for (const [pattern, category, reason] of SIGNS) {
    if (!pattern.test(code)) continue;
    context.note({ never, destructive, external, hidden }[category](reason));
  }
  const literals: string[] = [];
  for (const match of code.matchAll(LITERAL)) {
    if (literals.length === MAX_LITERALS) break;
    literals.push((match[1] ?? match[2] ?? match[3] ?? "").replace(/\\(.)/g, "$1"));
  }
  // A line without calls may be a command, as in Tcl.
  const texts = [...literals, literals.join(" "), .../[(\n]/.test(code) ? [] : [code]];
  context.names(literals.map(plainWord));
  context.suspect(texts.map(plainWord));
}
