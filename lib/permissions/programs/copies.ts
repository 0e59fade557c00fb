/**
 * Programs that copy, move or link files. If the target is a folder, the new file has the name of its source.
 *
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
import type { CommandContext } from "../effects/effects.ts";
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

/** The protected names that a file of unknown name may have. */
const POSSIBLE = [".git/config", ".planning/config.json", "config.json", "opencode.json", "AGENTS.md"];
/** Matches targets that may contain control files: the folder itself, a folder elsewhere, a hidden folder. */
const CONTROL_TARGET = /^[./~$]|\/\./;
const DEVICE = /^\/dev\//;

const copy: Handler = (context, args, name) => {
  const program = name as keyof typeof KNOWN;
  const { given, operands } = readArguments(context, args, { name, known: KNOWN[program] });
  const has = (...options: readonly string[]) => options.some((option) => given.has(option));
  if (operands.length === 0) return context.note(harmless());
  if (program === "install" && has("-d", "--directory")) {
    for (const folder of operands) context.path(folder, "write");
    return;
  }
  const folder = given.get("-t") ?? given.get("--target-directory");
  const sources = folder === undefined && operands.length > 1 ? operands.slice(0, -1) : operands;
  const target = folder ?? (operands.length > 1 ? operands.at(-1)! : here);
  const linked = program === "ln" && has("-s", "--symbolic") && !has("-r", "--relative");
  const recursive = program === "mv" || has("-r", "-R", "-a", "--recursive", "--archive");
  if (program === "mv" && DEVICE.test(target.text)) context.note(destructive("files moved there are lost"));
  const isFile = has("-T", "--no-target-directory") || DEVICE.test(target.text);
  if (target !== here) context.path(target, "write");
  for (const source of sources) {
    if (program === "mv") judgeMoved(context, source);
    else if (linked) judgeLinked(context, source, target);
    else context.path(source, program === "ln" ? "write" : "read");
    if (program !== "mv" && /^\/dev\/null$/.test(source.text)) {
      context.note(destructive(`${program} would empty the target`));
    }
    for (const path of isFile ? [target] : [target, ...within(target, source)]) {
      if (path !== target) context.path(path, isKnownName(source) ? "may write" : "could write");
      if (recursive && !DEVICE.test(path.text)) context.path(joined(path, "config.json"), "could write");
    }
    const inner = isFile || /(?:^|\/)\.{0,2}$/.test(source.text);
    if (recursive && inner && CONTROL_TARGET.test(target.text)) {
      for (const possible of POSSIBLE) context.path(joined(target, possible), "could write");
    }
  }
};

/** The folder in which the command runs. */
const here: ShellWord = { text: ".", raw: ".", expands: [], pattern: false, tilde: false };

function judgeMoved(context: CommandContext, source: ShellWord): void {
  if (DEVICE.test(source.text)) return context.note(never("it moves a device"));
  context.path(source, "write");
  context.path(joined(source, "config.json"), "may write");
}

/** Judges the target of a symbolic link, which is relative to the folder that contains the link. */
function judgeLinked(context: CommandContext, source: ShellWord, target: ShellWord): void {
  if (/^[/~$]/.test(source.text) || source.expands.length > 0) return context.path(source, "write");
  if (target.expands.length > 0) context.note(hidden("the target of the link cannot be determined"));
  const cut = target.text.replace(/\/+$/, "").lastIndexOf("/");
  const folder = cut === -1 ? here : { ...target, text: target.text.slice(0, cut + 1), raw: target.raw };
  if (!/(?:^|\/)\.{0,2}$/.test(target.text)) context.path(joined(folder, source.text), "write");
  context.path(joined(target, source.text), "write");
}

function isKnownName({ expands, pattern }: ShellWord): boolean {
  return expands.length === 0 && !pattern;
}

/** Returns the possible paths of a source when its target is a folder. */
function within(target: ShellWord, source: ShellWord): readonly ShellWord[] {
  const name = source.text.replace(/\/+$/, "").split("/").at(-1)!;
  if (/^\.{0,2}$/.test(name)) return [];
  if (isKnownName(source)) return [joined(target, name)];
  const pattern = source.expands.length > 0 ? /^/ : asExpression(name);
  return POSSIBLE.filter((possible) => pattern.test(possible.split("/")[0]!))
    .map((possible) => joined(target, possible));
}

/** Converts a pattern of names to an expression that matches the same names or more. */
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

export const copyHandlers: Handlers = handlers("cp mv ln install", copy);
