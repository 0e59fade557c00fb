import type { PolicyCommands } from "../../schemas/policy.ts";
import { expandBraces } from "./shell/expand_braces.ts";
import { type CommandContext, harmless, hidden, isOption, never, unclassified } from "./effects/effects.ts";
import { suspectCode } from "./effects/suspect_code.ts";
import type { Finding } from "./effects/finding.ts";
import type { PathPolicy } from "./effects/paths.ts";
import { deniedBy, isAllowedBy } from "./effects/user_commands.ts";
import { judgeRedirection } from "./effects/redirections.ts";
import { judgeVariable } from "./effects/variables.ts";
import { foldedPath } from "../path/absolute_path.ts";
import { pathWithin } from "../path/paths.ts";
import { WordJudge } from "./judge_words.ts";
import { judgeNames } from "./programs/judge_names.ts";
import { handlerOf, isInstalledTool, programOf, SYSTEM_FOLDERS } from "./programs/handlers.ts";
import { FILTERS, listedPaths } from "./programs/search.ts";
import type { Redirection, ShellWord, SimpleCommand } from "./shell/ast.ts";
import { type BoundValues, boundValues, valuesOf } from "./shell/bound_values.ts";
import { ShellFolders } from "./shell/folders.ts";
import { asAllowed, asCheck, checkKey, keyOf } from "./checks.ts";
import { writtenCode } from "./written_code.ts";
import { parseShell } from "./shell/parser.ts";

/** Matches builtins that run another builtin in the same shell. */
const IN_SHELL = /^(?:command|builtin)$/;
/** The maximum number of words after an unknown program at which a command may begin. */
const MAX_SUSPECTS = 12;
const MAX_DEPTH = 10;
/** The policy that commands are judged by. */
export interface CommandPolicy extends PathPolicy {
  /** The commands that the plan itself names as checks of the task, verbatim. */
  readonly checks: readonly string[];
  /** The commands that the user allows or denies. */
  readonly commands?: PolicyCommands;
}

/**
 * Judges scripts of shell commands and collects all their effects.
 *
 * Commands inside other commands (`sh -c`, `env`, `xargs`, `find -exec`, substitutions …) count like commands
 * of their own. Takes time linear in the length of the script; deeply wrapped commands are reported as
 * hidden.
 */
export class ShellJudge {
  /** The effects of the commands. */
  findings: Finding[] = [];
  /** The absolute paths that the commands name. */
  readonly paths = new Set<string>();
  readonly #files: WordJudge;
  readonly #checks: ReadonlySet<string>;
  readonly #checkCommands: ReadonlySet<string>;
  readonly #assigned = new Set<string>();
  /** The variables whose values may be more than a number. */
  readonly #nonNumeric = new Set<string>();
  /** The variables whose values are used in arithmetic. */
  readonly #computed = new Set<string>();
  /** The values of variables that have only known ones. */
  #values: BoundValues = new Map();
  readonly #folders: ShellFolders;
  #budget: number;
  #depth = 0;
  #suspecting = false;
  #loops = false;
  /** The texts that commands have written to files, which later commands may run. */
  #written = "";
  /** The part of them that may be shell scripts. */
  #scripts = "";
  /** The words of the command before. */
  #before: readonly ShellWord[] = [];
  /** The mark of the paths that the command before lists. */
  #listed: string | undefined;

  /**
   * Starts in a folder.
   *
   * @param policy The policy.
   * @param start The folder, absolute, and the total length of the scripts that will be judged.
   */
  constructor(readonly policy: CommandPolicy, start: { readonly folder: string; readonly length: number }) {
    this.#folders = new ShellFolders(start.folder);
    this.#files = new WordJudge({
      policy,
      paths: this.paths,
      note: (...findings) => void this.findings.push(...findings),
      folders: () => this.#folders.current,
      values: () => this.#values,
      isAssigned: (name) => this.#assigned.has(name),
    });
    this.#budget = 30 * start.length + 20_000;
    this.#checks = new Set(policy.checks.map((check) => check.trim()));
    this.#checkCommands = new Set(policy.checks.flatMap((check) => checkKey(check) ?? []));
  }

  /** Judges a script. */
  judge(text: string): void {
    if (!this.#affords(text.length)) return;
    this.#depth++;
    this.#folders.inScript(() => {
      const own = this.#checks.has(text.trim()) && this.#atStart();
      this.#collect(() => this.#script(text), own ? asCheck : undefined);
    });
    this.#depth--;
  }

  #script(text: string): void {
    const { commands, problems, loops, computed } = parseShell(text);
    for (const name of computed) this.#computed.add(name);
    for (const problem of problems) this.findings.push(hidden(`its commands cannot be parsed: ${problem}`));
    const outer = this.#loops;
    this.#loops ||= loops;
    const bound = this.#values;
    this.#values = boundValues(commands);
    for (const command of commands) this.#command(command);
    this.#values = bound;
    this.#loops = outer;
    for (const name of this.#computed) {
      if (this.#nonNumeric.has(name)) {
        this.findings.push(hidden(`it computes with "${name}", whose value is unknown`));
      }
    }
  }

  /** Judges a script and keeps only findings that are never allowed, destructive, external or outside. */
  suspect(text: string): void {
    this.#suspected(() => this.judge(text));
  }

  #affords(length: number): boolean {
    this.#budget -= length + 20;
    if (this.#depth < MAX_DEPTH && this.#budget > 0) return true;
    this.findings.push(hidden("it nests commands too deeply to analyze"));
    return false;
  }

  #suspected(action: () => void): void {
    if (this.#suspecting) return;
    this.#suspecting = true;
    this.#folders.restoredAfter(() =>
      this.#collect(
        action,
        (found) => found.filter(({ category }) => /^(?:never|destructive|external|outside)$/.test(category)),
      )
    );
    this.#suspecting = false;
  }

  /** Runs an action, and passes the findings that it adds through a function. */
  #collect(
    action: () => void,
    convert: (found: readonly Finding[]) => readonly Finding[] = (all) => all,
  ): void {
    const before = this.findings;
    this.findings = [];
    action();
    this.findings = [...before, ...convert(this.findings)];
  }

  #command(command: SimpleCommand): void {
    const { joint, list } = command;
    this.#folders.beginCommand(joint === "&&" ? list : undefined);
    const own = this.#atStart() && this.#checkCommands.has(keyOf(command));
    this.#collect(() => this.#simple(command), own ? asCheck : undefined);
  }

  #simple(command: SimpleCommand): void {
    const { joint, list, words, redirections, assignments } = command;
    // After `cd … &&` the folder is certain; in a pipe or after `||` it is not.
    const certain = !command.negated && joint !== "||" && joint !== "|";
    const context = this.#context(redirections, joint === "|", certain ? list : undefined);
    for (const { name, value } of assignments) {
      if (name === "IFS" && words[0]?.text === "read") continue;
      judgeVariable(context, { ...value, text: `${name}=${value.text}` }, words.length > 0);
    }
    const empties = words.length === 0 || /^(?::|true)$/.test(words[0]!.text);
    for (const redirection of redirections) judgeRedirection(context, redirection, empties);
    // Their arguments may be what xargs receives.
    if (joint === "|" && /xargs$/.test(words[0]?.text ?? "")) this.#names(this.#before);
    this.#before = words;
    const kept = joint === "|" && FILTERS.test(words[0]?.text ?? "") ? this.#listed : undefined;
    this.#listed = listedPaths(words) ?? kept;
    if (words.length > 0) this.#words(words, context);
    else if (assignments.length > 0) context.note(harmless("it sets a variable"));
    if (
      this.#written !== "" && this.findings.some(({ category }) => /^(?:unclassified|check)$/.test(category))
    ) {
      suspectCode(context, this.#written);
      this.suspect(this.#scripts);
    }
    const { code, isScript } = writtenCode(command);
    this.#written += code;
    if (isScript) this.#scripts += code;
  }

  #words(written: readonly ShellWord[], context: CommandContext): void {
    if (!this.#affords(written.length)) return;
    const words = written.flatMap((word) => valuesOf(word, this.#values)).flatMap((word) => {
      const expanded = expandBraces(word);
      if (expanded === undefined) context.note(hidden("its brace expansion cannot be determined"));
      return expanded ?? [word];
    });
    const [first, ...args] = words as [ShellWord, ...ShellWord[]];
    if (first.expands.length > 0 || first.pattern || first.text === "") {
      context.note(hidden("the program it runs cannot be determined"));
      return context.suspect(args);
    }
    const { name } = programOf(first.text);
    const { commands = {} } = this.policy;
    const texts = args.map(({ text }) => text);
    const denied = deniedBy(commands, [name, ...texts]) ?? deniedBy(commands, [first.text, ...texts]);
    if (denied !== undefined) context.note(never(`your policy denies "${denied}"`));
    const isAllowed = isAllowedBy(commands, words);
    this.#collect(() => this.#program([first, ...args], context), isAllowed ? asAllowed : undefined);
  }

  #program([first, ...args]: readonly [ShellWord, ...ShellWord[]], context: CommandContext): void {
    const { name, folder } = programOf(first.text);
    const handler = handlerOf(name);
    if (handler === undefined) {
      if (folder === undefined && args.length === 1 && /^--?(?:version|help)$/.test(args[0]!.text)) {
        return context.note(harmless("it shows its version or help"));
      }
      const unknown = `it runs the unknown program "${first.text}"`;
      context.note(folder === undefined ? hidden(unknown) : unclassified(unknown));
      if (folder !== undefined && !this.#suspecting) context.path(first, "run");
      judgeNames(context, args, name);
      context.names(args);
      return context.suspect(args);
    }
    // Only the shell itself can change the folder of later commands.
    const within = folder === undefined && IN_SHELL.test(name);
    const inner = within ? context : { ...context, command: context.apart().command };
    if (folder === undefined) return handler(inner, args, name);
    if (SYSTEM_FOLDERS.test(folder)) return handler(context.apart(), args, name);
    if (isInstalledTool(first.text, name)) return handler(context.apart(), args, name);
    // A program of the project may have any name.
    context.path(first, "run");
    context.note(unclassified(`it runs "${first.text}", which may be a program of the project`));
    judgeNames(context, args, name);
    context.names(args);
    this.#suspected(() => handler(context, args, name));
  }

  #context(redirections: readonly Redirection[], piped: boolean, list: number | undefined): CommandContext {
    const context: CommandContext = {
      redirections,
      piped,
      listed: piped ? this.#listed : undefined,
      note: (finding) => void this.findings.push(finding),
      path: (word, intent) => this.#files.judge(word, intent),
      script: (text) => this.judge(text),
      command: (words) => {
        this.#depth++;
        if (words.length > 0 && this.#affords(words.reduce((sum, { raw }) => sum + raw.length, 0))) {
          this.#words(words, context);
        }
        this.#depth--;
      },
      suspect: (words) => this.#suspects(words, context),
      names: (words) => this.#names(words),
      installed: (name) => this.#installed(name),
      apart: () => this.#context(redirections, piped, undefined),
      enter: (word) => this.#enter(word, list),
      leave: () => {
        this.#folders.leave();
        context.note(harmless("it returns to the folder before"));
      },
      assign: (name) => void this.#assigned.add(name),
      vary: (name) => void this.#nonNumeric.add(name),
      compute: (names) => {
        for (const name of names) this.#computed.add(name);
        if (names.includes("()")) context.note(hidden("it computes with an unknown value"));
      },
    };
    return context;
  }

  /** Reports whether a program is in the `node_modules` of the folder, or of one above it in the project. */
  #installed(name: string): boolean {
    const { directory, existing } = this.policy;
    return this.#folders.current.every((folder) => {
      let found = false;
      for (
        let at = foldedPath(folder);
        pathWithin(directory, at) !== undefined;
        at = at.replace(/\/[^/]*$/, "")
      ) {
        const path = `${at}/node_modules/.bin/${name}`;
        this.paths.add(path);
        found ||= existing?.has(path) ?? false;
      }
      return found;
    });
  }

  #suspects(words: readonly ShellWord[], context: CommandContext): void {
    const texts = () => {
      for (const { text } of words) if (/[\s;&|<>`$]/.test(text)) this.judge(text);
    };
    // In words that are only suspected, checking each start again would take quadratic time.
    if (this.#suspecting) return texts();
    this.#suspected(() => {
      for (const [index, word] of words.slice(0, MAX_SUSPECTS).entries()) {
        if (!isOption(word)) this.#words(words.slice(index, index + MAX_SUSPECTS), context);
      }
      texts();
    });
  }

  #enter(word: ShellWord | undefined, list: number | undefined): void {
    const folders = word === undefined || word.text === "-" ? undefined : this.#files.absolute(word);
    if (folders === undefined || (this.#loops && !/^[/~$]/.test(word!.text))) {
      this.findings.push(hidden("it works in a folder that cannot be determined"));
      return;
    }
    const result = this.#folders.enter(folders, list);
    if (result === "too-many") this.findings.push(hidden("it works in too many folders"));
    if (result === "entered") { for (const folder of folders) this.#files.note(folder, "read"); }
  }

  #names(words: readonly ShellWord[]): void {
    // Suspected words belong to a command that is judged already.
    if (!this.#suspecting) this.#files.judgeNamed(words);
  }

  /** Reports whether commands certainly run in the working folder. */
  #atStart(): boolean {
    const folders = this.#folders.current;
    return folders.length === 1 && folders[0] === this.policy.directory;
  }
}
