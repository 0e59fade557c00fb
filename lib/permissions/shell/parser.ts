import {
  type CommandNode,
  type CompoundList,
  parse,
  type ParsedScript,
  type Pipeline,
  type Statement,
  type TestExpression,
} from "../../deps/unbash.ts";
import type { Assignment, Joint, Redirection, ShellScript, ShellWord, SimpleCommand } from "./ast.ts";
import { isRedirection, MAX_DEPTH, plainWord, WordReader } from "./word.ts";

/**
 * Parses a shell script like bash, and reduces it to the simple commands in it.
 *
 * Control structures, functions, subshells and substitutions are left out, their commands are not. Takes
 * linear time and never throws. Parts that cannot be analyzed are reported as problems, next to the commands
 * that could be read.
 */
export function parseShell(text: string): ShellScript {
  const reader = new Reader();
  reader.script(parse(text), text);
  const { commands, problems, computed, loops } = reader;
  return { commands, problems: [...problems], computed: [...computed], loops };
}

class Reader extends WordReader {
  readonly commands: SimpleCommand[] = [];
  loops = false;
  #lists = 0;
  #list = 0;
  #source = "";

  script(script: ParsedScript | undefined, source = this.#source): void {
    if (script === undefined) return this.problem("a substitution cannot be read");
    for (const { message } of script.errors ?? []) this.problem(message);
    const outer = [this.#source, this.#list] as const;
    this.#source = script.source ?? source;
    this.#list = this.#lists++;
    this.#statements(script.commands, "start");
    [this.#source, this.#list] = outer;
  }

  protected assigns(name: string): void {
    const value = { ...plainWord("$()"), expands: ["()"] };
    const command = { words: [], redirections: [], joint: ";", list: this.#list, negated: false } as const;
    this.commands.push({ ...command, assignments: [{ name, value }] });
  }

  #statements(statements: readonly Statement[], first: Joint): void {
    if (this.depth++ > MAX_DEPTH) this.problem("it is nested too deeply");
    else {
      let joint = first;
      for (const { command, background } of statements) {
        const node = command;
        if (node.type === "AndOr") {
          for (const [index, one] of node.commands.entries()) {
            this.#pipeline(one, index === 0 ? joint : node.operators[index - 1]!);
          }
        } else this.#pipeline(node, joint);
        joint = background ? "&" : ";";
      }
    }
    this.depth--;
  }

  #pipeline(node: CommandNode | Pipeline, joint: Joint): void {
    if (node.type !== "Pipeline") return this.#command(node, joint);
    const negated = node.prefixes.some(({ type }) => type === "Negation");
    for (const [index, one] of node.commands.entries()) {
      this.#command(one, index === 0 ? joint : "|", negated);
    }
  }

  #command(node: CommandNode, joint: Joint, negated = false): void {
    const add = (
      words: readonly ShellWord[],
      assignments: readonly Assignment[] = [],
      redirections: readonly Redirection[] = [],
    ) => this.commands.push({ words, assignments, redirections, joint, list: this.#list, negated });
    const inner = (...lists: readonly (CompoundList | undefined)[]) => {
      for (const [index, list] of lists.entries()) {
        this.#statements(list?.commands ?? [], index === 0 ? joint : ";");
      }
      // The exit status of a group does not show how the commands in it ended.
      this.#list = this.#lists++;
    };
    switch (node.type) {
      case "Command": {
        const all = [...node.prefix, ...node.suffix];
        const redirections = all.flatMap((one) => isRedirection(one) ? [this.redirection(one)] : []);
        const assignments = node.prefix.flatMap((one) => isRedirection(one) ? [] : [this.assignment(one)]);
        const words = [
          ...(node.name === undefined ? [] : [this.word(node.name)]),
          ...node.args.map((one) => one.type === "Word" ? this.word(one) : this.assigned(one)),
        ];
        return void add(words, assignments, redirections);
      }
      case "Redirected":
        this.#command(node.command, joint, negated);
        return void add([], [], node.redirects.map((one) => this.redirection(one)));
      case "Subshell":
      case "Function":
      case "Coproc": {
        if (node.type === "Function") this.problem("it defines a function");
        const list = this.#list;
        this.#list = this.#lists++;
        if (node.type === "Subshell") this.#statements(node.body.commands, "start");
        else if (node.body.type === "CompoundList") this.#statements(node.body.commands, ";");
        else this.#command(node.body, ";");
        this.#list = list;
        return;
      }
      case "BraceGroup":
        return inner(node.body);
      case "If":
        return inner(
          node.clause,
          node.then,
          ...node.elif.flatMap(({ clause, then }) => [clause, then]),
          node.else,
        );
      case "While":
        this.loops = true;
        return inner(node.clause, node.body);
      case "For":
      case "Select": {
        this.loops = true;
        const values = (node.wordlist ?? []).map((word) => this.word(word));
        add([plainWord(node.type.toLowerCase()), this.word(node.name), plainWord("in"), ...values]);
        return inner(node.body);
      }
      case "ArithmeticFor":
        this.loops = true;
        this.sum(
          this.#source.slice(node.pos, node.body.pos).replace(/^for\s*|\)\)[\s;]*(?:do|\{)?\s*$/g, "").slice(
            2,
          ),
        );
        return inner(node.body);
      case "Case":
        this.word(node.word);
        for (const { pattern } of node.items) for (const word of pattern) this.word(word);
        return inner(...node.items.map(({ body }) => body));
      case "TestCommand":
        return void add([plainWord("[["), ...this.#test(node.expression)]);
      case "ArithmeticCommand":
        this.sum(node.body, node);
        return;
    }
  }

  /** Returns the words of a test, which are not patterns or several words. */
  #test(node: TestExpression): readonly ShellWord[] {
    switch (node.type) {
      case "TestUnary":
        return [plainWord(node.operator), this.word(node.operand)];
      case "TestBinary":
        return [this.word(node.left), plainWord(node.operator), this.word(node.right)];
      case "TestLogical":
        return node.operands.flatMap((one) => this.#test(one));
      case "TestNot":
        return this.#test(node.operand);
      case "TestGroup":
        return this.#test(node.expression);
    }
  }
}
