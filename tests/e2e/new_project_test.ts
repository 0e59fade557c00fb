import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { type Called, homeAt, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";

const FIRST_PLAN = "phases/01-introduction/01-01-PLAN.md";
const FILES = ["PROJECT.md", "REQUIREMENTS.md", "ROADMAP.md", "STATE.md", "config.json", FIRST_PLAN].map((
  name,
) => `.planning/${name}`);

async function call(folder: Folder, home: Folder, ...args: string[]): Promise<Called> {
  return await wf(args, { cwd: folder.path, env: homeAt(home.path) });
}

Deno.test("new-project makes a valid project and one docs commit of it", async () => {
  await using folder = await repository({ "README.md": "mine\n" });
  await using home = await Folder.make();
  const { code, stderr } = await call(folder, home, "new-project", "My App", "--yes");
  assert.equal(code, 0, stderr);
  assert.deepEqual(await folder.subjects(), ["start", "docs: initialize project"]);
  assert.deepEqual((await folder.git("show", "--format=", "--name-only", "HEAD")).split("\n"), FILES);
  assert.match(await folder.read(".planning/ROADMAP.md"), /^# Roadmap: My App$/m);
  const { stdout } = await call(folder, home, "validate", "--strict");
  assert.equal(stdout, "✓ 1 plan checked: no findings\n");
  assert.match(
    (await call(folder, home, "branch-name", "phase", "1")).stdout,
    /^wf\/phase-01-introduction$/m,
  );
});

Deno.test("the first plan of a template can be executed as it is, and names the project", async () => {
  await using folder = await repository();
  await using home = await Folder.make();
  const made = await call(folder, home, "new-project", "It's a tally", "--yes");
  assert.match(made.stdout, /^Next:\n {2}wf execute-phase 1$/m);
  const answers = ["--yes", "--answer", "must_haves=approved"];
  const { code, stderr } = await call(folder, home, "execute-phase", "1", ...answers);
  assert.equal(code, 0, stderr);
  assert.match(await folder.read("README.md"), /^# It's a tally$/m);
  assert.equal(await folder.git("status", "--short"), "");
});

Deno.test("the first plan of a template replaces no file, and without a free place there is none", async () => {
  await using home = await Folder.make();
  await using folder = await repository({ "README.md": "mine\n" });
  await call(folder, home, "new-project", "--yes");
  assert.match(await folder.read(`.planning/${FIRST_PLAN}`), /^files_modified: \[docs\/README\.md\]$/m);
  const taken = { "README.md": "mine\n", "docs/README.md": "mine\n", "docs/about.md": "mine\n" };
  await using full = await repository(taken);
  const { stdout } = await call(full, home, "new-project", "--yes");
  assert.match(stdout, /^Next:\n {2}wf validate$/m);
  assert.equal(await full.has(".planning/phases"), false);
});

Deno.test("a project whose agent is not installed is written, with a warning and the way to another agent", async () => {
  await using home = await Folder.make();
  await using folder = await repository();
  const chosen = ["--agent", "gemini", "--set", "agent.command=absent-agent"];
  const { code, stdout, stderr } = await call(folder, home, "new-project", "--yes", ...chosen);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^! Cannot use agent gemini: absent-agent is not installed, .*\n?.*npm install -g/m);
  assert.match(stdout, /^Next:\n {2}wf agents\n {2}wf execute-phase 1$/m);
  assert.equal((await folder.subjects())[1], "docs: initialize project");
});

Deno.test("the agent that --agent names does the work of the project from then on, but for a rehearsal", async () => {
  await using home = await Folder.make();
  for (const [agent, config] of [["codex", /"name": "codex"/], ["mock", /^(?![^]*"agent")/]] as const) {
    await using folder = await repository();
    const { code, stderr } = await call(folder, home, "new-project", "--yes", "--agent", agent);
    assert.equal(code, 0, stderr);
    assert.match(await folder.read(".planning/config.json"), config);
  }
});

Deno.test("new-project names a milestone if branches are named after it", async () => {
  await using folder = await repository({ "README.md": "mine\n" });
  await using home = await Folder.make();
  const strategy = "git.branching_strategy=milestone";
  assert.equal((await call(folder, home, "new-project", "--yes", "--set", strategy)).code, 0);
  assert.match((await call(folder, home, "validate", "--strict")).stdout, /no findings/);
  assert.equal((await call(folder, home, "branch-name", "milestone", "v1.0")).stdout, "wf/v1.0-mvp\n");
});

Deno.test("new-project copies the saved defaults", async () => {
  const defaults = '{\n  // mine\n  "mode": "yolo",\n  "granularity": "fine"\n}\n';
  await using folder = await repository();
  await using home = await Folder.make({ ".wf/defaults.json": defaults });
  assert.equal((await call(folder, home, "new-project")).code, 0);
  assert.equal(await folder.read(".planning/config.json"), defaults);
});

Deno.test("new-project asks first, and without a terminal prints the command that answers", async () => {
  await using folder = await repository();
  await using home = await Folder.make();
  const { code, stdout } = await call(folder, home, "new-project");
  assert.equal(code, 3);
  assert.match(stdout, /wf new-project --answer confirm_project=yes/);
  assert.equal(await folder.has(".planning"), false);
});

Deno.test("gates.confirm_project off makes new-project ask nothing", async () => {
  await using folder = await repository();
  await using home = await Folder.make();
  assert.equal((await call(folder, home, "new-project", "--set", "gates.confirm_project=false")).code, 0);
  assert.ok(await folder.has(".planning/config.json"));
});

Deno.test("new-project changes nothing in a folder with .planning, or with --dry-run", async () => {
  await using folder = await repository({ ".planning/ROADMAP.md": "mine\n" });
  await using home = await Folder.make();
  assert.equal((await call(folder, home, "new-project", "--yes")).code, 2);
  await using empty = await repository();
  const { code, stdout } = await call(empty, home, "new-project", "--dry-run", "--json");
  assert.equal(code, 0);
  assert.equal(await schemaProblems("new-project", JSON.parse(stdout)), "");
  assert.equal(await empty.has(".planning"), false);
});

Deno.test("new-project commits nothing outside of a repository, nor what git ignores", async () => {
  await using home = await Folder.make();
  await using plain = await Folder.make();
  const outside = await call(plain, home, "new-project", "--yes");
  assert.equal(outside.code, 0);
  assert.match(outside.stderr, /nothing is committed/);
  const commit = 'git add .planning && git commit -m "docs: initialize project"';
  const next = [...outside.stdout.matchAll(/^ {2}((?:git|wf) .*)$/gm)].map(([, command]) => command);
  assert.deepEqual(next, ["git init", commit, "wf execute-phase 1"]);
  const off = ["--yes", "--set", "planning.commit_docs=false"];
  await using uncommitted = await Folder.make();
  const { stdout } = await call(uncommitted, home, "new-project", ...off);
  assert.match(stdout, /^Next:\n {2}git init\n {2}wf execute-phase 1$/m);
  await using ignoring = await repository({ ".gitignore": ".planning/\n" });
  assert.equal((await call(ignoring, home, "new-project", "--yes")).code, 0);
  assert.deepEqual(await ignoring.subjects(), ["start"]);
});

Deno.test("granularity decides the number of phases in a template roadmap", async () => {
  await using folder = await repository({ "idea.md": "A tally of lines.\n" });
  await using home = await Folder.make();
  const from = ["--from", "idea.md", "--set", "granularity=fine", "--yes"];
  const { code, stderr } = await call(folder, home, "new-project", ...from);
  assert.equal(code, 0, stderr);
  assert.equal((await folder.read(".planning/ROADMAP.md")).match(/^### Phase/gm)?.length, 8);
  assert.match(await folder.read(".planning/PROJECT.md"), /## What This Is\n\nA tally of lines\.\n/);
  const missing = await call(folder, home, "new-project", "--from", "nothing.md");
  assert.equal(missing.code, 2);
});

Deno.test("new-project refuses defaults that are not JSON, with line and column", async () => {
  await using folder = await repository();
  await using home = await Folder.make({ ".wf/defaults.json": "{\n  mode: 1\n}" });
  const { code, stderr } = await call(folder, home, "new-project", "--yes");
  assert.equal(code, 2);
  assert.match(stderr, /defaults\.json:2:3/);
});

Deno.test("new-project refuses unusable defaults, and writes nothing", async () => {
  await using folder = await repository();
  await using home = await Folder.make({ ".wf/defaults.json": '{ "granularity": "huge" }' });
  const { code, stderr } = await call(folder, home, "new-project", "--yes");
  assert.equal(code, 2);
  assert.match(stderr, /defaults\.json:1:18": "granularity" is "huge"/);
  assert.equal(await folder.has(".planning"), false);
});

const PROJECT = {
  what: "A tally of lines.",
  core_value: "It counts.",
  requirements: [{ id: "COUNT-01", text: "A user counts lines" }, {
    id: "COUNT-02",
    text: "A user sees the sum",
  }],
  later: [],
  out_of_scope: [],
  constraints: [],
};

function roadmap(count: number): object {
  return {
    phases: Array.from({ length: count }, (_, index) => ({
      name: `Count ${index + 1}`,
      summary: "counts",
      goal: "A user counts",
      depends_on: [],
      requirements: [`COUNT-0${index + 1}`].slice(index > 1 ? 1 : 0),
      success_criteria: ["The sum is right"],
    })),
  };
}

/** A script of mock whose answers go with what its prompts contain. */
function scripted(answers: Readonly<Record<string, object>>): string {
  const rules = Object.entries(answers).map(([contains, answer]) => ({
    contains,
    steps: [{ do: "say", text: `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`` }],
  }));
  return JSON.stringify({ rules });
}

const MOCK = ["--agent", "mock", "--set", "agent.command=script.json", "--set", "granularity=coarse"];

Deno.test("an agent creates the project from a description, and each gate precedes the work that it confirms", async () => {
  await using folder = await repository({
    "idea.md": "Count lines.\n",
    "script.json": scripted({ "Count lines.": PROJECT }),
  });
  await using home = await Folder.make();
  const make = (...args: string[]) => call(folder, home, "new-project", "Tally", ...MOCK, ...args);
  const project = await make("--from", "idea.md");
  assert.equal(project.code, 3, project.stderr);
  assert.match(
    project.stdout,
    /COUNT-02: A user sees the sum[^]*wf new-project Tally .* --answer confirm_project=yes$/m,
  );
  const later = { "There are 2 phases": roadmap(3), "into 3 to 5 phases": roadmap(2) };
  await folder.write({ "script.json": scripted(later) });
  const phases = await make("--answer", "confirm_project=yes");
  assert.equal(phases.code, 3, phases.stdout);
  assert.match(
    phases.stderr,
    /cannot be used \(There are 2 phases, and the granularity "coarse" asks for 3 to 5 phases/,
  );
  assert.match(phases.stdout, /3\. Count 3 - counts[^]*--answer confirm_phases=yes$/m);
  await folder.write({
    "script.json": scripted({ "wants this changed, and the rest kept:\nFour": roadmap(4) }),
  });
  const changed = await make("--answer", "confirm_phases=Four, please");
  assert.match(changed.stdout, /4\. Count 4 - counts/);
  const whole = await make("--answer", "confirm_phases=yes", "--json");
  assert.equal(whole.code, 3);
  const result = JSON.parse(whole.stdout);
  assert.equal(await schemaProblems("new-project", result), "");
  assert.match(result.question.details, /^### Phase 4: Count 4\n\*\*Goal\*\*: A user counts$/m);
  assert.deepEqual(await folder.subjects(), ["start"]);
  const done = await make("--answer", "confirm_roadmap=yes");
  assert.equal(done.code, 0, done.stderr);
  assert.match(
    done.stdout,
    /^ {2}wf discuss-phase 1 --agent mock --set agent.command=script.json --set granularity=coarse$/m,
  );
  assert.deepEqual(
    (await folder.git("show", "--format=", "--name-only", "HEAD")).split("\n"),
    FILES.slice(0, -1),
  );
  assert.match(await folder.read(".planning/REQUIREMENTS.md"), /^\| COUNT-02 \| Phase 2 \| Pending \|$/m);
  assert.equal(await folder.has(".planning/.new-project.json"), false);
  assert.equal((await call(folder, home, "validate", "--strict")).stdout, "✓ 4 files checked: no findings\n");
});

Deno.test("gates.confirm_phases and gates.confirm_roadmap off let the agent's roadmap through", async () => {
  const script = scripted({ "Count lines.": PROJECT, "into 3 to 5 phases": roadmap(3) });
  await using folder = await repository({ "idea.md": "Count lines.\n", "script.json": script });
  await using home = await Folder.make();
  const off = ["phases", "roadmap"].flatMap((gate) => ["--set", `gates.confirm_${gate}=false`]);
  const from = ["new-project", ...MOCK, ...off, "--from", "idea.md", "--answer", "confirm_project=yes"];
  const { code, stderr } = await call(folder, home, ...from);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await folder.subjects(), ["start", "docs: initialize project"]);
});

Deno.test("a repository that cannot be committed to is refused before the first question", async () => {
  await using home = await Folder.make();
  await using nameless = await repository();
  await nameless.git("config", "--unset", "user.name");
  await nameless.git("config", "--unset", "user.email");
  await nameless.git("config", "user.useConfigOnly", "true");
  const unknown = await call(nameless, home, "new-project");
  assert.equal(unknown.code, 2);
  assert.match(
    unknown.stderr,
    /git config --global user\.name "Your Name" && git config --global user\.email /,
  );
  await using detached = await repository();
  await detached.git("switch", "--quiet", "--detach");
  const headless = await call(detached, home, "new-project");
  assert.equal(headless.code, 2);
  assert.match(headless.stderr, /HEAD is detached[^]*git switch <branch>/);
});

Deno.test("a folder without a repository is reported before the first question, with the command that creates one", async () => {
  await using folder = await Folder.make();
  await using home = await Folder.make();
  const { code, stderr } = await call(folder, home, "new-project");
  assert.equal(code, 3);
  assert.match(stderr, /Cannot find a git repository at [^]*nothing is committed\. Run git init/);
});

const MAP = {
  stack: [{ name: "Node", file: "package.json" }],
  commands: [{ purpose: "test", command: "npm test", file: "package.json" }],
  structure: [{ path: "src", purpose: "the code" }],
  setup: ["npm ci"],
};

Deno.test("--map records what an agent says about existing code, once files and commands are found", async () => {
  await using folder = await repository({
    "package.json": '{ "scripts": { "test": "node --test" } }',
    "package-lock.json": "{}",
    "src/a.js": "1\n",
  });
  await using home = await Folder.make();
  const wrong = { ...MAP, structure: [{ path: "/etc", purpose: "no" }], setup: [] };
  const answer = (map: object) => ({ ...PROJECT, requirements: [], map });
  await folder.write({
    "script.json": scripted({ "There is no description": answer(wrong), "does not exist": answer(MAP) }),
  });
  const make = ["new-project", "Tally", "--map", ...MOCK];
  const asked = await call(folder, home, ...make, "--json");
  assert.match(asked.stderr, /cannot be used \("\/etc" does not exist in this folder\)/);
  const result = JSON.parse(asked.stdout);
  assert.equal(await schemaProblems("new-project", result), "");
  assert.match(result.question.details, /- test: `npm test` \(`package.json`\)[^]*worktree:\n- npm ci$/);
  assert.match(result.next[0], /^wf new-project Tally --map /);
  const done = await call(folder, home, ...make, "--answer", "confirm_project=yes");
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /PROJECT\.md\n[^]*ROADMAP\.md \(to fill in\)[^]*^ {2}wf validate$/m);
  assert.match(await folder.read(".planning/PROJECT.md"), /^### Structure\n\n- `src`: the code$/m);
  assert.deepEqual(JSON.parse(await folder.read(".planning/config.json")).worktree, { setup: ["npm ci"] });
  assert.equal((await call(folder, home, "validate", "--strict")).stdout, "✓ 4 files checked: no findings\n");
});

Deno.test("--map with a description goes on to the phases, and shell, which has no model, is refused", async () => {
  await using folder = await repository({
    "package.json": '{ "scripts": { "test": "node --test" } }',
    "package-lock.json": "{}",
    "src/a.js": "1\n",
    "idea.md": "Count lines.\n",
    "script.json": scripted({ "Describe the code": { ...PROJECT, map: MAP }, "into 3 to 5": roadmap(3) }),
  });
  await using home = await Folder.make({ ".wf/defaults.json": '{ "worktree": { "setup": ["true"] } }' });
  const map = ["new-project", "--map", "--yes"];
  const refused = await call(folder, home, ...map);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /the agent shell has no model[^]*--agent/);
  const { code, stderr } = await call(folder, home, ...map, ...MOCK, "--from", "idea.md");
  assert.equal(code, 0, stderr);
  assert.match(await folder.read(".planning/ROADMAP.md"), /Count 3/);
  assert.match(await folder.read(".planning/PROJECT.md"), /^- Node \(`package.json`\)$/m);
  assert.match(await folder.read(".planning/config.json"), /"setup": \["true"\]/);
});
