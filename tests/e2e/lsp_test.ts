import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  type CompletionItem,
  type Diagnostic,
  type DocumentLink,
  type DocumentSymbol,
  EditorClient,
  type Hover,
  type Location,
  type TextEdit,
} from "../deps/language_client.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { program, wf } from "../support/program.ts";
import { Folder, GIT_ENVIRONMENT } from "../support/repository.ts";

const FIRST = ".planning/phases/01-base/01-01-PLAN.md";
const SECOND = ".planning/phases/01-base/01-02-PLAN.md";
const CONFIG = ".planning/config.json";
const REQUIREMENTS = ".planning/REQUIREMENTS.md";
/** It names a file and a requirement. */
const NAMING = planText({
  plan: "02",
  wave: 2,
  dependsOn: ["01-01"],
  files: ["src/c.txt"],
  tasks: [writes("src/c.txt")],
})
  .replace("must_haves:", "requirements: [AUTH-01]\nmust_haves:")
  .replace("<tasks>", "<context>\n@.planning/ROADMAP.md\n</context>\n\n<tasks>");
const PROJECT: Readonly<Record<string, string>> = {
  ...smallProject(),
  [SECOND]: NAMING,
  [REQUIREMENTS]: "# Requirements\n\n- [ ] **AUTH-01**: People log in\n- [ ] **AUTH-02**: People log out\n",
};

/** An editor with one folder open. */
class Editor {
  private constructor(readonly client: EditorClient, readonly folder: Folder) {}

  static async start(folder: Folder): Promise<Editor> {
    const [command, args] = program();
    const client = await EditorClient.start({
      argv: [command, ...args, "lsp", "--stdio"],
      cwd: folder.path,
      env: { ...GIT_ENVIRONMENT },
      capabilities: {
        workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
        textDocument: { completion: { completionItem: { snippetSupport: true } } },
      },
      folders: [String(pathToFileURL(folder.path))],
    });
    return new Editor(client, folder);
  }

  uri(path: string): string {
    return String(pathToFileURL(`${this.folder.path}/${path}`));
  }

  open(path: string, text: string): Promise<void> {
    const textDocument = { uri: this.uri(path), languageId: "markdown", version: 1, text };
    return this.client.notify("textDocument/didOpen", { textDocument });
  }

  /** Puts another text in the place of the whole one. */
  change(path: string, version: number, text: string): Promise<void> {
    const textDocument = { uri: this.uri(path), version };
    return this.client.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
  }

  /** The codes of what was found last in a file. */
  codes(path: string): readonly (string | number | undefined)[] {
    return this.diagnostics(path).map(({ code }) => code);
  }

  diagnostics(path: string): readonly Diagnostic[] {
    return this.client.findings.get(this.uri(path))?.diagnostics ?? [];
  }

  until(path: string, ...codes: readonly string[]): Promise<void> {
    return this.client.until(() =>
      this.client.findings.has(this.uri(path)) && this.codes(path).join() === codes.join()
    );
  }

  ask<Result>(
    method: string,
    path: string,
    position?: { readonly line: number; readonly character: number },
  ) {
    const textDocument = { uri: this.uri(path) };
    return this.client.request<Result>(method, {
      textDocument,
      ...(position === undefined ? {} : { position }),
    });
  }
}

/** Returns the position directly after some words of a text. */
function behind(text: string, words: string) {
  const lines = text.slice(0, text.indexOf(words) + words.length).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}

/** A text with edits made, as an editor makes them. */
function edited(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split("\n");
  const offset = ({ line, character }: TextEdit["range"]["start"]) =>
    lines.slice(0, line).reduce((sum, before) => sum + before.length + 1, character);
  return edits.toReversed().reduce(
    (changed, { range, newText }) =>
      changed.slice(0, offset(range.start)) + newText + changed.slice(offset(range.end)),
    text,
  );
}

Deno.test("an editor gets the findings of validate, while typing and when files change", async () => {
  await using folder = await Folder.make({ ...PROJECT, [CONFIG]: '{ "mode": "yoko" }\n' });
  const editor = await Editor.start(folder);
  await editor.until(CONFIG, "config-value");
  await editor.open(SECOND, NAMING);
  await editor.change(SECOND, 2, NAMING.replace("[01-01]", "[01-09]").replace('["01-01"]', '["01-09"]'));
  await editor.until(SECOND, "unknown-dependency");

  const validated = await wf(["validate", "--json", CONFIG], { cwd: folder.path });
  const [{ message, hint }] = JSON.parse(validated.stdout).diagnostics;
  const [found] = editor.diagnostics(CONFIG);
  assert.equal(found!.message, `${message}\n→ ${hint}`);
  assert.equal(found!.source, "wf");
  assert.match(found!.codeDescription!.href, /\/generated\/rules\.md#config-value$/);
  assert.deepEqual(found!.range, { start: { line: 0, character: 10 }, end: { line: 0, character: 16 } });

  // A plan that is gone from disk is missed in the one that is open, and comes back to it.
  await editor.change(SECOND, 3, NAMING);
  await editor.until(SECOND);
  await Deno.remove(`${folder.path}/${FIRST}`);
  await editor.client.until(() => editor.client.registrations.length > 0);
  await editor.client.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: editor.uri(FIRST), type: 3 }],
  });
  await editor.client.until(() => editor.codes(SECOND).includes("unknown-dependency"));
  await folder.write({ [FIRST]: PROJECT[FIRST]!, [CONFIG]: '{ "mode": "yolo" }\n' });
  await editor.client.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: editor.uri(FIRST), type: 1 }, { uri: editor.uri(CONFIG), type: 2 }],
  });
  await editor.until(CONFIG);
  await editor.until(SECOND);

  // What was not saved is gone when it is closed.
  await editor.change(SECOND, 4, NAMING.replace("wave: 2", "wave: 7"));
  await editor.until(SECOND, "wave-mismatch");
  await editor.client.notify("textDocument/didClose", { textDocument: { uri: editor.uri(SECOND) } });
  await editor.until(SECOND);
  assert.equal(await editor.client.quit(), 0);
});

Deno.test("an editor gets findings, completions, definitions and fixes for a plan", async () => {
  await using folder = await Folder.make(PROJECT);
  const editor = await Editor.start(folder);
  await editor.open(SECOND, NAMING);

  const overKey = await editor.ask<Hover>("textDocument/hover", SECOND, behind(NAMING, "depends"));
  assert.match(JSON.stringify(overKey.contents), /IDs .* of the plans that must be complete first/);
  const overPlan = await editor.ask<Hover>("textDocument/hover", SECOND, behind(NAMING, '["01-0'));
  assert.match(JSON.stringify(overPlan.contents), /Build part 01\./);
  const overRequirement = await editor.ask<Hover>("textDocument/hover", SECOND, behind(NAMING, "AUTH"));
  assert.match(JSON.stringify(overRequirement.contents), /People log in/);

  const toPlan = await editor.ask<Location>("textDocument/definition", SECOND, behind(NAMING, '["01-0'));
  assert.equal(toPlan.uri, editor.uri(FIRST));
  const toFile = await editor.ask<Location>("textDocument/definition", SECOND, behind(NAMING, "@.plan"));
  assert.equal(toFile.uri, editor.uri(".planning/ROADMAP.md"));
  const toRequirement = await editor.ask<Location>("textDocument/definition", SECOND, behind(NAMING, "AUTH"));
  assert.deepEqual([toRequirement.uri, toRequirement.range.start.line], [editor.uri(REQUIREMENTS), 2]);
  const links = await editor.ask<DocumentLink[]>("textDocument/documentLink", SECOND);
  assert.deepEqual(links.map(({ target }) => target), [editor.uri(".planning/ROADMAP.md")]);
  const symbols = await editor.ask<DocumentSymbol[]>("textDocument/documentSymbol", SECOND);
  const tasks = symbols.find(({ name }) => name === "tasks")!.children!;
  assert.deepEqual(tasks.map(({ name, detail }) => [name, detail]), [["1. Add src/c.txt", "auto"]]);

  const typing = NAMING.replace("requirements: [AUTH-01]", "requirements: [AUTH-01, ]")
    .replace("@.planning/ROADMAP.md", "@.planning/");
  await editor.change(SECOND, 2, typing);
  const complete = async (words: string) =>
    (await editor.ask<CompletionItem[]>("textDocument/completion", SECOND, behind(typing, words)))
      .map(({ label }) => label);
  assert.deepEqual(await complete("AUTH-01, "), ["AUTH-02"]);
  assert.deepEqual(await complete("type: "), ["execute", "tdd"]);
  assert.deepEqual(await complete("@.planning/"), [
    "REQUIREMENTS.md",
    "ROADMAP.md",
    "STATE.md",
    "config.json",
    "phases/",
  ]);

  const slipped = NAMING.replace("wave: 2", "wave: 4").replace('["src/c.txt"]', "[]");
  await editor.change(SECOND, 3, slipped);
  const actions = (only: readonly string[], line: number) =>
    editor.client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri: editor.uri(SECOND) },
      range: { start: { line, character: 6 }, end: { line, character: 6 } },
      context: { diagnostics: [], only },
    });
  const [setWave, ...others] = await actions(["quickfix"], behind(slipped, "wave: ").line);
  assert.equal(setWave!.title, "Set wave to 2");
  assert.deepEqual(others, []);
  assert.deepEqual(setWave!.diagnostics!.map(({ code }) => code), ["wave-mismatch"]);
  const once = edited(slipped, setWave!.edit!.changes![editor.uri(SECOND)]!);
  assert.equal(once, slipped.replace("wave: 4", "wave: 2"));
  await editor.change(SECOND, 4, once);
  await editor.until(SECOND, "files-not-listed");
  const [all] = await actions(["source.fixAll"], 0);
  await editor.change(SECOND, 5, edited(once, all!.edit!.changes![editor.uri(SECOND)]!));
  await editor.until(SECOND);
  assert.deepEqual(await actions(["source.fixAll"], 0), []);
  assert.equal(await editor.client.quit(), 0);
});

Deno.test("the server reports nothing for a folder without a project, and ends with its editor", async () => {
  await using folder = await Folder.make({ "notes-PLAN.md": "no plan\n" });
  const editor = await Editor.start(folder);
  await editor.open("notes-PLAN.md", "no plan\n");
  assert.equal(await editor.ask("textDocument/hover", "notes-PLAN.md", { line: 0, character: 0 }), null);
  assert.deepEqual(await editor.ask("textDocument/codeAction", "notes-PLAN.md").catch(() => []), []);
  assert.equal(editor.client.findings.size, 0);
  assert.equal(await editor.client.crash(), 1);
});
