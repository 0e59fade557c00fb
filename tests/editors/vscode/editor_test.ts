import assert from "node:assert/strict";
import { CHROMIUM, openBrowser } from "../../deps/playwright.ts";
import { smallProject } from "../../support/plans.ts";
import { program } from "../../support/program.ts";
import { LineReader } from "../../support/progress.ts";
import { Folder, repository } from "../../support/repository.ts";
import { fromRoot } from "../../support/root.ts";

/** The command of VS Code for the browser, of the npm package code-server. */
const [CODE_SERVER = "", ...FIRST] = (Deno.env.get("WF_CODE_SERVER") ?? "").split(" ");
const isMissing = CHROMIUM === undefined || CODE_SERVER === "";

Deno.test({
  name: `the extension shows findings and waves in VS Code${
    isMissing ? " (skipped: needs WF_CODE_SERVER and Chromium)" : ""
  }`,
  ignore: isMissing,
  // The browser is a process with streams of its own.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const files = smallProject();
    const plan = ".planning/phases/01-base/01-02-PLAN.md";
    await using folder = await repository({
      ...files,
      [plan]: files[plan]!.replace(/^wave: 2$/m, "wave: 1"),
    });
    const [command, args] = program();
    const settings = { "wf.command": [command, ...args], "security.workspace.trust.enabled": false };
    await using place = await Folder.make({ "code-server/User/settings.json": JSON.stringify(settings) });
    const built = await run(Deno.execPath(), ["run", "-A", "tools/vscode.ts", place.path]);
    const extension = built.trim().split("\n").at(-1)!;
    const env = { XDG_CONFIG_HOME: place.path, XDG_DATA_HOME: place.path, PORT: "" };
    await run(CODE_SERVER, [...FIRST, "--install-extension", extension], env);
    const child = new Deno.Command(CODE_SERVER, {
      args: [...FIRST, "--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry"],
      env,
      stdout: "piped",
      stderr: "null",
      detached: true,
    }).spawn();
    const lines = new LineReader(child.stdout);
    const browser = await openBrowser();
    try {
      let url: string | undefined;
      while (url === undefined) url = /listening on (http:\S+)/.exec(await lines.next())?.[1];
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      await page.goto(`${url}?folder=${folder.path}`);
      await page.getByRole("button", { name: "Waves Section" }).click();
      await page.getByText("01 Base").waitFor();
      await page.getByText("01-02", { exact: true }).first().click();
      await page.locator(".squiggly-error, .squiggly-warning").first().waitFor();
      assert.equal(await page.getByText("01-02-PLAN.md").count() > 0, true);
    } finally {
      await browser.close();
      // It keeps the processes of extensions for pages that come back.
      Deno.kill(-child.pid, "SIGKILL");
      await Promise.all([lines.cancel(), child.status]);
    }
  },
});

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { args: [...args], cwd: fromRoot(""), env };
  const { success, stdout, stderr } = await new Deno.Command(command, options).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
