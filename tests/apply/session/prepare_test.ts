import assert from "node:assert/strict";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { type HostedSession, hostedSession } from "../../../lib/apply/session/hosted_session.ts";
import { prepareRun } from "../../../lib/apply/session/prepare.ts";
import { host, repository } from "../../support/repository.ts";

const SESSION: HostedSession = {
  phase: "1",
  flags: [],
  parallel: true,
  startedAt: "2026-01-01T00:00:00.000Z",
  gates: {},
  turns: [],
  answers: [],
  reports: 0,
  heads: {},
  baseline: {},
};

Deno.test("a call of a host that has read a session before another call advanced it does not begin", async () => {
  await using folder = await repository({});
  const opened = await openRepository(host, folder.path);
  await hostedSession.write(opened.git, SESSION);
  const read = await hostedSession.read(opened.git);
  await hostedSession.write(opened.git, { ...SESSION, reports: 1 });
  const options = { hosted: true, commitDocs: true };
  const late = await prepareRun(opened, "execute-phase 1", { ...options, continues: read! });
  assert.ok(late.kind === "held" && late.by.hosted);
  const now = await hostedSession.read(opened.git);
  const next = await prepareRun(opened, "execute-phase 1", { ...options, continues: now! });
  assert.ok(next.kind === "prepared");
  await next.preparation.release();
});

Deno.test("the notice about an earlier run names its command and time, and claims no commits of it", async () => {
  await using folder = await repository({});
  const opened = await openRepository(host, folder.path);
  await hostedSession.write(opened.git, SESSION);
  const prepared = await prepareRun(opened, "execute-phase 1", { commitDocs: true });
  assert.ok(prepared.kind === "prepared");
  await prepared.preparation.release();
  assert.equal(
    prepared.preparation.notices[0],
    "An earlier run had stopped (execute-phase 1, an agent hosted it, 2026-01-01 00:00 UTC)",
  );
});
