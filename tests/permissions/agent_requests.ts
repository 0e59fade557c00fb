import { normalizeToolCall, type RawToolCall } from "../../lib/permissions/normalize.ts";
import { judgeRequest, type PermissionPolicy } from "../../lib/permissions/judge_request.ts";
import type { PermissionVerdict } from "../../schemas/permission.ts";

/** The programs that are installed in the project. */
const INSTALLED = [
  "tsc",
  "eslint",
  "prettier",
  "vitest",
  "jest",
  "mocha",
  "tsx",
  "playwright",
  "next",
  "vite",
  "biome",
];

/** The working folder of the requests, in a home folder that they must not leave. */
export const POLICY: PermissionPolicy = {
  directory: "/srv/dev/app",
  home: "/srv/dev",
  checks: [],
  existing: new Set([
    ...INSTALLED.map((name) => `/srv/dev/app/node_modules/.bin/${name}`),
    ...["README.md", "src/index.ts", "package.json"].map((name) => `/srv/dev/app/${name}`),
  ]),
  mode: "interactive",
  safety: { always_confirm_destructive: true, always_confirm_external_services: true },
};

/** A request of an agent, in a table of lines: `agent kind request ## title`, with `⏎` for a line break. */
export interface AgentRequest {
  /** The line of the table. */
  readonly line: string;
  /** The request as its agent sends it. */
  readonly call: RawToolCall;
}

/** Reads a table of requests, one in each line. */
export function readAgentRequests(name: string): readonly AgentRequest[] {
  const text = Deno.readTextFileSync(new URL(`requests/${name}.txt`, import.meta.url));
  return text.trimEnd().split("\n").map((line) => {
    const [, agent, kind, request, title] = /^(\w+) (\w+) ([^]*?)(?: ## (.*))?$/.exec(
      line.replaceAll("⏎", "\n"),
    )!;
    return { line, call: CALLS[agent!]!(kind!, request!, title) };
  });
}

/** Judges a request in a mode. */
export function judged({ call }: AgentRequest, mode: "interactive" | "yolo"): PermissionVerdict {
  return judgeRequest(normalizeToolCall(call), { ...POLICY, mode });
}

type Wording = (kind: string, text: string, title?: string) => RawToolCall;

const diff = (path: string, newText: string) => [{ type: "diff", path, oldText: "a\n", newText }];

/** The formats of the agents. */
const CALLS: Readonly<Record<string, Wording>> = {
  claude: (kind, text, title) => {
    if (kind === "run") {
      return {
        kind: "execute",
        title: `\`${text}\``,
        rawInput: { command: text, description: title ?? "Follow the task" },
        _meta: { claudeCode: { toolName: "Bash" } },
      };
    }
    if (kind === "fetch") {
      return { kind: "fetch", title: `Fetch ${text}`, rawInput: { url: text, prompt: "x" } };
    }
    if (kind === "read") return { kind: "read", title: `Read ${text}`, rawInput: { file_path: text } };
    return {
      kind: "edit",
      title: `${kind === "edit" ? "Edit" : "Write"} ${text}`,
      rawInput: {
        file_path: text,
        ...(kind === "edit" ? { old_string: "a", new_string: "b" } : { content: "b" }),
      },
      content: diff(text, "b\n"),
    };
  },
  codex: (kind, text, title) => {
    if (kind === "run") {
      return {
        kind: "execute",
        title: title ?? text,
        rawInput: { command: ["bash", "-lc", text], cwd: POLICY.directory },
      };
    }
    if (kind === "fetch") return { kind: "fetch", title: "Fetch", rawInput: { url: text } };
    if (kind === "read") return { kind: "read", title: `Read ${text}`, locations: [{ path: text }] };
    const type = kind === "delete" ? "delete" : kind === "write" ? "add" : "update";
    return { kind: "edit", title: `Edit ${text}`, rawInput: { changes: { [text]: { type } } } };
  },
  gemini: (kind, text, title) => {
    if (kind === "run") {
      const where = `[current working directory ${POLICY.directory}]`;
      return {
        kind: "execute",
        title: `${text} ${where}${title === undefined ? "" : ` (${title})`}`,
        rawInput: { command: text, ...(title === undefined ? {} : { description: title }) },
      };
    }
    if (kind === "fetch") {
      return { kind: "fetch", title: `Fetching content from ${text}`, rawInput: { url: text } };
    }
    if (kind === "read") return { kind: "read", title: text, locations: [{ path: text }] };
    return {
      kind: "edit",
      title: kind === "edit" ? `${text}: a => b` : `Writing to ${text}`,
      locations: [{ path: text }],
      content: diff(text, "b\n"),
    };
  },
  opencode: (kind, text, title) => {
    if (kind === "run") {
      return {
        kind: "execute",
        title: title ?? "bash",
        rawInput: { command: text, description: title ?? "Runs it" },
      };
    }
    if (kind === "fetch") {
      return { kind: "fetch", title: "webfetch", rawInput: { url: text, format: "text" } };
    }
    if (kind === "read") return { kind: "read", title: "read", rawInput: { filePath: text } };
    if (kind === "delete") {
      return {
        kind: "edit",
        title: text,
        rawInput: `*** Begin Patch\n*** Delete File: ${text}\n*** End Patch`,
      };
    }
    return { kind: "edit", title: text, rawInput: { filePath: text }, locations: [{ path: text }] };
  },
  copilot: (kind, text, title) => {
    if (kind === "run") {
      return {
        kind: "execute",
        title: title ?? "Run a command",
        rawInput: { command: text, commands: [text] },
      };
    }
    if (kind === "fetch") return { kind: "fetch", title: "Fetching", rawInput: { url: text } };
    if (kind === "read") return { kind: "read", title: "Viewing a file", rawInput: { path: text } };
    const after = kind === "delete" ? "/dev/null" : `b/${text.replace(/^\//, "")}`;
    return {
      kind: "edit",
      title: kind === "write" ? "Create file" : "Edit file",
      rawInput: {
        fileName: text,
        diff: `--- a/${text.replace(/^\//, "")}\n+++ ${after}\n@@ -1 +1 @@\n-a\n+b\n`,
      },
    };
  },
};
