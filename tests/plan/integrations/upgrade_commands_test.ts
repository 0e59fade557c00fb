import assert from "node:assert/strict";
import { upgradeCommands } from "../../../lib/plan/integrations/upgrade_commands.ts";
import { REPOSITORY } from "../../../lib/release/release.ts";
import type { InstallationKind } from "../../../schemas/results/program.ts";

const RELEASES = `https://github.com/${REPOSITORY}/releases/latest/download`;

Deno.test("upgradeCommands() fits the way the program was installed", () => {
  const table: readonly (readonly [kind: InstallationKind, location: string, command: string])[] = [
    ["url", "https://example.com/cli.ts", "deno cache --reload https://example.com/cli.ts"],
    ["bundle", "https://example.com/wf.js", "deno cache --reload https://example.com/wf.js"],
    ["url", "https://example.com/@wf/wf/0.1.0/cli.ts", "deno cache --reload jsr:@wf/wf/cli"],
    [
      "bundle",
      `https://github.com/${REPOSITORY}/releases/download/v0.1.0/wf.js`,
      `deno cache --reload ${RELEASES}/wf.js`,
    ],
    [
      "bundle",
      "/opt/my tools/wf.js",
      `curl --proto '=https' --tlsv1.2 -fsSL --fail-early -o '/opt/my tools/wf.js' ${RELEASES}/wf.js -o '/opt/my tools/wf-frequent.js' ${RELEASES}/wf-frequent.js -o '/opt/my tools/wf-rest.js' ${RELEASES}/wf-rest.js`,
    ],
    ["npm", "/usr/lib/node_modules/@wf/wf/bin.js", "npm install --global @wf/wf@latest"],
    ["npm", "C:/me/AppData/Roaming/npm/node_modules/@wf/wf/bin.js", "npm install --global @wf/wf@latest"],
    ["npm", "/me/.npm/_npx/1f/node_modules/@wf/wf/bin.js", "npx @wf/wf@latest"],
    ["npm", "/src/app/node_modules/@wf/wf/bin.js", "npm install --prefix /src/app --save-dev @wf/wf@latest"],
    [
      "npm",
      "/src/app/node_modules/.pnpm/@wf+wf@0.1.0/node_modules/@wf/wf/bin.js",
      "pnpm --dir /src/app add --save-dev @wf/wf@latest",
    ],
    [
      "npm",
      "/me/.local/share/pnpm/global/5/node_modules/.pnpm/@wf+wf@0.1.0/node_modules/@wf/wf/bin.js",
      "pnpm add --global @wf/wf@latest",
    ],
    ["checkout", "/src/wf/cli.ts", "git -C /src/wf pull --ff-only"],
    [
      "binary",
      "/opt/bin/wf",
      `curl --proto '=https' --tlsv1.2 -fsSL ${RELEASES}/install.sh | WF_INSTALL=/opt/bin sh`,
    ],
    ["binary", "C:/tools/wf.exe", `$env:WF_INSTALL = "C:/tools"; irm ${RELEASES}/install.ps1 | iex`],
  ];
  for (const [kind, location, command] of table) {
    assert.deepEqual(upgradeCommands(kind, location), [command], location);
  }
});
