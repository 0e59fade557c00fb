import { type Handler, type Handlers, harmless, hidden, isOption, never } from "../effects/effects.ts";

/** Commands that only read, and the first words of those that change what governs the work. */
const READS = new Set(["validate", "waves", "status", "graph", "branch-name", "commit-message", "schema"]);
const GOVERNS = new Set(["set-profile", "settings", "install", "uninstall", "upgrade", "hook"]);

/** This program itself: an agent whose work it drives may look at the project, and no more. */
const wf: Handler = (scene, args) => {
  const command = args.find((word) => !isOption(word))?.text ?? "";
  const plain = args.every(({ text, expands }) => {
    return expands.length === 0 && !/^--(?:fix|set|cwd|out|arguments-from-stdin)|^-o/.test(text);
  });
  if (READS.has(command) && plain) return scene.note(harmless("it looks at the project"));
  if (command === "config" && args.some(({ text }) => /^(?:get|list|explain)$/.test(text)) && plain) {
    return scene.note(harmless("it looks at the configuration"));
  }
  if (command === "config" || GOVERNS.has(command)) {
    return scene.note(never("what governs the work is changed by its user only"));
  }
  if (args.length === 0 || args.every(({ text }) => /^(?:--version|--help|-h|-v)$/.test(text))) {
    return scene.note(harmless());
  }
  scene.note(hidden("the work of a run is not for its agent to begin or to report"));
};

/** The program of this file. */
export const wfHandlers: Handlers = { wf };
