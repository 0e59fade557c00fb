import assert from "node:assert/strict";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import { ViewData } from "../../../lib/commands/view/view_data.ts";
import type { CommandContext } from "../../../lib/commands/context/command_context.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import { call } from "../../support/hosting.ts";
import { smallProject } from "../../support/plans.ts";
import { repository } from "../../support/repository.ts";

Deno.test("the differences of commits are read by one call of git, unless it lacks one of them", async () => {
  await using folder = await repository({ "a.txt": "a\n" });
  await folder.write({ "b.txt": "b\0\n" });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "--message=more");
  await folder.git("commit", "--quiet", "--allow-empty", "--message=nothing");
  const [empty, second, first] = (await folder.git("log", "--format=%H")).split("\n") as [
    string,
    string,
    string,
  ];
  const host = new DenoHost();
  const opened = await openRepository(host, folder.path);
  let calls = 0;
  const git = new Proxy(opened.git, {
    get: (target, name) => {
      if (name === "output") calls++;
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const data = new ViewData(folder.path, { ...opened, git }, { host } as unknown as CommandContext);
  const short = first.slice(0, 9);
  const diffs = await data.diffs(new Set([second, short, empty]));
  assert.equal(calls, 1);
  assert.deepEqual([...diffs.keys()], [second, short, empty]);
  assert.match(JSON.stringify(diffs.get(second)), /^\{"diff":"diff --git a\/b.txt/);
  assert.match(JSON.stringify(diffs.get(short)), /^\{"diff":"diff --git a\/a.txt [^]*\+a\\n"\}$/);
  assert.deepEqual(diffs.get(empty), { diff: "" });
  const some = await data.diffs(new Set([second, "0".repeat(40), "--output=x"]));
  assert.deepEqual(some.get(second), diffs.get(second));
  assert.match(JSON.stringify(some.get("0".repeat(40))), /problem/);
  assert.match(JSON.stringify(some.get("--output=x")), /This is not a commit/);
  assert.equal(await folder.has("x"), false);
  assert.deepEqual(await data.diffs(new Set()), new Map());
});

Deno.test("the page leaves the question of a hosted run to its host", async () => {
  await using folder = await repository(smallProject({ gates: { confirm_plan: true } }));
  const asked = await call(folder, "next", "execute-phase", "1");
  assert.equal(asked.kind, "ask");
  const host = new DenoHost();
  const opened = await openRepository(host, folder.path);
  const data = new ViewData(folder.path, opened, { host } as unknown as CommandContext);
  const { run, waiting } = await data.state(undefined);
  assert.equal(run?.state, "running");
  assert.deepEqual(waiting, []);
});
