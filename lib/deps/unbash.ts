/**
 * A parser for bash, which POSIX shells share most of their syntax with. It takes about 8 ms to load, and is
 * loaded with the modules that judge or check commands.
 *
 * @module
 */
export {
  type ArithmeticExpression,
  type Assignment,
  type CommandNode,
  type CompoundCommand,
  type CompoundList,
  forEachChild,
  parse,
  type ParsedScript,
  type Pipeline,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type TestExpression,
  type Word,
  type WordPart,
} from "npm:unbash@6.0.4";
