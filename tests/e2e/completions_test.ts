import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { homeAt, program, wf } from "../support/program.ts";
import { Folder } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";

/**
 * Starts each shell without a profile, then loads the completions as the first line of the script describes.
 */
const SHELLS: Readonly<Record<string, readonly [command: string, setup: string]>> = {
  bash: ["bash --norc --noprofile -i", `PS1='re''ady> '; eval "$(wf completions bash)"`],
  zsh: ["zsh -f -i", `PS1='re''ady> '; eval "$(wf completions zsh)"`],
  fish: [
    "fish --no-config",
    "function fish_prompt; echo -n 're''ady> '; end; wf completions fish | source",
  ],
};

/** The typed text, and the arguments that the program then gets. */
const TYPED: readonly (readonly [keys: string, args: readonly string[]])[] = [
  ["exec\t1 --dry\t", ["execute-phase", "1", "--dry-run"]],
  ["execute-phase 1 --set git.b\tmil\t--yes", [
    "execute-phase",
    "1",
    "--set",
    "git.branching_strategy=milestone",
    "--yes",
  ]],
  ["execute-phase 1 --set=git.b\tmil\t", ["execute-phase", "1", "--set=git.branching_strategy=milestone"]],
  ["execute-phase 1 --answer=mer\tsq\t", ["execute-phase", "1", "--answer=merge=squash"]],
  ["validate --format=j\t--str\t", ["validate", "--format=json", "--strict"]],
  ["validate --for\tj\t", ["validate", "--format", "json"]],
  ["commit-message 01-02\tfe\tx", ["commit-message", "01-02", "feat", "x"]],
  ["config set git.ph\t\t", ["config", "set", "git.phase_branch_template", "wf/phase-{phase}-{slug}"]],
  ["settings --git.br\tph\t", ["settings", "--git.branching-strategy", "phase"]],
  ["validate one\t", ["validate", "one file.md"]],
  ["validate --cwd some\t", ["validate", "--cwd", "some dir"]],
  ["validate --cwd=some\t", ["validate", "--cwd=some dir"]],
  [`"exec\t`, ["execute-phase"]],
];

const terminals = isInstalled("script", "--version");

for (const shell of Object.keys(SHELLS)) {
  const ignore = !terminals || !isInstalled(shell, "--version");
  const missing = ignore ? ` (left out: needs ${shell} and util-linux's script)` : "";

  Deno.test({
    name: `Tab completes in ${shell}, values included${missing}`,
    ignore,
    async fn() {
      await using folder = await projectWithProgram();
      await using terminal = await openShell(shell, folder);
      for (const [index, [keys, args]] of TYPED.entries()) {
        await terminal.type(`wf ${keys}\r`);
        await terminal.until(`the call of: wf ${keys}`, async () => (await callsIn(folder)).length > index);
        assert.deepEqual((await callsIn(folder))[index], args, keys);
      }
      await terminal.type("exit\r");
    },
  });

  Deno.test({
    name: `Tab in ${shell} shows a description of each candidate${missing}`,
    ignore,
    async fn() {
      await using folder = await projectWithProgram();
      await using terminal = await openShell(shell, folder);
      await terminal.type("wf \t\t");
      await terminal.until("the description of waves", (shown) => /Show the execution waves/.test(shown));
      await terminal.type("\x03\x15exit\r");
    },
  });
}

Deno.test("zsh finds the completion as a file in $fpath", {
  ignore: !terminals || !isInstalled("zsh", "--version"),
}, async () => {
  await using folder = await projectWithProgram();
  const { stdout } = await wf(["completions", "zsh"], { cwd: "/" });
  await folder.write({ "functions/_wf": stdout });
  const env = { ...homeAt(folder.path), PATH: `${folder.path}/bin:${Deno.env.get("PATH")}` };
  await using terminal = new Terminal({ command: "zsh -f -i", cwd: folder.path, env });
  await terminal.type(
    "fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D; PS1='re''ady> '\r",
  );
  await terminal.until("the prompt", (shown) => shown.includes("ready> "));
  await terminal.type("wf exec\t1\r");
  await terminal.until("the call", () => folder.has("calls"));
  await terminal.type("exit\r");
  assert.equal((await folder.read("calls")).trimEnd(), "execute-phase\n1");
});

Deno.test("bash completes words that it splits at = and :", {
  ignore: !isInstalled("bash", "--version"),
}, async () => {
  await using folder = await projectWithProgram();
  const line = "wf execute-phase 1 --set=git.branching_strategy=m";
  const words = "wf execute-phase 1 --set = git.branching_strategy = m";
  const script = `eval "$(wf completions bash)"; COMP_TYPE=9 COMP_LINE='${line}' COMP_POINT=${line.length}
COMP_WORDS=(${words}); COMP_CWORD=7; _wf; printf '[%s]' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await new Deno.Command("bash", {
    args: ["--norc", "-c", script],
    cwd: folder.path,
    env: { PATH: `${folder.path}/bin:${Deno.env.get("PATH")}` },
  }).output();
  assert.equal(new TextDecoder().decode(stderr), "");
  assert.equal(new TextDecoder().decode(stdout), "[milestone ]");
});

Deno.test("fish lists candidates with their descriptions", {
  ignore: !isInstalled("fish", "--version"),
}, async () => {
  await using folder = await projectWithProgram();
  const { stdout } = await new Deno.Command("fish", {
    args: ["--no-config", "-c", 'wf completions fish | source; complete -C "wf waves "'],
    cwd: folder.path,
    env: { ...homeAt(folder.path), PATH: `${folder.path}/bin:${Deno.env.get("PATH")}` },
  }).output();
  assert.equal(new TextDecoder().decode(stdout), "1\tBase: 0 of 2 plans done\n2\tMore: no plans yet\n");
});

Deno.test("completion never writes to standard error", async () => {
  await using folder = await Folder.make({
    ".planning/ROADMAP.md": "\u0000 ### Phase",
    ".planning/config.json": "{",
    ".planning/phases/01-x/01-01-PLAN.md": "---\n: [",
    ".planning/phases/02-y": "a file",
  });
  const typed = [["waves", ""], ["--help", ""], ["validate", "--", "--", "x"], ["'"], [
    "--cwd",
    "/no/such",
    "waves",
    "",
  ], []];
  for (const cwd of [folder.path, "/"]) {
    for (const words of typed) {
      const { code, stderr } = await wf(["completions", "bash", "--", ...words], { cwd });
      assert.deepEqual([code, stderr], [0, ""], words.join(" "));
    }
  }
  const { stdout } = await wf(["completions", "bash", "--", "commit-message", ""], { cwd: folder.path });
  assert.equal(stdout, "01-01\t\n");
});

Deno.test("--cwd among the words selects the project whose phases are completed", async () => {
  await using folder = await Folder.make(smallProject());
  const words = ["waves", "--cwd", folder.path, ""];
  const { stdout } = await wf(["completions", "zsh", "--", ...words], { cwd: "/" });
  assert.match(stdout, /^1\tBase/);
});

Deno.test("completions --json contains the script or the candidates, and matches its schema", async () => {
  for (const args of [["fish"], ["bash", "exec"]]) {
    const { code, stdout } = await wf(["completions", ...args, "--json"], { cwd: "/" });
    assert.equal(code, 0);
    assert.equal(await schemaProblems("completions", JSON.parse(stdout)), "");
  }
});

/**
 * Creates a project with a program `wf` in `bin/`: it answers completion requests, and otherwise appends its
 * arguments to the file `calls`, one per line, followed by an empty line.
 */
async function projectWithProgram(): Promise<Folder> {
  const [runtime, args] = program();
  const start = [runtime, ...args].map((word) => `'${word}'`).join(" ");
  const folder = await Folder.make({
    ...smallProject(),
    "one file.md": "",
    "some dir/x": "",
    "bin/wf": `#!/bin/sh
if [ "$1" = completions ]; then exec ${start} "$@"; fi
printf '%s\\n' "$@" '' >> "$HOME/calls"
`,
  });
  await Deno.chmod(`${folder.path}/bin/wf`, 0o755);
  return folder;
}

/** A shell in a folder with completion set up, at its prompt. */
async function openShell(shell: string, folder: Folder): Promise<Terminal> {
  const [command, setup] = SHELLS[shell]!;
  const env = { ...homeAt(folder.path), PATH: `${folder.path}/bin:${Deno.env.get("PATH")}` };
  const terminal = new Terminal({ command, cwd: folder.path, env });
  await terminal.type(`${setup}\r`);
  await terminal.until("the prompt", (shown) => shown.includes("ready> "));
  return terminal;
}

/** Returns the arguments of each call so far. Some shells remove the slash after a folder. */
async function callsIn(folder: Folder): Promise<string[][]> {
  if (!await folder.has("calls")) return [];
  const calls = (await folder.read("calls")).split("\n\n").slice(0, -1);
  return calls.map((call) => call.split("\n").map((arg) => arg.replace(/\/$/, "")));
}
