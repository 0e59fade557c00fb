import type { FileDiff, PathIntent, PermissionRequest, RequestedPath } from "../../schemas/permission.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { patchedPaths } from "./patch_paths.ts";

/** A use of a tool as an agent tells it, with all its updates merged. */
export interface RawToolCall {
  /** ID of the use. */
  readonly toolCallId?: string;
  /** Kind, as the agent names it. */
  readonly kind?: string | null;
  /** Name of the tool, where it is told apart from the title. */
  readonly tool?: string;
  /** Title. */
  readonly title?: string | null;
  /** What was handed to the tool. */
  readonly rawInput?: unknown;
  /** Content: changes of files among others. */
  readonly content?: readonly unknown[] | null;
  /** Files that the agent shows. */
  readonly locations?: readonly unknown[] | null;
  /** Where agents put what the protocol has no place for. */
  readonly _meta?: unknown;
}

const COMMANDS = ["command", "cmd", "script", "commandLine", "command_line", "fullCommandText", "commands"];
const ARGUMENTS = ["args", "argv", "arguments"];
const DIRECTORIES = ["cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir_path"];
const PATHS = [
  "file_path",
  "filePath",
  "filepath",
  "path",
  "paths",
  "files",
  "abs_path",
  "absolute_path",
  "notebook_path",
  "fileName",
  "filename",
  "source",
  "destination",
  "old_path",
  "oldPath",
  "new_path",
  "newPath",
  "target_file",
];
/** Patterns of the files that are searched. */
const PATTERNS = ["glob", "include", "include_pattern"];
/** Tools that find files by a pattern of their names. */
const FINDS = /^(?:glob|find)/i;
/** Kinds of requests that read. */
const LOOKS = /^(?:read|search)$/i;
/** Tools that search texts. */
const GREPS = /^\W*(?:grep|rg|ripgrep|search_?(?:file_?content|text|content|code))\b/i;
/** Keys of a search whose values are no paths. */
const TEXT_KEYS =
  /pattern|query|regex|text|content|description|glob|include|exclude|url|uri|command|cmd|script/i;
/** Patterns that may match files outside of the folder that is searched. */
const LEADS_OUT = /^(?:[/\\~]|[A-Za-z]:)|(?:^|[/{,])\.\.(?:[/},]|$)/;
const ADDRESSES = ["url", "uri", "urls"];
const PATCHES = ["patch", "patchText", "patch_text", "diff", "input"];
/** Where some agents put the input one level deeper. */
const NESTED = ["input", "arguments", "args", "params", "parameters", "tool_input", "toolInput"];

/** What tools of a name do with the paths they are given, whatever kind they are said to be. */
const TOOL_INTENTS: readonly (readonly [PathIntent, RegExp])[] = [
  ["delete", /^(?:delete|remove|unlink|rm|trash)(?:[_-]?(?:file|path|directory|folder))?$/i],
  [
    "write",
    /^(?:write|edit|multiedit|notebookedit|create|update|replace|patch|apply_patch|str_replace\w*|write_file|edit_file|create_file|save_memory|move|rename)$/i,
  ],
];
const KIND_INTENTS: Readonly<Record<string, PathIntent>> = {
  read: "read",
  search: "read",
  think: "read",
  execute: "read",
  fetch: "read",
  delete: "delete",
};
const STRENGTH: readonly PathIntent[] = ["read", "write", "delete"];
const MAX_RAW = 100_000;

/**
 * What a use of a tool asks for, in one form for all agents.
 *
 * Every place is looked at where the five agents put commands, addresses, paths and changes; several
 * commands of one request are lines of one. A kind that sounds milder than the tool's name or its changes
 * does not count. Never throws.
 *
 * @param call The call, its updates merged.
 */
export function normaliseToolCall(call: RawToolCall): PermissionRequest {
  const inputs = inputsOf(call.rawInput);
  const tool = call.tool ?? toolOf(call._meta);
  const kind = call.kind ?? "other";
  const diffs = (call.content ?? []).flatMap(diffOf);
  const own = strongest([
    KIND_INTENTS[kind.toLowerCase()] ?? "write",
    ...TOOL_INTENTS.filter(([, pattern]) => pattern.test(tool)).map(([intent]) => intent),
  ]);
  const shown = [
    ...(call.locations ?? []).flatMap((location) => isRecord(location) ? texts(location["path"]) : []),
    ...inputs.flatMap((input) => textsIn(input, PATHS)),
  ];
  const patches = inputs.flatMap((input) => textsIn(input, PATCHES));
  if (typeof call.rawInput === "string") patches.push(call.rawInput);
  const paths: RequestedPath[] = [
    ...diffs.map((diff): RequestedPath => ({
      path: diff.path,
      intent: empties(diff) && !inputs.some(replacesPart) ? "delete" : "write",
    })),
    ...inputs.flatMap(changesOf),
    ...patches.flatMap(patchedPaths).map((patched) => rooted(patched, shown)),
    ...shown.map((path) => ({ path, intent: own })),
    ...(LOOKS.test(kind) ? inputs.flatMap(otherPaths) : []),
    ...inputs.flatMap((input) => patternsIn(input, { kind, tool, title: call.title ?? "" }))
      .filter((pattern) => LEADS_OUT.test(pattern))
      .map((path): RequestedPath => ({ path: /[{,]/.test(path) ? ".." : path, intent: "read" })),
  ];
  const command = [...new Set(inputs.flatMap(commandsOf))].join("\n");
  const url = inputs.flatMap((input) => textsIn(input, ADDRESSES))[0];
  const directory = inputs.flatMap((input) => textsIn(input, DIRECTORIES))[0];
  return {
    id: call.toolCallId ?? "",
    kind,
    tool,
    title: call.title ?? "",
    paths: merged(paths),
    diffs: [...new Map(diffs.map((diff) => [JSON.stringify(diff), diff])).values()],
    raw: rawText(call.rawInput),
    ...(command === "" ? {} : { command }),
    ...(directory === undefined ? {} : { directory }),
    ...(url === undefined ? {} : { url }),
  };
}

/** A request in a line, shortened. */
export function describeRequest(request: PermissionRequest): string {
  const line = nameOf(request).replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** A request in full, on as many lines as it has: for the question whether it is allowed. */
export function wholeRequest(request: PermissionRequest): string {
  const { command, url, raw, diffs } = request;
  const whole = [nameOf(request).trim()];
  if (command !== undefined && url !== undefined) whole.push(url);
  if (command === undefined && diffs.length === 0 && !/^(?:\{\})?$/.test(raw)) whole.push(raw);
  return whole.join("\n");
}

function nameOf({ command, title, kind, paths, url }: PermissionRequest): string {
  return command ?? url ?? (title || `${kind} ${paths.map(({ path }) => path).join(", ")}`.trim());
}

type Input = Readonly<Record<string, unknown>>;

/** The input, and what it holds one level deeper. */
function inputsOf(raw: unknown): readonly Input[] {
  if (!isRecord(raw)) return [];
  return [raw, ...NESTED.map((name) => raw[name]).filter(isRecord)];
}

function toolOf(meta: unknown): string {
  if (!isRecord(meta)) return "";
  const claude = meta["claudeCode"];
  return isRecord(claude) ? texts(claude["toolName"])[0] ?? "" : "";
}

/** Patterns of files. That of a search is one of texts, unless the tool or its form says otherwise. */
function patternsIn(
  input: Input,
  { kind, tool, title }: { readonly kind: string; readonly tool: string; readonly title: string },
): readonly string[] {
  const found = textsIn(input, PATTERNS);
  const patterns = textsIn(input, ["pattern", "patterns"]);
  const name = tool === "" ? title : tool;
  if (FINDS.test(name)) return [...found, ...patterns];
  if (!LOOKS.test(kind) || GREPS.test(name)) return found;
  return [
    ...found,
    ...patterns.filter((pattern) => /^[^\s()|^$\\]+$/.test(pattern) && /(?:^|\/)\*|\.\.\//.test(pattern)),
  ];
}

/** Paths that lead outside under keys that are not known: a request to read names nothing else in this form. */
function otherPaths(input: Input): readonly RequestedPath[] {
  return Object.entries(input)
    .filter(([key]) => !TEXT_KEYS.test(key))
    .flatMap(([, value]) => texts(value))
    .filter((text) => /^[^\s*?]+$/.test(text) && LEADS_OUT.test(text))
    .map((path) => ({ path, intent: "read" }));
}

/** The commands of an input. A list under `commands` is several, under other names the words of one. */
function commandsOf(input: Input): readonly string[] {
  return COMMANDS.flatMap((name) => {
    const value = input[name];
    if (name === "commands") return texts(value);
    if (Array.isArray(value)) {
      const words = texts(value);
      return words.length === 0 ? [] : [words.map(quoteShell).join(" ")];
    }
    if (typeof value !== "string" || value === "") return [];
    const further = ARGUMENTS.flatMap((key) => Array.isArray(input[key]) ? texts(input[key]) : []);
    return [[value, ...further.map(quoteShell)].join(" ")];
  });
}

function diffOf(content: unknown): readonly FileDiff[] {
  if (!isRecord(content) || content["type"] !== "diff" || typeof content["path"] !== "string") return [];
  const { path, oldText, newText } = content;
  const after = typeof newText === "string" ? newText : "";
  return [{ path, after, ...(typeof oldText === "string" ? { before: oldText } : {}) }];
}

/** A change that leaves nothing of a file is its deletion, whatever it is called. */
function empties({ before = "", after }: FileDiff): boolean {
  return before.trim() !== "" && after.trim() === "";
}

/** Whether an edit names the part that it replaces, so that its change does not tell the whole file. */
function replacesPart(input: Input): boolean {
  return ["old_string", "oldString", "old_str", "old_text"].some((name) => typeof input[name] === "string");
}

/** Codex lists the changes of a patch by file: `{ "<path>": { "type": "delete" } }`, or the type as key. */
function changesOf({ changes }: Input): readonly RequestedPath[] {
  if (!isRecord(changes)) return [];
  return Object.entries(changes).flatMap(([path, change]) => {
    const told = isRecord(change) ? change : {};
    const deletes = told["type"] === "delete" || "delete" in told;
    const update = isRecord(told["update"]) ? told["update"] : {};
    const moved = [told["move_path"], told["movePath"], update["move_path"]].flatMap(texts);
    return [
      { path, intent: deletes ? "delete" : "write" } as const,
      ...moved.map((target) => ({ path: target, intent: "write" }) as const),
    ];
  });
}

/** A patch in git's form drops the slash of an absolute path, which the request then shows elsewhere. */
function rooted({ path, intent }: RequestedPath, shown: readonly string[]): RequestedPath {
  return { path: shown.includes(`/${path}`) ? `/${path}` : path, intent };
}

function merged(paths: readonly RequestedPath[]): readonly RequestedPath[] {
  const intents = new Map<string, PathIntent>();
  for (const { path, intent } of paths) {
    if (path === "") continue;
    intents.set(path, strongest([intent, intents.get(path) ?? "read"]));
  }
  return Array.from(intents, ([path, intent]) => ({ path, intent }));
}

function strongest(intents: readonly PathIntent[]): PathIntent {
  return STRENGTH[Math.max(...intents.map((intent) => STRENGTH.indexOf(intent)))]!;
}

function rawText(raw: unknown): string {
  const text = typeof raw === "string" ? raw : raw === undefined ? "" : JSON.stringify(raw) ?? "";
  return text.length > MAX_RAW ? `${text.slice(0, MAX_RAW)}…` : text;
}

function textsIn(input: Input, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => texts(input[name]));
}

/** A text, or those of a list; empty ones are none. */
function texts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string" && text !== "");
}

function isRecord(value: unknown): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
