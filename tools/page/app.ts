import type { PageState } from "../../lib/report/view/page_state.ts";
import { durationText } from "../../lib/report/terminal/duration.ts";
import { usageText } from "../../lib/plan/usage/usage_text.ts";
import { element, type KeyPress, setTitle } from "./browser.ts";
import { CostTable } from "./cost_table.ts";
import { LaneChart } from "./lane_chart.ts";
import { type ComponentChild, html, useEffect, useState } from "./preact.ts";
import { Findings, Graph, MustHaves, Phases, Requirements, TabContent } from "./project_tabs.ts";
import { isExport, watchState } from "./source.ts";
import { WaitingList } from "./waiting_list.ts";

const TABS = [
  ["lanes", "Run"],
  ["must-haves", "Must-haves"],
  ["graph", "Plan graph"],
  ["requirements", "Requirements"],
  ["findings", "Findings"],
  ["cost", "Cost and time"],
  ["phases", "Phases"],
] as const;

type TabName = typeof TABS[number][0];

export function App(): ComponentChild {
  const [run, chooseRun] = useState<string | undefined>(undefined);
  const [state, setState] = useState<PageState | undefined>(undefined);
  const [connected, setConnected] = useState(true);
  const [tab, setTab] = useState<TabName>("lanes");
  useEffect(() => watchState(run, setState, setConnected), [run]);
  if (state === undefined) return html`<p class="empty">${connected ? "Loading…" : "wf view has ended."}</p>`;
  setTitle(`${state.lanes.phase?.name ?? state.run?.command ?? "No run"} · ${state.project}`);
  return html`
    <${Header} state=${state} choose=${chooseRun} />
    ${connected ? null : html`<p class="notice" role="status">
      The connection is lost: this is the last known state. Start <code>wf view</code> again and open its address.
    </p>`}
    <${WaitingList} state=${state} follow=${() => chooseRun("")} />
    <main>
      <${Tabs} tab=${tab} choose=${setTab} />
      <div id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
        <${Panel} tab=${tab} state=${state} />
      </div>
    </main>
  `;
}

function Header(
  { state, choose }: { readonly state: PageState; readonly choose: (run: string) => void },
): ComponentChild {
  const { project, run, runs, lanes } = state;
  const title = lanes.phase === undefined
    ? run?.command ?? "No run yet"
    : `Phase ${lanes.phase.number}: ${lanes.phase.name}`;
  const facts = run === undefined ? [] : [
    lanes.branch === "" ? "" : `branch ${lanes.branch}`,
    lanes.agent === "" ? "" : `agent ${lanes.agent}`,
    durationText(run.milliseconds),
    lanes.waves.length === 0 ? "" : `${lanes.commits} ${lanes.commits === 1 ? "commit" : "commits"}`,
    lanes.usage === undefined ? "" : usageText(lanes.usage),
  ].filter((fact) => fact !== "");
  return html`<header>
    <p class="project">${project}${
    run === undefined ? null : html`
      <span class="soft">${run.startedAt.slice(0, 16).replace("T", " ")} UTC</span>
    `
  }</p>
    <h1><bdi>${title}</bdi> ${
    run === undefined ? null : html`<span class="state" data-state=${run.state}>${run.state}</span>`
  }</h1>
    <p class="facts">${facts.map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>
    ${run?.end?.reason && state.waiting.length === 0 ? html`<p class="reason">${run.end.reason}</p>` : null}
    ${
    runs.length < 2 ? null : html`<label class="runs">Run <select value=${run?.id} onChange=${(
      event: { readonly currentTarget: { readonly value: string } },
    ) => choose(event.currentTarget.value)}>${
      runs.map(({ id, command, state }) =>
        html`<option key=${id} value=${id}>${id} · ${command} · ${state}</option>`
      )
    }</select></label>`
  }
    ${isExport ? html`<p class="soft">Exported by wf. Secrets are masked.</p>` : null}
  </header>`;
}

function Tabs(
  { tab, choose }: { readonly tab: TabName; readonly choose: (tab: TabName) => void },
): ComponentChild {
  const move = (event: KeyPress) => {
    const at = TABS.findIndex(([name]) => name === tab);
    const to =
      { ArrowRight: at + 1, ArrowLeft: at - 1 + TABS.length, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const [name] = TABS[to % TABS.length]!;
    choose(name);
    element(`tab-${name}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label="Parts of the page" onKeyDown=${move}>
    ${
    TABS.map(([name, label]) =>
      html`
        <button key=${name} id=${`tab-${name}`} role="tab" type="button"
          aria-selected=${tab === name} aria-controls="panel" tabindex=${tab === name ? 0 : -1}
          onClick=${() => choose(name)}>${label}</button>
      `
    )
  }
  </div>`;
}

function Panel({ tab, state }: { readonly tab: TabName; readonly state: PageState }): ComponentChild {
  const content = (show: unknown) =>
    html`<${TabContent} key=${tab} name=${tab} run=${state.run?.id} show=${show} />`;
  switch (tab) {
    case "lanes":
      return html`<${LaneChart} state=${state} />`;
    case "cost":
      return html`<${CostTable} lanes=${state.lanes} />`;
    case "must-haves":
      return content(MustHaves);
    case "graph":
      return content(Graph);
    case "requirements":
      return content(Requirements);
    case "findings":
      return content(Findings);
    case "phases":
      return content(Phases);
  }
}
