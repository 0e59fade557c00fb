/**
 * The text of git's hook `pre-commit`: a marked block belongs to wf, everything else to the user. Plain POSIX
 * shell, because git runs hooks on all systems.
 *
 * @module
 */

const BEGIN = "# >>> wf validate --staged >>>";
const MADE = " (this file was made by wf)";
const END = "# <<< wf validate --staged <<<";
const BLOCK = new RegExp(`^${BEGIN}(?<made>${MADE.replace(/[()]/g, "\\$&")})?\n[^]*?^${END}\n?`, "m");
/** Matches the shells that can run the block. */
const SHELL = /^#!.*\b(?:sh|bash|dash|zsh|ksh|ash|busybox)\b/;

export type HookEdit =
  | { readonly kind: "unchanged" }
  | { readonly kind: "write"; readonly text: string }
  | { readonly kind: "remove" }
  | { readonly kind: "not-shell"; readonly interpreter: string };

/**
 * Adds the block to a hook, or updates it. It goes before everything except the first line, because a hook
 * may exit anywhere.
 *
 * @param text The hook; undefined if there is none.
 * @param shebang True if a new hook begins with `#!/bin/sh`: some tools run hooks themselves.
 */
export function addToHook(text: string | undefined, block: string, shebang: boolean): HookEdit {
  if (text === undefined || text === "") {
    return { kind: "write", text: (shebang ? "#!/bin/sh\n" : "") + marked(block, true) };
  }
  const found = BLOCK.exec(text);
  if (found !== null) return replaced(text, found, marked(block, found.groups?.["made"] !== undefined));
  const first = text.startsWith("#!") ? text.slice(0, text.indexOf("\n") + 1) || `${text}\n` : "";
  if (first !== "" && !SHELL.test(first)) return { kind: "not-shell", interpreter: first.slice(2).trim() };
  return { kind: "write", text: first + marked(block, false) + text.slice(first.length) };
}

/** Removes the block from a hook; also the file if it was created for the block and contains nothing else. */
export function removeFromHook(text: string | undefined): HookEdit {
  const found = BLOCK.exec(text ?? "");
  if (text === undefined || found === null) return { kind: "unchanged" };
  const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
  const isEmpty = rest.replace(/^#!\/bin\/sh\n/, "").trim() === "";
  return isEmpty && found.groups?.["made"] !== undefined ? { kind: "remove" } : { kind: "write", text: rest };
}

function replaced(text: string, found: RegExpExecArray, block: string): HookEdit {
  const result = text.slice(0, found.index) + block + text.slice(found.index + found[0].length);
  return result === text ? { kind: "unchanged" } : { kind: "write", text: result };
}

function marked(block: string, made: boolean): string {
  return `${BEGIN}${made ? MADE : ""}\n${block}${END}\n`;
}

/**
 * Returns the commands of the block: the program that installed it, otherwise the one on the path. If there
 * is none, the commit continues and a line says what to do.
 *
 * @param program The words that start the program; undefined for `wf` on the path.
 */
export function hookBlock(program: readonly string[] | undefined): string {
  const message = "wf is not installed, so the plans of this commit are not checked: install it, or run " +
    "`wf hook install --uninstall` on a machine with wf";
  const otherwise = [
    "if command -v wf >/dev/null 2>&1; then",
    "  wf validate --staged || exit 1",
    "else",
    `  echo ${quoted(message)} >&2`,
    "fi",
  ];
  if (program === undefined || (program.length === 1 && program[0] === "wf")) return lines(otherwise);
  const [runtime = "", ...rest] = program;
  const file = rest.at(-1);
  const isThere = [`command -v ${quoted(runtime)} >/dev/null 2>&1`];
  if (file !== undefined && /^(?:\/|[A-Za-z]:)/.test(file)) isThere.push(`[ -f ${quoted(file)} ]`);
  return lines([
    `if ${isThere.join(" && ")}; then`,
    `  ${program.map(quoted).join(" ")} validate --staged || exit 1`,
    `el${otherwise[0]}`,
    ...otherwise.slice(1),
  ]);
}

function lines(of: readonly string[]): string {
  return of.map((line) => `${line}\n`).join("");
}

function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Lines for the configuration of a tool that runs hooks. */
export interface HookSnippet {
  /** The file, as the tool names it. */
  readonly path: string;
  readonly text: string;
}

/** Reports whether a configuration already runs the check; comments do not count. */
export function runsCheck(text: string): boolean {
  return text.split("\n").some((line) =>
    !/^\s*(?:#|\/\/)/.test(line) && /\bvalidate --staged\b|\bid: *["']?wf-validate\b/.test(line)
  );
}

/**
 * Returns the lines for lefthook, in the language of its file; in YAML without first lines that the file has
 * already.
 */
export function lefthookSnippet(path: string, text: string): HookSnippet {
  if (path.endsWith(".toml")) {
    return { path, text: '[pre-commit.commands.wf]\nrun = "wf validate --staged"\n' };
  }
  if (/\.jsonc?$/.test(path)) {
    return { path, text: '"pre-commit": { "commands": { "wf": { "run": "wf validate --staged" } } }\n' };
  }
  const hasCommands = /^pre-commit:[^\n]*\n(?:[ \t#][^\n]*\n)*? +commands:/m.test(text);
  const command = "    wf:\n      run: wf validate --staged\n";
  return { path, text: hasCommands ? command : inside(text, "pre-commit:", `  commands:\n${command}`) };
}

/** Returns the lines for the pre-commit framework, without the first if the file has it already. */
export function preCommitSnippet(path: string, text: string): HookSnippet {
  const hook = `  - repo: local
    hooks:
      - id: wf-validate
        name: wf validate
        entry: wf validate --staged
        language: system
        files: (^|/)\\.planning/
        always_run: true
        require_serial: true
`;
  return { path, text: inside(text, "repos:", hook) };
}

function inside(text: string, key: string, lines: string): string {
  return text.split(/\r?\n/).some((line) => line.startsWith(key)) ? lines : `${key}\n${lines}`;
}
