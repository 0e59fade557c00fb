import { type CommandContext, hidden, unclassified } from "./effects.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Matches variables that decide what other programs run or which repository git uses. */
const STEERING =
  /^(?:PATH|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO\w*|GLIBC_\w+|FZF_\w+|BUNDLE_\w+|GEM_\w+|\w+_COMMAND|IFS|ENV|BASH_\w+|SHELL|SHELLOPTS|CDPATH|PROMPT_COMMAND|PS[0-4]|LD_\w+|DYLD_\w+|GIT_\w+|SSH_\w+|VISUAL|LESS\w*|NODE_\w*(?:OPTIONS|PATH|CHANNEL_FD)|PYTHON(?!UNBUFFERED$|DONTWRITEBYTECODE$|HASHSEED$|UTF8$|IOENCODING$)\w+|PERL5\w+|RUBY(?:OPT|LIB)|_?JAVA_(?:TOOL_)?OPTIONS|CLASSPATH|BROWSER|npm_config_\w+|HOME|ZDOTDIR|XDG_CONFIG_\w+|AWK(?:PATH|LIBPATH)|MAKE(?:FLAGS|FILES)|GNUMAKEFLAGS|TAPE|RSH|ZIP\w*|UNZIP\w*|GZIP|XZ_\w+|BZIP2?|ZSTD_\w+|CARGO_\w*|RUSTUP_\w+|RUSTC?(?:_\w+)?|GOFLAGS|GOTOOLCHAIN|DENO_(?!NO_|AUTH|DIR$)\w+|JQ_LIBRARY_PATH|TMPDIR|CURL_HOME|WGETRC|DOCKER_\w+|OPENSSL_\w+|(?:https?|all|no|ftp)_proxy|HUSKY\w*|LEFTHOOK\w*|PRE_COMMIT\w*|\w*(?:OPTIONS|_OPTS|_OPT|PAGER|EDITOR|_WRAPPER|CONFIG_PATH|CONFIG_FILE|_SHELL|_ASKPASS|RC_PATH))$/i;
/** Matches the variables of git and pagers that only change the presentation. */
const MILD = /^GIT_(?:PAGER|TERMINAL_PROMPT|OPTIONAL_LOCKS|TRACE\w*|MERGE_AUTOEDIT)$|^PAGER$/;
/** Matches variables that only change output or logging. */
const PLAIN =
  /^(?:CI|NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|LC_\w+|LANG|LANGUAGE|TZ|TERM|COLUMNS|LINES|NO_COLOR|(?:NPM_CONFIG_|CLI)?COLOR\w*|FORCE_COLOR|CLICOLOR_FORCE|DEBUG|VERBOSE|QUIET|RUST_BACKTRACE|RUST_LOG|LOG_LEVEL|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|PYTHONUTF8|PYTHONIOENCODING|PORT|HOST|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;
/** Matches names of switches that may be dangerous. */
const RISKY =
  /PROD|LIVE|DELETE|DESTROY|DROP|RESET|WIPE|PURGE|FORCE|DANGER|CONFIRM|YES|TLS|SSL|VERIFY|INSECURE|UNSAFE|SKIP|ALLOW|PUBLISH|DEPLOY|PUSH|HUSKY|HOOK/i;
/** Matches commands in a value: they run when the value is used in arithmetic or expanded again. */
export const DORMANT = /\$\((?!\))|`|\$\{/;
const NUMBER = /^[+-]?\d*$/;

/**
 * Judges the assignment of a variable.
 *
 * @param word The name, and the value if there is one: `name=value`.
 * @param passed True if a program receives the variable.
 */
export function judgeVariable(
  context: CommandContext,
  { text, expands, raw }: ShellWord,
  passed: boolean,
): void {
  const equals = text.indexOf("=");
  const name = (equals === -1 ? text : text.slice(0, equals)).replace(/\+$/, "");
  const value = equals === -1 ? "" : text.slice(equals + 1);
  const isSum = /^(?:\w+=)?\$\(\([^]*\)\)$/.test(raw);
  context.assign(name);
  if (equals !== -1 && !isSum && (expands.length > 0 || !NUMBER.test(value))) context.vary(name);
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    return context.note(hidden("the name of a variable cannot be determined"));
  }
  if (DORMANT.test(value)) context.note(hidden(`the value of ${name} contains commands`));
  if (/hookspath/i.test(value) && /^GIT_/i.test(name)) {
    return context.note({ category: "never", reason: "git hooks are never bypassed" });
  }
  if (equals === -1) return;
  const mild = MILD.test(name) && expands.length === 0 && /^(?:cat|less|more|0|1|false|true|)$/.test(value);
  if (mild || PLAIN.test(name)) return;
  if (STEERING.test(name)) return context.note(hidden(`${name} would decide what other programs run`));
  const switched = expands.length === 0 && /^(?:[01]|true|false)$/.test(value) && !RISKY.test(name);
  if (passed && !switched) context.note(unclassified(`${name} may decide what other programs do`));
}

/** Judges the assignment of an unknown value to a variable. */
export function judgeName(context: CommandContext, word: ShellWord): void {
  context.assign(word.text);
  context.vary(word.text);
  judgePlainName(context, word);
}

/** Judges the name of a variable, regardless of its value. */
export function judgePlainName(context: CommandContext, { text, expands }: ShellWord): void {
  if (expands.length > 0 || !/^(?:[A-Za-z_]\w*)?$/.test(text)) {
    return context.note(hidden("the name of a variable cannot be determined"));
  }
  if (STEERING.test(text)) context.note(hidden(`${text} would decide what other programs run`));
}

/** Judges an arithmetic expression: commands in it and in the values of its variables are run. */
export function judgeSum(context: CommandContext, { text, expands }: ShellWord): void {
  if (!/^[\w\s+\-*/%<>=!&|^~?:,.()]*$/.test(text.replaceAll(/\$[\w#?!$]+/g, "")) || DORMANT.test(text)) {
    return context.note(hidden("it uses arithmetic that may run commands"));
  }
  const names = text.match(/[A-Za-z_]\w*/g) ?? [];
  context.compute([...names, ...expands]);
  for (const match of text.matchAll(/([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g)) {
    context.assign(match[1]!);
    judgePlainName(context, { text: match[1]!, raw: match[1]!, expands: [], pattern: false, tilde: false });
  }
}
