import type { Assignment, Joint, Redirection, ShellScript, ShellWord, SimpleCommand } from "./ast.ts";
import { ShellCursor } from "./cursor.ts";
import { checkSubscript, readHereDocument, readWord, refuseArithmetic, skipArithmetic } from "./word.ts";

/** The reserved words after which a new command begins. */
const OPENERS = new Set(["if", "then", "else", "elif", "while", "until", "do", "{", "coproc"]);
/** The reserved words that end a group. */
const CLOSERS = new Set(["fi", "done", "esac", "}"]);
const LOOPS = new Set(["while", "until", "for", "select"]);
const REDIRECTION = /(?:\d+|\{\w+\})?(&>>|&>|<<<|<<-|<<|<>|<&|>>|>\||>&|<|>)/y;

/**
 * Parses a shell script like bash and POSIX shells.
 *
 * Control structures, functions, subshells and substitutions are reduced to the simple commands in them.
 * Takes linear time and never throws. Parts that cannot be analysed are reported as problems, next to the
 * commands that could be read.
 */
export function parseShell(text: string): ShellScript {
  const commands: SimpleCommand[] = [];
  const shared = { commands, lists: 0, loops: false };
  const cursor = new ShellCursor(
    text,
    (nested) => new ListReader(nested, shared).read(true),
    (apart, outer) => {
      const inner = new ShellCursor(apart, outer.readNested, outer.readApart);
      new ListReader(inner, shared).read(false);
      for (const problem of inner.problems) outer.problem(problem);
      for (const name of inner.computed) outer.computed.add(name);
    },
  );
  while (!cursor.ended) new ListReader(cursor, shared).read(false);
  return { commands, problems: cursor.problems, loops: shared.loops, computed: [...cursor.computed] };
}

interface Shared {
  readonly commands: SimpleCommand[];
  lists: number;
  loops: boolean;
}

interface HereDocument {
  readonly redirection: { operator: string; target: ShellWord; body?: string };
}

/** Reads one list of commands: a script, a subshell, a substitution. */
class ListReader {
  #list: number;
  #assignments: Assignment[] = [];
  #words: ShellWord[] = [];
  #redirections: Redirection[] = [];
  #joint: Joint = "start";
  #negated = false;
  #cases = 0;
  readonly #hereDocuments: HereDocument[] = [];

  constructor(readonly cursor: ShellCursor, readonly shared: Shared) {
    this.#list = shared.lists++;
  }

  /** Reads to the end, or to the closing parenthesis, which it consumes. */
  read(nested: boolean): void {
    const { cursor } = this;
    while (!cursor.ended) {
      if (cursor.char === ")" && this.#cases === 0) {
        this.#end(";");
        cursor.at++;
        if (nested) return;
        cursor.problem("a parenthesis is not opened");
        continue;
      }
      this.#readToken();
    }
    this.#end(";");
    if (nested) cursor.problem("a parenthesis is not closed");
    if (this.#hereDocuments.length > 0) cursor.problem("a here-document is missing");
  }

  #readToken(): void {
    const { cursor } = this;
    const { char } = cursor;
    if (char === " " || char === "\t" || char === "\r" || cursor.startsWith("\\\n")) {
      cursor.at += char === "\\" ? 2 : 1;
    } else if (char === "\n") {
      cursor.at++;
      this.#end(";");
      this.#readHereDocuments();
    } else if (char === "#") {
      const end = cursor.text.indexOf("\n", cursor.at);
      cursor.at = end === -1 ? cursor.text.length : end;
    } else if (!this.#readRedirection() && !this.#readOperator()) {
      this.#readWord();
    }
  }

  #readRedirection(): boolean {
    const { cursor } = this;
    if ((cursor.char === "<" || cursor.char === ">") && cursor.text[cursor.at + 1] === "(") {
      cursor.at += 2;
      cursor.nested();
      this.#words.push(plainWord("/dev/fd/63"));
      return true;
    }
    REDIRECTION.lastIndex = cursor.at;
    const match = REDIRECTION.exec(cursor.text);
    if (match === null) return false;
    cursor.at += match[0].length;
    while (cursor.char === " " || cursor.char === "\t") cursor.at++;
    const operator = match[1]!;
    const target = readWord(cursor);
    const redirection = { operator, target, ...(operator === "<<<" ? { body: target.text } : {}) };
    this.#redirections.push(redirection);
    if (operator === "<<" || operator === "<<-") this.#hereDocuments.push({ redirection });
    return true;
  }

  #readOperator(): boolean {
    const { cursor } = this;
    const operator = /[;&|]{1,3}/y;
    if (cursor.char === "(") {
      this.#readParenthesis();
      return true;
    }
    if (cursor.char === ")") {
      cursor.problem("a case is not ended");
      cursor.at++;
      this.#end(";");
      return true;
    }
    operator.lastIndex = cursor.at;
    const found = operator.exec(cursor.text)?.[0];
    if (found === undefined) return false;
    const taken = [";;&", ";;", ";&", "&&", "||", "|&", "&", "|", ";"].find((one) => found.startsWith(one))!;
    cursor.at += taken.length;
    this.#end(taken === "|&" ? "|" : taken.startsWith(";") ? ";" : taken as Joint);
    if (this.#cases > 0 && taken.startsWith(";") && taken !== ";") this.#skipPatterns();
    return true;
  }

  #readParenthesis(): void {
    const { cursor } = this;
    cursor.at++;
    const after = /[ \t]*\)/y;
    after.lastIndex = cursor.at;
    if (this.#words.length === 1 && after.test(cursor.text)) {
      cursor.at = after.lastIndex;
      cursor.problem("it defines a function");
      this.#words = [];
      return;
    }
    const sums = this.#words.length === 0 || this.#words.at(-1)?.text === "for";
    if (sums && cursor.char === "(") {
      if (this.#skipLoopHead() || skipArithmetic(cursor)) return;
      refuseArithmetic(cursor);
    } else if (this.#words.length > 0) {
      cursor.problem("a parenthesis is in an invalid place");
    }
    cursor.nested();
  }

  /** Skips `((i = 0; i < 3; i++))` after `for`. */
  #skipLoopHead(): boolean {
    const { cursor } = this;
    const head = /^\([\s\w+\-*/%<>=!^,;]*\)\)/.exec(cursor.text.slice(cursor.at, cursor.at + 200));
    if (head === null || this.#words.at(-1)?.text !== "for") return false;
    cursor.computes(head[0]);
    cursor.at += head[0].length;
    return true;
  }

  #readWord(): void {
    const { cursor } = this;
    const before = cursor.at;
    const word = readWord(cursor);
    // Guarantees progress.
    if (cursor.at === before) {
      cursor.problem("a character cannot be read");
      cursor.at++;
      return;
    }
    checkSubscript(cursor, word.raw);
    if (/^\{\w+\[/.test(word.raw) && /[<>]/.test(cursor.char)) {
      cursor.problem("a descriptor's name is not plain");
    }
    const first = this.#words.length === 0;
    if (first && this.#assignments.length === 0 && this.#reserved(word)) return;
    const assignment = first ? /^([A-Za-z_]\w*)(?:\[([^\]]*)\])?\+?=/.exec(word.raw) : null;
    if (assignment === null) {
      this.#words.push(word);
      return;
    }
    if (assignment[2] !== undefined) cursor.computes(assignment[2]);
    const cut = word.text.indexOf("=") + 1;
    const value = { ...word, text: word.text.slice(cut), raw: word.raw.slice(assignment[0].length) };
    this.#assignments.push({ name: assignment[1]!, value });
  }

  /** Consumes a reserved word of the shell's grammar. */
  #reserved({ raw }: ShellWord): boolean {
    if (LOOPS.has(raw)) this.shared.loops = true;
    if (raw === "case") {
      this.#readCase();
      return true;
    }
    if (raw === "function") {
      this.cursor.problem("it defines a function");
      return true;
    }
    if (raw === "[[") {
      this.#readTest();
      return true;
    }
    if (raw === "!") {
      this.#negated = true;
      return true;
    }
    if (raw === "esac") this.#cases = Math.max(0, this.#cases - 1);
    if (!OPENERS.has(raw) && !CLOSERS.has(raw)) return false;
    this.#end(";");
    // The exit status of a group does not show how the commands in it ended.
    if (CLOSERS.has(raw)) this.#list = this.shared.lists++;
    return true;
  }

  #readCase(): void {
    const subject = this.#nextWord();
    const into = this.#nextWord();
    if (subject === undefined || into?.raw !== "in") this.cursor.problem("a case has no patterns");
    this.#cases++;
    this.#skipPatterns();
  }

  /** Skips the patterns of a case up to the parenthesis that ends them; `esac` ends the case. */
  #skipPatterns(): void {
    const { cursor } = this;
    const separators = /(?:[\s(|]|#[^\n]*)*/y;
    while (!cursor.ended) {
      separators.lastIndex = cursor.at;
      separators.exec(cursor.text);
      cursor.at = separators.lastIndex;
      if (cursor.char === ")") {
        cursor.at++;
        return;
      }
      const before = cursor.at;
      const { raw } = readWord(cursor);
      if (raw === "esac") {
        this.#cases = Math.max(0, this.#cases - 1);
        return;
      }
      if (cursor.at === before) {
        if (!cursor.ended) cursor.problem("a case's pattern cannot be read");
        cursor.at++;
      }
    }
  }

  /** Reads `[[ … ]]`, whose operators are not those of the shell. */
  #readTest(): void {
    const { cursor } = this;
    this.#words.push(plainWord("[["));
    while (!cursor.ended && cursor.char !== "\n") {
      const before = cursor.at;
      const word = /[\s;&|<>()]/.test(cursor.char) ? undefined : readWord(cursor);
      if (word?.raw === "]]") return;
      if (word !== undefined) this.#words.push(word);
      if (cursor.at === before) cursor.at++;
    }
    cursor.problem("a test is not closed");
  }

  #nextWord(): ShellWord | undefined {
    const { cursor } = this;
    while (/\s/.test(cursor.char)) cursor.at++;
    const before = cursor.at;
    const word = readWord(cursor);
    return cursor.at === before ? undefined : word;
  }

  /** Ends a command and records the operator before the next one. */
  #end(joint: Joint): void {
    const words = this.#words;
    const empty = words.length === 0 && this.#assignments.length === 0 && this.#redirections.length === 0;
    // A line may end, or a group begin, after an operator.
    if (empty && joint === ";" && /[&|]{2}|\|/.test(this.#joint)) return;
    if (!empty) {
      this.shared.commands.push({
        assignments: this.#assignments,
        words,
        redirections: this.#redirections,
        joint: this.#joint,
        list: this.#list,
        negated: this.#negated,
      });
      this.#negated = false;
    }
    this.#assignments = [];
    this.#words = [];
    this.#redirections = [];
    this.#joint = joint;
    if (joint !== "&&" && joint !== "||") this.#negated = false;
  }

  #readHereDocuments(): void {
    const { cursor } = this;
    for (const { redirection } of this.#hereDocuments.splice(0)) {
      const { operator, target } = redirection;
      const start = cursor.at;
      let end = -1;
      while (cursor.at <= cursor.text.length) {
        const newline = cursor.text.indexOf("\n", cursor.at);
        const close = newline === -1 ? cursor.text.length : newline;
        const line = cursor.text.slice(cursor.at, close);
        const lineStart = cursor.at;
        cursor.at = close + 1;
        if ((operator === "<<-" ? line.replace(/^\t+/, "") : line) === target.text) {
          end = lineStart;
          break;
        }
      }
      if (end === -1) cursor.problem("a here-document is not closed");
      const body = cursor.text.slice(start, end === -1 ? cursor.text.length : end);
      redirection.body = body;
      if (target.raw !== target.text) continue;
      const inner = new ShellCursor(body, cursor.readNested, cursor.readApart);
      readHereDocument(inner);
      for (const problem of inner.problems) cursor.problem(problem);
      for (const name of inner.computed) cursor.computed.add(name);
    }
  }
}

/** Returns a literal word without expansions. */
export function plainWord(text: string): ShellWord {
  return { text, raw: text, expands: [], pattern: false, tilde: false };
}
