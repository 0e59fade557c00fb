import type { PageState } from "../../lib/report/view/page_state.ts";
import type { Lane, LaneBar, LaneMark } from "../../lib/report/view/run_lanes.ts";
import { durationText } from "../../lib/report/terminal/duration.ts";
import { spentText } from "../../lib/plan/usage/usage_text.ts";
import { timeTicks } from "../../lib/report/view/time_ticks.ts";
import { element, type KeyPress } from "./browser.ts";
import { LaneContent } from "./lane_content.ts";
import { type ComponentChild, html, useState } from "./preact.ts";

/** The lanes of a run against time, grouped by wave. */
export function LaneChart({ state }: { readonly state: PageState }): ComponentChild {
  const { lanes: { waves, critical, elapsed }, run, roles } = state;
  const [open, setOpen] = useState("");
  const [focused, setFocused] = useState("");
  if (run === undefined) {
    return html`<p class="empty">No run is logged here yet. <code>wf execute-phase 1</code> starts one.</p>`;
  }
  const end = Math.max(1, run.state === "running" ? run.milliseconds : elapsed);
  const names = [...waves.flatMap(({ lanes }) => lanes.map(({ plan }) => plan)), ...roles];
  const current = names.includes(focused) ? focused : names[0];
  const move = (event: KeyPress) => {
    const at = names.indexOf(current ?? "");
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: names.length - 1 }[event.key];
    const name = to === undefined ? undefined : names[to];
    if (event.key === "Escape") setOpen("");
    if (name === undefined) return;
    event.preventDefault();
    setFocused(name);
    element(`lane-${name}`)?.focus();
  };
  const row = (name: string, label: string, children: ComponentChild, className = "") =>
    html`<li key=${name} class=${`lane ${className}`}>
      <button id=${`lane-${name}`} type="button" class="row" aria-expanded=${open === name}
        tabindex=${name === current ? 0 : -1} onFocus=${() => setFocused(name)}
        onClick=${() => setOpen(open === name ? "" : name)} onKeyDown=${move}>
        <span class="spoken">${label}</span>${children}</button>
      ${
      open === name
        ? html`<${LaneContent} name=${name} run=${run.id} version=${
          run.state === "running" ? Math.floor(run.milliseconds / 2000) : 0
        } />`
        : null
    }
    </li>`;
  return html`<div class="chart" style=${{ "--step": part(timeTicks(end)[1]?.at ?? end, end) }}>
    <${Axis} end=${end} />
    ${
    waves.map(({ wave, parallel, lanes }) =>
      html`
        <section key=${wave} aria-labelledby=${`wave-${wave}`}>
          <h2 id=${`wave-${wave}`}>Wave ${wave}${parallel
            ? html`
              <span class="soft">at the same time</span>
            `
            : null}</h2>
          <ul>${lanes.map((lane) => {
            const isCritical = critical.includes(lane.plan);
            return row(
              lane.plan,
              laneName(lane, isCritical),
              html`<${LaneRow} lane=${lane} end=${end} />`,
              isCritical ? "critical" : "",
            );
          })}</ul>
        </section>
      `
    )
  }
    ${
    roles.length === 0 ? null : html`
      <section aria-label="Other turns of the agent">
        <h2>Other turns of the agent</h2>
        <ul>${roles.map((role) =>
          row(role, role, html`<span class="label" aria-hidden="true"><b>${role}</b></span>`)
        )}</ul>
      </section>
    `
  }
    ${
    waves.length === 0 && roles.length === 0
      ? html`<p class="empty">This run has no lanes.</p>`
      : html`<${Legend} />`
  }
  </div>`;
}

/** The name of a lane for screen readers. */
function laneName(
  { plan, objective, state, done, total, milliseconds, bars, marks }: Lane,
  critical: boolean,
): string {
  const failed = marks.filter(({ kind }) => kind === "failed").length;
  const again = bars.filter(({ kind, attempt }) => kind === "turn" && attempt > 1).length;
  return [
    `Plan ${plan}: ${state}, ${done} of ${total} tasks`,
    milliseconds === undefined ? "" : durationText(milliseconds),
    again === 0 ? "" : `${again} repeated turns`,
    failed === 0 ? "" : `${failed} failed checks`,
    critical ? "on the critical path" : "",
    objective,
  ].filter((part) => part !== "").join(", ");
}

function LaneRow({ lane, end }: { readonly lane: Lane; readonly end: number }): ComponentChild {
  const { plan, objective, state, done, total, bars, marks, milliseconds, usage } = lane;
  const spent = usage === undefined ? "" : spentText(usage);
  const time = milliseconds === undefined ? "" : durationText(milliseconds);
  const rows = Math.max(1, ...bars.map((bar) => bar.row + 1));
  return html`
    <span class="label" aria-hidden="true">
      <span
        class="name"><i class="dot" data-state=${state}></i><b>${plan}</b> <span class="soft">${done}/${total}</span>
            <span class="time soft">${[spent, time].filter((text) => text !== "").join(" · ")}</span></span>
      <span class="soft objective"><bdi>${objective}</bdi></span>
    </span>
    <span class="track" aria-hidden="true" style=${{ minHeight: `${rows * 22 + 12}px` }}>
          ${bars.map((bar, index) => html`<${Bar} key=${index} bar=${bar} end=${end} />`)}
          ${marks.map((mark, index) => html`<${Mark} key=${index} mark=${mark} end=${end} />`)}
        </span>
  `;
}

function Bar({ bar, end }: { readonly bar: LaneBar; readonly end: number }): ComponentChild {
  const { kind, task, name, attempt, from, row } = bar;
  const to = bar.to ?? end;
  const turn = kind === "turn" ? `Task ${task}${attempt > 1 ? `, turn ${attempt}` : ""}: ` : "Waits: ";
  const style = {
    left: part(from, end),
    width: `max(3px, ${part(to - from, end)})`,
    top: `${row * 22 + 6}px`,
  };
  const className = `bar ${kind}${attempt > 1 ? " again" : ""}${bar.to === undefined ? " open" : ""}`;
  return html`<i class=${className} style=${style} title=${`${turn}${name}, ${durationText(to - from)}`}>
    ${kind === "turn" && (to - from) / end > 0.02 ? task : ""}</i>`;
}

const MARKS = {
  passed: "Check passed",
  failed: "Check failed",
  commit: "Commit",
  replay: "Replayed onto",
  refused: "Refused",
};

function Mark(
  { mark: { kind, at, text }, end }: { readonly mark: LaneMark; readonly end: number },
): ComponentChild {
  return html`<u class=${`mark ${kind}`} style=${{ left: part(at, end) }} title=${`${
    MARKS[kind]
  }: ${text}`}></u>`;
}

function part(time: number, end: number): string {
  return `${Math.min(100, time / end * 100).toFixed(3)}%`;
}

function Axis({ end }: { readonly end: number }): ComponentChild {
  return html`<div class="axis" aria-hidden="true"><span class="track">
    ${
    timeTicks(end).map(({ at, label }) =>
      html`<span key=${at} style=${{ left: part(at, end) }}>${label}</span>`
    )
  }
  </span></div>`;
}

const LEGEND = [
  ["bar turn", "turn"],
  ["bar turn again", "repeated turn"],
  ["bar wait", "waits for you"],
  ["mark passed", "check passed"],
  ["mark failed", "check failed"],
  ["mark commit", "commit"],
  ["mark replay", "replay"],
  ["path", "critical path"],
] as const;

function Legend(): ComponentChild {
  return html`<p class="legend" aria-hidden="true">${
    LEGEND.map(([className, text]) =>
      html`<span key=${text}><i class="sample"><u class=${className}></u></i>${text}</span>`
    )
  }</p>`;
}
