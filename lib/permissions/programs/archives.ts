/**
 * Programs that pack and unpack archives.
 *
 * @module
 */
import { knownOptions, type ReadArguments, readArguments } from "./known_options.ts";
import {
  destructive,
  external,
  type Handler,
  type Handlers,
  handlers,
  harmless,
  hidden,
  isBelow,
  isKnown,
  isOption,
  unclassified,
} from "../effects/effects.ts";
import type { Finding } from "../effects/finding.ts";
import { plainWord } from "../shell/word.ts";
import type { ShellWord } from "../shell/ast.ts";

const TAR = knownOptions(`-tvzjJahpkmnwxcruOWBS -f: -C: -b: --list --extract --get --create --append --update
  --verbose --file: --directory: --gzip --gunzip --ungzip --bzip2 --xz --zstd --lzma --auto-compress --exclude:
  --exclude-vcs --strip-components: --wildcards --no-wildcards --totals --no-same-owner --no-same-permissions
  --keep-old-files --skip-old-files --touch --to-stdout --no-recursion --owner: --group: --mode: --mtime: --sort:
  --numeric-owner --help --version`);
const UNZIP = knownOptions("-lvtpcqoujnaCLX -d: -x:");
/**
 * Reports whether one of the options is given more than once: each may be relative to the folder of the one
 * before.
 */
function repeats(values: ReadArguments["values"], names: readonly string[]): boolean {
  return values.filter(({ option }) => names.includes(option)).length > 1;
}

const tar: Handler = (context, args, name) => {
  if (args.some(({ text }) => /^--rem/.test(text))) context.note(destructive("tar deletes the packed files"));
  const { given, values, operands } = readArguments(context, dashed(args), { name, known: TAR });
  if (repeats(values, ["-C", "--directory"]) || repeats(values, ["-f", "--file"])) {
    context.note(hidden("the folder or archive of tar cannot be determined"));
  }
  const has = (...options: readonly string[]) => options.some((option) => given.has(option));
  const writes = has("-c", "-r", "-u", "--create", "--append", "--update");
  const lists = has("-t", "--list") && !writes && !has("-x", "--extract", "--get");
  const file = given.get("-f") ?? given.get("--file");
  if (file !== undefined && /^[^/]+:/.test(file.text)) context.note(external("tar reaches another machine"));
  if (file !== undefined) context.path(file, writes ? "write" : "read");
  const folder = given.get("-C") ?? given.get("--directory");
  if (folder !== undefined) context.path(folder, writes || lists ? "read" : "write");
  if (writes) { for (const operand of operands) context.path(operand, "read"); }
  const named = lists || (writes && file !== undefined);
  context.note(named ? harmless("it lists or packs files") : unpacked(folder, name));
};

/** Converts `tar xfC a.tar dir` to `tar -x -f a.tar -C dir`. */
function dashed(args: readonly ShellWord[]): readonly ShellWord[] {
  const [first, ...rest] = args;
  if (first === undefined || isOption(first) || !/^[A-Za-z]+$/.test(first.text)) return args;
  const words = [...first.text].flatMap((letter) => {
    const option = plainWord(`-${letter}`);
    const value = TAR.get(option.text) === ":" ? rest.shift() : undefined;
    return value === undefined ? [option] : [option, value];
  });
  return [...words, ...rest];
}

const unzip: Handler = (context, args, name) => {
  const { given, values, operands } = readArguments(context, args, { name, known: UNZIP });
  if (repeats(values, ["-d"])) context.note(hidden("the target of unzip cannot be determined"));
  if (operands[0] !== undefined) context.path(operands[0], "read");
  const folder = given.get("-d");
  if (folder !== undefined) context.path(folder, "write");
  const shows = ["-l", "-v", "-t", "-p", "-c"].some((option) => given.has(option));
  context.note(shows ? harmless("it shows an archive") : unpacked(folder, name));
};

/** Returns the finding for unpacking: a folder below the working folder is known to contain all files. */
function unpacked(folder: ShellWord | undefined, name: string): Finding {
  const below = folder !== undefined && isKnown(folder) && isBelow(folder.text);
  return below
    ? { category: "edit", reason: "it unpacks below the working folder" }
    : unclassified(`${name} writes files that are not named`);
}

export const archiveHandlers: Handlers = { ...handlers("tar gtar bsdtar", tar), unzip };
