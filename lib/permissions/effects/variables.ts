import { hidden, type Scene, unclassified } from "./effects.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Variables that decide what other programs run or which repository git works on. */
const STEERING =
  /^(?:PATH|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO\w*|GLIBC_\w+|FZF_\w+|BUNDLE_\w+|GEM_\w+|\w+_COMMAND|IFS|ENV|BASH_\w+|SHELL|SHELLOPTS|CDPATH|PROMPT_COMMAND|PS[0-4]|LD_\w+|DYLD_\w+|GIT_\w+|SSH_\w+|VISUAL|LESS\w*|NODE_\w*(?:OPTIONS|PATH|CHANNEL_FD)|PYTHON(?!UNBUFFERED$|DONTWRITEBYTECODE$|HASHSEED$|UTF8$|IOENCODING$)\w+|PERL5\w+|RUBY(?:OPT|LIB)|_?JAVA_(?:TOOL_)?OPTIONS|CLASSPATH|BROWSER|npm_config_\w+|HOME|ZDOTDIR|XDG_CONFIG_\w+|AWK(?:PATH|LIBPATH)|MAKE(?:FLAGS|FILES)|GNUMAKEFLAGS|TAPE|RSH|ZIP\w*|UNZIP\w*|GZIP|XZ_\w+|BZIP2?|ZSTD_\w+|CARGO_\w*|RUSTUP_\w+|RUSTC?(?:_\w+)?|GOFLAGS|GOTOOLCHAIN|DENO_(?!NO_|AUTH|DIR$)\w+|JQ_LIBRARY_PATH|TMPDIR|CURL_HOME|WGETRC|DOCKER_\w+|OPENSSL_\w+|(?:https?|all|no|ftp)_proxy|\w*(?:OPTIONS|_OPTS|_OPT|PAGER|EDITOR|_WRAPPER|CONFIG_PATH|CONFIG_FILE|_SHELL|_ASKPASS|RC_PATH))$/i;
/** Of git's variables those that only say who or how. */
const MILD = /^GIT_(?:PAGER|TERMINAL_PROMPT|OPTIONAL_LOCKS|TRACE\w*|MERGE_AUTOEDIT)$|^PAGER$/;
/** Variables that only say how something is shown or told. */
const PLAIN =
  /^(?:CI|NODE_ENV|RAILS_ENV|RACK_ENV|APP_ENV|LC_\w+|LANG|LANGUAGE|TZ|TERM|COLUMNS|LINES|NO_COLOR|(?:NPM_CONFIG_|CLI)?COLOR\w*|FORCE_COLOR|CLICOLOR_FORCE|DEBUG|VERBOSE|QUIET|RUST_BACKTRACE|RUST_LOG|LOG_LEVEL|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|PYTHONHASHSEED|PYTHONUTF8|PYTHONIOENCODING|PORT|HOST|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;
/** Commands that a value holds as plain text: they run where it is computed with or expanded again. */
export const DORMANT = /\$\((?!\))|`|\$\{/;
const NUMBER = /^[+-]?\d*$/;

/**
 * Judges that a variable is set to a value.
 *
 * @param word The name, and the value where there is one: `name=value`.
 * @param passed Whether a program gets it.
 */
export function judgeVariable(scene: Scene, { text, expands, raw }: ShellWord, passed: boolean): void {
  const equals = text.indexOf("=");
  const name = (equals === -1 ? text : text.slice(0, equals)).replace(/\+$/, "");
  const value = equals === -1 ? "" : text.slice(equals + 1);
  const isSum = /^(?:\w+=)?\$\(\([^]*\)\)$/.test(raw);
  scene.assign(name);
  if (equals !== -1 && !isSum && (expands.length > 0 || !NUMBER.test(value))) scene.vary(name);
  if (!/^[A-Za-z_]\w*$/.test(name)) return scene.note(hidden("the name of a variable is not plain"));
  if (DORMANT.test(value)) scene.note(hidden(`the value of ${name} holds commands`));
  if (/hookspath/i.test(value) && /^GIT_/i.test(name)) {
    return scene.note({ category: "never", reason: "hooks of git are never bypassed" });
  }
  if (equals === -1) return;
  const mild = MILD.test(name) && expands.length === 0 && /^(?:cat|less|more|0|1|false|true|)$/.test(value);
  if (mild || PLAIN.test(name)) return;
  if (STEERING.test(name)) return scene.note(hidden(`${name} would decide what other programs run`));
  if (passed) scene.note(unclassified(`${name} may decide what other programs do`));
}

/** Judges that a variable gets a value that is not told. */
export function judgeName(scene: Scene, word: ShellWord): void {
  scene.assign(word.text);
  scene.vary(word.text);
  judgePlainName(scene, word);
}

/** Judges the name of a variable, whatever its value. */
export function judgePlainName(scene: Scene, { text, expands }: ShellWord): void {
  if (expands.length > 0 || !/^(?:[A-Za-z_]\w*)?$/.test(text)) {
    return scene.note(hidden("the name of a variable is not plain"));
  }
  if (STEERING.test(text)) scene.note(hidden(`${text} would decide what other programs run`));
}

/** Judges a sum: commands in the values of its variables, and in it, are run. */
export function judgeSum(scene: Scene, { text, expands }: ShellWord): void {
  if (!/^[\w\s+\-*/%<>=!&|^~?:,.()]*$/.test(text.replaceAll(/\$[\w#?!$]+/g, "")) || DORMANT.test(text)) {
    return scene.note(hidden("it computes what is not plain"));
  }
  const names = text.match(/[A-Za-z_]\w*/g) ?? [];
  scene.compute([...names, ...expands]);
  for (const match of text.matchAll(/([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g)) {
    scene.assign(match[1]!);
    judgePlainName(scene, { text: match[1]!, raw: match[1]!, expands: [], pattern: false, tilde: false });
  }
}
