import assert from "node:assert/strict";
import type { Question } from "../../../../schemas/question.ts";
import { makePermit } from "../../../../lib/apply/agent/core/permissions.ts";
import { refusalAnswer } from "../../../../lib/plan/run/questions.ts";
import type { Answer, Asker, EventDraft } from "../../../../lib/apply/interaction/interaction.ts";
import { normalizeToolCall } from "../../../../lib/permissions/normalize.ts";
import { extendedHost } from "../../../../lib/host/extended_host.ts";
import { Folder, host, repository } from "../../../support/repository.ts";

/** A project of a user, who may be offered to always allow something in it. */
interface Project {
  readonly home: string;
  readonly root: string;
  readonly offersAlways: boolean;
}

const safety = { always_confirm_destructive: true, always_confirm_external_services: true };

/** A permit whose user gives the given answer, and its results. */
function leave(
  answer: (question: Question, signal: AbortSignal | undefined) => Promise<Answer | undefined>,
  mode: "interactive" | "yolo" = "yolo",
  { home = "/", root = "/", offersAlways = true }: Partial<Project> = {},
) {
  const questions: Question[] = [];
  const events: EventDraft[] = [];
  const ask: Asker = (question, _prepare, signal) => {
    questions.push(question);
    return answer(question, signal);
  };
  const permit = makePermit({
    host: extendedHost(host, { home: () => home }),
    root,
    offersAlways,
    config: { mode, safety },
    ask,
    report: (event) => void events.push(event),
  });
  const decide = (
    command: string,
    directory = "/w",
    signal = new AbortController().signal,
    role: { readonly readOnly?: boolean } = {},
  ) =>
    permit(
      normalizeToolCall({ kind: "execute", rawInput: { command } }),
      { directory, plan: "01-01", checks: ["npm test"], ...role },
      signal,
    );
  return { questions, events, decide };
}

const nobody = () => Promise.resolve(undefined);
const person = (value: string) => () => Promise.resolve({ value, by: "person" } as const);

Deno.test("what is harmless is allowed and what is never allowed is refused, without asking", async () => {
  const { questions, events, decide } = leave(nobody);
  assert.deepEqual(await decide("npm test"), { kind: "allow" });
  assert.equal((await decide("git commit -m x")).kind, "refuse");
  assert.equal(questions.length, 0);
  assert.deepEqual(events.map(({ kind }) => kind), ["notice"]);
});

Deno.test("a destructive command is a person's to allow in mode yolo too, once", async () => {
  const { questions, events, decide } = leave(person("allow"));
  assert.deepEqual(await decide("rm -rf x"), { kind: "allow" });
  assert.deepEqual(await decide("rm -rf x"), { kind: "allow" });
  assert.equal(questions.length, 2);
  const [question] = questions;
  assert.equal(question?.kind, "safety");
  assert.equal(question?.automatic, undefined);
  assert.match(question?.details ?? "", /^Reason: it deletes "x"\nrm -rf x$/);
  assert.deepEqual(events.map(({ kind }) => kind), [
    "question-asked",
    "question-answered",
    "question-asked",
    "question-answered",
  ]);
});

Deno.test("the question shows the whole request, and the worst reason first", async () => {
  const { questions, decide } = leave(nobody, "interactive");
  const long = `cat ${"a ".repeat(300)}/etc/hosts\nfrob && ./zork; curl https://x.invalid && rm -rf x`;
  await decide(long);
  const details = questions[0]?.details ?? "";
  assert.ok(details.endsWith(long), details);
  assert.match(
    details,
    /^Reason: it deletes "x"; curl reaches https:\/\/x\.invalid; it reads "\/etc\/hosts"[^;]*; .*frob.*zork/,
  );
});

Deno.test("a refusal by the user and a missing user both refuse, with a reason", async () => {
  assert.deepEqual(await leave(person("refuse")).decide("rm x"), {
    kind: "refuse",
    reason: 'it deletes "x"; the user refused it',
  });
  const { events, decide } = leave(nobody);
  assert.equal((await decide("rm x")).kind, "refuse");
  const notice = events.find((event) => event.kind === "notice");
  assert.match(notice?.message ?? "", /there is no user to allow it/);
});

Deno.test("a question waits no longer than the turn that it is about", async () => {
  const ended = new AbortController();
  const { decide } = leave((_question, signal) => {
    return new Promise((resolve) => {
      signal!.addEventListener("abort", () => resolve(undefined));
      ended.abort();
    });
  });
  assert.deepEqual(await decide("rm x", "/w", ended.signal), {
    kind: "refuse",
    reason: 'it deletes "x", and its turn ended',
  });
});

Deno.test("what is allowed for the run is not asked again, but every other request is", async () => {
  const { questions, decide } = leave(person("run"));
  assert.deepEqual(await decide("rm -rf x"), { kind: "allow" });
  assert.deepEqual(await decide("rm -rf x"), { kind: "allow" });
  assert.deepEqual(await decide("rm -rf x", "/worktree"), { kind: "allow" });
  assert.equal(questions.length, 1);
  for (const other of ["rm -rf x y", "rm -rf ./x", "rm -rf x; rm y", "cd sub && rm -rf x"]) {
    await decide(other);
  }
  assert.equal(questions.length, 5);
});

Deno.test("a request that became worse is asked about again", async () => {
  const folder = await Folder.make({ "x/a": "", "y": "" });
  try {
    const { questions, decide } = leave(person("run"));
    await decide("touch x/a && ./tool", folder.path);
    await decide(": > z; rm w", folder.path);
    await Deno.writeTextFile(`${folder.path}/z`, "work");
    await decide(": > z; rm w", folder.path);
    assert.match(questions.at(-1)?.details ?? "", /it empties "z"/);
  } finally {
    await Deno.remove(folder.path, { recursive: true });
  }
});

Deno.test("requests that wait while an equal one is allowed for the run are not asked", async () => {
  const { questions, decide } = leave(person("run"));
  await Promise.all([decide("rm a"), decide("rm a"), decide("rm a")]);
  assert.equal(questions.length, 1);
});

Deno.test("a refusal in the user's words reaches the agent, and never allows", async () => {
  for (const words of ["keep it, it is needed", "allow", "run"]) {
    assert.deepEqual(await leave(person(refusalAnswer(words))).decide("rm x"), {
      kind: "refuse",
      reason: `it deletes "x"; the user refused it: ${words}`,
    });
  }
});

Deno.test("agents that ask at the same time are answered one after the other", async () => {
  let open = 0;
  let most = 0;
  const { decide } = leave(async () => {
    most = Math.max(most, ++open);
    await Promise.resolve();
    open--;
    return { value: "allow", by: "person" };
  });
  await Promise.all([decide("rm a"), decide("rm b"), decide("rm c")]);
  assert.equal(most, 1);
});

Deno.test("a question whose turn is over is not asked", async () => {
  const { questions, decide } = leave(person("allow"));
  assert.equal((await decide("rm a", "/w", AbortSignal.abort())).kind, "refuse");
  assert.equal(questions.length, 0);
});

Deno.test("a path that a link leads out of the folder is refused", async () => {
  const folder = await Folder.make({ "work/a": "", "other/b": "" });
  try {
    await Deno.symlink("../other", `${folder.path}/work/link`);
    const { decide } = leave(person("allow"));
    assert.equal((await decide("touch link/b", `${folder.path}/work`)).kind, "refuse");
    assert.equal((await decide("touch a", `${folder.path}/work`)).kind, "allow");
    await Deno.mkdir(`${folder.path}/other/deep`);
    await Deno.symlink("../other/deep", `${folder.path}/work/far`);
    assert.equal((await decide("touch far/../b", `${folder.path}/work`)).kind, "refuse");
    assert.equal((await decide("cd far && touch ../b", `${folder.path}/work`)).kind, "refuse");
  } finally {
    await Deno.remove(folder.path, { recursive: true });
  }
});

Deno.test("a tool that is installed in the project is run by npx without asking", async () => {
  const folder = await Folder.make({ "node_modules/.bin/tsc": "" });
  try {
    const { questions, decide } = leave(nobody);
    assert.equal((await decide("npx tsc --noEmit", folder.path)).kind, "allow");
    assert.equal((await decide("npx vite build", folder.path)).kind, "refuse");
    assert.equal(questions.length, 1);
  } finally {
    await Deno.remove(folder.path, { recursive: true });
  }
});

Deno.test("an agent that may only read runs no code of the project unasked", async () => {
  const { questions, decide } = leave(person("refuse"));
  const readOnly = { readOnly: true };
  assert.equal((await decide("npm run build", "/w", undefined, readOnly)).kind, "refuse");
  assert.equal(questions.length, 1);
  assert.equal((await decide("cat a", "/w", undefined, readOnly)).kind, "allow");
  assert.equal((await decide("npm run build")).kind, "allow");
});

/** A repository with a linked worktree, and a home folder. */
async function withProject(test: (project: Project, home: Folder, worktree: string) => Promise<void>) {
  await using folder = await repository({ "a": "" });
  await using home = await Folder.make();
  await folder.git("worktree", "add", "--quiet", `${home.path}/tree`);
  await test({ home: home.path, root: folder.path, offersAlways: true }, home, `${home.path}/tree`);
}

const PERMISSIONS = ".wf/permissions.json";

Deno.test("what is always allowed in a project is not asked about in later runs, nor in its worktrees", async () => {
  await withProject(async (project, home, worktree) => {
    const first = leave(person("always"), "yolo", project);
    assert.deepEqual(await first.decide("rm -rf x", project.root), { kind: "allow" });
    assert.deepEqual(await first.decide("rm -rf x", project.root), { kind: "allow" });
    assert.equal(first.questions.length, 1);
    assert.equal((await Deno.stat(`${home.path}/${PERMISSIONS}`)).mode! & 0o777, 0o600);
    const later = leave(nobody, "interactive", { ...project, root: worktree, offersAlways: false });
    assert.deepEqual(await later.decide("rm -rf x", worktree), { kind: "allow" });
    const elsewhere = leave(nobody, "yolo", { ...project, root: home.path });
    assert.equal((await elsewhere.decide("rm -rf x", project.root)).kind, "refuse");
  });
});

Deno.test("what is always allowed covers no request of which it is only a part, and none that is denied", async () => {
  await withProject(async (project, home) => {
    await leave(person("always"), "yolo", project).decide("./deploy", project.root, undefined, {
      readOnly: true,
    });
    await leave(person("always"), "interactive", project).decide("./deploy", project.root);
    const later = leave(nobody, "interactive", project);
    assert.deepEqual(await later.decide("./deploy", project.root), { kind: "allow" });
    for (const more of ["./deploy && ./other", "./deploy now", "./deploy > a", "sh -c ./deploy; rm a"]) {
      assert.equal((await later.decide(more, project.root)).kind, "refuse", more);
    }
    assert.equal(later.questions.length, 4);
    await home.write({ ".wf/policy.json": '{ "commands": { "deny": ["./deploy"] } }' });
    const denied = leave(nobody, "interactive", project);
    assert.equal((await denied.decide("./deploy", project.root)).kind, "refuse");
    assert.equal(denied.questions.length, 0);
  });
});

Deno.test("always is offered to the user only, and its record holds no secrets", async () => {
  await withProject(async (project, home) => {
    const { questions, decide } = leave(nobody, "yolo", { ...project, offersAlways: false });
    await decide("rm a", project.root);
    assert.deepEqual(questions[0]?.choices.map(({ value }) => value), ["refuse", "allow", "run"]);
    await leave(person("always"), "yolo", project).decide("curl https://u:pw12@x.invalid", project.root);
    const record = await home.read(PERMISSIONS);
    assert.match(record, /curl https:\/\/\*\*\*@x\.invalid/);
    assert.doesNotMatch(record, /pw12/);
  });
});

Deno.test("an unreadable record of permissions allows nothing, is reported once, and stays as it is", async () => {
  await withProject(async (project, home) => {
    await home.write({ [PERMISSIONS]: "{" });
    const { events, questions, decide } = leave(person("always"), "yolo", project);
    assert.deepEqual(await decide("rm a", project.root), { kind: "allow" });
    assert.deepEqual(await decide("rm a", project.root), { kind: "allow" });
    assert.equal(questions.length, 1);
    const notices = events.flatMap((event) => event.kind === "notice" ? [event.message] : []);
    assert.match(notices[0] ?? "", /permissions\.json": it is not a record of permissions\. You are asked/);
    assert.match(notices[1] ?? "", /It is allowed for this run/);
    assert.equal(notices.length, 2);
    assert.equal(await home.read(PERMISSIONS), "{");
  });
});
