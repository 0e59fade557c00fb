import assert from "node:assert/strict";
import { answer, type Question } from "../../../lib/apply/files/answer_cache.ts";
import { loadProjects } from "../../../lib/apply/files/load_project.ts";
import { checkProject } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { type Command, type Host, HostError } from "../../../lib/host/host.ts";
import { fc } from "../../deps/fast_check.ts";
import { DatedHost, PROJECT } from "../../support/dated_host.ts";
import { planText } from "../../support/plans.ts";

const PHASE = ".planning/phases/01-base";
const PLAN = `${PHASE}/01-01-PLAN.md`;

/** Asks for a text that is made of what a function reads, and counts how often it is called. */
function asker(read: (host: Host) => Promise<unknown>) {
  const asked = { times: 0 };
  const question = (key: readonly unknown[] = []): Question<unknown> => ({
    key,
    answer: async (host) => {
      asked.times++;
      return await read(host) ?? "nothing";
    },
  });
  return { asked, ask: (host: Host, key?: readonly unknown[]) => answer(host, question(key)) };
}

function oldHost(files: Readonly<Record<string, string>>): DatedHost {
  const host = new DatedHost(files);
  host.clock += 10_000;
  return host;
}

const cached = (host: DatedHost) =>
  [...host.files.keys()].filter((path) => path.startsWith(`${host.home()}/.wf/cache/`));

async function findings(host: Host): Promise<unknown> {
  const projects = await loadProjects(host, PROJECT);
  return projects.map(({ project }) => checkProject(project, rules));
}

const readers: Readonly<Record<string, (host: Host) => Promise<unknown>>> = {
  "a file": (host) => host.readText(`${PROJECT}/a`),
  "a file that is missing": (host) => host.readText(`${PROJECT}/a/b`).catch(({ reason }) => reason),
  "the names in a folder": (host) => host.readDirectory(PROJECT),
  "the size of a file": async (host) => (await host.stat(`${PROJECT}/a`))?.size,
  "that a file is missing": async (host) => await host.stat(`${PROJECT}/b`) === undefined,
};

for (const [what, read] of Object.entries(readers)) {
  Deno.test(`an answer that needs ${what} is found once, and again after a change`, async () => {
    const host = oldHost({ a: "1" });
    const { asked, ask } = asker(read);
    const first = await ask(host);
    host.clock += 10_000;
    assert.deepEqual(await ask(host), first);
    assert.equal(asked.times, 1);
    host.put("a", "22");
    host.put("a/b", "2");
    host.put("b", "2");
    host.clock += 10_000;
    assert.notDeepEqual(await ask(host), first);
    assert.equal(asked.times, 2);
  });
}

Deno.test("an answer that needs a file to exist outlasts a change of its content", async () => {
  const host = oldHost({ a: "1" });
  const { asked, ask } = asker(async (host) => await host.stat(`${PROJECT}/a`) !== undefined);
  await ask(host);
  host.put("a", "22");
  await ask(host);
  assert.equal(asked.times, 1);
});

Deno.test("answers to other questions are not mixed up", async () => {
  const host = oldHost({ a: "1" });
  const { asked, ask } = asker((host) => host.readText(`${PROJECT}/a`));
  for (const key of [["1.0"], ["1.1"], ["1.1", "--json"]]) await ask(host, key);
  assert.equal(asked.times, 3);
});

const unrepeatable: Readonly<Record<string, (host: Host) => Promise<unknown>>> = {
  "reads the clock": (host) => Promise.resolve(host.now()),
  "writes": (host) => host.writeText(`${PROJECT}/b`, ""),
  "starts a program that may write": (host) =>
    host.run({ argv: ["git", "gc"], cwd: PROJECT }).catch(() => {}),
};

for (const [what, read] of Object.entries(unrepeatable)) {
  Deno.test(`an answer that ${what} is never kept`, async () => {
    const host = oldHost({});
    await asker(read).ask(host);
    assert.deepEqual(cached(host), []);
  });
}

Deno.test("an answer is not kept if a file has changed a moment ago, or in between", async () => {
  const host = oldHost({});
  host.put("a", "1");
  await asker((host) => host.readText(`${PROJECT}/a`)).ask(host);
  assert.deepEqual(cached(host), []);
  host.clock += 10_000;
  await asker(async (given) => {
    await given.readText(`${PROJECT}/a`);
    host.put("a", "2");
    host.clock += 10_000;
    await given.readText(`${PROJECT}/a`);
  }).ask(host);
  assert.deepEqual(cached(host), []);
});

Deno.test("a damaged cache and one that cannot be written are as none", async () => {
  const host = oldHost({ a: "1" });
  const { ask } = asker((host) => host.readText(`${PROJECT}/a`));
  await ask(host);
  for (
    const damaged of ["", "{", "null", "{}", '{"observations":{}}', '{"observations":[[]],"answer":"2"}']
  ) {
    for (const path of cached(host)) host.files.set(path, damaged);
    assert.equal(await ask(host), "1", damaged);
  }
  host.files.clear();
  for (const [path, text] of Object.entries({ a: "3" })) host.put(path, text);
  host.clock += 10_000;
  host.writeText = (path) => Promise.reject(new HostError("no-permission", path, "refused"));
  assert.equal(await ask(host), "3");
});

Deno.test("without a home folder nothing is kept", async () => {
  const host = oldHost({ a: "1" });
  Object.assign(host, { home: () => undefined });
  assert.equal(await asker((host) => host.readText(`${PROJECT}/a`)).ask(host), "1");
  assert.equal(host.files.size, 1);
});

Deno.test("a program that only reads is run again, with the same variables", async () => {
  const host = oldHost({});
  const ran: Command[] = [];
  let stdout = "one";
  host.run = (command) => {
    ran.push(command);
    return Promise.resolve({ code: 0, stdout, stderr: "" });
  };
  const command: Command = {
    argv: ["git", "status"],
    cwd: PROJECT,
    env: { LC_ALL: "C", GIT_DIR: undefined },
    group: "shared",
  };
  const { asked, ask } = asker(async (host) => (await host.run(command)).stdout);
  for (const expected of ["one", "one", "two"]) {
    stdout = expected;
    assert.equal(await ask(host), expected);
  }
  assert.equal(asked.times, 2);
  assert.equal(ran.length, 3, "what the comparison has read is not read twice");
  for (const one of ran) assert.deepEqual(one, command);
});

Deno.test("after a change, a program is run again whose result the comparison has read", async () => {
  const host = oldHost({});
  let stdout = "one";
  host.run = () => Promise.resolve({ code: 0, stdout, stderr: "" });
  const writes = new Set<string>();
  const { ask } = asker(async (host) => {
    for (const path of writes) await host.writeText(path, "");
    if (writes.size > 0) stdout = "three";
    return (await host.run({ argv: ["git", "status"], cwd: PROJECT, group: "shared" })).stdout;
  });
  assert.equal(await ask(host), "one");
  stdout = "two";
  writes.add(`${PROJECT}/b`);
  assert.equal(await ask(host), "three");
});

Deno.test("no program that a cache names is run unless it only reads", async () => {
  const host = oldHost({});
  const { ask } = asker((host) => Promise.resolve(host.cwd()));
  await ask(host);
  const answer = "planted";
  for (const argv of [["sh", "-c", "true"], ["git", "gc"]]) {
    for (const path of cached(host)) {
      host.files.set(path, JSON.stringify({ observations: [["run", [{ argv, cwd: "/" }], ""]], answer }));
    }
    host.run = () => assert.fail("ran");
    assert.equal(await ask(host), "/");
  }
});

Deno.test("of many answers the newest are kept, and none for long", async () => {
  const host = oldHost({ a: "1" });
  const { ask } = asker((host) => host.readText(`${PROJECT}/a`));
  for (let key = 0; key < 40; key++) await ask(host, [key]);
  assert.equal(cached(host).length, 32);
});

const paths = fc.constantFrom(
  PLAN,
  PLAN,
  `${PHASE}/01-02-PLAN.md`,
  `${PHASE}/01-01-SUMMARY.md`,
  ".planning/config.json",
  ".planning/workstreams/x/phases/01-x/01-01-PLAN.md",
  ".gitignore",
  "src/a.ts",
);
// Of the same length, so that only times and identities differ.
const texts = fc.constantFrom(
  ...["01-01", "01-02", "01-03"].map((id) =>
    planText({ plan: "01", dependsOn: [id], tasks: [] }).replace(
      "</objective>",
      "</objective>\n<context>\n@src/a.ts\n</context>",
    )
  ),
);
const edits = fc.record({
  path: paths,
  text: fc.option(texts, { nil: undefined }),
  how: fc.constantFrom("in place" as const, "renamed" as const, "time kept" as const),
  before: fc.constantFrom(0, 1, 1_999, 5_000),
  after: fc.constantFrom(0, 1, 1_999, 5_000),
});

Deno.test("whatever changes and however fast, a project has the same findings with a cache and without", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { maxLength: 20 }), async (steps) => {
      const host = oldHost({ [PLAN]: planText({ plan: "01", tasks: [] }) });
      const { ask } = asker(findings);
      for (const { path, text, how, before, after } of steps) {
        host.clock += before;
        if (text === undefined) host.drop(path);
        else host.put(path, text, how);
        host.clock += after;
        assert.deepEqual(await ask(host), await findings(host));
        assert.deepEqual(await ask(host), await findings(host));
      }
    }),
    { numRuns: 30 },
  );
});
