/**
 * The page of `wf view`. `deno task generate` bundles it into `generated/page.ts`.
 * @module
 */
import { App } from "./app.ts";
import { element } from "./browser.ts";
import { html, render } from "./preact.ts";

render(html`<${App} />`, element("page")!);
