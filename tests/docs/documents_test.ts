import assert from "node:assert/strict";
import { fromRoot } from "../support/root.ts";
import { documents, readDocument } from "./documents.ts";
import { type DocumentProblem, follow } from "./scenario.ts";

for (const path of await documents()) {
  Deno.test(`${path} can be followed, and its outputs are those of its commands`, async () => {
    const problems = await follow(await readDocument(path));
    assert.equal(problems.map(told).join("\n\n"), "", "run `deno task update` and read the difference");
  });
}

function told(problem: DocumentProblem): string {
  if (problem.kind === "ended") {
    return `$ ${problem.command}\nends with ${problem.exitCode}:\n${problem.printed}`;
  }
  return `$ ${problem.command}\nshown:\n${problem.shown}\nprinted:\n${problem.printed}`;
}

Deno.test("the examples of the documents match the types of the library", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["check", "--quiet", "--doc-only", ...await documents()],
    cwd: fromRoot(""),
    env: { NO_COLOR: "1" },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
});
