import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { type PathPlace, placeOf } from "../../parse/project/references.ts";
import { entryOf, type YamlNode, type YamlScalar } from "../../parse/yaml/yaml.ts";
import type { Rule } from "../rule.ts";
import { alsoAt, alsoText } from "../text/also.ts";

export const pathOutside: Rule = {
  code: "path-outside",
  severity: "warning",
  strict: true,
  summary: "Paths are relative to the project's root and stay inside the project",
  why: "Plans are executed in working trees of their own, and their changes are committed. A path from the " +
    "root of a disk, from a home folder or out of the project through `..` is not a file of the project, and " +
    "means another file on the next machine.",
  shows: ["files_modified", "must_haves", "<files>"],
  *plan(plan) {
    const paths = plan.frontmatter.kind === "parsed" ? [...pathsOf(plan)] : [];
    const { text, path } = plan.source;
    for (const { task, element } of plan.tasks) {
      const files = element.children.find(({ name }) => name === "files");
      if (files === undefined) continue;
      for (const written of task.files) {
        const start = placeOf(written).kind === "inside" ? -1 : text.indexOf(written, files.inner.start);
        if (start === -1 || start >= files.inner.end) continue;
        paths.push({ text: written, span: { start, end: start + written.length } });
      }
    }
    const [first, ...others] = paths.filter(({ text }) => placeOf(text).kind !== "inside");
    if (first === undefined) return;
    const { kind } = placeOf(first.text);
    yield {
      message: `The path ${first.text} ${WHERE[kind]}${alsoText(others.length)}`,
      hint: "Write it relative to the project's root",
      span: first.span,
      ...alsoAt(path, others.map(({ span }) => span)),
    };
  },
};

const WHERE: Readonly<Record<PathPlace["kind"], string>> = {
  inside: "",
  absolute: "begins at the root of a disk",
  home: "is in a home folder",
  outside: "leads out of the project",
};

/** The paths in the frontmatter. The target of a key link may be an endpoint, such as `/api/login`. */
function* pathsOf(plan: PlanDocument): Iterable<Pick<YamlScalar, "text" | "span">> {
  if (plan.frontmatter.kind !== "parsed") return;
  const { root } = plan.frontmatter;
  const files = entryOf(root, "files_modified")?.value;
  yield* scalars(files?.kind === "list" ? files.items : []);
  const mustHaves = entryOf(root, "must_haves")?.value;
  for (const [key, name] of [["artifacts", "path"], ["key_links", "from"]] as const) {
    const list = entryOf(mustHaves, key)?.value;
    if (list?.kind !== "list") continue;
    const paths = list.items.map((item) => item.kind === "scalar" ? item : entryOf(item, name)?.value);
    for (const path of scalars(paths)) {
      if (key === "artifacts" || !path.text.startsWith("/")) yield path;
    }
  }
}

function scalars(nodes: readonly (YamlNode | undefined)[]): readonly YamlScalar[] {
  return nodes.filter((node) => node?.kind === "scalar");
}
