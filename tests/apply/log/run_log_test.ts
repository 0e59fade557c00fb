import assert from "node:assert/strict";
import type { RunEvent } from "../../../schemas/event.ts";
import { RunLog } from "../../../lib/apply/log/run_log.ts";
import { readLogFile, readRuns, removeOldLogs } from "../../../lib/apply/log/read_log.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { parseLogLines } from "../../../lib/plan/log/log_entries.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const AT = "2026-11-23T04:05:06.789Z";
const EVENTS = "events.jsonl";

function begin(git: Git, startedAt = AT, continues?: string): Promise<RunLog> {
  const more = continues === undefined ? {} : { continues };
  return RunLog.open({ git, prefix: "", project: "" }, { command: "execute-phase 1", startedAt, ...more });
}

function notice(message: string): RunEvent {
  return { formatVersion: 1, elapsed: 1, kind: "notice", message };
}

async function messages(git: Git, id: string): Promise<readonly unknown[]> {
  const entries = parseLogLines(await readLogFile(git, id, EVENTS) ?? "");
  return entries.map((entry) => entry.kind === "notice" ? entry.message.slice(0, 20) : entry.kind);
}

async function opened(): Promise<{ folder: Folder; git: Git }> {
  const folder = await repository({ "a.txt": "a" });
  return { folder, git: await Git.open(host, folder.path) };
}

Deno.test("runs that start within a second have IDs of their own, and the newest is listed first", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  const ids: string[] = [];
  for (let number = 0; number < 11; number++) ids.push((await begin(git)).id);
  ids.push((await begin(git, "2026-11-23T04:05:07Z")).id);
  assert.deepEqual([ids[0], ids[1], ids[10]], [
    "20261123-040506",
    "20261123-040506-2",
    "20261123-040506-11",
  ]);
  assert.deepEqual((await readRuns({ git, prefix: "", project: "" })).map(({ id }) => id), ids.reverse());
});

Deno.test("only this user can read a log", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  const log = await begin(git);
  log.event(notice("x"));
  await log.prepare("turns/01-01.1.jsonl");
  log.entry("turns/01-01.1.jsonl", { kind: "output", text: "x" });
  const base = `${folder.path}/.git/wf/runs/${log.id}`;
  const modes = ["", "/run.json", `/${EVENTS}`, "/turns/01-01.1.jsonl"].map((path) => {
    return (Deno.statSync(base + path).mode! & 0o777).toString(8);
  });
  assert.deepEqual(modes, ["700", "600", "600", "600"]);
});

Deno.test("a log says how the run ended; one without an end was killed, unless it holds the lock", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  // A process that began after the lock would not be its.
  const startedAt = new Date().toISOString();
  const log = await begin(git, startedAt);
  log.event({
    formatVersion: 1,
    elapsed: 90_000,
    kind: "run-finished",
    outcome: { kind: "failed", message: "The check fails", output: "" },
    commits: 0,
    summary: { commits: [], milliseconds: 30_000, waves: [], criticalPath: { plans: [], milliseconds: 0 } },
    next: [],
  });
  const [killed] = await readRuns({ git, prefix: "", project: "" });
  assert.deepEqual([killed?.end, killed?.state], [undefined, "killed"]);
  const { pid } = host;
  const lock = { pid, host: host.hostname(), startedAt, command: "x", baseline: {} };
  await folder.write({ ".git/wf/lock.json": JSON.stringify(lock) });
  assert.equal((await readRuns({ git, prefix: "", project: "" }))[0]?.state, "running");
  await log.end(1);
  const [ended] = await readRuns({ git, prefix: "", project: "" });
  assert.deepEqual([ended?.end?.exitCode, ended?.end?.reason, ended?.state], [
    1,
    "The check fails",
    "failed",
  ]);
  assert.deepEqual([ended?.end?.waited, ended?.milliseconds], [60_000, 0], "waiting does not count");
});

Deno.test("a hosted run continues its log", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  const first = await begin(git);
  first.event(notice("one"));
  await first.end(0);
  const second = await begin(git, AT, first.id);
  second.event(notice("two"));
  assert.equal(second.id, first.id);
  assert.equal((await readRuns({ git, prefix: "", project: "" })).length, 1);
  assert.deepEqual(await messages(git, first.id), ["one", "two"]);
  assert.equal((await readRuns({ git, prefix: "", project: "" }))[0]?.end, undefined);
});

Deno.test("a file of a log has a limit, and says where it is cut", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  const log = await begin(git);
  for (let number = 0; number < 5; number++) log.event(notice(`${number}`.repeat(3_000_000)));
  log.event(notice("small"));
  assert.deepEqual(await messages(git, log.id), ["0".repeat(20), "1".repeat(20), "cut"]);
});

Deno.test("the output of a check is logged as a whole if it is long, without secrets", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  const log = await begin(git);
  const short = await log.checkOutput({ plan: "01-01", task: 1 }, 100);
  short.add("x".repeat(100));
  assert.equal(short.end(), undefined);
  const long = await log.checkOutput({ plan: "01-01", task: 2 }, 100);
  for (const piece of ["one\nurl=https://me:sec", "ret@host\n", "x".repeat(200), "\nlast"]) long.add(piece);
  const path = long.end()!;
  assert.match(path, /\/wf\/runs\/20261123-040506\/checks\/01-01\.2-\d+\.txt$/);
  const text = await Deno.readTextFile(path);
  assert.match(text, /^one\nurl=https:\/\/\S*@host\nx{200}\nlast$/);
  assert.doesNotMatch(text, /secret/);
  assert.equal((Deno.statSync(path).mode! & 0o777).toString(8), "600");
});

Deno.test("a log that cannot be written stops nothing, and says why", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  await folder.write({ ".git/wf/runs": "in the way" });
  const log = await begin(git);
  log.event(notice("x"));
  log.entry("turns/x.jsonl", { kind: "output", text: "x" });
  await log.end(0);
  assert.match(log.problem ?? "", /^The log of this run is incomplete: Cannot use ".*"/);
  assert.equal(await folder.read(".git/wf/runs"), "in the way");
  assert.deepEqual(await readRuns({ git, prefix: "", project: "" }), []);
});

Deno.test("no log is written through a link that points outside", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  await Deno.mkdir(`${folder.path}/.git/wf`);
  await Deno.mkdir(`${folder.path}/elsewhere`);
  await Deno.symlink(`${folder.path}/elsewhere`, `${folder.path}/.git/wf/runs`);
  const log = await begin(git);
  log.event(notice("x"));
  assert.match(log.problem ?? "", /is a link that points outside/);
  assert.deepEqual([...Deno.readDirSync(`${folder.path}/elsewhere`)], []);
});

Deno.test("the oldest logs are removed, and nothing that is no log", async () => {
  const { folder, git } = await opened();
  await using _ = folder;
  const times = [1, 2, 3].map((second) => `2026-11-23T04:05:0${second}Z`);
  for (const time of times) {
    const log = await begin(git, time);
    log.event(notice("x"));
    await log.prepare("turns/01-01.1.jsonl");
    log.entry("turns/01-01.1.jsonl", { kind: "output", text: "x" });
    (await log.checkOutput({ plan: "01-01", task: 1 }, 0)).add("x\n");
  }
  const own = [".git/wf/runs/notes.txt", ".git/wf/runs/20261123-040501/mine.txt"];
  await folder.write(Object.fromEntries(own.map((path) => [path, "mine"])));
  await removeOldLogs(git, 1);
  assert.deepEqual((await readRuns({ git, prefix: "", project: "" })).map(({ id }) => id), [
    "20261123-040503",
  ]);
  const left = [...Deno.readDirSync(`${folder.path}/.git/wf/runs`)].map(({ name }) => name).sort();
  assert.deepEqual(left, ["20261123-040501", "20261123-040503", "notes.txt"]);
  for (const path of own) assert.equal(await folder.read(path), "mine");
});
