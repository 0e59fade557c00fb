import { patchedPaths } from "../patched_paths.ts";
import {
  type CommandContext,
  type Handler,
  type Handlers,
  handlers,
  hereText,
  hidden,
  isOption,
  unclassified,
} from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";
import { plainWord } from "../shell/word.ts";

/** Judges `apply_patch` as agents call it in a shell: the patch names the changed files. */
const applyPatch: Handler = (context, args, name) => {
  const text = [...args.map((word) => word.text), hereText(context) ?? ""].join("\n");
  const paths = patchedPaths(text);
  for (const { path, intent } of paths) context.path(plainWord(path), intent);
  if (paths.length === 0 || args.some(({ expands }) => expands.length > 0)) {
    context.note(hidden(`the changes of ${name} cannot be determined`));
  }
};

/** Judges `patch` and `git apply`. */
export function patch(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const known =
    /^(?:-[NRsfEulv]+|-p\d+|-i|--(?:strip=\d+|dry-run|forward|reverse|silent|quiet|force|input=[^]*|check|stat|numstat|summary|cached|index|3way|verbose|recount))$/;
  if (args.filter(isOption).some(({ text }) => !known.test(text))) {
    context.note(hidden(`the changes of ${name} cannot be determined`));
  }
  for (const word of args) if (!isOption(word)) context.path(word, name === "git apply" ? "read" : "write");
  for (const { path, intent } of patchedPaths(hereText(context) ?? "")) context.path(plainWord(path), intent);
  context.note(unclassified(`${name} changes files that are not named`));
}

export const patchHandlers: Handlers = {
  ...handlers("apply_patch applypatch", applyPatch),
  ...handlers("patch gpatch", patch),
};
