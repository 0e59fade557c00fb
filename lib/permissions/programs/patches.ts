import { patchedPaths } from "../patched_paths.ts";
import {
  type Handler,
  type Handlers,
  handlers,
  hereText,
  hidden,
  isOption,
  unclassified,
} from "../effects/effects.ts";
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

const patch: Handler = (context, args) => {
  const known =
    /^(?:-[NRsfEul]+|-p\d+|-i|--(?:strip=\d+|dry-run|forward|reverse|silent|quiet|force|input=[^]*))$/;
  if (args.filter(isOption).some(({ text }) => !known.test(text))) {
    context.note(hidden("the changes of patch cannot be determined"));
  }
  for (const word of args) if (!isOption(word)) context.path(word, "write");
  for (const { path, intent } of patchedPaths(hereText(context) ?? "")) context.path(plainWord(path), intent);
  context.note(unclassified("patch changes files that are not named"));
};

export const patchHandlers: Handlers = {
  ...handlers("apply_patch applypatch", applyPatch),
  ...handlers("patch gpatch", patch),
};
