import {
  type CommandNode,
  type CompoundList,
  parse,
  type Statement,
  type TestExpression,
  type Word,
} from "../../deps/unbash.ts";

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
  const { commands, errors = [] } = parse(text);
  const reader = new PipelineReader();
  reader.readList(commands);
  return errors.length === 0 && reader.understood ? reader.found : undefined;
}

/** Matches a carriage return, `&>` and an escaped quote in `$'…'`. */
const READ_DIFFERENTLY = /\r|&>|\$'[^']*\\'/;
const MAX_DEPTH = 50;

class PipelineReader {
  readonly found: ShellPipeline[] = [];
  understood = true;
  #depth = 0;

  readList(statements: readonly Statement[] = []): void {
    if (++this.#depth > MAX_DEPTH) this.understood = false;
    for (const { command, background } of this.understood ? statements : []) {
      const before = this.found.length;
      for (const node of command.type === "AndOr" ? command.commands : [command]) {
        const inner = this.found.length;
        const commands = node.type === "Pipeline" ? node.commands : [node];
        const stages = commands.map((one) => this.#readStage(one));
        if (node.type !== "Pipeline") continue;
        if (stages.length > 1) this.found.push({ stages });
        if (node.prefixes.length > 0) this.found.length = inner;
      }
      if (background) this.found.length = before;
    }
    this.#depth--;
  }

  #readStage(node: CommandNode): PipelineStage {
    const { pos: start, end } = node;
    const redirects = node.type === "Command" || node.type === "Redirected" ? node.redirects : [];
    if (redirects.some((one) => one.type === "HereDoc" && one.closing === undefined)) this.understood = false;
    const stage = (kind: PipelineStage["kind"], words: readonly string[] = []) => ({
      start,
      end,
      kind,
      words,
    });
    const control = (...lists: readonly (CompoundList | undefined)[]) => {
      for (const list of lists) this.readList(list?.commands);
      return stage("control");
    };
    switch (node.type) {
      case "Command": {
        const args = node.args.map((arg) => arg.type === "Word" ? arg.value : arg.text);
        return stage("simple", [
          ...[node.name].flatMap((word: Word | undefined) => word?.value ?? []),
          ...args,
        ]);
      }
      case "TestCommand":
        if (hasOperators(node.expression)) this.understood = false;
        return stage("simple", ["[["]);
      case "Redirected":
        return { ...this.#readStage(node.command), end };
      case "BraceGroup":
      case "Subshell":
        this.readList(node.body.commands);
        return stage("group");
      case "If":
        return control(node.then, ...node.elif.map(({ then }) => then), node.else);
      case "While":
      case "For":
        return control(node.body);
      case "Case":
        return control(...node.items.map(({ body }) => body));
      default:
        // Syntax of some shells only, or a function, which may be called anywhere.
        this.understood = false;
        return stage("control");
    }
  }
}

/** Reports whether a test contains operators that belong to the shell in dash. */
function hasOperators(node: TestExpression): boolean {
  if (node.type === "TestNot") return hasOperators(node.operand);
  return node.type === "TestLogical" || node.type === "TestGroup" || /^[<>]$/.test(node.operator);
}
