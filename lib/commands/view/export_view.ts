import type { ViewOptions } from "../../../schemas/commands.ts";
import type { ViewResult } from "../../../schemas/results/view.ts";
import { lanesSvg } from "../../report/view/lanes_svg.ts";
import { pageDocument } from "../../report/view/page_document.ts";
import type { PageState } from "../../report/view/page_state.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { outputPath } from "../output_file.ts";
import type { ViewData } from "./view_data.ts";

/** Matches what this command wrote, which it may replace. */
const OWN_FILE = /<meta name="generator" content="wf">|<svg [^>]*class="wf-lanes"/;

/** Writes a run to a file that needs no server, or prints it. */
export async function exportView(
  { run, format, export: file }: ViewOptions,
  data: ViewData,
  context: CommandContext,
): Promise<Outcome> {
  const { host, style } = context;
  const state = await data.state(run);
  if (state.run === undefined) {
    throw new UsageError("No run is logged here yet", "wf status shows what to run");
  }
  const isPicture = (format ?? (file?.endsWith(".svg") ? "svg" : "html")) === "svg";
  if (isPicture && state.lanes.waves.length === 0) {
    throw new UsageError(
      `Cannot draw run ${state.run.id}: it executed no plans`,
      "wf runs lists the runs, and --run names another one",
    );
  }
  const text = isPicture ? lanesSvg(state.lanes) : await exportedPage(state, data);
  const result: ViewResult = { formatVersion: 1, run: state.run.id };
  if (file === undefined) return { exitCode: 0, result: { ...result, text }, text };
  const path = await outputPath(file, (text) => OWN_FILE.test(text), context);
  await host.writeText(path, text);
  const shown = `${style.green("✓")} Run ${state.run.id} written to ${file}\n`;
  return { exitCode: 0, result: { ...result, path }, text: shown };
}

/** Returns the page with all that it would ask its server for. */
async function exportedPage(state: PageState, data: ViewData): Promise<string> {
  const id = state.run!.id;
  const embedded: Record<string, unknown> = { state: { ...state, runs: [] } };
  const commits = new Set<string>();
  const plans = state.lanes.waves.flatMap(({ lanes }) => lanes.map(({ plan }) => plan));
  for (const name of [...plans, ...state.roles]) {
    const details = await data.details(id, name);
    embedded[`lane/${name}`] = details;
    for (const { commit } of details.flatMap(({ commits }) => commits)) commits.add(commit);
  }
  for (const [commit, diff] of await data.diffs(commits)) embedded[`diff/${commit}`] = diff;
  for (const tab of data.tabs) embedded[`tab/${tab}`] = await data.tab(id, tab);
  return pageDocument(`Run ${id} of ${state.project}`, embedded);
}
