import { patchedPaths } from "../patch_paths.ts";
import {
  type Handler,
  type Handlers,
  handlers,
  hereText,
  hidden,
  isOption,
  unclassified,
} from "../effects/effects.ts";
import { plainWord } from "../shell/parser.ts";

/** `apply_patch` as agents call it in a shell: the patch names what it changes. */
const applyPatch: Handler = (scene, args, name) => {
  const text = [...args.map((word) => word.text), hereText(scene) ?? ""].join("\n");
  const paths = patchedPaths(text);
  for (const { path, intent } of paths) scene.path(plainWord(path), intent);
  if (paths.length === 0 || args.some(({ expands }) => expands.length > 0)) {
    scene.note(hidden(`what ${name} changes is not told`));
  }
};

const patch: Handler = (scene, args) => {
  const known =
    /^(?:-[NRsfEul]+|-p\d+|-i|--(?:strip=\d+|dry-run|forward|reverse|silent|quiet|force|input=[^]*))$/;
  if (args.filter(isOption).some(({ text }) => !known.test(text))) {
    scene.note(hidden("what patch changes is not told"));
  }
  for (const word of args) if (!isOption(word)) scene.path(word, "write");
  for (const { path, intent } of patchedPaths(hereText(scene) ?? "")) scene.path(plainWord(path), intent);
  scene.note(unclassified("patch changes files that are not told"));
};

/** The programs of this file. */
export const patchHandlers: Handlers = {
  ...handlers("apply_patch applypatch", applyPatch),
  ...handlers("patch gpatch", patch),
};
