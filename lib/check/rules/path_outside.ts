import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { type PathPlace, placeOf } from "../../parse/plan_file/references.ts";
import { entryOf, type YamlMap, type YamlNode, type YamlScalar } from "../../parse/yaml/yaml.ts";
import type { Finding, Rule } from "../rule.ts";
import { together } from "../text/together.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";

export const pathOutside: Rule = {
  code: "path-outside",
  severity: "warning",
  strict: true,
  summary: "Paths are relative to the project's root and stay inside the project",
  why: "Plans are executed in working trees of their own, and their changes are committed. A path from the " +
    "root of a disk, from a home folder or out of the project through `..` is not a file of the project, and " +
    "means another file on the next machine.",
  shows: ["files_modified", "must_haves", "<files>"],
  plan(plan) {
    return together(pathsOutside(plan), plan.source.path);
  },
};

function* pathsOutside(plan: PlanDocument): Iterable<Finding> {
  for (const { text, span } of pathsOf(plan)) {
    const { kind } = placeOf(text);
    if (kind === "inside") continue;
    yield {
      message: `The path ${text} ${WHERE[kind]}`,
      hint: "Write it relative to the project's root",
      span,
    };
  }
}

const WHERE: Readonly<Record<Exclude<PathPlace["kind"], "inside">, string>> = {
  absolute: "begins at the root of a disk",
  home: "is in a home folder",
  outside: "leads out of the project",
};

type WrittenPath = Pick<YamlScalar, "text" | "span">;

function* pathsOf(plan: PlanDocument): Iterable<WrittenPath> {
  if (plan.frontmatter.kind === "parsed") yield* pathsIn(plan.frontmatter.root);
  const { text } = plan.source;
  for (const { files: paths, element } of plan.tasks) {
    const files = childOf(element, "files");
    if (files === undefined) continue;
    for (const path of paths) {
      const start = placeOf(path).kind === "inside" ? -1 : text.indexOf(path, files.inner.start);
      if (start === -1 || start >= files.inner.end) continue;
      yield { text: path, span: { start, end: start + path.length } };
    }
  }
}

/** The paths in the frontmatter. The target of a key link may be an endpoint, such as `/api/login`. */
function* pathsIn(root: YamlMap): Iterable<WrittenPath> {
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
