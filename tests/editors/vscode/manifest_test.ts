import assert from "node:assert/strict";
import manifest from "../../../editors/vscode/package.json" with { type: "json" };
import project from "../../../deno.json" with { type: "json" };
import { fromRoot } from "../../../tools/build/run.ts";

const { commands, configuration, menus, views, viewsWelcome } = manifest.contributes;

Deno.test("the extension for VS Code registers exactly the commands that its manifest declares", async () => {
  const source = await Deno.readTextFile(fromRoot("editors/vscode/extension.ts"));
  const registered = [...source.matchAll(/register\("(\w+)"/g)].map(([, name]) => `wf.${name}`);
  assert.deepEqual(registered.toSorted(), commands.map(({ command }) => command).toSorted());
});

Deno.test("menus and views of the extension name only what it declares", () => {
  const declared = new Set(commands.map(({ command }) => command));
  const used = Object.values(menus).flat().map(({ command }) => command);
  assert.deepEqual(used.filter((command) => !declared.has(command)), []);
  assert.deepEqual(viewsWelcome.map(({ view }) => view), views.explorer.map(({ id }) => id));
});

Deno.test("a workspace cannot choose the program that the extension starts, and needs trust for runs", () => {
  assert.equal(configuration.properties["wf.command"].scope, "machine");
  const starting = commands.filter(({ command }) => !["wf.refresh", "wf.showLog"].includes(command));
  for (const { command, enablement } of starting) assert.equal(enablement, "isWorkspaceTrusted", command);
});

Deno.test("the manifest has the version of the program, and the types are those of the oldest editor it allows", () => {
  assert.equal(manifest.version, project.version);
  const [, types] = /@types\/vscode@(\d+\.\d+\.\d+)$/.exec(project.imports.vscode)!;
  assert.equal(manifest.engines.vscode, `^${types}`);
});
