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

function pathsOf(plan: PlanDocument): readonly WrittenPath[] {
  const paths: WrittenPath[] = plan.frontmatter.kind === "parsed" ? pathsIn(plan.frontmatter.root) : [];
  const { text } = plan.source;
  for (const { files, element } of plan.tasks) {
    for (const path of files) {
      if (placeOf(path).kind === "inside") continue;
      const { start = 0, end = 0 } = childOf(element, "files")?.inner ?? {};
      const at = text.indexOf(path, start);
      if (at !== -1 && at < end) paths.push({ text: path, span: { start: at, end: at + path.length } });
    }
  }
  return paths;
}

/** The paths in the frontmatter. The target of a key link may be an endpoint, such as `/api/login`. */
function pathsIn(root: YamlMap): WrittenPath[] {
  const files = entryOf(root, "files_modified")?.value;
  const paths: WrittenPath[] = scalars(files?.kind === "list" ? files.items : []);
  const mustHaves = entryOf(root, "must_haves")?.value;
  for (const [key, name] of [["artifacts", "path"], ["key_links", "from"]] as const) {
    const list = entryOf(mustHaves, key)?.value;
    if (list?.kind !== "list") continue;
    for (
      const path of scalars(
        list.items.map((item) => item.kind === "scalar" ? item : entryOf(item, name)?.value),
      )
    ) {
      if (key === "artifacts" || !path.text.startsWith("/")) paths.push(path);
    }
  }
  return paths;
}

function scalars(nodes: readonly (YamlNode | undefined)[]): YamlScalar[] {
  return nodes.filter((node) => node?.kind === "scalar");
}
