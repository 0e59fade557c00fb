import type { Page } from "./markdown.ts";
import { escaped } from "./markdown.ts";
import type { NavigationGroup } from "./pages.ts";

interface LayoutOptions {
  readonly page: Page;
  /** Path of the page in the site. */
  readonly path: string;
  readonly navigation: readonly NavigationGroup[];
}

/** Returns a whole page: the sidebar with the search, and the document. */
export function pageLayout({ page, path, navigation }: LayoutOptions): string {
  const up = "../".repeat(path.split("/").length - 1);
  const link = (to: string, text: string) =>
    `<a href="${up}${to}"${to === path ? ' aria-current="page"' : ""}>${escaped(text)}</a>`;
  const groups = navigation.map(({ title, links }) =>
    `<h2>${escaped(title)}</h2>\n<ul>${
      links.map((each) => `<li>${link(each.path, each.text)}</li>`).join("\n")
    }</ul>`
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' file:; img-src 'self' file: data:">
<title>${escaped(page.title)}${path === "index.html" ? "" : " · wf"}</title>
<link rel="stylesheet" href="${up}site.css">
<script src="${up}search-data.js" defer></script>
<script src="${up}search.js" defer data-root="${up}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${up}index.html">wf</a>
<div class="search" role="search">
<input type="search" id="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off">
<ol id="results" aria-live="polite" hidden></ol>
</div>
</header>
<details class="menu" open>
<summary>Pages</summary>
<nav aria-label="Pages">
${groups.join("\n")}
</nav>
</details>
<main id="content" tabindex="-1">
${page.html}</main>
</body>
</html>
`;
}
