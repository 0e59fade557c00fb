import { relativePath } from "../../path/relative_path.ts";

export type PathReading =
  | {
    readonly kind: "path";
    /** The possible paths, relative to the project root, the most likely first; at least one. */
    readonly candidates: readonly string[];
    /** True if it cannot be anything else, so that the absence of the file is a failure. */
    readonly certain: boolean;
  }
  | {
    readonly kind: "unreadable";
    /** The reason why it names no file. */
    readonly reason: string;
  };

/** The place of the path. An artifact is a file; a link leads from a file to a file, module or endpoint. */
export type PathRole = "artifact" | "from" | "to";

/** The endings that distinguish file names from `document.body` or `Store.Subscribe`. */
const ENDINGS =
  "astro|bash|c|cc|cfg|cjs|conf|cpp|cs|cshtml|csproj|css|csv|cts|dart|edn|ejs|env|erb|ex|exs|fs|fsproj|gif|go|" +
  "gql|gradle|graphql|h|hbs|heex|hpp|hs|htm|html|ico|ini|ipynb|java|jpeg|jpg|js|json|jsonc|json5|jsx|kt|kts|" +
  "less|lock|lua|md|mdx|mjs|ml|mod|mts|nix|php|pl|plist|png|prisma|properties|props|proto|ps1|py|pyi|r|rb|razor|" +
  "rs|sass|scala|scss|sh|sln|slnx|sql|sum|svelte|svg|swift|targets|tf|toml|ts|tsx|txt|vue|wasm|webp|xaml|xml|" +
  "yaml|yml|zig|zsh";
const FILE = new RegExp(`^[^\\s]*[^\\s/]\\.(?:${ENDINGS})$`, "i");
const FILE_FIRST = new RegExp(`^([^\\s(]*?[^\\s(/]\\.(?:${ENDINGS}))(\\s*\\(.*\\)|[:#]\\S*|\\s.*)$`, "i");
const SOURCE_ENDINGS = [".ts", ".tsx", ".js", ".jsx", "/index.ts", "/index.tsx", "/index.js"];

/**
 * Reads a path in a plan: with a comment after it (`a.ts (new)`, `a.ts:login`), without its folder
 * (`main.go`) or, for a class, without its ending (`LoginForm`), if a declared file identifies it. See
 * docs/decisions/field-data.md.
 *
 * @param known The files that the plans of the phase declare.
 */
export function readPath(text: string, known: readonly string[], role: PathRole): PathReading {
  const written = text.trim().replace(/^[`'"]+|[`'"]+$/g, "");
  if (written === "") return { kind: "unreadable", reason: "it is empty" };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return { kind: "unreadable", reason: "it is an address" };
  if (isPattern(written)) return { kind: "unreadable", reason: "it matches several files" };
  const [, file, rest] = FILE_FIRST.exec(written) ?? [];
  const candidates = [written, ...(file === undefined ? [] : [file])];
  for (const candidate of [...candidates]) candidates.push(...declaredAs(candidate, known));
  if (role === "to" && /^\.{0,2}[\w@-][^\s]*\//.test(written)) {
    candidates.push(...SOURCE_ENDINGS.map((ending) => written + ending));
  }
  return {
    kind: "path",
    candidates: [...new Set(candidates.map(projectRelative))],
    certain: isCertain(written, role) || (file !== undefined && !/^\s[^(]/.test(rest!)),
  };
}

function isPattern(text: string): boolean {
  return text.includes("*") || /\{[^{}]*,[^{}]*\}/.test(text);
}

function isCertain(text: string, role: PathRole): boolean {
  // In a link, a leading slash begins an endpoint: /v1/users.
  if (role !== "artifact" && text.startsWith("/") && !FILE.test(text)) return false;
  if (FILE.test(text) || /^[^\s]+\/$/.test(text)) return true;
  if (role === "artifact") return text.includes("/") || !/\s/.test(text);
  return role === "from" && text.includes("/") && !/\s/.test(text) && !text.startsWith("@");
}

/**
 * Returns the only declared file of this name, or of this name and any ending; `Store.Set` means the file of
 * `Store`.
 */
function declaredAs(text: string, known: readonly string[]): readonly string[] {
  if (/[\s/]/.test(text)) return [];
  const name = FILE.test(text) ? text : text.replace(/(?<=\w)\.\w+$/, "");
  const files = [...new Set(known.map(projectRelative))].filter((path) => path !== name);
  const base = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const same = files.filter((path) => base(path) === name);
  const found = same.length > 0 ? same : files.filter((path) => base(path).replace(/\.[^.]+$/, "") === name);
  return found.length === 1 ? found : [];
}

function projectRelative(path: string): string {
  return relativePath(path.includes("/") ? path : path.replaceAll("\\", "/"));
}
