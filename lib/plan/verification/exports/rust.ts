import { blankSource, RUST_QUOTED } from "./blank_comments.ts";
import type { ExportedNames } from "./types.ts";

const ITEM =
  /\bpub(?:[ \t]*\([^)\n]{0,99}\))?\s+(?:(?:default|async|unsafe|const|extern)\s+)*(?:fn|struct|enum|union|trait|type|mod|const|static)\s+(?:mut\s+)?([\p{L}_][\p{L}\p{N}_]*)/gu;
const MACRO = /#\[macro_export\b[^\]]*\]\s*(?:#\[[^\]]*\]\s*)*macro_rules!\s*([\p{L}_][\p{L}\p{N}_]*)/gu;
const USE = /\bpub(?:[ \t]*\([^)\n]{0,99}\))?\s+use\s+([^]*)$/;

/** Returns the public names of a Rust file, also in modules and implementations, and exported macros. */
export function rustExports(text: string): ExportedNames {
  const code = blankSource(text, RUST_QUOTED);
  const names = new Set<string>();
  let more: string | undefined;
  for (const [, name] of code.matchAll(ITEM)) names.add(name!);
  for (const [, name] of code.matchAll(MACRO)) names.add(name!);
  for (const statement of code.split(";").slice(0, -1)) {
    const tree = USE.exec(statement)?.[1] ?? "";
    if (tree.includes("*")) more = "it re-exports everything from another module";
    // Every path of the tree ends before a comma, a brace or its end.
    for (const path of tree.split(/[{},]/)) {
      const name = path.trimEnd().split(/[^\p{L}\p{N}_]+/u).at(-1)!;
      if (name !== "") names.add(name);
    }
  }
  return more === undefined ? { names, from: [] } : { names, from: [], more };
}
