import type { Installation } from "./host.ts";

/**
 * Returns the kind of installation, determined by the location of the main module.
 *
 * @param main URL or path of the main module, with forward slashes.
 */
export function installationKind(main: string): Installation["kind"] {
  if (/^(?:\/\$bunfs\/|[A-Za-z]:\/~BUN\/)/.test(main)) return "binary";
  if (/^https?:/.test(main)) return /\.ts(?:\?|$)/.test(main) ? "url" : "bundle";
  if (main.includes("/node_modules/")) return "npm";
  return main.endsWith(".ts") ? "checkout" : "bundle";
}
