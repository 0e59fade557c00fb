/**
 * Programs that run the project's own code: what the names of their arguments say of the effect.
 * @module
 */
import {
  type CommandContext,
  destructive,
  external,
  hidden,
  isOption,
  operandsOf,
  unclassified,
} from "../effects/effects.ts";
import { partOf } from "./known_options.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Judges `make` and `just`, whose options can run commands from outside the project. */
export function make(context: CommandContext, args: readonly ShellWord[], name: string): void {
  for (const [index, word] of args.entries()) {
    const { text } = word;
    const before = args[index - 1]?.text ?? "";
    const file = /^(?:-f(.+)|--(?:file|makefile|justfile|directory|working-directory)=(.*)|-C(.+))$/.exec(
      text,
    );
    const path = file !== null
      ? partOf(word, text.length - (file[1] ?? file[2] ?? file[3]!).length)
      : /^(?:-[BknsiwS]*[fCd]|--(?:file|makefile|justfile|directory|working-directory))$/.test(before)
      ? word
      : undefined;
    if (path !== undefined) {
      context.path(path, "read");
      if (/^(?:-|\/dev\/.*|\/proc\/.*)$/.test(path.text)) {
        context.note(hidden(`${name} runs commands from its input`));
      }
    } else if (isOption(word)) {
      if (!MAKE.test(text)) context.note(hidden(`the option "${text}" of ${name} is unknown`));
    } else if (/^\.?\w*(?:SHELL|FLAGS)\w*[:+?!]?=|\$[({]|`/.test(text) || word.expands.length > 0) {
      context.note(hidden(`a variable of ${name} may run commands`));
    }
  }
  judgeRecipes(context, args, name);
}

const MAKE =
  /^(?:-[BknsiwSqt]*[fCd]?|-j\d*|-O\w*|--(?:file|makefile|justfile|directory|working-directory|jobs(?:=\d+)?|silent|quiet|keep-going|dry-run|just-print|always-make|no-print-directory|list|summary|version|help|output-sync(?:=\w+)?))$|^-[lh]$/;

const PUBLISHES = /^(?:deploy|publish|release|upload|push|ship|sync)$/;

const CLEANS =
  /^(?:clean|distclean|mrproper|clobber|purge|reset|drop|destroy|delete|wipe|nuke|prune|uninstall|teardown|flush|fresh|flushall)$/;

/** Judges recipes of the project: they run its own code, and their names are hints of the effect. */
export function judgeRecipes(context: CommandContext, args: readonly ShellWord[], name: string): void {
  judgeNames(context, args, name);
  context.names(args);
  context.suspect(args.filter(({ text }) => /\s/.test(text)));
  context.note(unclassified(`${name} runs code of the project`));
}

const FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|sh|json|ya?ml|md|txt|html?|s?css|php|c|h|cc|cpp|cs|sql|toml|lock|xml|vue|svelte|ex|exs|snap)$/;

/** Judges the arguments of a program of the project by the words in them; file names do not count. */
export function judgeNames(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const parts = operandsOf(args).slice(0, 8).filter((text) => !FILE.test(text))
    .flatMap((text) => text.toLowerCase().split(/[^a-z]+/));
  if (parts.some((part) => PUBLISHES.test(part))) {
    context.note(external(`${name} would publish, judging by its arguments`));
  }
  if (parts.some((part) => CLEANS.test(part))) {
    context.note(destructive(`${name} would delete, judging by its arguments`));
  }
}
