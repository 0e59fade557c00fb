import assert from "node:assert/strict";
import { planText } from "../support/plans.ts";
import { program } from "../support/program.ts";
import { Folder } from "../support/repository.ts";
import { readDocument } from "../docs/documents.ts";

const NEOVIM = "/usr/bin/nvim";
const isMissing = await Deno.stat(NEOVIM).then(() => false, () => true);

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
/** Prints the findings of the open file, once there are some. */
const PRINT = `
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, finding in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write(finding.lnum + 1 .. " " .. finding.code .. "\\n")
end
vim.cmd("qa!")
`;

Deno.test({
  name: `Neovim shows findings with the settings of docs/editors.md${isMissing ? " (nvim is missing)" : ""}`,
  ignore: isMissing,
  fn: async () => {
    const page = await readDocument("docs/editors.md");
    const settings = /^## Neovim$[^]*?^\`\`\`lua\n([^]*?)^\`\`\`$/m.exec(page)![1]!;
    const text = planText({ plan: "01", tasks: [] }).replace(/^wave: .*$/m, "wave: two");
    await using folder = await Folder.make({ [PLAN]: text });
    await using tools = await Folder.make({
      "init.lua": settings,
      "print.lua": PRINT,
    });
    const [command, args] = program();
    const words = [command, ...args].map((word) => `'${word}'`).join(" ");
    await Deno.writeTextFile(`${tools.path}/wf`, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
    const { stdout, stderr } = await new Deno.Command(NEOVIM, {
      args: ["--headless", "-u", `${tools.path}/init.lua`, PLAN, "-c", `luafile ${tools.path}/print.lua`],
      cwd: folder.path,
      env: { PATH: `${tools.path}:${Deno.env.get("PATH")}`, XDG_STATE_HOME: tools.path },
    }).output();
    const shown = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    const line = text.split("\n").indexOf("wave: two") + 1;
    assert.match(shown, new RegExp(`^${line} field-value$`, "m"));
  },
});
