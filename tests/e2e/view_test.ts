import assert from "node:assert/strict";
import { joinPath } from "../../lib/path/paths.ts";
import { planText, smallProject } from "../support/plans.ts";
import { start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { LineReader } from "../support/progress.ts";

const TOKEN = `ghp_${"a1B2".repeat(9)}`;
const HOSTILE = "</script><script>alert(1)</script>";

/** A project in which a run waits for an answer. */
function waiting(): Promise<Folder> {
  const files = { ...smallProject({ gates: { confirm_plan: false } }) };
  delete files[".planning/phases/01-base/01-02-PLAN.md"];
  return repository({
    ...files,
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      autonomous: false,
      files: ["a.txt"],
      tasks: [
        { name: `Add ${HOSTILE}`, files: "a.txt", script: `echo ${TOKEN} | tee a.txt` },
        `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A file</what-built>
  <how-to-verify>Open it</how-to-verify>
  <resume-signal>Type "approved"</resume-signal>
</task>`,
      ],
    }),
  });
}

Deno.test("an export is one page with the run inside, without secrets and without markup of the repository", async () => {
  await using folder = await waiting();
  const { path: cwd } = folder;
  assert.equal((await wf(["execute-phase", "1"], { cwd })).code, 3);
  const { code, stdout } = await wf(["view", "--export", "run.html"], { cwd });
  assert.equal(code, 0);
  assert.match(stdout, /^✓ Run \S+ written to run\.html\n$/);
  const page = await folder.read("run.html");
  assert.doesNotMatch(page, new RegExp(TOKEN));
  assert.equal(page.match(/<\/script>/g)?.length, 2);
  const data = JSON.parse(/id="data">(.*)<\/script>/.exec(page)![1]!);
  assert.deepEqual(data.state.waiting[0].commands[0], "wf execute-phase 1 --answer 01-01/2=approved");
  const [task] = data["lane/01-01"];
  assert.equal(task.name, `Add ${HOSTILE}`);
  assert.match(data[`diff/${task.commits[0].commit}`].diff, /^\+\*\*\*/m);
  for (const tab of ["phases", "must-haves", "graph", "requirements", "findings"]) {
    assert.equal(data[`tab/${tab}`].problem, undefined, tab);
  }
  assert.equal((await wf(["view", "--export", "run.html"], { cwd })).code, 0, "it replaces its own file");
  assert.match((await wf(["view", "--export", "a.txt"], { cwd })).stderr, /it exists, with other content/);
  const nowhere = await wf(["view", "--export", "no/where/run.html"], { cwd });
  assert.match(nowhere.stderr, /the folder "\S+\/no\/where" does not exist\n.*Create the folder first/);
  await assert.rejects(folder.read("no/where/run.html"));
});

Deno.test("the question of a verification is in the log, with the commands that answer it", async () => {
  await using folder = await repository(smallProject());
  const { path: cwd } = folder;
  await wf(["execute-phase", "1"], { cwd });
  assert.equal((await wf(["verify-phase", "1"], { cwd })).code, 3);
  assert.match(
    (await wf(["runs"], { cwd })).stdout,
    /verify-phase 1 +waiting .* these must-haves could not be checked/,
  );
  await wf(["view", "--export", "run.html"], { cwd });
  assert.match(
    await folder.read("run.html"),
    /"commands":\["wf verify-phase 1 --answer must_haves=approved"/,
  );
});

Deno.test("view --format svg prints the lanes of the last run", async () => {
  await using folder = await repository(smallProject());
  const { path: cwd } = folder;
  assert.match((await wf(["view", "--format", "svg"], { cwd })).stderr, /No run is logged here yet/);
  await wf(["execute-phase", "1"], { cwd });
  const { stdout } = await wf(["view", "--format", "svg"], { cwd });
  assert.match(stdout, /^<svg [^]*class="turn"[^]*class="commit"[^]*<\/svg>\n$/);
  assert.match((await wf(["view", "--run", "x"], { cwd })).stderr, /Cannot find a run "x"/);
});

Deno.test({
  name: "a page answers a run that waits, follows the next run, and ends with an interrupt",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await waiting();
    const { path: cwd } = folder;
    await wf(["execute-phase", "1"], { cwd });
    const server = start(["view", "--json"], { cwd });
    const lines = new LineReader(server.stdout);
    const { url } = JSON.parse(await lines.next());
    try {
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
      const states = statesOf(url);
      const first = (await states.next()).value!;
      assert.equal(first.run.state, "waiting");
      const reply = await fetch(`${url}answer`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question: "01-01/2", value: "approved" }),
      });
      assert.deepEqual(await reply.json(), { problem: "", hint: "" });
      let last = first;
      while (last.run.state !== "done") last = (await states.next()).value!;
      assert.notEqual(last.run.id, first.run.id);
      await states.return(undefined);
    } finally {
      server.kill("SIGINT");
      await Promise.all([lines.cancel(), server.stderr.cancel()]);
    }
    assert.equal((await server.status).code, 0);
    assert.ok(await folder.has(".planning/phases/01-base/01-01-SUMMARY.md"), joinPath(cwd, ".planning"));
  },
});

/** Yields the states that the server sends. */
async function* statesOf(url: string) {
  const { body } = await fetch(`${url}events`);
  let text = "";
  for await (const piece of body!.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    const parts = (text + piece).split("\n\n");
    text = parts.pop()!;
    for (const part of parts) yield JSON.parse(part.slice("data: ".length));
  }
}
