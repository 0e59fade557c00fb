/**
 * Programs that pack and unpack.
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
  isOption,
  unclassified,
} from "../effects/effects.ts";
import { plainWord } from "../shell/parser.ts";
import type { ShellWord } from "../shell/ast.ts";

const TAR = knownOptions(`-tvzjJahpkmnwxcruOWBS -f: -C: -b: --list --extract --get --create --append --update
  --verbose --file: --directory: --gzip --gunzip --ungzip --bzip2 --xz --zstd --lzma --auto-compress --exclude:
  --exclude-vcs --strip-components: --wildcards --no-wildcards --totals --no-same-owner --no-same-permissions
  --keep-old-files --skip-old-files --touch --to-stdout --no-recursion --owner: --group: --mode: --mtime: --sort:
  --numeric-owner --help --version`);
const UNZIP = knownOptions("-lvtpcqoujnaCLX -d: -x:");
const ZIP = knownOptions(
  "-rqjvufD0123456789Xyog -x: -i: --recurse-paths --quiet --junk-paths --exclude: --update",
);
const GZIP = knownOptions(
  `-cdfhklLnNqrtvVz0123456789 -T: --stdout --to-stdout --decompress --uncompress --keep
  --list --test --force --quiet --verbose --best --fast --recursive --threads: --help --version`,
);

/** Options that are given more than once: each may count from the folder of the one before. */
function repeats(values: ReadArguments["values"], names: readonly string[]): boolean {
  return values.filter(({ option }) => names.includes(option)).length > 1;
}

const tar: Handler = (scene, args, name) => {
  if (args.some(({ text }) => /^--rem/.test(text))) scene.note(destructive("tar deletes what it packs"));
  const { given, values, operands } = readArguments(scene, dashed(args), { name, known: TAR });
  if (repeats(values, ["-C", "--directory"]) || repeats(values, ["-f", "--file"])) {
    scene.note(hidden("which folder or archive tar uses is not known"));
  }
  const has = (...options: readonly string[]) => options.some((option) => given.has(option));
  const writes = has("-c", "-r", "-u", "--create", "--append", "--update");
  const lists = has("-t", "--list") && !writes && !has("-x", "--extract", "--get");
  const file = given.get("-f") ?? given.get("--file");
  if (file !== undefined && /^[^/]+:/.test(file.text)) scene.note(external("tar reaches another machine"));
  if (file !== undefined) scene.path(file, writes ? "write" : "read");
  const folder = given.get("-C") ?? given.get("--directory");
  if (folder !== undefined) scene.path(folder, writes || lists ? "read" : "write");
  if (writes) { for (const operand of operands) scene.path(operand, "read"); }
  scene.note(lists ? harmless("it lists an archive") : unclassified("tar writes files that are not told"));
};

/** `tar xfC a.tar dir` as `tar -x -f a.tar -C dir`. */
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

const unzip: Handler = (scene, args, name) => {
  const { given, values, operands } = readArguments(scene, args, { name, known: UNZIP });
  if (repeats(values, ["-d"])) scene.note(hidden("where unzip writes is not known"));
  if (operands[0] !== undefined) scene.path(operands[0], "read");
  const folder = given.get("-d");
  if (folder !== undefined) scene.path(folder, "write");
  const shows = ["-l", "-v", "-t", "-p", "-c"].some((option) => given.has(option));
  scene.note(shows ? harmless("it shows an archive") : unclassified("unzip writes files that are not told"));
};

const zip: Handler = (scene, args, name) => {
  const [target, ...sources] = readArguments(scene, args, { name, known: ZIP }).operands;
  if (target !== undefined) scene.path(target, "write");
  for (const source of sources) scene.path(source, "read");
  scene.note(harmless("it packs files"));
};

const gzip: Handler = (scene, args, name) => {
  const { given, operands } = readArguments(scene, args, { name, known: GZIP });
  const shows = ["-c", "-l", "-t", "--stdout", "--to-stdout", "--list", "--test"].some((one) =>
    given.has(one)
  );
  for (const operand of operands) scene.path(operand, shows ? "read" : "write");
  scene.note(shows ? harmless("it shows an archive") : unclassified(`${name} replaces files`));
};

const sevenZip: Handler = (scene, args) => {
  const [action, ...rest] = args;
  for (const word of rest) if (!isOption(word)) scene.path(word, "read");
  const lists = /^[lt]$/.test(action?.text ?? "") && !rest.some(isOption);
  scene.note(lists ? harmless("it lists an archive") : hidden("7z writes files that are not told"));
};

/** The programs of this file. */
export const archiveHandlers: Handlers = {
  ...handlers("tar gtar bsdtar", tar),
  unzip,
  zip,
  ...handlers("gzip gunzip bzip2 bunzip2 xz unxz zstd", gzip),
  ...handlers("7z 7za 7zz", sevenZip),
};
