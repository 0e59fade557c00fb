/**
 * Chromium as the system installs it, driven as a user drives it.
 * @module
 */
import { type Browser, type BrowserContext, chromium, type Page } from "npm:playwright-core@1.65.1";
import axe from "npm:axe-core@4.14.1";

export type { Browser, BrowserContext, Page };

/** Paths of Chromium: that of Debian's package first. */
const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of the installed Chromium; undefined without one. */
export const CHROMIUM: string | undefined = PATHS.find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
});

/** Starts the browser. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: CHROMIUM!, args: ["--no-sandbox", "--disable-gpu"] });
}

/** Returns what a page has against the rules of axe: `color-contrast: .soft`. */
export async function accessProblems(page: Page): Promise<readonly string[]> {
  // The page's own policy allows no other script in it.
  const { violations } = await page.evaluate(`${axe.source}; axe.run()`) as {
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly target: unknown }[];
    }[];
  };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}
