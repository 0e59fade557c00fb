import assert from "node:assert/strict";
import { loadProject } from "../../../lib/apply/files/load_project.ts";
import { readHistory } from "../../../lib/apply/history/read_history.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { smallProject } from "../../support/plans.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const FOLDER = ".planning/phases/01-base";
const FIRST = `${FOLDER}/01-01-SUMMARY.md`;
const SECOND = `${FOLDER}/01-02-SUMMARY.md`;

/** Commits files with a message, as a run or a person does. */
async function commit(folder: Folder, message: string, files: readonly string[] = []): Promise<void> {
  await folder.write(Object.fromEntries(files.map((path) => [path, `${message}\n`])));
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--allow-empty", `--message=${message}`);
}

function task(plan: string, number: number): string {
  return `feat(${plan}): do it\n\nWf-Plan: ${plan}\nWf-Task: ${number}`;
}

async function origins(folder: Folder): Promise<{ imported: string[]; strayed: string[] }> {
  const opened = await openRepository(host, folder.path);
  const project = await loadProject(host, folder.path);
  const { imported, strayed } = await readHistory(opened, { project, commitDocs: true, from: "HEAD" });
  return { imported: [...imported], strayed: [...strayed] };
}

Deno.test("a summary that was committed before our first commit for its plan is imported", async () => {
  await using folder = await repository(smallProject());
  await commit(folder, "docs: by hand", [FIRST]);
  await commit(folder, "again\n\nWf-Again: 01-01/2");
  await commit(folder, task("01-01", 2));
  assert.deepEqual(await origins(folder), { imported: [FIRST], strayed: [] });
});

Deno.test("a summary that is committed once a plan is begun is not imported", async () => {
  await using folder = await repository(smallProject());
  await commit(folder, task("01-01", 1));
  await commit(folder, "docs: by hand", [FIRST]);
  assert.deepEqual(await origins(folder), { imported: [], strayed: [] });
});

Deno.test("a summary that a task commits is strayed, whichever plan it is of", async () => {
  await using folder = await repository(smallProject());
  await commit(folder, task("01-01", 1), [FIRST, SECOND]);
  assert.deepEqual(await origins(folder), { imported: [], strayed: [FIRST, SECOND] });
});

Deno.test("a summary that was strayed is none any more once a person has touched it", async () => {
  await using folder = await repository(smallProject());
  await commit(folder, task("01-01", 1), [SECOND]);
  await commit(folder, "docs: by hand", [SECOND]);
  assert.deepEqual(await origins(folder), { imported: [], strayed: [] });
});

Deno.test("the summaries that a squash merge of several tasks brings are not strayed", async () => {
  await using folder = await repository(smallProject());
  const trailers = ["Wf-Plan: 01-01\nWf-Task: 1", "Wf-Plan: 01-01\nWf-Task: 2"].join("\n");
  await commit(folder, `feat: all of it (#1)\n\n${trailers}`, [FIRST, SECOND]);
  assert.deepEqual((await origins(folder)).strayed, []);
});
