import type { ExportsReading } from "./types.ts";
import type { ModuleParser } from "../../../deps/babel.ts";
import { goExports } from "./go.ts";
import { moduleExports } from "./javascript.ts";
import { pythonExports } from "./python.ts";
import { rustExports } from "./rust.ts";

/** Whether a file is a module of TypeScript or JavaScript. */
export function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(path);
}

/**
 * Reads what a file exports, as its language defines it; comments and strings count for nothing.
 *
 * TypeScript and JavaScript: `export` in all its forms, and CommonJS. Python: what is defined at the
 * top, and `__all__`. Go: what is capitalised at the top, methods included. Rust: `pub`. Of other
 * languages nothing can be told.
 *
 * @param parse Parser of modules; without one nothing can be told of them.
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
 * The name that an item of `exports` means: `login()`, `Store<State>`, `function login` and
 * `type User` name `login`, `Store` and `User`. Undefined when it is no name.
 */
export function exportName(item: string): string | undefined {
  const bare = item.trim().replace(/^[`'"]+|[`'"]+$/g, "").replace(/[(<].*$/s, "").trim();
  const name = bare.replace(
    /^(?:(?:export|default|async|abstract|public|pub|function|class|const|let|var|type|interface|enum|def|fn|func|struct|trait|mod|record)\s+)+/,
    "",
  );
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : undefined;
}
