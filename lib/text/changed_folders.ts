import type { Span } from "../../schemas/diagnostic.ts";
import { commandList } from "./command_list.ts";

/** A `cd` of a shell script. */
export interface ChangedFolder {
  /** The folder, without quotes. */
  readonly folder: string;
  /** The place of the folder with its quotes, UTF-16 offsets. */
  readonly place: Span;
  /** The place of the command and of the operator after it, up to the next command; of the command if it is the last. */
  readonly command: Span;
}

const CHANGE =
  /^(?:cd|pushd)\s+(?:--\s+)?("((?:[^"$`\\]|\\(?![$`"]))*)"|'([^']*)'|((?:[^\s"'$`\\;&|<>()*?~[\]#]|\\ )+))$/;

/**
 * Finds the changes to an absolute folder in a shell script: a path from the root of the file system, or from that of
 * a drive. Folders with variables are left out.
 *
 * @returns The changes in the order of the text; of a script with compound commands the one at its beginning.
 */
export function absoluteFolders(script: string): readonly ChangedFolder[] {
  if (!/\b(?:cd|pushd)\s/.test(script)) return [];
  const commands = commandList(script) ?? firstCommand(script);
  return commands.flatMap(({ span, text }, index) => {
    const [, written, double, single, plain] = CHANGE.exec(text) ?? [];
    const folder = double ?? single ?? plain?.replaceAll("\\ ", " ");
    if (written === undefined || folder === undefined || !ABSOLUTE.test(folder)) return [];
    const next = commands[index + 1]?.span.start ?? span.end;
    return [{
      folder,
      place: { start: span.end - written.length, end: span.end },
      command: { start: span.start, end: next },
    }];
  });
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/;

const COMMON =
  /^\/(?:(?:private\/)?(?:var\/)?(?:tmp|folders)|etc|s?bin|lib\w*|dev|proc|sys|System|Library|usr\/(?:s?bin|lib\w*|share|include))(?:\/|$)/;

/** Reports whether an absolute path is in a folder for temporary files or of the system, as each machine has them. */
export function isCommonFolder(path: string): boolean {
  return COMMON.test(path);
}

function firstCommand(script: string): readonly { readonly span: Span; readonly text: string }[] {
  const match = /^(\s*)((?:cd|pushd)\s+(?:"[^"]*"|'[^']*'|(?:[^\s;&|"']|\\ )+))(\s*(?:&&|;|\n)\s*)/.exec(
    script,
  );
  if (match === null) return [];
  const [all, space = "", text = ""] = match;
  const start = space.length;
  return [
    { span: { start, end: start + text.length }, text },
    { span: { start: all.length, end: script.length }, text: "" },
  ];
}

/**
 * Returns the part of an absolute path below a folder of that name: "" for the folder itself, `server` for
 * `/opt/app/server` and the name `app`; undefined where the path has no such folder. The last one counts.
 * Case makes no difference. A path with `..` has none.
 */
export function pathBelow(path: string, name: string): string | undefined {
  const parts = path.split(/[\\/]+/).filter((part) => part !== "");
  const at = parts.findLastIndex((part) => part.toLowerCase() === name.toLowerCase());
  return at === -1 || name === "" || parts.includes("..") ? undefined : parts.slice(at + 1).join("/");
}
