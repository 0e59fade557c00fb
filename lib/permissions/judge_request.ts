import type { Mode, SafetyConfig } from "../../schemas/config.ts";
import type { PermissionRequest, PermissionVerdict } from "../../schemas/permission.ts";
import { type Finding, verdictOf } from "./effects/finding.ts";
import { foldedPath } from "../path/absolute_path.ts";
import { pathWithin } from "../path/paths.ts";
import { absolutePath, pathFindings } from "./effects/paths.ts";
import { isSecret } from "./effects/secrets.ts";
import { destructive, external, harmless, hidden, unclassified } from "./effects/effects.ts";
import { isLoopback } from "./programs/downloads.ts";
import { titledCommand } from "./normalize.ts";
import { type CommandPolicy, ShellJudge } from "./judge_shell.ts";

/** The policy that requests are judged by. */
export interface PermissionPolicy extends CommandPolicy {
  /** The mode of the run. */
  readonly mode: Mode;
  /** The keys of `safety`. */
  readonly safety: SafetyConfig;
}

/** The maximum number of paths of a request. */
const MAX_PATHS = 1_000;
/** Matches the names of tools that reach the network. */
const NETWORK_TOOLS =
  /^(?:web|google|http|url|fetch|browser|mcp\b|mcp_)|web_?(?:fetch|search)|websearch|webfetch|__/i;
/** Matches the names of tools without effect on files or services. */
const HARMLESS_TOOLS =
  /^(?:todo_?(?:write|read)|update_plan|update_todo|think|report_intent|task_complete|task(?:create|update|get|list|output)|toolsearch|skill|bashoutput|structuredoutput|askuserquestion|invalid|question)$/i;
/** Matches the names of tools that read or write the files they name. */
const FILE_TOOLS =
  /^(?:read|write|edit|multiedit|notebookedit|apply_patch|replace|write_file|read_file|edit_file|create_file)$/i;
const DELETES = /^\W*(?:delet|remov|unlink|eras|trash|wip|purg)/i;
/** Matches titles of tools of MCP servers, as agents write them. */
const SERVER_TITLE = /^[\w-]+(?:__|\/)[\w-]+$|\bmcp\b|\(mcp\)|MCP (?:server|tool)/i;

/** Matches the same in titles of reading and searching, which may also name files. */
const NAMED_SERVER = /\bmcp__\w+__\w|\(mcp\)|MCP (?:server|tool)\)/i;
/** Matches titles of tools that reach the network, as agents write them. */
const WEB_TITLE =
  /^\W*(?:(?:google[\s_-]*)?(?:web|google|internet|online)[\s_-]*(?:search|fetch|browse)|search\w* (?:for .* )?(?:on )?(?:the )?(?:web|internet|google|online)\b|fetch\w* (?:\w+ )*(?:https?:|the web|urls?\b|web ?pages?\b))/i;

/**
 * Decides on a permission request of an agent. Pure: the same request and policy give the same verdict.
 *
 * The rules, in this order: refuse what no agent may do; ask about destructive or external effects while
 * their key of `safety` is on; ask about paths outside the working folder and about what cannot be
 * classified; allow edits inside and the task's own checks, once. All parts of a request count, and the
 * strictest wins. The title, which a model may have written, can make the verdict only stricter.
 *
 * @param request The request, with its updates merged.
 * @param policy The policy; `links` has to contain the paths of {@link mentionedPaths}.
 */
export function judgeRequest(request: PermissionRequest, policy: PermissionPolicy): PermissionVerdict {
  return verdictOf(findingsOf(request, policy).findings, policy);
}

/**
 * Returns the absolute paths that a request names, whose links have to be resolved before it is judged.
 *
 * `..` is kept in them, because it applies after links are resolved.
 *
 * @returns At most a thousand paths. A request with more needs a person in every mode.
 */
export function mentionedPaths(request: PermissionRequest, policy: PermissionPolicy): readonly string[] {
  return [...findingsOf(request, policy).paths].slice(0, MAX_PATHS);
}

/** Reports whether a request names a path outside the working folder that may contain secrets. */
export function namesSecrets(request: PermissionRequest, policy: PermissionPolicy): boolean {
  return [...findingsOf(request, policy).paths].some((path) => {
    const folded = foldedPath(path);
    return pathWithin(policy.directory, folded) === undefined && isSecret(folded);
  });
}

interface Found {
  readonly findings: readonly Finding[];
  readonly paths: ReadonlySet<string>;
}

function findingsOf(request: PermissionRequest, policy: PermissionPolicy): Found {
  const findings: Finding[] = [];
  const { command, title } = request;
  const folder = absolutePath(request.directory ?? ".", policy.directory, policy);
  const judge = new ShellJudge(policy, { folder, length: (command?.length ?? 0) + title.length });
  const paths = judge.paths;
  const touch = (path: string, intent: "read" | "write" | "delete") => {
    paths.add(path);
    findings.push(...pathFindings(path, intent, policy));
  };
  for (const { path, intent } of request.paths) touch(absolutePath(path, folder, policy), intent);
  findings.push(...byKind(request), ...byAddress(request));
  if (request.directory !== undefined) touch(folder, "read");
  if (command !== undefined) {
    judge.judge(command);
    findings.push(...judge.findings);
  }
  findings.push(...byTitle(request, judge));
  if (/^(?:read|search)$/i.test(request.kind) && request.paths.length === 0) {
    for (const path of title.split(/[\s'"`]+/).filter((word) => /^(?:[/~]|\.\.\/)/.test(word))) {
      touch(absolutePath(path, folder, policy), "read");
    }
  }
  if (paths.size > MAX_PATHS) findings.push(hidden("it names too many paths"));
  return { findings, paths };
}

/** Judges the kind and the name of the tool, if there is no command. */
function byKind({ kind, tool, title, command, paths, url }: PermissionRequest): readonly Finding[] {
  const name = tool === "" ? title : tool;
  const named = command !== undefined || paths.length > 0 || url !== undefined;
  const server = (kind.toLowerCase() === "other" && SERVER_TITLE.test(name)) ||
    (command === undefined && [tool, title].some((one) => NAMED_SERVER.test(one))) ||
    (command === undefined && url === undefined && WEB_TITLE.test(title));
  if (NETWORK_TOOLS.test(tool) || server) return [external(`${name} reaches the network or a service`)];
  switch (kind.toLowerCase()) {
    case "fetch":
      return url === undefined ? [external("it reaches the network")] : [];
    case "delete":
      return named ? [] : [destructive("it deletes")];
    case "think":
      return named ? [] : [harmless()];
    case "search":
      // Without a path it searches the working folder.
      return named ? [] : [harmless("it searches the working folder")];
    case "read":
      return named ? [] : [unclassified("it does not name what it reads")];
    case "switch_mode":
      return [hidden("it changes how the agent asks for permission")];
    case "edit":
    case "move":
      return named ? [] : [hidden("it does not name what it changes")];
    case "execute":
      return command === undefined ? [hidden("it does not show its command")] : [];
    default:
      if (HARMLESS_TOOLS.test(name) && !named) return [harmless()];
      if (command !== undefined || FILE_TOOLS.test(tool)) return [];
      return [hidden(named ? "the effect of the tool is unknown" : "it does not describe its effect")];
  }
}

function byAddress({ url }: PermissionRequest): readonly Finding[] {
  if (url === undefined) return [];
  return isLoopback(url)
    ? [unclassified("it calls a server on this machine")]
    : [external(`it reaches ${url.length > 200 ? `${url.slice(0, 200)}…` : url}`)];
}

/** Judges the title, which counts if it shows a worse effect. */
function byTitle({ kind, title, command, paths }: PermissionRequest, judge: ShellJudge): readonly Finding[] {
  if (command !== undefined && [title, titledCommand({ title }).command].includes(command)) return [];
  // Prose about a command that is known, such as "Start the server".
  if (command !== undefined && /^[A-Z][a-z]+(?: |$)/.test(title)) return [];
  const acts = /^(?:execute|other|)$/i.test(kind) && paths.length === 0;
  if (!acts) {
    const first = title.trim().split(/[\s:]/, 1)[0]!;
    const isFile = paths.some(({ path }) => path.endsWith(first));
    return /^(?:edit|move)$/i.test(kind) && !isFile && DELETES.test(title)
      ? [destructive("its title announces a deletion")]
      : [];
  }
  judge.findings = [];
  judge.suspect(title);
  const found = judge.findings;
  if (command === undefined) return found;
  // The command is known: a worse title is only suspicious.
  return found.map((finding) => {
    return finding.category === "never"
      ? hidden(`its title announces another effect: ${finding.reason}`)
      : finding;
  });
}
