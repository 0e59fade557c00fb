import type { CodeMap, ProjectDraft } from "../../../schemas/project_draft.ts";
import { findNodeAtLocation } from "../../deps/jsonc.ts";
import { parseJson } from "../../parse/json/tree.ts";
import { baseName } from "../../path/paths.ts";
import { oneLine } from "../naming/commit_message.ts";

/** A titled list about the code. */
export interface CodeList {
  readonly title: string;
  readonly items: readonly string[];
}

/** Returns what a draft says about the existing code, as lists of Markdown. */
export function codeLists({ map }: Pick<ProjectDraft, "map">): readonly CodeList[] {
  if (map === undefined) return [];
  const lists = [
    { title: "Stack", items: map.stack.map(({ name, file }) => `${name} (\`${file}\`)`) },
    {
      title: "Commands",
      items: map.commands.map(({ purpose, command, file }) => `${purpose}: \`${command}\` (\`${file}\`)`),
    },
    { title: "Structure", items: map.structure.map(({ path, purpose }) => `\`${path}\`: ${purpose}`) },
  ];
  return lists.map(({ title, items }) => ({ title, items: items.map(oneLine) }));
}

/** Returns all paths that a description of code names, each once. */
export function namedPaths({ stack, commands, structure }: CodeMap): readonly string[] {
  const files = [...stack, ...commands].map(({ file }) => file);
  return [...new Set([...files, ...structure.map(({ path }) => path), ...LOCK_FILES])];
}

/**
 * Returns the problems of a description of code, a sentence each: paths that do not exist, commands that their
 * files do not define, and a setup that does not install from a lock file.
 *
 * @param files The existing ones of {@link namedPaths}, with their texts; that of a folder is empty.
 */
export function codeMapProblems(map: CodeMap, files: ReadonlyMap<string, string>): readonly string[] {
  const missing = namedPaths(map).filter((path) => !LOCK_FILES.includes(path) && !files.has(path));
  return [
    ...missing.map((path) => `"${path}" does not exist in this folder`),
    ...map.commands.flatMap(({ command, file }) => {
      const text = files.get(file);
      return text === undefined || defines(file, text, command.trim())
        ? []
        : [`"${file}" does not define the command "${command}"`];
    }),
    ...map.setup.filter((command) => !(INSTALLERS.get(command) ?? []).some((file) => files.has(file)))
      .map((command) =>
        `"${command}" does not install from a lock file of this folder: the setup can be ${
          [...INSTALLERS.keys()].join(", ")
        }, each with its lock file`
      ),
  ];
}

/** The commands that install dependencies from a lock file, with its names. */
const INSTALLERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["npm ci", ["package-lock.json", "npm-shrinkwrap.json"]],
  ["pnpm install --frozen-lockfile", ["pnpm-lock.yaml"]],
  ["yarn install --immutable", ["yarn.lock"]],
  ["yarn install --frozen-lockfile", ["yarn.lock"]],
  ["bun install --frozen-lockfile", ["bun.lock", "bun.lockb"]],
  ["deno install --frozen", ["deno.lock"]],
  ["uv sync --locked", ["uv.lock"]],
  ["poetry install", ["poetry.lock"]],
  ["bundle install", ["Gemfile.lock"]],
  ["composer install", ["composer.lock"]],
  ["mix deps.get", ["mix.lock"]],
]);

const LOCK_FILES: readonly string[] = [...INSTALLERS.values()].flat();

/** Reports whether a file contains a command, or defines what it runs. */
function defines(file: string, text: string, command: string): boolean {
  if (` ${text.replaceAll(/[^\S ]/g, " ")} `.includes(` ${command} `)) return true;
  const name = baseName(file);
  if (INSTALLERS.get(command)?.includes(name)) return true;
  return RUNNERS.some(({ manifest, call, has }) => {
    const called = call.exec(command);
    return manifest.test(name) && called !== null && has(text, called[1] ?? "");
  });
}

/** A program that runs what a manifest defines. */
interface Runner {
  readonly manifest: RegExp;
  /** Matches a command; its group is the name that the manifest defines. */
  readonly call: RegExp;
  readonly has: (text: string, name: string) => boolean;
}

const RUNNERS: readonly Runner[] = [
  {
    manifest: /^package\.json$/,
    call: /^(?:npm|pnpm|yarn|bun) (?:--?\S+ \S+ )?(?:run )?([\w:.-]+)(?: |$)/,
    has: (text, name) => hasKey(text, ["scripts", name]),
  },
  {
    manifest: /^package\.json$/,
    call: /^(?:npx|bunx|pnpm exec|yarn exec) ([\w@/.-]+)(?: |$)/,
    has: (text, name) => ["dependencies", "devDependencies"].some((key) => hasKey(text, [key, name])),
  },
  {
    manifest: /^deno\.jsonc?$/,
    call: /^deno task ([\w:.-]+)(?: |$)/,
    has: (text, name) => hasKey(text, ["tasks", name]),
  },
  { manifest: /^(?:GNUm|[Mm])akefile$/, call: /^make(?: ([\w./-]+))?$/, has: hasTarget },
  { manifest: /^\.?[Jj]ustfile$/, call: /^just ([\w-]+)(?: |$)/, has: hasTarget },
  // These have commands of their own, which no manifest lists.
  ...([
    [/^deno\.jsonc?$/, /^deno (?:test|check|lint|fmt)\b/],
    [/^Cargo\.toml$/, /^cargo /],
    [/^go\.mod$/, /^go /],
    [/^pom\.xml$/, /^(?:mvn|\.\/mvnw) /],
    [/^(?:build|settings)\.gradle(?:\.kts)?$/, /^(?:gradle|\.\/gradlew) /],
    [/\.(?:sln|slnx|csproj|fsproj)$/, /^dotnet /],
    [/^mix\.exs$/, /^mix /],
    [/^Package\.swift$/, /^swift /],
    [/^CMakeLists\.txt$/, /^(?:cmake|ctest)\b/],
  ] as const).map(([manifest, call]) => ({ manifest, call, has: () => true })),
  // A tool that a manifest of Python configures or depends on.
  {
    manifest: /^(?:pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|pytest\.ini|requirements.*\.txt)$/,
    call: /^(?:(?:uv|poetry) run )?(?:python3? -m )?([\w-]+)(?: |$)/,
    has: (text, name) => text.includes(name),
  },
];

function hasKey(text: string, path: readonly string[]): boolean {
  const { root } = parseJson(text);
  return root !== undefined && findNodeAtLocation(root, [...path]) !== undefined;
}

/** Reports whether a text contains the rule of a target; without a name, whether it contains any. */
function hasTarget(text: string, name: string): boolean {
  return text.split("\n").some((line) => {
    const targets = /^([^\s#:=][^:=]*):(?!=)/.exec(line)?.[1]?.split(/\s+/);
    return targets !== undefined && (name === "" || targets.includes(name));
  });
}
