import assert from "node:assert/strict";
import { ProgramMissing, readStatus, requireProgram } from "../../../editors/vscode/program.ts";
import { program } from "../../support/program.ts";
import { smallProject } from "../../support/plans.ts";
import { repository } from "../../support/repository.ts";

const [command, args] = program();

Deno.test("the extension reads the status of a project from the program", async () => {
  await using folder = await repository(smallProject());
  const { phases } = await readStatus([command, ...args], folder.path);
  assert.deepEqual(phases.map(({ number, plans }) => [number, plans.map(({ id }) => id)]), [
    ["01", ["01-01", "01-02"]],
    ["02", []],
  ]);
});

Deno.test("where the status cannot be read, the extension shows the program's message", async () => {
  await using folder = await repository({});
  await assert.rejects(readStatus([command, ...args], folder.path), /Cannot find a \.planning folder/);
});

Deno.test("a missing program is reported with the setting that names it", async () => {
  const expected = (error: unknown) =>
    error instanceof ProgramMissing && error.message.includes("wf.command");
  await assert.rejects(requireProgram(["./no-such-program"]), expected);
  await requireProgram([command, ...args]);
});
