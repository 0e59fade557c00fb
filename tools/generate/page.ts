/**
 * Bundles the page of `wf view` as text.
 * @module
 */
import { MARK } from "./mark.ts";

const FOLDER = new URL("../page/", import.meta.url);

/** The maximum size of the page, in bytes. */
const MAX_PAGE = 60_000;

/** Returns the text of `page.ts`: the script and the style of the page with their hashes. */
export async function pageModule(): Promise<string> {
  const [script, style] = [await bundled(), compact(await Deno.readTextFile(new URL("page.css", FOLDER)))];
  const size = new TextEncoder().encode(script + style).length;
  if (size > MAX_PAGE) throw new Error(`The page has ${size} bytes, more than ${MAX_PAGE}`);
  const page = { script, scriptHash: await hashOf(script), style, styleHash: await hashOf(style) };
  return `// ${MARK}
/**
 * The page of \`wf view\` as text, with the hashes that its Content Security Policy names.
 * @module
 */

export const page = ${JSON.stringify(page, null, 2)} as const;
`;
}

async function bundled(): Promise<string> {
  const file = await Deno.makeTempFile({ prefix: "wf-page-", suffix: ".js" });
  try {
    const flags = ["--quiet", "--minify", "--platform", "browser", "--output", file];
    const entry = new URL("main.ts", FOLDER).pathname;
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", ...flags, entry],
    }).output();
    if (!success) throw new Error(`Cannot bundle the page: ${new TextDecoder().decode(stderr)}`);
    // In a page, this would end the script.
    return (await Deno.readTextFile(file)).trim().replaceAll("</", "<\\/");
  } finally {
    await Deno.remove(file);
  }
}

/** Removes indentation and line breaks. */
function compact(css: string): string {
  return css.replace(/\s*\n\s*/g, "").replace(/ ?([{:;,]) /g, "$1");
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
