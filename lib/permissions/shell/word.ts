import {
  type Assignment as AssignmentNode,
  forEachChild,
  type ParsedScript,
  type Redirection as RedirectionNode,
  type SyntaxNode,
  type Word,
  type WordPart,
} from "../../deps/unbash.ts";
import type { Assignment, Redirection, ShellWord } from "./ast.ts";

/** The maximum nesting depth of commands. */
export const MAX_DEPTH = 30;
/** Marks an unknown value in {@link ShellWord.expands}. */
const UNKNOWN = "()";
/** The problem of arithmetic that may contain commands: the shell runs those in array subscripts. */
const UNSAFE_ARITHMETIC = "it uses arithmetic that may run commands";
/** Matches arithmetic of names, numbers, operators and plain variables only. */
const PLAIN_SUM =
  /^(?:[\s\w+\-*/%<>=!&|^~?:,;.()]|\$(?:[A-Za-z_]\w*|\{#?[A-Za-z_]\w*(?:\[[@*]\])?\}|\(\([\s\w+\-*/%]*\)\)))*$/;
/** Matches substitutions whose output is a number, a date or the ID of a commit. */
const NUMBER = new RegExp(
  String
    .raw`^\$\(\s*(?:nproc|date(?: -u)? \+%[\w%:.-]+|git (?:merge-base [A-Za-z][\w./-]* HEAD|rev-parse (?:--short )?HEAD)|` +
    String.raw`stat -c ?%s [\w./-]+|grep -[ivwEF]*c[ivwEF]* ['"\w.,:-]+ [\w./-]+|wc -[lcwm] < ?[\w./-]+|` +
    String.raw`[^;&\n]*[^;&|\n]\|\s*wc -[lcwm])\s*\)$`,
);
/** Matches escapes in `$'…'` that shells read differently. */
const ODD_ESCAPE = /\\(?:x\{|c)/;

/** Returns a literal word without expansions. */
export function plainWord(text: string): ShellWord {
  return { text, raw: text, expands: [], pattern: false, tilde: false };
}

interface Draft {
  text: string;
  readonly expands: Set<string>;
  pattern: boolean;
}

/** Reads the words of a script and collects what prevents a full analysis. */
export abstract class WordReader {
  /** The problems, a few words each. */
  readonly problems = new Set<string>();
  /** The names of variables whose values are used in arithmetic or expanded again. */
  readonly computed = new Set<string>();
  /** The number of lists and nodes that contain the current one. */
  protected depth = 0;

  /** Reads the commands of a script, or of a substitution in a word. */
  abstract script(script: ParsedScript | undefined): void;

  /** Records an assignment of an unknown value. */
  protected abstract assigns(name: string): void;

  protected problem(what: string): void {
    this.problems.add(what);
  }

  protected assignment(node: AssignmentNode): Assignment {
    const value = this.assigned(node);
    const cut = value.text.indexOf("=") + 1;
    return { name: node.name, value: { ...value, text: value.text.slice(cut), raw: value.raw.slice(cut) } };
  }

  /** Returns an assignment as one word, `name=value`. */
  protected assigned(node: AssignmentNode): ShellWord {
    const draft: Draft = {
      text: `${node.name}${node.append ? "+" : ""}=`,
      expands: new Set(),
      pattern: false,
    };
    // The value that it is added to is unknown.
    if (node.append) draft.expands.add(UNKNOWN);
    if (node.index !== undefined) this.#subscript(node.index);
    if (node.value.type === "Word") this.#parts(node.value, draft);
    else {
      for (const element of node.value.elements) this.word(element);
      draft.expands.add(UNKNOWN);
      draft.text += "()";
    }
    const { text, expands, pattern } = draft;
    const raw = node.index === undefined ? node.text : text;
    return { text, raw, expands: [...expands], pattern, tilde: false };
  }

  protected redirection(node: RedirectionNode): Redirection {
    if (node.descriptor?.type === "FileDescriptorVariable" && !/^\w+$/.test(node.descriptor.name)) {
      this.problem("a descriptor's name is not plain");
    }
    if (node.type === "HereDoc") {
      if (node.closing === undefined) this.problem("a here-document is not closed");
      this.visit(node.body);
      return {
        operator: node.operator,
        target: plainWord(node.delimiter?.value ?? ""),
        body: node.body.text,
      };
    }
    if (node.target === undefined) this.problem("a redirection has no target");
    const target = node.target === undefined ? plainWord("") : this.word(node.target);
    return { operator: node.operator, target, ...(node.type === "HereString" ? { body: target.text } : {}) };
  }

  protected word(node: Word): ShellWord {
    const draft: Draft = { text: "", expands: new Set(), pattern: false };
    // An element of an array: `[subscript]=value`.
    const subscript = /^(?:[A-Za-z_]\w*)?\[([^]*)\]\+?=/.exec(node.text)?.[1];
    if (subscript !== undefined && !PLAIN_SUM.test(subscript)) this.problem(UNSAFE_ARITHMETIC);
    if (/^\{\w+\[/.test(node.text)) this.problem("a descriptor's name is not plain");
    this.#parts(node, draft);
    const { text, expands, pattern } = draft;
    const raw = node.text;
    // `[` alone is the test program.
    return { text, raw, expands: [...expands], pattern: pattern && raw !== "[", tilde: raw.startsWith("~") };
  }

  #parts({ parts, value }: Word, draft: Draft): void {
    if (parts === undefined) draft.text += value;
    else for (const part of parts) this.#part(part, draft, false);
  }

  #part(part: WordPart, draft: Draft, quoted: boolean): void {
    switch (part.type) {
      case "Literal":
      case "SingleQuoted":
        draft.text += part.value;
        return;
      case "AnsiCQuoted":
        if (ODD_ESCAPE.test(part.text)) this.problem("shells read its escapes differently");
        draft.text += part.value;
        return;
      case "Glob":
      case "BraceExpansion":
      case "ExtendedGlob":
        draft.pattern = true;
        draft.text += part.type === "Glob" ? part.value : part.text;
        if (part.type === "ExtendedGlob") draft.expands.add(UNKNOWN);
        for (const one of part.parts ?? []) {
          this.#part(one, { text: "", expands: draft.expands, pattern: false }, quoted);
        }
        return;
      case "DoubleQuoted":
      case "LocaleString":
        for (const one of part.parts) this.#part(one, draft, true);
        return;
      case "ProcessSubstitution":
        this.script(part.script);
        draft.text += "/dev/fd/63";
        return;
      case "SimpleExpansion":
        return expand(draft, part.text.slice(1));
      case "CommandExpansion":
        this.script(part.script);
        if (NUMBER.test(part.text)) {
          draft.text += "1";
          return;
        }
        return expand(draft, UNKNOWN);
      case "ArithmeticExpansion":
        this.sum(part.text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ""), part);
        return expand(draft, UNKNOWN);
      case "ParameterExpansion":
        return this.#parameter(part, draft, quoted);
    }
  }

  #parameter(
    part: Extract<WordPart, { type: "ParameterExpansion" }>,
    draft: Draft,
    quoted: boolean,
  ): void {
    const { parameter, prefix, index, operation } = part;
    const plain = index === undefined && operation === undefined;
    if (plain && prefix === undefined) return expand(draft, parameter);
    // The length is a number, like `$#`.
    if (plain && prefix === "#") return expand(draft, "#");
    expand(draft, UNKNOWN);
    if (prefix === "!" && operation?.type !== "Names") this.computed.add(parameter);
    if (index !== undefined) this.#subscript(index);
    if (index !== undefined && !/^[@*]$/.test(index.text)) this.computed.add(parameter);
    if (operation === undefined) return;
    if (operation.type === "Unknown") this.problem(`the expansion ${part.text} is unknown`);
    else if (operation.type === "Slice") {
      this.sum(operation.offset.text, operation.offset);
      if (operation.length !== undefined) this.sum(operation.length.text, operation.length);
    } else if (operation.type === "Default" && operation.operator.endsWith("=")) this.assigns(parameter);
    else if (operation.type === "Transform" && operation.operand.text === "P") {
      this.problem("a value is expanded a second time");
    }
    // In double quotes, single quotes are special in some forms only.
    if (quoted && part.text.includes("'")) this.problem("its quotes are ambiguous");
    this.visit(part);
  }

  #subscript(index: Word): void {
    if (!/^[@*]$/.test(index.text)) this.sum(index.text, index);
  }

  /** Judges an arithmetic expression by its text, and reads the commands in its nodes. */
  protected sum(text: string, node?: SyntaxNode): void {
    if (!PLAIN_SUM.test(text)) this.problem(UNSAFE_ARITHMETIC);
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) this.computed.add(name);
    if (node !== undefined) this.visit(node);
  }

  /** Reads the words and the commands below a node. */
  protected visit(node: SyntaxNode): void {
    if (this.depth++ > MAX_DEPTH) this.problem("it is nested too deeply");
    else {
      forEachChild(node, (child) => {
        if (child.type === "Script") this.script(child);
        else if (child.type === "Word") this.word(child);
        else if (/^(?:Literal|SimpleExpansion)$/.test(child.type)) return;
        else if (isPart(child)) this.#part(child, { text: "", expands: new Set(), pattern: false }, false);
        else this.visit(child);
      });
    }
    this.depth--;
  }
}

function expand(draft: Draft, name: string): void {
  draft.text += `$${name}`;
  draft.expands.add(name);
}

export function isRedirection(node: { readonly type: string }): node is RedirectionNode {
  return node.type === "Redirect" || node.type === "HereString" || node.type === "HereDoc";
}

function isPart(node: SyntaxNode): node is WordPart {
  return /Quoted|String$|Expansion$|Glob$|Substitution$/.test(node.type);
}
