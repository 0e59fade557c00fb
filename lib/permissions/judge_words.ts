import { hidden, unclassified, type WordIntent } from "./effects/effects.ts";
import type { Finding } from "./effects/finding.ts";
import { absolutePath, pathFindings, type PathPolicy } from "./effects/paths.ts";
import { isSecret } from "./effects/secrets.ts";
import { foldedPath } from "../path/absolute_path.ts";
import { pathWithin } from "../path/paths.ts";
import { EDITABLE, FOUND } from "./programs/search.ts";
import { partOf } from "./programs/known_options.ts";
import type { ShellWord } from "./shell/ast.ts";
import { type BoundValues, valuesOf } from "./shell/bound_values.ts";

/** The maximum number of words of an unknown program that are checked for paths. */
const MAX_NAMED = 500;
const LEAVES = String
  .raw`(?:\.\.(?:\/|$)|~|\/$|\/(?:bin|boot|dev|etc|home|lib\w*|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)(?:\/|$))`;
/** Matches paths that certainly lead outside; other words that begin with a slash may be patterns. */
const OUTSIDE = new RegExp(`^${LEAVES}`);
/** Matches the same in an expansion: `${name/x//etc/y}`. */
const NAMES_OUTSIDE = new RegExp(`(?:^|[^\\w.*])${LEAVES}`);
/**
 * Matches patterns and braces that may match hidden files, lead outside the folder, or match control files of
 * wf.
 */
const HIDING_PATTERN = /\.\.(?:\/|$)|[{,](?:[/~.]|$)|\.[,}]|(?:^|\/)\.[^/]*[*?[{]|[*?[{][^/]*\/|\.planning/i;

/** Matches patterns and braces that may match hidden files or lead outside the folder. */
const HIDDEN = /\.\.(?:\/|$)|[{,](?:[/~.]|$)|\.[,}]|(?:^|\/)\.[^/]*[*?[{]/;

/** Matches patterns that may lead to a parent folder. */
const LEADING_PATTERN = /[*?[][^]*\.\.(?:\/|$)|(?:^|\/)\.[*?[]/;

/** Matches patterns of files in a folder that are not control files. */
const SOURCES = /^(?!.*(?:\.\.|\/\.))(?:\.\/)?\w[\w./-]*\/\*{1,2}\.(?!(?:jsonc?|md|toml|ya?ml)$)\w+$/;

/** The place that words are judged in. */
export interface JudgedPlace {
  readonly policy: PathPolicy;
  /** Collects the absolute paths. */
  readonly paths: Set<string>;
  /** Collects the findings. */
  readonly note: (...findings: readonly Finding[]) => void;
  /** Returns the folders that the command may run in. */
  readonly folders: () => readonly string[];
  /** Returns the values of variables that have only known ones. */
  readonly values: () => BoundValues;
  /** Reports whether the script sets a variable. */
  readonly isAssigned: (name: string) => boolean;
}

/** Determines the files that the words of commands mean, and judges what is done with them. */
export class WordJudge {
  constructor(readonly place: JudgedPlace) {}

  /** Judges what a command does with the files that a word means. */
  judge(word: ShellWord, wanted: WordIntent): void {
    const { text, expands, raw, pattern } = word;
    if (text === "-" || text === "") return;
    if (wanted === "may write" || wanted === "could write") return this.#mayWrite(word, wanted);
    const intent = wanted === "run" ? "read" : wanted === "empty" ? "write" : wanted;
    const values = valuesOf(word, this.place.values());
    if (values[0] !== word) {
      for (const value of values) this.judge(value, wanted);
      return;
    }
    // POSIX shells remove the backslashes; Windows shells do not.
    if (/^[A-Za-z]:\\/.test(raw)) {
      this.place.note(hidden("it names a Windows path, which cannot be analyzed"));
    }
    // Files that find finds are below its roots, which are judged separately.
    const [mark] = expands.length === 1 && /^(?:\.\/)?\{\}(?:\.\w+)?$/.test(text) ? expands : [];
    if (intent === "read" && (mark === FOUND || mark === EDITABLE)) return;
    if (intent === "write" && mark === EDITABLE) {
      return this.place.note({ category: "edit", reason: "it changes files below the working folder" });
    }
    const paths = this.absolute(word);
    if (paths !== undefined) {
      for (const path of paths) {
        this.note(path, intent);
        const real = this.place.policy.links?.get(path) ?? foldedPath(path);
        if (wanted === "run" && pathWithin(this.place.policy.directory, real) === undefined) {
          this.place.note({
            category: "outside",
            reason: `it runs "${path}", outside the working folder`,
          });
        }
        if (wanted === "empty" && this.place.policy.existing?.has(path)) {
          this.place.note({ category: "destructive", reason: `it empties "${text}"` });
        }
      }
      if (pattern && intent === "write" && /[*?[]/.test(text) && !SOURCES.test(text)) {
        this.place.note(unclassified("the files it changes depend on the content of the folder"));
      }
      if (pattern && (intent === "read" ? HIDDEN : HIDING_PATTERN).test(text)) {
        const reason = `the files it ${intent}s depend on the content of the folder`;
        this.place.note(intent === "read" ? unclassified(reason) : hidden(reason));
      }
      return;
    }
    const reason = `it ${intent}s a path that cannot be determined`;
    const ownVariable = expands.some((name) => this.place.isAssigned(name)) && !raw.startsWith('"');
    if (intent === "delete") this.place.note({ category: "destructive", reason });
    const mild = intent === "read" && !ownVariable && !pattern && !/\bHOME\b/.test(raw) &&
      !NAMES_OUTSIDE.test(raw) &&
      !isSecret(`/${text}`);
    this.place.note(mild ? unclassified(reason) : hidden(reason));
  }

  /**
   * Judges a path that may be written: asks about protected files, or refuses if the path is known for
   * certain.
   */
  #mayWrite(word: ShellWord, intent: "may write" | "could write"): void {
    const { writable: _, ...policy } = this.place.policy;
    for (const path of this.absolute(word) ?? []) {
      this.place.paths.add(path);
      for (const finding of pathFindings(path, "write", policy)) {
        if (finding.category !== "never" && !finding.everyMode) continue;
        this.place.note(intent === "may write" ? finding : hidden(`possibly ${finding.reason}`));
      }
    }
  }

  /** Judges the paths that an unknown program is given: it may do anything with them. */
  judgeNamed(words: readonly ShellWord[]): void {
    const { writable: _, ...policy } = this.place.policy;
    for (const word of words.slice(0, MAX_NAMED).flatMap(partsOf)) {
      const found = word.expands.every((name) => name === FOUND || name === EDITABLE);
      const paths = this.absolute(word);
      if (paths === undefined && word.tilde) {
        this.place.note({
          category: "outside",
          reason: `it names "${word.text}", outside the working folder`,
        });
      } else if (paths === undefined && !found) {
        this.place.note(unclassified("it names paths that cannot be determined"));
      }
      for (const path of paths ?? []) {
        if (pathWithin(this.place.policy.directory, foldedPath(path)) === undefined) {
          if (!OUTSIDE.test(word.text) && word.expands.length === 0) continue;
          this.place.paths.add(path);
          this.place.note({
            category: "outside",
            reason: `it names "${path}", outside the working folder`,
          });
          continue;
        }
        this.place.paths.add(path);
        // It may change the content of a folder.
        const protections = [path, `${path}/config.json`].map((one) =>
          pathFindings(one, "write", policy).find(({ category, everyMode }) =>
            category === "never" || everyMode
          )
        );
        const [control] = protections.filter((one) => one !== undefined);
        if (control !== undefined) {
          this.place.note(hidden(`it could change what it names: ${control.reason}`));
        }
      }
    }
  }

  /** Judges an effect on an absolute path. */
  note(path: string, intent: "read" | "write" | "delete"): void {
    this.place.paths.add(path);
    this.place.note(...pathFindings(path, intent, this.place.policy));
  }

  /** Returns the absolute paths that a word may mean; undefined if they cannot be determined. */
  absolute({ text, expands, pattern, tilde, raw }: ShellWord): readonly string[] | undefined {
    if (tilde && !/^~(?:\/|$)/.test(text)) return undefined;
    if (pattern && (LEADING_PATTERN.test(text) || /\{/.test(text))) return undefined;
    const folders = this.place.folders();
    const root = this.place.policy.directory;
    const [variable] = expands;
    if (expands.length > 0) {
      if (expands.length > 1 || this.place.isAssigned(variable!) || !text.startsWith(`$${variable}`)) {
        return undefined;
      }
      if (!/^"?\$/.test(raw)) return undefined;
      const rest = text.slice(variable!.length + 1);
      if (rest !== "" && !rest.startsWith("/")) return undefined;
      if (variable === "HOME") return [absolutePath(`~${rest}`, root, this.place.policy)];
      return variable === "PWD"
        ? folders.map((folder) => absolutePath(`.${rest}`, folder, this.place.policy))
        : undefined;
    }
    return folders.map((folder) =>
      absolutePath(tilde ? text : text.replace(/^~/, "./~"), folder, this.place.policy)
    );
  }
}

/** Returns a word and the possible values in it: `--output=x`, `-ox`, `of=x`. */
function partsOf(word: ShellWord): readonly ShellWord[] {
  const { text } = word;
  const equals = text.indexOf("=") + 1;
  const glued = /^-[A-Za-z](?=[^-])/.test(text) ? 2 : 0;
  return [word, ...[equals, glued].filter((from) => from > 0).map((from) => partOf(word, from))];
}
