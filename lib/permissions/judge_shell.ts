import { archiveHandlers } from "./programs/archives.ts";
import { expandBraces } from "./shell/brace_words.ts";
import { copyHandlers } from "./programs/copies.ts";
import { fileHandlers } from "./programs/files.ts";
import type { Finding } from "./effects/finding.ts";
import { git } from "./programs/git.ts";
import { interpreterHandlers } from "./programs/interpreters.ts";
import { absolutePath, pathFindings, type PathPolicy } from "./effects/paths.ts";
import { partOf } from "./programs/known_options.ts";
import { foldedPath, pathInside } from "../path/absolute_path.ts";
import { patchHandlers } from "./programs/patches.ts";
import {
  type Handlers,
  hidden,
  isOption,
  never,
  type Scene,
  unclassified,
  type WordIntent,
} from "./effects/effects.ts";
import { isOfWindows, judgeNames, serviceHandlers } from "./programs/services.ts";
import { parseShell } from "./shell/parser.ts";
import type { Redirection, ShellWord, SimpleCommand } from "./shell/ast.ts";
import { wfHandlers } from "./programs/wf.ts";
import { judgeVariable } from "./effects/variables.ts";
import { wrapperHandlers } from "./programs/wrappers.ts";

const HANDLERS: Handlers = {
  ...serviceHandlers,
  ...fileHandlers,
  ...copyHandlers,
  ...archiveHandlers,
  ...patchHandlers,
  ...wfHandlers,
  ...interpreterHandlers,
  ...wrapperHandlers,
  git,
};

/** Folders whose programs are what their names say. */
const SYSTEM_FOLDERS = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin$/;
/** Builtins that run another builtin in the same shell. */
const IN_SHELL = /^(?:command|builtin)$/;
/** Most folders that a text may change to before nobody can tell where it is. */
const MAX_FOLDERS = 8;
/** Most words at which a command is looked for behind an unknown program. */
const MAX_SUSPECTS = 12;
/** Most words of a program that is not known in which paths are looked for. */
const MAX_NAMED = 500;
const DEEPEST = 10;
/** What leads outside for certain; other words that begin with a slash may be patterns. */
const OUTSIDE =
  /^(?:\.\.(?:\/|$)|~|\/(?:bin|boot|dev|etc|home|lib\w*|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Applications|Library|System|Users|Volumes)(?:\/|$))/;
/** Patterns and braces that may match what begins with a dot, lead out of the folder, or govern the work. */
const HIDING_PATTERN = /\.\.(?:\/|$)|[{,](?:[/~.]|$)|\.[,}]|(?:^|\/)\.[^/]*[*?[{]|[*?[{][^/]*\/|\.planning/i;

/** Patterns that may lead to a folder above. */
const LEADING_PATTERN = /[*?[][^]*\.\.(?:\/|$)|(?:^|\/)\.[*?[]/;

/** What commands are judged by. */
export interface CommandPolicy extends PathPolicy {
  /** Commands that the plan itself names as the task's checks, word for word. */
  readonly checks: readonly string[];
}

/**
 * Judges texts of shell commands: notes everything they would do.
 *
 * What stands inside of other commands (`sh -c`, `env`, `xargs`, `find -exec`, substitutions …) counts as
 * what stands alone. Linear in the length of the text: what is wrapped many times over is given up as hidden.
 */
export class ShellJudge {
  /** What the commands would do. */
  findings: Finding[] = [];
  /** Absolute paths that they name. */
  readonly paths = new Set<string>();
  readonly #checks: ReadonlySet<string>;
  readonly #checkCommands: ReadonlySet<string>;
  readonly #assigned = new Set<string>();
  /** Variables whose values may hold more than a number. */
  readonly #untold = new Set<string>();
  /** Variables whose values are computed with. */
  readonly #computed = new Set<string>();
  #folders: readonly string[];
  /** Where a command is for certain, as it stands behind `cd … &&`. */
  #here: { readonly list: number; readonly folders: readonly string[] } | undefined;
  #budget: number;
  #entered = 0;
  #depth = 0;
  #suspecting = false;
  #loops = false;

  /**
   * Begins in a folder.
   *
   * @param policy What counts.
   * @param start The folder, absolute, and the length of the texts that will be judged.
   */
  constructor(readonly policy: CommandPolicy, start: { readonly folder: string; readonly length: number }) {
    this.#folders = [start.folder];
    this.#budget = 30 * start.length + 20_000;
    this.#checks = new Set(policy.checks.map((check) => check.trim()));
    this.#checkCommands = new Set(policy.checks.flatMap((check) => checkKey(check) ?? []));
  }

  /** Judges a text. */
  judge(text: string): void {
    if (!this.#affords(text.length)) return;
    this.#depth++;
    const { findings: before } = this;
    const [folders, here] = [this.#folders, this.#here];
    this.findings = [];
    this.#folders = here?.folders ?? folders;
    const own = this.#checks.has(text.trim()) && this.#atStart();
    const { commands, problems, loops, computed } = parseShell(text);
    for (const name of computed) this.#computed.add(name);
    for (const problem of problems) this.findings.push(hidden(`its commands cannot be read: ${problem}`));
    const outer = this.#loops;
    this.#loops ||= loops;
    for (const command of commands) this.#command(command);
    this.#loops = outer;
    for (const name of this.#computed) {
      if (this.#untold.has(name)) this.findings.push(hidden(`it computes with "${name}", which is not told`));
    }
    // What runs in the same shell may leave it in another folder.
    this.#folders = [...new Set([...folders, ...this.#folders])];
    this.#here = here;
    this.findings = [...before, ...(own ? asCheck(this.findings) : this.findings)];
    this.#depth--;
  }

  /** Judges a text of which only what is never allowed, destructive, external or outside counts. */
  suspect(text: string): void {
    this.#suspected(() => this.judge(text));
  }

  #affords(length: number): boolean {
    this.#budget -= length + 20;
    if (this.#depth < DEEPEST && this.#budget > 0) return true;
    this.findings.push(hidden("it wraps commands too often to be understood"));
    return false;
  }

  #suspected(action: () => void): void {
    if (this.#suspecting) return;
    const { findings } = this;
    const state = [this.#folders, this.#here] as const;
    this.findings = [];
    this.#suspecting = true;
    action();
    this.#suspecting = false;
    [this.#folders, this.#here] = state;
    const found = this.findings.filter(({ category }) =>
      /^(?:never|destructive|external|outside)$/.test(category)
    );
    this.findings = [...findings, ...found];
  }

  #command(command: SimpleCommand): void {
    const { joint, list, words, redirections, assignments } = command;
    if (joint !== "&&" || this.#here?.list !== list) this.#here = undefined;
    const before = this.findings;
    this.findings = [];
    const own = this.#atStart() && this.#checkCommands.has(keyOf(command));
    // What follows `cd … &&` is there for certain; in a pipe, or as a way out, it may be elsewhere.
    const certain = !command.negated && joint !== "||" && joint !== "|";
    const scene = this.#scene(redirections, joint === "|", certain ? list : undefined);
    for (const { name, value } of assignments) {
      judgeVariable(scene, { ...value, text: `${name}=${value.text}` }, words.length > 0);
    }
    for (const redirection of redirections) judgeRedirection(scene, redirection);
    if (words.length > 0) this.#words(words, scene);
    this.findings = [...before, ...(own ? asCheck(this.findings) : this.findings)];
  }

  #words(written: readonly ShellWord[], scene: Scene): void {
    if (!this.#affords(written.length)) return;
    const words = written.flatMap((word) => {
      const expanded = expandBraces(word);
      if (expanded === undefined) scene.note(hidden("what its braces stand for is not told"));
      return expanded ?? [word];
    });
    const [first, ...args] = words as [ShellWord, ...ShellWord[]];
    if (first.expands.length > 0 || first.pattern || first.text === "") {
      scene.note(hidden("which program it runs is not told"));
      return scene.suspect(args);
    }
    const { name, folder } = programOf(first.text);
    const handler = Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined;
    if (handler === undefined) {
      if (isOfWindows(name)) scene.note(hidden(`"${first.text}" is a command of Windows, which is not read`));
      scene.note(unclassified(`it runs "${first.text}", of which nothing is known`));
      judgeNames(scene, args, name);
      scene.names(args);
      return scene.suspect(args);
    }
    // Only the shell itself changes the folder of what follows; a program changes its own at most.
    const within = folder === undefined && IN_SHELL.test(name);
    const inner = within ? scene : { ...scene, command: scene.apart().command };
    if (folder === undefined) return handler(inner, args, name);
    if (SYSTEM_FOLDERS.test(folder)) return handler(scene.apart(), args, name);
    // A program of the project may have any name.
    scene.note(unclassified(`it runs "${first.text}", a program that may be the project's own`));
    judgeNames(scene, args, name);
    scene.names(args);
    this.#suspected(() => handler(scene, args, name));
  }

  #scene(redirections: readonly Redirection[], piped: boolean, list: number | undefined): Scene {
    const scene: Scene = {
      redirections,
      piped,
      note: (finding) => void this.findings.push(finding),
      path: (word, intent) => this.#path(word, intent),
      script: (text) => this.judge(text),
      command: (words) => {
        this.#depth++;
        if (words.length > 0 && this.#affords(words.reduce((sum, { raw }) => sum + raw.length, 0))) {
          this.#words(words, scene);
        }
        this.#depth--;
      },
      suspect: (words) => this.#suspects(words, scene),
      names: (words) => this.#names(words),
      apart: () => this.#scene(redirections, piped, undefined),
      enter: (word) => this.#enter(word, list),
      assign: (name) => void this.#assigned.add(name),
      vary: (name) => void this.#untold.add(name),
      compute: (names) => {
        for (const name of names) this.#computed.add(name);
        if (names.includes("()")) scene.note(hidden("it computes with a value that is not told"));
      },
    };
    return scene;
  }

  #suspects(words: readonly ShellWord[], scene: Scene): void {
    const texts = () => {
      for (const { text } of words) if (/[\s;&|<>`$]/.test(text)) this.judge(text);
    };
    // Behind a program that is only suspected, every word would lead to all words behind it.
    if (this.#suspecting) return texts();
    this.#suspected(() => {
      for (const [index, word] of words.slice(0, MAX_SUSPECTS).entries()) {
        if (!isOption(word)) this.#words(words.slice(index, index + MAX_SUSPECTS), scene);
      }
      texts();
    });
  }

  #enter(word: ShellWord | undefined, list: number | undefined): void {
    const folders = word === undefined || word.text === "-" ? undefined : this.#absolute(word);
    if (folders === undefined || (this.#loops && !/^[/~$]/.test(word!.text))) {
      this.findings.push(hidden("it works in a folder that is not told"));
      return;
    }
    if (this.#entered++ === MAX_FOLDERS || this.#folders.length > MAX_FOLDERS) {
      this.findings.push(hidden("it works in too many folders"));
    }
    if (this.#entered > MAX_FOLDERS || this.#folders.length > MAX_FOLDERS) return;
    for (const folder of folders) this.#note(folder, "read");
    this.#folders = [...new Set([...this.#folders, ...folders])];
    if (list !== undefined) this.#here = { list, folders };
  }

  #path(word: ShellWord, wanted: WordIntent): void {
    const { text, expands, raw, pattern } = word;
    if (text === "-" || text === "") return;
    if (wanted === "may write" || wanted === "could write") return this.#mayWrite(word, wanted);
    const intent = wanted;
    // A shell takes the backslashes away; that of Windows does not.
    if (/^[A-Za-z]:\\/.test(raw)) this.findings.push(hidden("it names a path of Windows, which is not read"));
    // What find found lies below its roots, which are judged by themselves.
    if (expands.length === 1 && expands[0] === "{}" && intent === "read") return;
    const paths = this.#absolute(word);
    if (paths !== undefined) {
      for (const path of paths) this.#note(path, intent);
      if (pattern && intent === "write" && /[*?[]/.test(text)) {
        this.findings.push(unclassified("which files it changes depends on what is there"));
      }
      if (pattern && HIDING_PATTERN.test(text)) {
        const reason = `which files it ${intent}s depends on what is there`;
        this.findings.push(intent === "read" ? unclassified(reason) : hidden(reason));
      }
      return;
    }
    const reason = `it ${intent}s a path that is not told`;
    const ownVariable = expands.some((name) => this.#assigned.has(name)) && !raw.startsWith('"');
    if (intent === "delete") this.findings.push({ category: "destructive", reason });
    this.findings.push(intent === "read" && !ownVariable && !pattern ? unclassified(reason) : hidden(reason));
  }

  /** A path that may be written: what governs the work is asked about, or refused where it is told. */
  #mayWrite(word: ShellWord, intent: "may write" | "could write"): void {
    const { writable: _, ...policy } = this.policy;
    for (const path of this.#absolute(word) ?? []) {
      this.paths.add(path);
      for (const finding of pathFindings(path, "write", policy)) {
        if (finding.category !== "never" && !finding.everyMode) continue;
        this.findings.push(intent === "may write" ? finding : hidden(`it could be that ${finding.reason}`));
      }
    }
  }

  #names(words: readonly ShellWord[]): void {
    // The words of a suspicion are words of what is judged already.
    if (this.#suspecting) return;
    const { writable: _, ...policy } = this.policy;
    for (const word of words.slice(0, MAX_NAMED).flatMap(partsOf)) {
      if (word.expands.length > 0) continue;
      for (const path of this.#absolute(word) ?? []) {
        if (pathInside(this.policy.directory, foldedPath(path)) === undefined) {
          if (OUTSIDE.test(word.text)) this.#note(path, "read");
          continue;
        }
        this.paths.add(path);
        // Of a folder it may change what is in it.
        const found = [path, `${path}/config.json`].map((one) =>
          pathFindings(one, "write", policy).find(({ category, everyMode }) =>
            category === "never" || everyMode
          )
        );
        const [governs] = found.filter((one) => one !== undefined);
        if (governs !== undefined) {
          this.findings.push(hidden(`it could change what it names: ${governs.reason}`));
        }
      }
    }
  }

  #note(path: string, intent: "read" | "write" | "delete"): void {
    this.paths.add(path);
    this.findings.push(...pathFindings(path, intent, this.policy));
  }

  /** The absolute paths that a word may mean; undefined when that cannot be told. */
  #absolute({ text, expands, pattern, tilde, raw }: ShellWord): readonly string[] | undefined {
    if (tilde && !/^~(?:\/|$)/.test(text)) return undefined;
    if (pattern && (LEADING_PATTERN.test(text) || /\{/.test(text))) return undefined;
    const folders = this.#here?.folders ?? this.#folders;
    const root = this.policy.directory;
    const [variable] = expands;
    if (expands.length > 0) {
      if (expands.length > 1 || this.#assigned.has(variable!) || !text.startsWith(`$${variable}`)) {
        return undefined;
      }
      if (!/^"?\$/.test(raw)) return undefined;
      const rest = text.slice(variable!.length + 1);
      if (rest !== "" && !rest.startsWith("/")) return undefined;
      if (variable === "HOME") return [absolutePath(`~${rest}`, root, this.policy)];
      return variable === "PWD"
        ? folders.map((folder) => absolutePath(`.${rest}`, folder, this.policy))
        : undefined;
    }
    return folders.map((folder) =>
      absolutePath(tilde ? text : text.replace(/^~/, "./~"), folder, this.policy)
    );
  }

  /** Whether the folder of the work is where commands run, for certain. */
  #atStart(): boolean {
    const folders = this.#here?.folders ?? this.#folders;
    return folders.length === 1 && folders[0] === this.policy.directory;
  }
}

/** A word, and what may be a value in it: `--output=x`, `-ox`, `of=x`. */
function partsOf(word: ShellWord): readonly ShellWord[] {
  const { text } = word;
  const equals = text.indexOf("=") + 1;
  const glued = /^-[A-Za-z](?=[^-])/.test(text) ? 2 : 0;
  return [word, ...[equals, glued].filter((from) => from > 0).map((from) => partOf(word, from))];
}

/** The name by which a program is known, and its folder where one is written. */
function programOf(text: string): { readonly name: string; readonly folder?: string } {
  const slashed = text.replaceAll("\\", "/");
  const cut = slashed.lastIndexOf("/");
  const base = slashed.slice(cut + 1).toLowerCase().replace(/\.(?:exe|cmd|bat)$/, "");
  // `python3.11` and `mkfs.ext4` are known by what stands before.
  const forms = [base, base.replace(/-?\d[\d.]*$/, ""), base.split(".")[0]!];
  const name = forms.find((form) => Object.hasOwn(HANDLERS, form)) ?? base;
  return { name, ...(cut === -1 ? {} : { folder: slashed.slice(0, cut) }) };
}

function judgeRedirection(scene: Scene, { operator, target, body }: Redirection): void {
  if (body !== undefined || operator.startsWith("<<")) return;
  if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.text)) return;
  if (/hookspath/i.test(target.text)) scene.note(never("hooks of git are never bypassed"));
  scene.path(target, operator === "<" || operator === "<&" ? "read" : "write");
}

/** The task's own checks are allowed where nothing else speaks against them. */
function asCheck(findings: readonly Finding[]): readonly Finding[] {
  const rest = findings.filter(({ category }) => category !== "unclassified");
  return [...rest, { category: "check", reason: "it is a check of the task" }];
}

/** A check that is a single command, so that it is known with its output redirected too. */
function checkKey(check: string): string | undefined {
  const { commands, problems } = parseShell(check);
  const [command] = commands;
  return commands.length === 1 && problems.length === 0 && command !== undefined ? keyOf(command) : undefined;
}

function keyOf({ assignments, words }: SimpleCommand): string {
  const set = assignments.map(({ name, value }) => `${name}=${value.raw}`);
  return JSON.stringify([set, words.map(({ raw }) => raw)]);
}
