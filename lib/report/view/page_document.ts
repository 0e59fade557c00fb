import { page } from "../../../generated/page.ts";
import { escapeHtml } from "../../text/escape_html.ts";

/** Answers to the page's requests, by their path: the page of an export has them inside. */
export type EmbeddedData = Readonly<Record<string, unknown>>;

/** The policy of the page: its own script and style, pictures in it, and requests to its own server. */
export const PAGE_POLICY: string = [
  "default-src 'none'",
  `script-src '${page.scriptHash}'`,
  `style-src '${page.styleHash}'`,
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Returns the page as HTML.
 *
 * @param data The data of an export, which loads nothing.
 */
export function pageDocument(title: string, data?: EmbeddedData): string {
  const embedded = data === undefined
    ? ""
    : `<script type="application/json" id="data">${
      JSON.stringify(data).replaceAll("<", "\\u003c")
    }</script>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="wf">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${PAGE_POLICY}">
<title>${escapeHtml(title)}</title>
<style>${page.style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript. <code>wf log</code> shows the same at a terminal.</noscript>
${embedded}<script>${page.script}</script>
</body>
</html>
`;
}
