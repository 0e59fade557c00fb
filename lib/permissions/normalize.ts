import { nameSet } from "../collections/name_set.ts";
import type { FileDiff, PathIntent, PermissionRequest, RequestedPath } from "../../schemas/permission.ts";
import { defined } from "../collections/defined.ts";
import { isRecord } from "../collections/is_record.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { patchedPaths } from "./patched_paths.ts";

/** A tool call as an agent reports it, with all its updates merged. */
export interface RawToolCall {
  /** The ID of the call. */
  readonly toolCallId?: string;
  /** The kind, as the agent names it. */
  readonly kind?: string | null;
  /** The name of the tool, if the agent sends it in addition to the title. */
  readonly tool?: string;
  /** The title of the call. */
  readonly title?: string | null;
  /** The input of the tool. */
  readonly rawInput?: unknown;
  /** The content, such as changes of files. */
  readonly content?: readonly unknown[] | null;
  /** The files that the agent shows. */
  readonly locations?: readonly unknown[] | null;
  /** Extensions of the agent that the protocol does not define. */
  readonly _meta?: unknown;
}

const COMMANDS = ["command", "cmd", "script", "commandLine", "command_line", "fullCommandText", "commands"];
const ARGUMENTS = ["args", "argv", "arguments"];
const DIRECTORIES = ["cwd", "workdir", "working_directory", "workingDirectory", "directory", "dir_path"];
const PATHS = [
  ...nameSet(
    `file_path filePath filepath path paths files abs_path absolute_path notebook_path fileName filename
  source destination old_path oldPath new_path newPath target_file`,
  ),
];
/** The keys of patterns of the searched files. */
const PATTERNS = ["glob", "include", "include_pattern"];
/** Matches tools that find files by a pattern of their names. */
const FINDS = /^(?:glob|find)/i;
const READ_KINDS = /^(?:read|search)$/i;
/** Matches tools that search in the text of files. */
const GREPS = /^\W*(?:grep|rg|ripgrep|search_?(?:file_?content|text|content|code))\b/i;
/** Matches keys of a search whose values are not paths. */
const TEXT_KEYS =
  /pattern|query|regex|text|content|description|glob|include|exclude|url|uri|command|cmd|script/i;
/** Matches patterns that may match files outside the searched folder. */
const LEADS_OUT = /^(?:[/\\~]|[A-Za-z]:)|(?:^|[/{,])\.\.(?:[/},]|$)/;
const ADDRESSES = ["url", "uri", "urls"];
const PATCHES = ["patch", "patchText", "patch_text", "diff", "input"];
/** The keys in which some agents nest the input. */
const NESTED = ["input", "arguments", "args", "params", "parameters", "tool_input", "toolInput"];

/** The effects of tools on their paths by the name of the tool, regardless of their kind. */
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
/** The maximum length of a tool's input that is kept, in UTF-16 units. */
export const MAX_RAW = 100_000;

/**
 * Returns the permission request of a tool call, in one form for all agents.
 *
 * Reads every place in which the five agents put commands, addresses, paths and changes. Several commands of
 * one request become lines of one command. A kind that is milder than the tool's name or its changes is
 * ignored. Never throws.
 *
 * @param call The call, with its updates merged.
 */
export function normalizeToolCall(call: RawToolCall): PermissionRequest {
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
    ...(READ_KINDS.test(kind) ? inputs.flatMap(otherPaths) : []),
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
    ...defined({ directory, url }),
  };
}

/** Matches a command with the folder and the description that Gemini adds to it. */
const PLACED = /^([^]*?) ?\[(?:in|current working directory) ([^\]\n]*)\](?: \([^]*\))?$/;

/**
 * Returns the command in the title of an agent whose titles are commands, and the folder that its title or its
 * content adds. A title with several folders is not split: its words are judged.
 */
export function titledCommand(
  { title, content }: RawToolCall,
): { readonly command: string; readonly directory?: string } {
  const text = title ?? "";
  const placed = text.split(/\[(?:in|current working directory) /).length === 2 ? PLACED.exec(text) : null;
  if (placed !== null) return { command: placed[1]!, directory: placed[2]! };
  const added = (content ?? []).flatMap(textOf).map((each) => PLACED.exec(each)).find((one) =>
    one?.[1] === ""
  );
  return { command: text, ...defined({ directory: added?.[2] }) };
}

function textOf(content: unknown): readonly string[] {
  return isRecord(content) && isRecord(content["content"]) ? texts(content["content"]["text"]) : [];
}

type Input = Readonly<Record<string, unknown>>;

/** Returns the input and the objects nested one level in it. */
function inputsOf(raw: unknown): readonly Input[] {
  if (!isRecord(raw)) return [];
  return [raw, ...NESTED.map((name) => raw[name]).filter(isRecord)];
}

function toolOf(meta: unknown): string {
  if (!isRecord(meta)) return "";
  const claude = meta["claudeCode"];
  return isRecord(claude) ? texts(claude["toolName"])[0] ?? "" : "";
}

/**
 * Returns the patterns of files. The pattern of a search is a text pattern unless the tool or its form shows
 * otherwise.
 */
function patternsIn(
  input: Input,
  { kind, tool, title }: { readonly kind: string; readonly tool: string; readonly title: string },
): readonly string[] {
  const found = textsIn(input, PATTERNS);
  const patterns = textsIn(input, ["pattern", "patterns"]);
  const name = tool === "" ? title : tool;
  if (FINDS.test(name)) return [...found, ...patterns];
  if (!READ_KINDS.test(kind) || GREPS.test(name)) return found;
  return [
    ...found,
    ...patterns.filter((pattern) => /^[^\s()|^$\\]+$/.test(pattern) && /(?:^|\/)\*|\.\.\//.test(pattern)),
  ];
}

/**
 * Returns paths that lead outside, under unknown keys: in a request to read, such values can only be paths.
 */
function otherPaths(input: Input): readonly RequestedPath[] {
  return Object.entries(input)
    .filter(([key]) => !TEXT_KEYS.test(key))
    .flatMap(([, value]) => texts(value))
    .filter((text) => /^[^\s*?]+$/.test(text) && LEADS_OUT.test(text))
    .map((path) => ({ path, intent: "read" }));
}

/**
 * Returns the commands of an input. A list under `commands` contains several commands, under other keys the
 * words of one.
 */
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

/** Reports whether a change empties a file, which counts as its deletion. */
function empties({ before = "", after }: FileDiff): boolean {
  return before.trim() !== "" && after.trim() === "";
}

/**
 * Reports whether an edit names the part that it replaces, so that its change does not show the whole file.
 */
function replacesPart(input: Input): boolean {
  return ["old_string", "oldString", "old_str", "old_text"].some((name) => typeof input[name] === "string");
}

/**
 * Returns the changes that Codex and OpenCode list: by path, `{ "<path>": { "type": "delete" } }` or with the type
 * as key, or as a list with paths.
 */
function changesOf({ changes, files }: Input): readonly RequestedPath[] {
  const listed = [changes, files].flatMap((list) => Array.isArray(list) ? list.filter(isRecord) : []);
  const named = isRecord(changes) ? Object.entries(changes) : [];
  return [
    ...listed.flatMap((change) =>
      textsIn(change, ["path", "filePath"]).flatMap((path) => changeOf(path, change, change["kind"]))
    ),
    ...named.flatMap(([path, change]) => changeOf(path, change, undefined)),
  ];
}

/** Returns the paths of a change, whose details may be nested. */
function changeOf(path: string, change: unknown, kind: unknown): readonly RequestedPath[] {
  const all = [change, kind].filter(isRecord).flatMap((one) => [one, one["update"]].filter(isRecord));
  const deletes = all.some((one) => one["type"] === "delete" || "delete" in one);
  const moved = all.flatMap((one) => textsIn(one, ["move_path", "movePath"]));
  return [
    { path, intent: deletes ? "delete" : "write" },
    ...moved.map((target): RequestedPath => ({ path: target, intent: "write" })),
  ];
}

/**
 * Restores the slash of an absolute path, which a patch in git's format drops, if the request shows that path
 * elsewhere.
 */
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

/** Returns a string or the strings of a list; empty strings are left out. */
function texts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string" && text !== "");
}
