import assert from "node:assert/strict";
import { commands } from "../../generated/commands.ts";
import { version } from "../../generated/version.ts";
import { REPOSITORY } from "../../lib/release/release.ts";
import { joinPath, parentPath } from "../../lib/path/paths.ts";
import { headingsOf, linksOf } from "../deps/marked.ts";
import { host } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { documents, readDocument } from "./documents.ts";

Deno.test("links between documents have existing targets", async () => {
  for (const path of await documents()) {
    const text = await readDocument(path);
    for (const link of linksOf(text).filter((link) => !/^[a-z]+:/.test(link))) {
      const [file = "", heading] = link.split("#");
      const target = file === "" ? fromRoot(path) : joinPath(parentPath(fromRoot(path)), file);
      assert.ok(await host.stat(target) !== undefined, `${path} links to ${link}`);
      if (heading === undefined) continue;
      const anchors = headingsOf(await host.readText(target)).map(anchorOf);
      assert.ok(anchors.includes(heading), `${path} links to ${link}, of ${anchors.join(", ")}`);
    }
  }
});

Deno.test("each page of docs/ is in its index", async () => {
  const paths = (await documents()).filter((path) => path.startsWith("docs/"));
  for (const index of paths.filter((path) => path.endsWith("/README.md"))) {
    const folder = parentPath(index);
    const listed = linksOf(await readDocument(index));
    for (const path of paths.filter((path) => parentPath(path) === folder && path !== index)) {
      assert.ok(listed.includes(path.slice(folder.length + 1)), path);
    }
  }
  assert.ok(linksOf(await readDocument("docs/README.md")).includes("decisions/README.md"));
});

Deno.test("the README lists only the most used commands, and links to all of them", async () => {
  const readme = await readDocument("README.md");
  const listed = [...readme.matchAll(/^\|[^`]*`wf ([a-z-]+)/gm)].map(([, name]) => name!);
  assert.ok(listed.length >= 12 && listed.length <= 20, listed.join(", "));
  for (const name of listed) assert.ok(commands.some((command) => command.name === name), name);
  assert.ok(linksOf(readme).includes("generated/commands.md"));
});

Deno.test("documents name this version of the action", async () => {
  for (const path of await documents()) {
    for (const [, used] of (await readDocument(path)).matchAll(/uses: (\S+\/wf@\S+)/g)) {
      assert.equal(used, `${REPOSITORY}@v${version}`, path);
    }
  }
});

/** The anchor that a heading gets where Markdown is shown. */
function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
}
