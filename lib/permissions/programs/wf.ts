import { type Handler, type Handlers, harmless, hidden, isOption, never } from "../effects/effects.ts";

/** The commands that only read. */
const READS = new Set([
  "validate",
  "waves",
  "status",
  "graph",
  "show",
  "branch-name",
  "commit-message",
  "schema",
]);
const CHANGES_WORK = new Set(["undo", "redo", "skip", "abandon"]);
const CHANGES_SETTINGS = new Set([
  "set-profile",
  "settings",
  "install",
  "uninstall",
  "upgrade",
  "hook",
  "trust",
  "policy",
]);

/**
 * Judges this program: an agent that it runs may read the project, but not change settings or drive a run.
 */
const wf: Handler = (context, args) => {
  const command = args.find((word) => !isOption(word))?.text ?? "";
  const plain = args.every(({ text, expands }) => {
    return expands.length === 0 && !/^--(?:fix|set|cwd|out|arguments-from-stdin)|^-o/.test(text);
  });
  if (READS.has(command) && plain) return context.note(harmless("it reads the project"));
  const reads = args.some(({ text }) => /^(?:get|list|explain)$/.test(text)) && plain;
  if (["config", "policy"].includes(command) && reads) {
    return context.note(harmless("it reads the configuration"));
  }
  if (command === "config" || CHANGES_SETTINGS.has(command)) {
    return context.note(never("only the user may change the settings of wf"));
  }
  if (CHANGES_WORK.has(command)) return context.note(never("only the user may undo or skip work"));
  if (command === "ship") return context.note(never("only the user may ship work"));
  if (args.length === 0 || args.every(({ text }) => /^(?:--version|--help|-h|-v)$/.test(text))) {
    return context.note(harmless());
  }
  context.note(hidden("an agent may not start or report work of a run"));
};

export const wfHandlers: Handlers = { wf };
