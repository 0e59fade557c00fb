import type { ExportsReading } from "./types.ts";
import type { ModuleParser } from "../../../deps/babel.ts";
import { goExports } from "./go.ts";
import { moduleExports } from "./javascript.ts";
import { pythonExports } from "./python.ts";
import { rustExports } from "./rust.ts";

/** Reports whether a file is a TypeScript or JavaScript module. */
export function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(path);
}

/**
 * Reads the exports of a file as its language defines them, ignoring comments and strings.
 *
 * TypeScript and JavaScript: `export` in all its forms, and CommonJS. Python: top-level definitions and
 * `__all__`. Go: capitalised top-level names, including methods. Rust: `pub`. Exports of other languages are
 * unknown.
 *
 * @param parse The parser of modules; without one their exports are unknown.
 */
export function exportedNames(path: string, text: string, parse: ModuleParser | undefined): ExportsReading {
  if (isModulePath(path) && parse !== undefined) return moduleExports(parse(path, text));
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  switch (ending) {
    case "py":
    case "pyi":
      return { kind: "read", ...pythonExports(text) };
    case "go":
      return { kind: "read", ...goExports(text) };
    case "rs":
      return { kind: "read", ...rustExports(text) };
    default:
      return { kind: "unknown", reason: `exports of .${ending} files cannot be read` };
  }
}

/**
 * Returns the name in an item of `exports`: `login()`, `Store<State>`, `function login` and `type User` name
 * `login`, `Store` and `User`. Undefined if it contains no name.
 */
export function exportName(item: string): string | undefined {
  const bare = item.trim().replace(/^[`'"]+|[`'"]+$/g, "").replace(/[(<].*$/s, "").trim();
  const name = bare.replace(
    /^(?:(?:export|default|async|abstract|public|pub|function|class|const|let|var|type|interface|enum|def|fn|func|struct|trait|mod|record)\s+)+/,
    "",
  );
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : undefined;
}
