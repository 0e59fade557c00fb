/**
 * Measures how long an editor waits for the language server while a plan is edited.
 * @module
 */
import { pathToFileURL } from "node:url";
import { EditorClient } from "../../tests/deps/language_client.ts";
import { type Bench, grouped, measured } from "./bench.ts";
import type { Sample } from "./measure.ts";
import { PHASE_SIZE, planPath } from "./plans.ts";
import { printTable, progress, type Row } from "./table.ts";

/** The text that is typed: a dependency, and a reference to a file. */
const TYPED = 'depends_on: ["01-02", "01-03"]\n# @.planning/ROADMAP.md\n';
/** The time between two characters, in milliseconds: long enough that the project is checked in between. */
const PAUSE = 150;
/** The goal: how much longer than an empty request a keystroke may take, in milliseconds. */
const MORE = 50;

/** Compares the answers to keystrokes in projects of different sizes with those to requests about nothing. */
export async function measureEditor(bench: Bench): Promise<void> {
  const rows: Row[] = [];
  for (const size of [bench.sizes[0]!, bench.sizes.at(-1)!]) {
    progress(`An editor, ${grouped(size)} plans`);
    const { empty, completion, hover } = await typing(
      bench.programs.wf,
      bench.project(size),
      planPath(size / PHASE_SIZE, 1),
    );
    for (const [what, ours] of [["completion", completion], ["hover", hover]] as const) {
      const against = `empty request and ${MORE} ms`;
      const name = `${what}, ${grouped(size)} plans`;
      const theirs = { rounds: empty.map((time) => time + MORE) };
      rows.push({ ...measured({ what: name, ours: { rounds: ours }, against, theirs }), goal: 1 });
      const slowest: Sample = { rounds: [Math.max(...ours)] };
      rows.push(measured({ what: `${name}, slowest`, ours: slowest, against, theirs }));
    }
  }
  printTable(
    "An editor",
    "Milliseconds from a keystroke in a plan to the answer, by the clock. The project is checked in the meantime.",
    rows,
  );
}

/** Types into the frontmatter of a plan of the last phase, and returns the durations of the answers after each character. */
async function typing(wf: string, project: string, plan: string) {
  const client = await EditorClient.start({
    argv: [Deno.execPath(), "run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "-A", wf, "lsp"],
    cwd: project,
    env: {},
    capabilities: {},
    folders: [String(pathToFileURL(project))],
  });
  const uri = String(pathToFileURL(`${project}/${plan}`));
  const text = (await Deno.readTextFile(`${project}/${plan}`)).replace(/^wave:.*$/m, "wave: 7");
  await client.notify("textDocument/didOpen", {
    textDocument: { uri, languageId: "markdown", version: 1, text },
  });
  await client.until(() => client.findings.has(uri));
  const ask = async (method: string, asked: string, position: object): Promise<number> => {
    const start = performance.now();
    await client.request(`textDocument/${method}`, { textDocument: { uri: asked }, position });
    return performance.now() - start;
  };
  const durations = { empty: [] as number[], completion: [] as number[], hover: [] as number[] };
  const lines = text.slice(0, text.indexOf("depends_on:")).split("\n");
  let at = { line: lines.length - 1, character: 0 };
  for (const [index, typed] of [...TYPED].entries()) {
    const textDocument = { uri, version: index + 2 };
    await client.notify("textDocument/didChange", {
      textDocument,
      contentChanges: [{ range: { start: at, end: at }, text: typed }],
    });
    at = typed === "\n" ? { line: at.line + 1, character: 0 } : { ...at, character: at.character + 1 };
    durations.completion.push(await ask("completion", uri, at));
    durations.hover.push(await ask("hover", uri, at));
    durations.empty.push(await ask("hover", "untitled:nothing", at));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  await client.quit();
  return durations;
}
