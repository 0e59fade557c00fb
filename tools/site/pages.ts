/**
 * The files of the site: all documents that are linked from README.md, directly or not.
 * @module
 */
import { joinPath, parentPath } from "../../lib/path/paths.ts";
import { pageLayout } from "./layout.ts";
import { linksOf, type Page, renderPage, type Section } from "./markdown.ts";

/** A file to be written, by its path in the site. */
export interface SiteFile {
  readonly path: string;
  readonly content: string | { readonly copyOf: string };
}

/** A section of a page, with the page's address. */
export interface FoundSection extends Section {
  readonly page: string;
  readonly title: string;
}

/** Reads the repository. */
export interface Sources {
  /** Returns the text of a file, by its path in the repository. */
  readText(path: string): Promise<string>;
  /** Returns the names of the files in a folder, sorted; undefined when it is not a folder. */
  filesOf(path: string): Promise<readonly string[] | undefined>;
}

const START = "README.md";
const INDEX = "docs/README.md";

/**
 * Returns all files of the site, except its scripts and styles.
 *
 * @throws Error for a link without a target.
 */
export async function siteFiles(sources: Sources): Promise<readonly SiteFile[]> {
  const pages = new Map<string, Page>();
  const others = new Map<string, SiteFile>();
  const waiting = [START, INDEX];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const folder = path.includes("/") ? parentPath(path) : "";
    const markdown = await sources.readText(path);
    const targets = new Map<string, string>();
    for (const href of linksOf(markdown)) {
      if (/^[a-z]+:|^#/.test(href)) continue;
      const [file = "", anchor] = href.split("#");
      const target = joinPath(folder, file).replace(/\/$/, "");
      targets.set(href, withAnchor(await addressOf(target), anchor));
      if (target.endsWith(".md")) waiting.push(target);
    }
    const up = "../".repeat(path.split("/").length - 1);
    const resolve = (href: string) => targets.has(href) ? up + targets.get(href)! : href;
    pages.set(path, renderPage(markdown, resolve));
  }
  const navigation = await readNavigation();
  const files = [...pages].map(([path, page]) => ({
    path: pagePath(path),
    content: pageLayout({ page, path: pagePath(path), navigation }),
  }));
  return [...files, ...others.values(), { path: "search-data.js", content: searchData(pages) }];

  /** Returns a target's path in the site; files that are not documents are copied. */
  async function addressOf(target: string): Promise<string> {
    if (target.endsWith(".md")) return pagePath(target);
    const names = await sources.filesOf(target);
    if (names === undefined) {
      const path = /\.(svg|json)$/.test(target) ? target : `${target}.txt`;
      await sources.readText(target);
      others.set(target, { path, content: { copyOf: target } });
      return path;
    }
    if (names.includes("README.md")) {
      waiting.push(`${target}/README.md`);
      return pagePath(`${target}/README.md`);
    }
    const schemas = names.filter((name) => name.endsWith(".schema.json"));
    for (const name of schemas) {
      const copyOf = `${target}/${name}`;
      others.set(copyOf, { path: copyOf, content: { copyOf } });
    }
    const list = `# ${target}\n\n${schemas.map((name) => `- [${name}](${name})`).join("\n")}\n`;
    const path = `${target}/index.html`;
    const page = renderPage(list, (href) => href);
    others.set(target, { path, content: pageLayout({ page, path, navigation: await readNavigation() }) });
    return path;
  }

  /** Returns the links of the index of the documentation, below its headings. */
  async function readNavigation(): Promise<readonly NavigationGroup[]> {
    const groups: { title: string; links: { text: string; path: string }[] }[] = [];
    for (const line of (await sources.readText(INDEX)).split("\n")) {
      const heading = /^## ([^:]+)/.exec(line)?.[1];
      if (heading !== undefined) groups.push({ title: heading, links: [] });
      const [, text, href] = /^- .*?\[([^\]]+)\]\(([^)]+\.md)\)/.exec(line) ?? [];
      if (text !== undefined) {
        groups.at(-1)?.links.push({
          text: text.replaceAll("`", ""),
          path: pagePath(joinPath("docs", href!)),
        });
      }
    }
    return groups;
  }
}

/** Links of the sidebar. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly { readonly text: string; readonly path: string }[];
}

function pagePath(path: string): string {
  return path.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");
}

function withAnchor(path: string, anchor: string | undefined): string {
  return anchor === undefined ? path : `${path}#${anchor}`;
}

/** Returns a script that holds the text of all sections, so that the search works from a disk too. */
function searchData(pages: ReadonlyMap<string, Page>): string {
  const sections = [...pages].flatMap(([path, { title, sections }]) =>
    sections.map((section): FoundSection => ({ ...section, page: pagePath(path), title }))
  );
  return `globalThis.searchData = ${JSON.stringify(sections)};\n`;
}
