import assert from "node:assert/strict";
import { version } from "../../generated/version.ts";
import { planText, smallProject } from "../support/plans.ts";
import { Folder, host } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";

/** A script that uses the library on Node. */
const SCRIPT = `import { checkProject, rules, version } from "@wf/wf";
import { findProjectRoot, loadProject } from "@wf/wf/apply";
import { slugify } from "@wf/wf/internals";
import { NodeHost } from "@wf/wf/node";
import { normalizeToolCall } from "@wf/wf/permissions";

if (slugify(normalizeToolCall({ title: "A b" }).title) !== "a-b") throw new Error("the entry points fail");
const host = new NodeHost();
const root = await findProjectRoot(host, host.cwd());
const project = await loadProject(host, root);
const plans = project.plans.all.map(({ id }) => id);
console.log(JSON.stringify({ version, deno: typeof Deno, plans, findings: checkProject(project, rules) }));
`;

/** The same with types, one of them wrong. */
const TYPED = `import { planWaves, type WaveResult } from "@wf/wf";
import type { Host } from "@wf/wf/apply";
import { NodeHost } from "@wf/wf/node";

const host: Host = new NodeHost();
export const result: WaveResult = planWaves([{ id: host.cwd(), dependsOn: [] }]);
// @ts-expect-error -- an ID is text
planWaves([{ id: 1, dependsOn: [] }]);
`;

/** A link that a regular expression proves. */
const LINK = "{ from: a.ts, to: fs, via: a, pattern: 'const +a' }";

Deno.test("the npm package", async (t) => {
  await using packed = await Folder.make({}, "wf-pack-");
  await using project = await Folder.make({
    ...smallProject(),
    "package.json": '{ "private": true }\n',
    "use.mjs": SCRIPT,
    "typed.ts": TYPED,
  });
  const run = (cwd: string, ...argv: readonly [string, ...string[]]) =>
    host.run({ argv, cwd, env: { NO_COLOR: "1", npm_config_update_notifier: "false" } });

  const made = await run(fromRoot(""), Deno.execPath(), "run", "-A", "tools/pack.ts", packed.path);
  assert.equal(made.code, 0, made.stderr);
  const archive = made.stdout.trim();

  await t.step("is installed with npm, alone and without running anything", async () => {
    const { code, stderr } = await run(project.path, "npm", "install", "--offline", "--no-audit", archive);
    assert.equal(code, 0, stderr);
    assert.deepEqual((await host.readDirectory(`${project.path}/node_modules`)).map(({ name }) => name), [
      ".bin",
      ".package-lock.json",
      "@wf",
    ]);
    const { scripts, dependencies } = JSON.parse(await project.read("node_modules/@wf/wf/package.json"));
    assert.deepEqual([scripts, dependencies], [undefined, undefined]);
  });

  await t.step("gives the command wf", async () => {
    const { code, stdout, stderr } = await run(project.path, "npx", "--offline", "wf", "validate");
    assert.deepEqual([code, stdout], [0, "✓ 2 plans checked: no findings\n"], stderr);
    const told = await run(project.path, "npx", "--offline", "wf", "--version", "--json");
    const { installed, runtime } = JSON.parse(told.stdout);
    assert.deepEqual([installed, runtime.name], ["npm", "node"]);
  });

  await t.step("knows itself behind the link of an installation for all projects", async () => {
    const prefix = `${project.path}/prefix`;
    const argv = [
      "npm",
      "install",
      "--offline",
      "--no-audit",
      "--global",
      "--prefix",
      prefix,
      archive,
    ] as const;
    const { code, stderr } = await run(project.path, ...argv);
    assert.equal(code, 0, stderr);
    const { stdout } = await run(project.path, `${prefix}/bin/wf`, "upgrade");
    assert.match(stdout, /installed as an npm package: \S+\/lib\/node_modules\/@wf\/wf\/bin\.js\n/);
    assert.match(stdout, / {2}npm install --global @wf\/wf@latest\n$/);
  });

  await t.step("is called by its path in a hook, which finds no folder of a project's programs", async () => {
    await using repository = await Folder.make(smallProject());
    await run(repository.path, "git", "init", "--quiet");
    const hook = ["npx", "--offline", "wf", "hook", "install", "--cwd", repository.path] as const;
    const { code, stderr } = await run(project.path, ...hook);
    assert.equal(code, 0, stderr);
    const text = await repository.read(".git/hooks/pre-commit");
    assert.match(text, /^ {2}\S*node \S+\/node_modules\/@wf\/wf\/bin\.js validate --staged \|\| exit 1$/m);
  });

  await t.step("brings what is loaded only when it is needed", async () => {
    const checks = "{ path: a.ts, provides: a, exports: [a] }";
    const plan = planText({ plan: "01", tasks: [] })
      .replace("must_haves:", `must_haves:\n  artifacts: [${checks}]\n  key_links: [${LINK}]`);
    await using other = await Folder.make({
      ".planning/phases/01-base/01-01-PLAN.md": plan,
      "a.ts": "export const a: number = 1;\n",
    });
    const verify = ["verify-phase", "1", "--dry-run", "--json", "--cwd", other.path];
    const { stdout, stderr } = await run(project.path, "npx", "--offline", "wf", ...verify);
    const { artifacts, links } = JSON.parse(stdout);
    assert.deepEqual([artifacts[0].outcome, links[0].outcome], ["verified", "verified"], stderr);
  });

  await t.step("is a library for Node that does not look for Deno", async () => {
    const { stdout, stderr } = await run(project.path, "node", "use.mjs");
    assert.equal(stderr, "");
    const plans = ["01-01", "01-02"];
    assert.deepEqual(JSON.parse(stdout), { version, deno: "undefined", plans, findings: [] });
    const folder = `${project.path}/node_modules/@wf/wf`;
    for (const { name } of await host.readDirectory(folder)) {
      if (!name.endsWith(".js")) continue;
      const code = (await host.readText(`${folder}/${name}`)).replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
      assert.doesNotMatch(code, /\bDeno\.\w/, name);
    }
  });

  await t.step("has types", async () => {
    const check = ["check", "--quiet", "--node-modules-dir=manual", "--no-lock", "typed.ts"];
    const { code, stderr } = await run(project.path, Deno.execPath(), ...check);
    assert.equal(code, 0, stderr);
    const folder = `${project.path}/node_modules/@wf/wf`;
    assert.deepEqual(await typesThatAreMissing(folder), []);
  });

  await t.step("names the licenses of what it holds", async () => {
    const notices = await project.read("node_modules/@wf/wf/THIRD_PARTY.md");
    assert.match(notices, /^## js-yaml 5[^]*Permission is hereby granted/m);
  });
});

/** What declarations of types below a folder name, and what is not there as TypeScript looks for it. */
async function typesThatAreMissing(folder: string, below = ""): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const { name, kind } of await host.readDirectory(`${folder}/${below}`)) {
    const path = `${below}${name}`;
    if (kind === "directory") missing.push(...await typesThatAreMissing(folder, `${path}/`));
    if (!/\.d\.m?ts$/.test(name)) continue;
    const text = await host.readText(`${folder}/${path}`);
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)"/gm)) {
      const declared = specifier.replace(/\.(m?)js$/, ".d.$1ts");
      const there = declared !== specifier && new URL(declared, `file://${folder}/${path}`).pathname;
      if (!there || await host.stat(there) === undefined) missing.push(`${path}: ${specifier}`);
    }
  }
  return missing;
}
