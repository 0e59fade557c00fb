/**
 * The commands and their options. The command line, its help and its completions are generated
 * from these types; each interface is one command, named `<Verb>Options`.
 *
 * `@positional` marks an argument without a flag, in source order. `@placeholder` names a value in
 * help. An option with an array type can be repeated. The descriptions are the help texts.
 * @module
 */
export type * from "./commands/shared.ts";
export type * from "./commands/setup.ts";
export type * from "./commands/plan.ts";
export type * from "./commands/run.ts";
export type * from "./commands/look.ts";
export type * from "./commands/edit.ts";
export type * from "./commands/integrate.ts";
