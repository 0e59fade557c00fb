import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { SLASH_COMMANDS, slashText } from "../../lib/prompts/slash_commands.ts";
import { goldenFiles, installedFiles } from "./slash_golden.ts";

const golden = goldenFiles();

Deno.test("the slash commands of every agent are the files in fixtures/install", () => {
  const made = installedFiles();
  assert.deepEqual([...golden.keys()].sort(), [...made.keys()].sort());
  for (const [path, text] of made) assert.equal(text, golden.get(path), path);
});

Deno.test("a file passes arguments in the way of its agent, and contains nothing that an agent runs or reads", () => {
  for (const [path, text] of golden) {
    const places = text.match(/\$ARGUMENTS|\{\{args\}\}/g) ?? [];
    const name = /wf-(\w+-?\w*)\/SKILL|\/([\w-]+)\.(?:md|toml)$/.exec(path);
    const command = SLASH_COMMANDS.find((one) => one.name === (name?.[1] ?? name?.[2]));
    const substitutes = command !== undefined && command.hint !== "" && !path.includes(".agents");
    assert.deepEqual(places, substitutes ? [path.endsWith(".toml") ? "{{args}}" : "$ARGUMENTS"] : [], path);
    // Claude Code and Gemini CLI run or read these before the model sees the text.
    assert.doesNotMatch(text, /!`|!\{|@\{|(?:^|\s)@[\w./]|\$\d/m, path);
    assert.doesNotMatch(text, /\{(?:list|given|command|steps|wf-mark|new_project)\}/, path);
  }
});

/** The commands that are for scripts, editors and installations, or have a slash command that includes them. */
const WITHOUT: readonly string[] = [
  "agents",
  "branch-name",
  "commit-message",
  "completions",
  "config",
  "demo",
  "graph",
  "hook",
  "install",
  "lsp",
  "mcp",
  "merge-driver",
  "next",
  "policy",
  "report",
  "runs",
  "schema",
  "tell",
  "trust",
  "uninstall",
  "upgrade",
  "view",
  "waves",
  "worker",
];

Deno.test("every everyday command has a slash command, with the arguments that users give", () => {
  const names = SLASH_COMMANDS.map(({ name }) => name);
  assert.deepEqual(
    [...WITHOUT, ...names].sort(),
    [...commands.map(({ name }) => name), "help"].sort(),
  );
  const hints = new Map(SLASH_COMMANDS.map(({ name, hint }) => [name, hint]));
  assert.equal(hints.get("undo"), "<work>");
  assert.equal(hints.get("run"), "[--until <phase>] [--budget <amount>]");
  assert.match(
    hints.get("plan")!,
    /^new\|insert\|remove\|rename <phase-or-plan> \[name\] \[--type execute\|tdd\] /,
  );
});

Deno.test("a slash command names only existing commands of wf, and only whole commands that read run without asking", () => {
  const known = commands.map(({ name }) => name);
  for (const command of SLASH_COMMANDS) {
    const text = slashText(command, { prefix: "/wf:", given: "" });
    for (const [, name] of `\`${command.runs} ${text}`.matchAll(/`wf ([a-z][a-z-]+)/g)) {
      assert.ok(known.includes(name!), `${command.name}: wf ${name}`);
    }
    for (const read of command.reads) {
      assert.match(read, /^(?:--help|(?:status|validate|config list|config explain \w+) --json)$/);
    }
  }
});

Deno.test("no file lets an agent run a command of wf with any arguments unasked", () => {
  for (const [path, text] of golden) assert.doesNotMatch(text, /Bash\([^)]*\*/, path);
});
