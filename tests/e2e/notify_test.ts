import assert from "node:assert/strict";
import { main } from "../../lib/cli/main.ts";
import { DenoHost } from "../../lib/host/deno.ts";
import { smallProject } from "../support/plans.ts";
import { type Folder, repository } from "../support/repository.ts";

/** A machine on which a minute passes when a run begins. */
class SlowHost extends DenoHost {
  #passed = 0;

  constructor(readonly folder: Folder) {
    super();
  }

  protected override mainModule(): string {
    return import.meta.resolve("../../cli.ts");
  }

  override cwd(): string {
    return this.folder.path;
  }

  override home(): string {
    return `${this.folder.path}/.git/home`;
  }

  override now(): number {
    return super.now() + this.#passed;
  }

  override appendText(path: string, text: string): void {
    this.#passed = 60_000;
    super.appendText(path, text);
  }

  override write(): boolean {
    return true;
  }
}

const COMMAND = `sh -c 'cat >> notified; echo "$WF_EVENT" >> notified'`;

Deno.test("the command of the user's policy runs at the end of a run, and one of the project never", async () => {
  const own = { notify: { command: "touch stranger" } };
  await using folder = await repository(smallProject({ mode: "yolo", ...own }));
  await folder.write({ ".git/home/.wf/policy.json": JSON.stringify({ notify: { command: COMMAND } }) });
  assert.equal(await main(["execute-phase", "1", "--quiet"], new SlowHost(folder)), 0);
  const name = folder.path.slice(folder.path.lastIndexOf("/") + 1);
  assert.equal(
    await folder.read(".git/home/notified"),
    `wf in ${name} finished: execute-phase 1: executed\nfinished\n`,
  );
  assert.equal(await folder.has(".git/home/stranger"), false);
  assert.equal(await folder.has("stranger"), false);
});

Deno.test("the command of the user's policy runs once at the end of a quick task", async () => {
  await using folder = await repository(smallProject({ mode: "yolo" }));
  await folder.write({ ".git/home/.wf/policy.json": JSON.stringify({ notify: { command: COMMAND } }) });
  const task = "Greet\n\n```sh\necho hi > hi.txt\n```";
  assert.equal(await main(["quick", task, "--quiet"], new SlowHost(folder)), 0);
  assert.match(await folder.read(".git/home/notified"), /^wf in \S+ finished: quick \d{6}-01\nfinished\n$/);
});
