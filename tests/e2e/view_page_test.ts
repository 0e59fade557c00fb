/**
 * The page of `wf view` in a browser: from exports of recorded runs, and live.
 * @module
 */
import assert from "node:assert/strict";
import { accessProblems, type Browser, CHROMIUM, openBrowser, type Page } from "../deps/playwright.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { program, start, wf } from "../support/program.ts";
import { type RecordedPlan, recordedRun } from "../support/recorded_run.ts";
import { type Folder, repository } from "../support/repository.ts";
import { LineReader } from "../support/progress.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";
import { homeIn } from "../support/wide.ts";

const SKIPPED = CHROMIUM === undefined ? " (skipped: Chromium is not installed)" : "";

/** A test with a browser, which is started once for all. */
function browserTest(name: string, run: (browser: Browser) => Promise<void>): void {
  Deno.test({
    name: `${name}${SKIPPED}`,
    ignore: SKIPPED !== "",
    // The browser is a process with streams of its own.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => await run(await (browser ??= openBrowser())),
  });
}

let browser: Promise<Browser> | undefined;
Deno.test.afterAll(async () => await (await browser)?.close());

/** A page, and what it complained about. */
interface Opened extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
}

async function open(
  browser: Browser,
  url: string,
  { width = 1280, dark = false } = {},
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: dark ? "dark" : "light",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (![url, "data:"].some((start) => request.url().startsWith(start))) {
      complaints.push(`asks for ${request.url()}`);
    }
  });
  page.setDefaultTimeout(20_000);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

const PLANS: readonly RecordedPlan[] = [
  { id: "01-01", wave: 1, objective: "Store users", tasks: ["Add the table", "Hash passwords"], fails: 2 },
  { id: "01-02", wave: 1, objective: "Draw the form", tasks: ["Draw it"] },
  {
    id: "01-03",
    wave: 2,
    objective: "Sign in",
    tasks: ["Route", "Look at the page"],
    waits: 2,
    dependsOn: ["01-01"],
  },
];

/** A repository with the log of a run, and the address of its export. */
async function exported(plans: readonly RecordedPlan[]): Promise<{ folder: Folder; url: string }> {
  const folder = await repository(smallProject());
  await folder.write(recordedRun(plans));
  const { code, stderr } = await wf(["view", "--export", "run.html"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  return { folder, url: `file://${folder.path}/run.html` };
}

browserTest(
  "the page of a run can be used with keys and a screen reader, light, dark and narrow",
  async (browser) => {
    const { folder, url } = await exported(PLANS);
    await using _ = folder;
    for (const [width, dark] of [[1280, false], [1280, true], [320, false]] as const) {
      await using opened = await open(browser, url, { width, dark });
      const { page, complaints } = opened;
      const lane = (name: RegExp) => page.getByRole("button", { name });
      assert.equal(
        await page.getByRole("heading", { level: 1 }).innerText(),
        "Phase 01: Sign in and stay signed in waiting",
      );
      await page.getByRole("tab", { name: "Run" }).focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowDown");
      assert.match(
        await page.locator(":focus .spoken").innerText(),
        /^Plan 01-02: complete, 1 of 1 tasks/,
      );
      await page.keyboard.press("Home");
      await page.keyboard.press("Enter");
      const work = page.getByRole("region", { name: "Work on 01-01" });
      await work.getByText("expected 3, got 2").waitFor();
      assert.equal(await work.getByText("turn 2").count(), 1);
      assert.equal(await lane(/1 repeated turns, 1 failed checks/).getAttribute("aria-expanded"), "true");
      assert.deepEqual(await accessProblems(page), []);
      await page.keyboard.press("Escape");
      await work.waitFor({ state: "detached" });
      assert.deepEqual(complaints, []);
      if (dark) continue;
      for (const tab of ["Must-haves", "Plan graph", "Requirements", "Findings", "Cost and time", "Phases"]) {
        await page.getByRole("tab", { selected: true }).press("ArrowRight");
        await page.getByRole("tab", { name: tab, selected: true }).waitFor();
        await page.getByRole("tabpanel", { name: tab }).getByText("Loading").waitFor({ state: "detached" });
        if (width > 320) assert.deepEqual(await accessProblems(page), [], tab);
      }
      assert.equal(
        await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
        true,
        "it scrolls sideways",
      );
      assert.deepEqual(complaints, []);
    }
  },
);

browserTest(
  "names and outputs of a repository stay text, however they are written and however long",
  async (browser) => {
    const hostile = '<img src=x onerror="pwned=1"><script>pwned=1</script>\u202Egpj.exe';
    const { folder, url } = await exported([{
      id: "01-01",
      wave: 1,
      objective: hostile,
      tasks: [hostile],
      fails: 1,
      output: `${hostile}\n${"x".repeat(10_000_000)}\nthe end`,
    }]);
    await using _ = folder;
    await using opened = await open(browser, url);
    const { page, complaints } = opened;
    await page.getByRole("button", { name: /^Plan 01-01/ }).click();
    await page.getByText("the end").waitFor();
    assert.equal(await page.evaluate("typeof pwned"), "undefined");
    assert.equal(await page.evaluate("document.images.length"), 0);
    assert.equal(await page.evaluate("document.body.innerText.includes('\\u202e')"), false);
    assert.ok(await page.evaluate("document.body.innerText.length < 300000"));
    assert.deepEqual(complaints, []);
  },
);

browserTest("of 500 plans, those out of sight are not drawn", async (browser) => {
  const plans = Array.from({ length: 500 }, (_, index) => ({
    id: `01-${String(index + 1).padStart(3, "0")}`,
    wave: Math.floor(index / 20) + 1,
    objective: `Build part ${index + 1}`,
    tasks: ["Write it", "Test it"],
  }));
  await using folder = await repository(smallProject());
  await folder.write(recordedRun(plans));
  await using server = await served(folder.path);
  await using opened = await open(browser, server.url);
  const { page } = opened;
  assert.equal(await page.locator(".lane").count(), 500);
  const last = page.locator(".lane").last();
  assert.equal(await last.evaluate(isDrawn), false);
  await page.getByRole("tab", { name: "Run" }).press("Tab");
  await page.keyboard.press("End");
  await page.locator(".lane:last-child :focus").waitFor();
  assert.equal(await last.evaluate(isDrawn), true);
});

/** The address of a page that is served from a folder. */
async function served(cwd: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = start(["view", "--json", "--quiet"], { cwd });
  const lines = new LineReader(server.stdout);
  const { url } = JSON.parse(await lines.next());
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.kill("SIGINT");
      await Promise.all([lines.cancel(), server.stderr.cancel(), server.status]);
    },
  };
}

/** Returns true unless the browser skips the content of an element. */
function isDrawn(
  lane: { querySelector(selector: string): { checkVisibility(options: object): boolean } | null },
): boolean {
  return lane.querySelector(".name")!.checkVisibility({ contentVisibilityAuto: true });
}

browserTest("a page follows runs as they happen, and answers one that waits", async (browser) => {
  const files = { ...smallProject({ gates: { confirm_plan: false } }) };
  delete files[".planning/phases/01-base/01-02-PLAN.md"];
  await using folder = await repository({
    ...files,
    ".planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      autonomous: false,
      files: ["a.txt"],
      tasks: [
        writes("a.txt"),
        `<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A file</what-built>
  <how-to-verify>Open it</how-to-verify>
  <resume-signal>Type "approved"</resume-signal>
</task>`,
      ],
    }),
  });
  const { path: cwd } = folder;
  await using server = await served(cwd);
  await using opened = await open(browser, server.url);
  const { page, complaints } = opened;
  await page.getByText("No run is logged here yet.").waitFor();
  assert.equal((await wf(["execute-phase", "1"], { cwd })).code, 3);
  await page.getByRole("button", { name: /^Plan 01-01: asking, 1 of 2 tasks/ }).waitFor();
  await page.getByRole("button", { name: "It works as described" }).click();
  await page.getByRole("button", { name: /^Plan 01-01: complete, 2 of 2 tasks/ }).waitFor();
  assert.deepEqual(complaints, []);
  assert.ok(await folder.has(".planning/phases/01-base/01-01-SUMMARY.md"));
});

const TERMINAL = isInstalled("script", "--version") ? "" : " (skipped: script is not installed)";

browserTest(
  `a click answers the question of a run in progress, which goes on${TERMINAL}`,
  async (browser) => {
    if (TERMINAL !== "") return;
    await using folder = await repository(
      smallProject({ gates: { execute_next_plan: false }, workflow: { verifier: false } }),
    );
    const { path: cwd } = folder;
    await using server = await served(cwd);
    await using opened = await open(browser, server.url);
    const { page, complaints } = opened;
    const [command, first] = program();
    const line = [command, ...first, "execute-phase", "1"].map((word) => `'${word}'`).join(" ");
    await using terminal = new Terminal({
      command: `sh -c "${line}; echo ended with \\$?"`,
      cwd,
      env: homeIn(folder),
    });
    const shows = (text: string) => terminal.until(text, (shown) => shown.includes(text));
    for (const plan of ["01-01", "01-02"]) {
      await shows(`Execute plan ${plan}`);
      await page.getByText(`Execute plan ${plan}`).waitFor();
      await page.getByRole("button", { name: "Yes" }).click();
      await page.getByRole("button", { name: new RegExp(`^Plan ${plan}: complete`) }).waitFor();
    }
    await shows("ended with 0");
    assert.deepEqual(complaints, []);
  },
);
