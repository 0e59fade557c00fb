import assert from "node:assert/strict";
import { version } from "../../generated/version.ts";
import { loadYaml } from "../deps/yaml.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { GIT_ENVIRONMENT, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";

const SECOND = ".planning/phases/01-base/01-02-PLAN.md";
const LATE = planText({
  plan: "02",
  wave: 5,
  dependsOn: ["01-01"],
  files: ["c.txt"],
  tasks: [writes("c.txt")],
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly run?: string;
      readonly shell?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly with?: Readonly<Record<string, string>>;
    }[];
  };
}

const actionText = await Deno.readTextFile(fromRoot("action.yml"));
const action = loadYaml(actionText) as Action;

Deno.test("the action uses each of its inputs, and none of them inside of a script", () => {
  assert.equal(action.runs.using, "composite");
  for (const [name, { description, default: value }] of Object.entries(action.inputs)) {
    assert.ok(actionText.includes(`\${{ inputs.${name} }}`), name);
    assert.equal(typeof value, "string", "a text, as GitHub gives it");
    assert.notEqual(description, "");
  }
  for (const { run = "" } of action.runs.steps) assert.equal(run.includes("${{"), false);
});

/** Runs the action's script as GitHub's runner does. */
async function runAction(cwd: string, inputs: Readonly<Record<string, string>> = {}) {
  const step = action.runs.steps.find(({ run }) => run !== undefined)!;
  const given = (text: string) =>
    text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
      if (name === "github.action_path") return fromRoot("").replace(/\/$/, "");
      const input = name.replace("inputs.", "");
      return inputs[input] ?? action.inputs[input]!.default;
    });
  const env = Object.fromEntries(Object.entries(step.env!).map(([name, value]) => [name, given(value)]));
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run!],
    cwd,
    env: { ...GIT_ENVIRONMENT, ...env, NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

Deno.test("the action's script annotates findings, and fails with strict", async () => {
  await using folder = await repository({ ...smallProject(), [SECOND]: LATE });
  const lenient = await runAction(folder.path);
  assert.deepEqual([lenient.code, lenient.stderr], [0, ""]);
  assert.match(lenient.stdout, new RegExp(`^::warning file=${SECOND},line=5,endLine=5,col=7,`));
  const strict = await runAction(folder.path, { strict: "true", path: ".planning/phases" });
  assert.equal(strict.code, 1);
  assert.match(strict.stdout, /^::error /);
});

Deno.test("the hook for the pre-commit framework installs this version, and checks committed plans", async () => {
  const text = await Deno.readTextFile(fromRoot(".pre-commit-hooks.yaml"));
  const [hook, ...others] = loadYaml(text) as Readonly<Record<string, unknown>>[];
  assert.deepEqual(others, []);
  assert.deepEqual([hook!["language"], hook!["additional_dependencies"]], ["node", [`@wf/wf@${version}`]]);
  const files = new RegExp(String(hook!["files"]));
  for (const path of [".planning/STATE.md", "apps/web/.planning/config.json"]) {
    assert.ok(files.test(path), path);
  }
  for (const path of ["src/planning/x.ts", "x.planning/y"]) assert.equal(files.test(path), false, path);
  await using folder = await repository({ ...smallProject(), [SECOND]: LATE.replace("01-01", "01-07") });
  const [program, ...args] = String(hook!["entry"]).split(" ");
  assert.equal(program, "wf");
  const all = (await folder.git("ls-files")).split("\n").filter((path) => files.test(path));
  assert.equal((await wf([...args, ...all], { cwd: folder.path })).code, 1);
});

Deno.test("the package that lets the pre-commit framework install the hook contains nothing", async () => {
  const { private: isPrivate, files, dependencies, scripts } = JSON.parse(
    await Deno.readTextFile(fromRoot("package.json")),
  );
  assert.deepEqual([isPrivate, files, dependencies, scripts], [true, [], undefined, undefined]);
});
