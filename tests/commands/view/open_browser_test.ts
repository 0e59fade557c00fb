import assert from "node:assert/strict";
import { browserCommand } from "../../../lib/commands/view/open_browser.ts";

const SYSTEMS:
  readonly (readonly [system: string, env: Readonly<Record<string, string>>, program?: string])[] = [
    ["Windows", { SystemRoot: "C:\\Windows" }, "cmd.exe"],
    ["WSL", { WSL_DISTRO_NAME: "Debian", DISPLAY: ":0" }, "wslview"],
    ["macOS", { __CF_USER_TEXT_ENCODING: "0x1F5:0:0" }, "open"],
    ["a desktop of Linux", { DISPLAY: ":0" }, "xdg-open"],
    ["Wayland", { WAYLAND_DISPLAY: "wayland-0" }, "xdg-open"],
    ["a server", {}],
    ["a desktop over SSH", { DISPLAY: ":0", SSH_CONNECTION: "1" }],
  ];

for (const [system, env, program] of SYSTEMS) {
  Deno.test(`on ${system}, ${program ?? "nothing"} opens the browser`, () => {
    assert.equal(browserCommand({ env: (name) => env[name] })?.[0], program);
  });
}
