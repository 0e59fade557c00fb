import assert from "node:assert/strict";
import type { InstallResult } from "../../schemas/results/setup.ts";
import { MARK_PLACE, signFile } from "../../lib/plan/integrations/signed_file.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { goldenFiles } from "../prompts/slash_golden.ts";
import { type Called, wf } from "../support/program.ts";
import { Folder, host, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const golden = goldenFiles();
const PROJECT = [...golden].filter(([path]) => path.startsWith("project/"))
  .map(([path, text]) => [path.slice("project/".length), text] as const);
const CLAUDE = PROJECT.filter(([path]) => path.startsWith(".claude/"));
const HELP = ".claude/commands/wf/help.md";

function call(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(args, { cwd: folder.path });
}

async function result(folder: Folder, ...args: readonly string[]): Promise<InstallResult> {
  const { code, stdout, stderr } = await call(folder, ...args, "--json");
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Everything in a folder but git's own, by path. */
async function listing(folder: Folder): Promise<readonly string[]> {
  const { stdout } = await host.run({
    argv: ["find", ".", "-mindepth", "1", "-not", "-path", "./.git*"],
    cwd: folder.path,
  });
  return stdout.split("\n").filter((line) => line !== "").sort();
}

Deno.test("install writes the commands of every agent once, and uninstall removes exactly these", async () => {
  await using folder = await repository({ "a.txt": "a\n", ".gemini/settings.json": "{}\n" });
  const before = await listing(folder);
  const made = await result(folder, "install", "all");
  assert.equal(await schemaProblems("install", made), "");
  assert.deepEqual(made.written, PROJECT.map(([path]) => path).sort());
  for (const [path, text] of PROJECT) assert.equal(await folder.read(path), text, path);
  const { stdout } = await call(folder, "install", "all");
  assert.match(
    stdout,
    /^✓ Everything is up to date in .*\nStart with \/wf:help in claude, gemini, with \/wf-help in copilot, cursor, opencode, and with \$wf-help in codex\n$/,
  );
  const again = await result(folder, "install", "all");
  assert.deepEqual([again.written, again.removed], [[], []]);
  assert.deepEqual([...new Set(again.files.map(({ action }) => action))], ["unchanged"]);
  const gone = await result(folder, "uninstall", "all");
  assert.deepEqual(gone.removed, made.written);
  assert.deepEqual(await listing(folder), before);
  assert.match((await call(folder, "uninstall", "all")).stdout, /^Nothing to remove/);
});

Deno.test("install --dry-run writes nothing and shows exactly what would be written", async () => {
  await using folder = await repository({ "a.txt": "a\n" });
  const before = await listing(folder);
  const { diff = "", written, files } = await result(folder, "install", "all", "--dry-run");
  assert.deepEqual(written, []);
  assert.equal(files.length, PROJECT.length);
  assert.deepEqual(await listing(folder), before);
  await folder.write({ ".git/install.diff": diff });
  await folder.git("apply", ".git/install.diff");
  for (const [path, text] of PROJECT) assert.equal(await folder.read(path), text, path);
  const preview = await call(folder, "uninstall", "claude", "--dry-run");
  assert.match(preview.stdout, /^ {2}- \.claude\/commands\/wf\/help\.md$/m);
  assert.ok(await folder.has(HELP));
});

Deno.test("install keeps files that others changed or created, reports that, and updates older files", async () => {
  const older = signFile(`Old.\n<!-- ${MARK_PLACE} -->\n`, ["claude"]);
  const mine = { ".claude/commands/wf/settings.md": "Mine\n", ".claude/commands/wf/extra.md": "Mine\n" };
  await using folder = await Folder.make({ ...mine, [HELP]: older, ".claude/commands/wf/gone.md": older });
  await folder.write({ ".claude/commands/wf/verify-phase.md": `${older}More\n` });
  const { stdout, code } = await call(folder, "install", "claude");
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}~ \.claude\/commands\/wf\/help\.md$/m);
  assert.match(stdout, /^ {2}- \.claude\/commands\/wf\/gone\.md$/m);
  assert.match(stdout, /^! Kept \.claude\/commands\/wf\/settings\.md: wf did not create it$/m);
  assert.match(stdout, /^! Kept \.claude\/commands\/wf\/verify-phase\.md: it was changed$/m);
  assert.match(stdout, /move it away and run wf install claude$/m);
  assert.equal(await folder.read(HELP), Object.fromEntries(CLAUDE)[HELP]);
  const gone = await call(folder, "uninstall", "claude");
  assert.match(gone.stdout, /^! Kept \.claude\/commands\/wf\/verify-phase\.md: it was changed$/m);
  const left = ["extra", "settings", "verify-phase"].map((name) => `./.claude/commands/wf/${name}.md`);
  assert.deepEqual((await listing(folder)).filter((path) => path.endsWith(".md")), left);
});

Deno.test("install into a project finds its root, and follows no link out of it", async () => {
  await using folder = await repository({ ".planning/config.json": "{}\n", "src/a.txt": "" });
  await wf(["install", "claude"], { cwd: `${folder.path}/src` });
  assert.ok(await folder.has(HELP));
  await using outside = await Folder.make();
  for (const [link, target] of [[".gemini", outside.path], [".agents", `${outside.path}/nothing`]]) {
    await Deno.symlink(target!, `${folder.path}/${link}`);
    const { code, stderr } = await call(folder, "install", link === ".gemini" ? "gemini" : "codex");
    assert.equal(code, 2);
    assert.match(stderr, /a link in it leads out of/);
    assert.equal((await call(folder, "uninstall", link === ".gemini" ? "gemini" : "cursor")).code, 2);
  }
  assert.deepEqual(await listing(outside), []);
  await Deno.remove(`${folder.path}/${HELP}`);
  await outside.write({ "mine.md": "Mine\n" });
  await Deno.symlink(`${outside.path}/mine.md`, `${folder.path}/${HELP}`);
  assert.match(
    (await call(folder, "install", "claude")).stdout,
    /^! Kept .*help\.md: wf did not create it$/m,
  );
  assert.equal(await outside.read("mine.md"), "Mine\n");
  await Deno.remove(`${folder.path}/.agents`);
  await folder.write({ ".agents/skills/x": "" });
  await outside.write({ "SKILL.md": signFile(`Old. ${MARK_PLACE}`, ["codex"]) });
  await Deno.symlink(outside.path, `${folder.path}/.agents/skills/wf-old`);
  assert.equal((await call(folder, "uninstall", "codex")).code, 2);
  assert.ok(await outside.has("SKILL.md"));
});

Deno.test("install --global writes to the user's home folder, even through links", async () => {
  await using folder = await repository({ "a.txt": "a\n" });
  await folder.write({ ".git/home/x": "", ".git/dotfiles/y": "" });
  await Deno.symlink("../dotfiles", `${folder.path}/.git/home/.claude`);
  const options = { cwd: folder.path, env: homeIn(folder) };
  const { code, stderr } = await wf(["install", "all", "--global"], options);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("status", "--porcelain"), "");
  for (const [path, text] of PROJECT) assert.equal(await folder.read(`.git/home/${path}`), text, path);
  assert.ok(await folder.has(".git/dotfiles/commands/wf/help.md"));
  await wf(["uninstall", "all", "--global"], options);
  assert.equal(await folder.has(".git/dotfiles/commands"), false);
  assert.equal(await folder.has(".git/home/.agents"), false);
  assert.ok(await folder.has(".git/home/.claude"), "the link is the user's");
});

Deno.test("install claude --plugin makes a plugin folder, and uninstall removes it again", async () => {
  await using folder = await Folder.make();
  await result(folder, "install", "claude", "--plugin", "out/wf");
  for (const [path, text] of golden) {
    if (path.startsWith("plugin/")) {
      assert.equal(await folder.read(path.replace("plugin/", "out/wf/")), text, path);
    }
  }
  assert.equal(JSON.parse(await folder.read("out/wf/.claude-plugin/plugin.json")).name, "wf");
  await result(folder, "uninstall", "claude", "--plugin", "out/wf");
  assert.deepEqual(await listing(folder), ["./out", "./out/wf"]);
  assert.match((await call(folder, "install", "codex", "--plugin", "x")).stderr, /Only claude has plugins/);
});

Deno.test("install --mcp registers the server and touches nothing else, and uninstall --mcp takes it back", async () => {
  const own = '{\n  // mine\n  "theme": "dark"\n}\n';
  await using folder = await repository({ ".gemini/settings.json": own });
  const preview = await result(folder, "install", "all", "--mcp", "--dry-run");
  assert.match(preview.diff!, /\+ {2}"mcpServers": \{/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const made = await result(folder, "install", "all", "--mcp");
  assert.deepEqual(made.written, [".cursor/mcp.json", ".gemini/settings.json", ".mcp.json", "opencode.json"]);
  assert.match(
    await folder.read(".gemini/settings.json"),
    /\/\/ mine\n {2}"theme": "dark",\n {2}"mcpServers"/,
  );
  const gone = await result(folder, "uninstall", "all", "--mcp");
  assert.deepEqual(gone.removed, [".cursor/mcp.json", ".mcp.json", "opencode.json"]);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const home = { cwd: folder.path, env: homeIn(folder) };
  const refused = await wf(["install", "claude", "--mcp", "--global"], home);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /claude mcp add --scope user wf -- wf mcp/);
  const codex = await wf(["install", "codex", "--mcp", "--global"], home);
  assert.equal(codex.code, 0, codex.stderr);
  assert.match(await folder.read(".git/home/.codex/config.toml"), /^\[mcp_servers\.wf\]$/m);
  assert.equal((await wf(["install", "codex", "--mcp"], home)).code, 2);
});
