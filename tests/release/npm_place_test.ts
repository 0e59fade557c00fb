import assert from "node:assert/strict";
import { npmPlace } from "../../lib/release/npm_place.ts";

Deno.test("npmPlace() tells whether a package is for all projects, for one, or for one call", () => {
  const table: readonly (readonly [main: string, place: string])[] = [
    ["/usr/lib/node_modules/@wf/wf/bin.js", "global"],
    ["C:/me/AppData/Roaming/npm/node_modules/@wf/wf/bin.js", "global"],
    ["/me/.local/share/pnpm/global/5/node_modules/.pnpm/@wf+wf@1/node_modules/@wf/wf/bin.js", "global"],
    ["C:/Program Files/nodejs/node_modules/@wf/wf/bin.js", "global"],
    ["/src/app/node_modules/@wf/wf/bin.js", "project"],
    ["/me/.npm/_npx/1f/node_modules/@wf/wf/bin.js", "npx"],
  ];
  for (const [main, place] of table) assert.equal(npmPlace(main), place, main);
});
