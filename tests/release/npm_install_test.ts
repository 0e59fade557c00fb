import assert from "node:assert/strict";
import { npmInstallKind } from "../../lib/release/npm_install.ts";

Deno.test("npmInstallKind() distinguishes global, project and npx installations", () => {
  const table: readonly (readonly [main: string, kind: string])[] = [
    ["/usr/lib/node_modules/@wf/wf/bin.js", "global"],
    ["C:/me/AppData/Roaming/npm/node_modules/@wf/wf/bin.js", "global"],
    ["/me/.local/share/pnpm/global/5/node_modules/.pnpm/@wf+wf@1/node_modules/@wf/wf/bin.js", "global"],
    ["C:/Program Files/nodejs/node_modules/@wf/wf/bin.js", "global"],
    ["/src/app/node_modules/@wf/wf/bin.js", "project"],
    ["/me/.npm/_npx/1f/node_modules/@wf/wf/bin.js", "npx"],
  ];
  for (const [main, kind] of table) assert.equal(npmInstallKind(main), kind, main);
});
