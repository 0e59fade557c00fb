import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { CONFIG_PATH, type ConfigDocument, parseConfig } from "../../parse/config/config.ts";
import { SourceText } from "../../text/source_text.ts";
import { UsageError } from "../context/command_context.ts";

/** The saved defaults for new projects and their path. */
export interface SavedDefaults {
  /** Absolute path: `~/.wf/defaults.json`. */
  readonly path: string;
  /** The parsed file; empty when it does not exist. */
  readonly document: ConfigDocument;
}

/** Reads `~/.wf/defaults.json`. Throws a UsageError when the file exists and is not JSON. */
export async function readDefaults(host: Host): Promise<SavedDefaults> {
  const home = host.home();
  if (home === undefined) throw new UsageError("Cannot find the home folder", "Set HOME");
  const path = joinPath(home, ".wf", "defaults.json");
  const text = (await host.stat(path))?.kind === "file" ? await host.readText(path) : "";
  const document = parseConfig(new SourceText(CONFIG_PATH, text));
  const saved = { path, document };
  refuseFor(document.diagnostics.find(({ code }) => code === "config-not-json"), saved);
  return saved;
}

/** Throws a UsageError when the defaults are not valid for a new project. */
export function requireUsable(saved: SavedDefaults): void {
  refuseFor(saved.document.diagnostics.find(({ severity }) => severity === "error"), saved);
}

function refuseFor(found: Diagnostic | undefined, { path, document }: SavedDefaults): void {
  if (found === undefined) return;
  const { line, column } = document.source.position(found.span.start);
  throw new UsageError(
    `Cannot read the defaults "${path}:${line}:${column}": ${found.message}`,
    "Correct or remove the file",
  );
}
