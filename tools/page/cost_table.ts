import type { RunLanes } from "../../lib/report/view/run_lanes.ts";
import { durationText } from "../../lib/report/terminal/duration.ts";
import { costText, tokensText } from "../../lib/plan/usage/usage_text.ts";
import type { UsageTotal } from "../../schemas/usage.ts";
import { type ComponentChild, html } from "./preact.ts";
import { Table } from "./project_tabs.ts";

/** The cost and the time of each plan of a run. */
export function CostTable(
  { lanes: { waves, usage, elapsed } }: { readonly lanes: RunLanes },
): ComponentChild {
  const lanes = waves.flatMap((wave) => wave.lanes).filter(({ milliseconds }) => milliseconds !== undefined);
  if (lanes.length === 0) return html`<p class="empty">This run worked on no plan.</p>`;
  const longest = Math.max(1, ...lanes.map(({ milliseconds = 0 }) => milliseconds));
  const row = (
    name: ComponentChild,
    { turns, milliseconds, usage }: {
      readonly turns: number;
      readonly milliseconds: number;
      readonly usage?: UsageTotal | undefined;
    },
  ) => [
    name,
    html`<span class="meter"><i style=${{
      width: `${Math.min(100, milliseconds / longest * 100)}%`,
    }}></i></span> ${durationText(milliseconds)}`,
    String(turns),
    usage === undefined ? "not reported" : tokensText(usage.tokens) || "not reported",
    usage === undefined || usage.costs.length === 0 ? "not reported" : usage.costs.map(costText).join(" + "),
  ];
  const turnsOf = (bars: RunLanes["waves"][number]["lanes"][number]["bars"]) =>
    bars.filter(({ kind }) => kind === "turn").length;
  return html`
    <h2>Cost and time per plan</h2>
    <${Table} name="Cost and time per plan" head=${["Plan", "Time", "Turns", "Tokens", "Cost"]} rows=${[
      ...lanes.map(({ plan, objective, bars, milliseconds = 0, usage }) =>
        row(html`<b>${plan}</b> <span class="soft"><bdi>${objective}</bdi></span>`, {
          turns: turnsOf(bars),
          milliseconds,
          usage,
        })
      ),
      row(html`<b>Run</b>`, {
        turns: lanes.reduce((sum, { bars }) => sum + turnsOf(bars), 0),
        milliseconds: elapsed,
        usage,
      }),
    ]} />
  `;
}
