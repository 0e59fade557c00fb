import { type CommandContext, destructive, external, isOption, unclassified } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Matches the words of names that publish or delete. */
const PUBLISHES = /^(?:deploy|publish|release|upload|push|ship|sync)$/;
const CLEANS =
  /^(?:clean|distclean|mrproper|clobber|purge|reset|drop|destroy|delete|wipe|nuke|prune|uninstall|teardown|flush|fresh|flushall|erase|rollback|downgrade)$/;
const FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|sh|json|ya?ml|md|txt|html?|s?css|php|c|h|cc|cpp|cs|sql|toml|lock|xml|vue|svelte|ex|exs|snap)$|\//;
/** Matches options whose value is the name of a test. */
const SELECTS =
  /^(?:-[ktgm]|--?(?:grep|filter|run|name|test|tests|match|spec|testNamePattern|test-name-pattern))$/;
/** Matches programs whose arguments name tasks of the project. */
export const MAKES = /^(?:make|gmake|just|rake|task|mage|ninja|cmake)$/;

/** Judges names in arguments, such as those of scripts; file names do not count. */
export function judgeNames(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const operands = args.filter((word, index) =>
    !isOption(word) && (MAKES.test(name) || !SELECTS.test(args[index - 1]?.text ?? ""))
  );
  const parts = operands.slice(0, 8).filter(({ text }) => !FILE.test(text))
    .flatMap(({ text }) => text.toLowerCase().split(/[^a-z]+/));
  if (
    args.some(({ text }) =>
      /^--?(?:clean|clear|delete|remove|prune|purge|reset|force-reset|accept-data)/i.test(text)
    )
  ) {
    context.note(destructive(`${name} would delete, judging by its options`));
  }
  if (MAKES.test(name) && parts.includes("install")) {
    context.note({ category: "outside", reason: `${name} install acts beyond the working folder` });
  }
  if (parts.some((part) => /^(?:migrate|migrations?|seed)$/.test(part))) {
    context.note(unclassified(`${name} would change data, judging by its arguments`));
  }
  if (parts.some((part) => PUBLISHES.test(part))) {
    context.note(external(`${name} would publish, judging by its arguments`));
  }
  if (parts.some((part) => CLEANS.test(part))) {
    context.note(destructive(`${name} would delete, judging by its arguments`));
  }
}
