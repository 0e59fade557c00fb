/**
 * Programs that make files elsewhere of those that they are given. A target may be a folder, in which a file
 * then has the name of its source.
 * @module
 */
import { knownOptions, readArguments } from "./known_options.ts";
import {
  destructive,
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hidden,
  never,
} from "../effects/effects.ts";
import type { Scene } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

const COMMON = `-bfinTv -t: -S: --backup? --suffix: --force --interactive? --verbose --no-target-directory
  --target-directory: --help --version`;
const KNOWN = {
  cp: knownOptions(`${COMMON} -adHlLPpRrsux --archive --attributes-only --link --dereference --no-clobber
    --no-dereference --preserve? --no-preserve: --parents --recursive --reflink? --remove-destination --sparse:
    --strip-trailing-slashes --symbolic-link --update? --one-file-system`),
  mv: knownOptions(`${COMMON} -u --no-clobber --update? --strip-trailing-slashes`),
  ln: knownOptions(`${COMMON} -LPrs --symbolic --no-dereference --relative --logical --physical`),
  install: knownOptions(`${COMMON} -cCDdp -g: -m: -o: --mode: --owner: --group: --directory --compare
    --preserve-timestamps`),
};

/** Names that a file whose name is not told may have, of those that are protected. */
const POSSIBLE = [".git/config", ".planning/config.json", "config.json", "opencode.json", "AGENTS.md"];
/** Targets that may hold what governs the work: the folder itself, one elsewhere, one that begins with a dot. */
const GOVERNS = /^[./~$]|\/\./;
const DEVICE = /^\/dev\//;

const copy: Handler = (scene, args, name) => {
  const program = name as keyof typeof KNOWN;
  const { given, operands } = readArguments(scene, args, { name, known: KNOWN[program] });
  const has = (...options: readonly string[]) => options.some((option) => given.has(option));
  if (operands.length === 0) return scene.note(harmless());
  if (program === "install" && has("-d", "--directory")) {
    for (const folder of operands) scene.path(folder, "write");
    return;
  }
  const folder = given.get("-t") ?? given.get("--target-directory");
  const sources = folder === undefined && operands.length > 1 ? operands.slice(0, -1) : operands;
  const target = folder ?? (operands.length > 1 ? operands.at(-1)! : here);
  const linked = program === "ln" && has("-s", "--symbolic") && !has("-r", "--relative");
  const recursive = program === "mv" || has("-r", "-R", "-a", "--recursive", "--archive");
  if (program === "mv" && DEVICE.test(target.text)) scene.note(destructive("what is moved there is lost"));
  const isFile = has("-T", "--no-target-directory") || DEVICE.test(target.text);
  if (target !== here) scene.path(target, "write");
  for (const source of sources) {
    if (program === "mv") judgeMoved(scene, source);
    else if (linked) judgeLinked(scene, source, target);
    else scene.path(source, program === "ln" ? "write" : "read");
    if (program !== "mv" && /^\/dev\/null$/.test(source.text)) {
      scene.note(destructive(`${program} would empty what is there`));
    }
    for (const path of isFile ? [target] : [target, ...within(target, source)]) {
      if (path !== target) scene.path(path, isTold(source) ? "may write" : "could write");
      if (recursive && !DEVICE.test(path.text)) scene.path(joined(path, "config.json"), "could write");
    }
    const inner = isFile || /(?:^|\/)\.{0,2}$/.test(source.text);
    if (recursive && inner && GOVERNS.test(target.text)) {
      for (const possible of POSSIBLE) scene.path(joined(target, possible), "could write");
    }
  }
};

/** The folder in which a command runs. */
const here: ShellWord = { text: ".", raw: ".", expands: [], pattern: false, tilde: false };

function judgeMoved(scene: Scene, source: ShellWord): void {
  if (DEVICE.test(source.text)) return scene.note(never("it takes a device away"));
  scene.path(source, "write");
  scene.path(joined(source, "config.json"), "may write");
}

/** The text of a symbolic link counts from the folder that the link is in. */
function judgeLinked(scene: Scene, source: ShellWord, target: ShellWord): void {
  if (/^[/~$]/.test(source.text) || source.expands.length > 0) return scene.path(source, "write");
  if (target.expands.length > 0) scene.note(hidden("what the link leads to is not told"));
  const cut = target.text.replace(/\/+$/, "").lastIndexOf("/");
  const folder = cut === -1 ? here : { ...target, text: target.text.slice(0, cut + 1), raw: target.raw };
  if (!/(?:^|\/)\.{0,2}$/.test(target.text)) scene.path(joined(folder, source.text), "write");
  scene.path(joined(target, source.text), "write");
}

function isTold({ expands, pattern }: ShellWord): boolean {
  return expands.length === 0 && !pattern;
}

/** Where a source may come to lie when its target is a folder. */
function within(target: ShellWord, source: ShellWord): readonly ShellWord[] {
  const name = source.text.replace(/\/+$/, "").split("/").at(-1)!;
  if (/^\.{0,2}$/.test(name)) return [];
  if (isTold(source)) return [joined(target, name)];
  const pattern = source.expands.length > 0 ? /^/ : asExpression(name);
  return POSSIBLE.filter((possible) => pattern.test(possible.split("/")[0]!))
    .map((possible) => joined(target, possible));
}

/** What a pattern of names matches, or more. */
function asExpression(pattern: string): RegExp {
  const parts = pattern.replace(/\[[^\]]*\]/g, "?").split(/([*?])/).map((part) => {
    return part === "*" ? ".*" : part === "?" ? "." : part.replace(/[^\w]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`, "i");
}

function joined(folder: ShellWord, name: string): ShellWord {
  const add = (text: string) => `${text.replace(/\/+$/, "")}/${name}`;
  return { ...folder, text: add(folder.text), raw: add(folder.raw) };
}

/** The programs of this file. */
export const copyHandlers: Handlers = handlers("cp mv ln install", copy);
