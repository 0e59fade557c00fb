import { ShellCursor } from "../../permissions/shell/cursor.ts";
import { readWord } from "../../permissions/shell/word.ts";

/** A command of a pipeline. */
export interface PipelineStage {
  /** The UTF-16 offset of its first character. */
  readonly start: number;
  /** The UTF-16 offset after its last character, including its redirections. */
  readonly end: number;
  /** `simple`: a program and its words; `group`: `( … )` or `{ … }`; `control`: a loop, an `if` or a `case`. */
  readonly kind: "simple" | "group" | "control";
  /** The words of a simple command, quotes removed, without variables set before it. */
  readonly words: readonly string[];
}

/** Two or more commands joined by `|`. */
export interface ShellPipeline {
  /** The commands, in the order of the text. */
  readonly stages: readonly PipelineStage[];
}

/**
 * Finds the pipelines of a shell script whose exit status the script uses directly.
 *
 * Leaves out those under `!` or `time`, in the condition of an `if` or a loop, in a substitution, and in the
 * background. Searches groups, bodies of loops and branches too; a nested pipeline comes before the one that
 * contains it. Takes linear time and never throws.
 *
 * @returns Undefined if the script cannot be parsed, or if dash and bash read it differently.
 */
export function readPipelines(text: string): readonly ShellPipeline[] | undefined {
  if (READ_DIFFERENTLY.test(text)) return undefined;
  const reader = new PipelineReader(text);
  reader.readList([]);
  return reader.understood ? reader.found : undefined;
}

/** Matches a carriage return, `&>` and an escaped quote in `$'…'`. */
const READ_DIFFERENTLY = /\r|&>|\$'[^']*\\'/;
const REDIRECTION = /(?:\d+|\{\w+\})?(<<<|<<-|<<|<>|<&|>>|>\||>&|<|>)/y;
const RESERVED = /(?:[a-z]+|[{}!]|\[\[)(?=[\s;&|()<>]|$)/y;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
/** The words that end a list and cannot begin a command. */
const CLOSERS = new Set(["then", "elif", "else", "fi", "do", "done", "esac", "}"]);
const UNSUPPORTED = new Set(["function", "select", "coproc"]);
const MAX_DEPTH = 50;

/** Parses by recursive descent. At syntax that it cannot parse it skips the rest of the text. */
class PipelineReader {
  readonly found: ShellPipeline[] = [];
  readonly #cursor: ShellCursor;
  readonly #hereDocuments: { readonly operator: string; readonly delimiter: string }[] = [];
  #silent = 0;
  #depth = 0;

  constructor(text: string) {
    const nested = () => {
      this.#silently(() => this.readList([]));
      this.#take(")");
    };
    this.#cursor = new ShellCursor(text, nested, () => {});
  }

  get understood(): boolean {
    const { ended, problems } = this.#cursor;
    return ended && problems.length === 0 && this.#hereDocuments.length === 0;
  }

  /**
   * Reads commands up to a closing parenthesis, `;;`, or one of the given words, and consumes none of these.
   */
  readList(closers: readonly string[]): void {
    const cursor = this.#cursor;
    if (++this.#depth > MAX_DEPTH) this.#giveUp();
    for (;;) {
      this.#skipBreaks();
      if (
        cursor.ended || cursor.char === ")" || cursor.startsWith(";;") || closers.includes(this.#reserved())
      ) {
        break;
      }
      const before = this.found.length;
      this.#readAndOr();
      this.#skipSpaces();
      if (cursor.startsWith(";;") || cursor.startsWith(";&")) break;
      if (cursor.char === "&") this.found.length = before;
      if (cursor.char === ";" || cursor.char === "&") cursor.at++;
      else if (!cursor.ended && cursor.char !== "\n" && cursor.char !== ")") this.#giveUp();
    }
    this.#depth--;
  }

  #readAndOr(): void {
    const cursor = this.#cursor;
    this.#readPipeline();
    for (;;) {
      this.#skipSpaces();
      if (!cursor.startsWith("&&") && !cursor.startsWith("||")) return;
      cursor.at += 2;
      this.#skipBreaks();
      this.#readPipeline();
    }
  }

  #readPipeline(): void {
    const word = this.#reserved();
    if (word !== "!" && word !== "time") return this.#readStages();
    this.#take(word);
    this.#skipSpaces();
    this.#silently(() => this.#readStages());
  }

  #readStages(): void {
    const cursor = this.#cursor;
    const stages = [this.#readCommand()];
    for (;;) {
      this.#skipSpaces();
      if (cursor.char !== "|" || cursor.startsWith("||")) break;
      cursor.at += cursor.startsWith("|&") ? 2 : 1;
      this.#skipBreaks();
      stages.push(this.#readCommand());
    }
    if (stages.length > 1 && this.#silent === 0) this.found.push({ stages });
  }

  #readCommand(): PipelineStage {
    const cursor = this.#cursor;
    const start = cursor.at;
    const word = this.#reserved();
    const kind = this.#readCompound(word);
    if (kind === undefined) return this.#readSimple();
    let end = cursor.at;
    while (this.#skipSpaces(), this.#readRedirection()) end = cursor.at;
    return { start, end, kind, words: [] };
  }

  /** Reads a compound command; returns undefined if a simple one begins here. */
  #readCompound(word: string): "group" | "control" | undefined {
    const cursor = this.#cursor;
    if (cursor.char === "(") {
      if (cursor.startsWith("((")) this.#giveUp();
      this.#take("(");
      this.readList([]);
      this.#take(")");
      return "group";
    }
    if (CLOSERS.has(word) || UNSUPPORTED.has(word)) {
      this.#giveUp();
      return undefined;
    }
    switch (word) {
      case "{":
        this.#take("{");
        this.#readBody("}");
        return "group";
      case "if":
        this.#readIf();
        return "control";
      case "while":
      case "until":
        this.#take(word);
        this.#silently(() => this.readList(["do"]));
        this.#take("do");
        this.#readBody("done");
        return "control";
      case "for":
        this.#readFor();
        return "control";
      case "case":
        this.#readCase();
        return "control";
      default:
        return undefined;
    }
  }

  #readBody(closer: string): void {
    this.readList([closer]);
    this.#take(closer);
  }

  #readIf(): void {
    this.#take("if");
    this.#silently(() => this.readList(["then"]));
    this.#take("then");
    this.readList(["elif", "else", "fi"]);
    while (this.#reserved() === "elif") {
      this.#take("elif");
      this.#silently(() => this.readList(["then"]));
      this.#take("then");
      this.readList(["elif", "else", "fi"]);
    }
    if (this.#reserved() === "else") this.#take("else");
    this.#readBody("fi");
  }

  #readFor(): void {
    const cursor = this.#cursor;
    this.#take("for");
    this.#readOne();
    this.#skipBreaks();
    if (this.#reserved() === "in") {
      this.#take("in");
      while (this.#skipSpaces(), !cursor.ended && cursor.char !== ";" && cursor.char !== "\n") {
        this.#readOne();
      }
    }
    if (cursor.char === ";") cursor.at++;
    this.#skipBreaks();
    this.#take("do");
    this.#readBody("done");
  }

  #readCase(): void {
    const cursor = this.#cursor;
    this.#take("case");
    this.#readOne();
    this.#skipBreaks();
    this.#take("in");
    while (this.#skipBreaks(), !cursor.ended && this.#reserved() !== "esac") {
      if (cursor.char === "(") cursor.at++;
      this.#readOne();
      while (this.#skipSpaces(), cursor.char === "|") {
        cursor.at++;
        this.#readOne();
      }
      this.#take(")");
      this.readList(["esac"]);
      if (cursor.startsWith(";;&")) cursor.at += 3;
      else if (cursor.startsWith(";;") || cursor.startsWith(";&")) cursor.at += 2;
    }
    this.#take("esac");
  }

  #readSimple(): PipelineStage {
    const cursor = this.#cursor;
    const start = cursor.at;
    const words: string[] = [];
    let end = start;
    while (this.#skipSpaces(), !cursor.ended && !/[\n;&|)]/.test(cursor.char)) {
      if (!this.#readRedirection()) {
        // A function definition, or syntax of some shells only.
        if (cursor.char === "(") this.#giveUp();
        const word = this.#readOne();
        if (words.length > 0 || !ASSIGNMENT.test(word.raw)) words.push(word.text);
      }
      end = cursor.at;
    }
    // Operators in the brackets belong to the shell in some shells, and to the test in others.
    if (end === start || words[0] === "[[" && words.at(-1) !== "]]") this.#giveUp();
    return { start, end, kind: "simple", words };
  }

  #readRedirection(): boolean {
    const cursor = this.#cursor;
    if (this.#readProcess()) return true;
    REDIRECTION.lastIndex = cursor.at;
    const match = REDIRECTION.exec(cursor.text);
    if (match === null) return false;
    cursor.at += match[0].length;
    this.#skipSpaces();
    if (this.#readProcess()) return true;
    const operator = match[1]!;
    const delimiter = this.#readOne().text;
    if (operator === "<<" || operator === "<<-") this.#hereDocuments.push({ operator, delimiter });
    return true;
  }

  /** Reads `<( … )` and `>( … )`. */
  #readProcess(): boolean {
    const cursor = this.#cursor;
    if (!cursor.startsWith("<(") && !cursor.startsWith(">(")) return false;
    cursor.at += 2;
    cursor.nested();
    return true;
  }

  /** Reads a required word. */
  #readOne(): { readonly text: string; readonly raw: string } {
    this.#skipSpaces();
    const before = this.#cursor.at;
    const word = readWord(this.#cursor);
    if (this.#cursor.at === before) this.#giveUp();
    return word;
  }

  /** Returns the reserved word, or a possible one, that begins here; empty if there is none. */
  #reserved(): string {
    RESERVED.lastIndex = this.#cursor.at;
    return RESERVED.exec(this.#cursor.text)?.[0] ?? "";
  }

  #take(what: string): void {
    if (this.#cursor.startsWith(what)) this.#cursor.at += what.length;
    else this.#giveUp();
  }

  #silently(read: () => void): void {
    this.#silent++;
    read();
    this.#silent--;
  }

  #giveUp(): void {
    this.#cursor.problem("it cannot be parsed");
    this.#cursor.at = this.#cursor.text.length;
  }

  /** Skips spaces, continued lines and a comment. */
  #skipSpaces(): void {
    const spaces = /(?:[ \t]|\\\n)*(?:#[^\n]*)?/y;
    spaces.lastIndex = this.#cursor.at;
    // An unclosed part is read past the end of the text.
    if (spaces.exec(this.#cursor.text) !== null) this.#cursor.at = spaces.lastIndex;
  }

  /** Skips line breaks too, and the here-documents that begin after them. */
  #skipBreaks(): void {
    const cursor = this.#cursor;
    while (this.#skipSpaces(), cursor.char === "\n") {
      cursor.at++;
      for (const document of this.#hereDocuments.splice(0)) this.#skipHereDocument(document);
    }
  }

  #skipHereDocument(
    { operator, delimiter }: { readonly operator: string; readonly delimiter: string },
  ): void {
    const cursor = this.#cursor;
    while (!cursor.ended) {
      const newline = cursor.text.indexOf("\n", cursor.at);
      const close = newline === -1 ? cursor.text.length : newline;
      const line = cursor.text.slice(cursor.at, close);
      cursor.at = Math.min(close + 1, cursor.text.length);
      if ((operator === "<<-" ? line.replace(/^\t+/, "") : line) === delimiter) return;
    }
    this.#giveUp();
  }
}
