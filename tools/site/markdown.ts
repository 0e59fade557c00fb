/**
 * Pages of the site, from Markdown.
 * @module
 */
import { lexer, Marked, type Token, type Tokens, walkTokens } from "npm:marked@18.2.1";

/** A part of a page that can be found: a heading with the text up to the next one. */
export interface Section {
  readonly heading: string;
  /** The anchor of the heading; empty for the title of the page. */
  readonly anchor: string;
  readonly text: string;
}

/** A Markdown document as HTML. */
export interface Page {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/**
 * Renders a document. Its comments, which hold what the tests run, are left out.
 *
 * @param resolve Returns the address of a link or an image, relative to the page.
 */
export function renderPage(markdown: string, resolve: (href: string) => string): Page {
  const sections: { heading: string; anchor: string; text: string }[] = [];
  const anchors = new Set<string>();
  const marked = new Marked({ gfm: true });
  marked.use({
    walkTokens(token) {
      if (token.type === "link" || token.type === "image") token["href"] = resolve(token["href"]);
      if (token.type === "heading") {
        const anchor = uniqueAnchor(token["text"], anchors);
        Object.assign(token, { anchor });
        const heading = plainText(token["tokens"] ?? []);
        sections.push({ heading, anchor: sections.length === 0 ? "" : anchor, text: "" });
      } else if (["paragraph", "code", "table", "list"].includes(token.type)) {
        const section = sections.at(-1);
        if (section !== undefined) section.text += ` ${"text" in token ? token.text : token.raw}`;
      }
    },
    renderer: {
      heading(token) {
        const { depth, tokens, anchor } = token as Tokens.Heading & { readonly anchor: string };
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${content}</a></h${depth}>\n`;
      },
      code({ text, lang = "" }) {
        const lines = lang === "console" ? text.split("\n").map(consoleLine).join("\n") : escaped(text);
        return `<pre tabindex="0"><code>${lines}</code></pre>\n`;
      },
      table(token) {
        const cell = ({ tokens }: Tokens.TableCell, name: "td" | "th") =>
          `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
        const rows = token.rows.map((row) => `<tr>${row.map((each) => cell(each, "td")).join("")}</tr>`);
        // A heading without text tells a screen reader nothing.
        const heads = token.header.map((each) => cell(each, each.text === "" ? "td" : "th"));
        return `<div class="table" tabindex="0"><table><thead><tr>${heads.join("")}</tr></thead><tbody>${
          rows.join("\n")
        }</tbody></table></div>\n`;
      },
      html({ raw }) {
        return raw.replace(/<!--[^]*?-->/g, "");
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title: sections[0]?.heading ?? "", html, sections };
}

/** Returns the targets of a document's links and images, in order. */
export function linksOf(markdown: string): readonly string[] {
  const links: string[] = [];
  walkTokens(lexer(markdown), (token: Token) => {
    if (token.type === "link" || token.type === "image") links.push(token["href"]);
  });
  return links;
}

/** Returns the anchor of a heading as GitHub makes it, numbered where the page has it already. */
function uniqueAnchor(heading: string, used: Set<string>): string {
  const base = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
  let anchor = base;
  for (let number = 1; used.has(anchor); number++) anchor = `${base}-${number}`;
  used.add(anchor);
  return anchor;
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map((token) =>
    "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? String(token.text) : ""
  )
    .join(
      "",
    );
}

function consoleLine(line: string): string {
  return line.startsWith("$ ") ? `<b>${escaped(line)}</b>` : escaped(line);
}

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  );
}
