import assert from "node:assert/strict";
import { renderPage } from "../../tools/site/markdown.ts";
import { siteFiles, type Sources } from "../../tools/site/pages.ts";
import { accessProblems, CHROMIUM, openBrowser } from "../deps/playwright.ts";
import { Folder } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";

const repository: Sources = {
  readText: (path) => Deno.readTextFile(fromRoot(path)),
  filesOf: async (path) => {
    if (!(await Deno.stat(fromRoot(path))).isDirectory) return undefined;
    return (await Array.fromAsync(Deno.readDir(fromRoot(path)), ({ name }) => name)).sort();
  },
};

function memory(files: Readonly<Record<string, string>>): Sources {
  const missing = (path: string): never => {
    throw new Error(`Cannot find "${path}"`);
  };
  return {
    readText: (path) => Promise.resolve(files[path] ?? missing(path)),
    filesOf: (path) => {
      const names = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      if (names.length === 0 && files[path] === undefined) missing(path);
      return Promise.resolve(
        names.length === 0 ? undefined : names.map((name) => name.slice(path.length + 1)),
      );
    },
  };
}

const keep = (href: string) => href;

Deno.test("renderPage() leaves out comments and escapes code", () => {
  const { html } = renderPage("# A\n\n<!-- test: run\nrm x\n-->\n\n```console\n$ a <b>\nc & d\n```\n", keep);
  assert.doesNotMatch(html, /rm x|<!--/);
  assert.match(html, /<b>\$ a &lt;b&gt;<\/b>\nc &amp; d/);
});

Deno.test("renderPage() numbers the anchors of equal headings, and collects the text below each", () => {
  const { title, sections, html } = renderPage(
    "# The `wf` way\n\none\n\n## Same\n\ntwo\n\n## Same\n\nthree\n",
    keep,
  );
  assert.equal(title, "The wf way");
  assert.deepEqual(sections, [
    { heading: "The wf way", anchor: "", text: " one" },
    { heading: "Same", anchor: "same", text: " two" },
    { heading: "Same", anchor: "same-1", text: " three" },
  ]);
  assert.match(html, /<h2 id="same-1">/);
});

Deno.test("the site contains the documents that are linked, as pages, and copies of other files", async () => {
  const files = await siteFiles(memory({
    "README.md": "# A\n\n[docs](docs/README.md) [code](lib/a.ts)\n\n```md\n[not a link](docs/none.md)\n```\n",
    "docs/README.md": "# Docs\n\n## Guides: do it\n\n- [Page](page.md)\n",
    "docs/page.md":
      "# Page\n\n[up](../README.md#a) [schemas](../generated/) [web](https://example.invalid)\n",
    "docs/unlinked.md": "# Unlinked\n",
    "lib/a.ts": "a",
    "generated/a.schema.json": "{}",
    "generated/other.ts": "",
  }));
  assert.deepEqual(files.map(({ path }) => path).toSorted(), [
    "docs/index.html",
    "docs/page.html",
    "generated/a.schema.json",
    "generated/index.html",
    "index.html",
    "lib/a.ts.txt",
    "search-data.js",
  ]);
  const page = files.find(({ path }) => path === "docs/page.html")!.content as string;
  assert.match(page, /href="\.\.\/index\.html#a"/);
  assert.match(page, /href="\.\.\/generated\/index\.html"/);
  assert.match(page, /href="https:\/\/example\.invalid"/);
  assert.match(page, /<a href="\.\.\/docs\/page\.html" aria-current="page">Page<\/a>/);
});

Deno.test("a link without a target fails the build of the site", async () => {
  const files = { "README.md": "# A\n\n[b](b.md)\n", "docs/README.md": "# Docs\n" };
  await assert.rejects(siteFiles(memory(files)), /Cannot find "b\.md"/);
});

Deno.test("each link of the site leads to a page and an anchor that exist", async () => {
  const files = new Map((await siteFiles(repository)).map(({ path, content }) => [path, content]));
  const dead: string[] = [];
  for (const [path, content] of files) {
    if (typeof content !== "string" || !path.endsWith(".html")) continue;
    for (const [, href = ""] of content.matchAll(/<(?:a|img)[^>]* (?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const { pathname, hash } = new URL(href, `file:///${path}`);
      const target = files.get(decodeURIComponent(pathname.slice(1)));
      const anchor = decodeURIComponent(hash.slice(1));
      const exists = target !== undefined &&
        (anchor === "" || (typeof target === "string" && target.includes(`id="${anchor}"`)));
      if (!exists) dead.push(`${path}: ${href}`);
    }
  }
  assert.ok(files.size > 50, String(files.size));
  assert.deepEqual(dead, []);
});

Deno.test({
  name: `the site is searched in a browser, from the disk, and is accessible${
    CHROMIUM ? "" : " (no Chromium)"
  }`,
  ignore: CHROMIUM === undefined,
  // The browser's own connections end with it.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using folder = await Folder.make({}, "wf-site-");
    const args = ["run", "--quiet", "--allow-all", "--no-check", fromRoot("tools/site.ts"), folder.path];
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    const browser = await openBrowser();
    try {
      for (const [width, colorScheme] of [[1280, "light"], [1280, "dark"], [320, "light"]] as const) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
        await page.goto(`file://${folder.path}/docs/how-a-run-works.html`);
        assert.equal(await page.evaluate("document.documentElement.scrollWidth"), width);
        assert.deepEqual(await accessProblems(page), [], `${width} ${colorScheme}`);
        await page.keyboard.press("/");
        await page.keyboard.type("merge driver conflict");
        await page.getByRole("link", { name: "Working in a team: Merges of STATE.md and ROADMAP.md" })
          .waitFor();
        await page.keyboard.press("Enter");
        await page.locator("main h1", { hasText: "Commands" }).waitFor();
        assert.match(page.url(), /generated\/commands\.html#wf-merge-driver/);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  },
});
