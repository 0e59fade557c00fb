import type { PageProblem, TabData } from "../../lib/report/view/page_state.ts";
import type { MustHaveCheck, MustHaveOutcome, VerifyResult, Witness } from "../../schemas/verification.ts";
import { Problem } from "./lane_content.ts";
import { type ComponentChild, html, useEffect, useState } from "./preact.ts";
import { load } from "./source.ts";

interface TabProps {
  readonly name: keyof TabData;
  readonly run: string | undefined;
  readonly show: (props: { readonly data: never }) => ComponentChild;
}

/** Loads a tab and shows it. */
export function TabContent({ name, run, show }: TabProps): ComponentChild {
  const [data, setData] = useState<TabData[keyof TabData] | PageProblem | undefined>(undefined);
  useEffect(() => void load<TabData[keyof TabData]>(`tab/${name}`, run).then(setData), [name, run]);
  if (data === undefined) return html`<p class="empty">Loading…</p>`;
  return "problem" in data ? html`<${Problem} problem=${data} />` : html`<${show} data=${data} />`;
}

const OUTCOMES: Readonly<Record<MustHaveOutcome, string>> = {
  verified: "✓ verified",
  failed: "✗ failed",
  unverified: "? open",
};

export function MustHaves({ data }: { readonly data: VerifyResult }): ComponentChild {
  const { phase, score, artifacts, links, truths, gaps } = data;
  const rows = [
    ...truths.map(({ plan, truth, outcome, by, note }) => ({
      plan,
      what: truth,
      outcome,
      by,
      evidence: note ?? "",
    })),
    ...artifacts.map(({ plan, path, provides, outcome, by, checks }) => {
      return { plan, what: `${path}: ${provides}`, outcome, by, evidence: evidenceOf(checks) };
    }),
    ...links.map(({ plan, from, to, via, outcome, by, checks }) => {
      return { plan, what: `${from} → ${to}: ${via}`, outcome, by, evidence: evidenceOf(checks) };
    }),
  ];
  return html`<h2>Phase ${phase.number}: ${score.verified} of ${score.total} must-haves verified</h2>
    ${
    gaps.length === 0
      ? null
      : html`<ul class="gaps">${
        gaps.map(({ what, todo }) =>
          html`<li key=${what}><b class="bad">${what}</b> <span class="soft">${todo}</span></li>`
        )
      }</ul>`
  }
    <${Table} name="Must-haves" head=${["Plan", "Must-have", "Result", "Evidence"]} rows=${
    rows.map(({ plan, what, outcome, by, evidence }) => [plan, what, result(outcome, by), evidence])
  } />`;
}

function evidenceOf(checks: readonly MustHaveCheck[]): string {
  return checks.filter(({ found }) => found !== "").map(({ check, found }) => `${check}: ${found}`).join(
    "\n",
  );
}

function result(outcome: MustHaveOutcome, by: Witness | undefined): ComponentChild {
  const className = { verified: "ok", failed: "bad", unverified: "open" }[outcome];
  return html`<span class=${`badge ${className}`}>${OUTCOMES[outcome]}</span>${
    by === undefined ? null : html`
      <span class="soft">by ${by === "person" ? "you" : "the agent"}</span>
    `
  }`;
}

export function Graph({ data: { svg, graph } }: { readonly data: TabData["graph"] }): ComponentChild {
  const name = [
    `Plans of phase ${graph.phase}: ${
      graph.waves.map((ids, index) => `wave ${index + 1}: ${ids.join(", ")}`).join("; ")
    }.`,
    ...graph.edges.map(({ from, to }) => `${to} depends on ${from}.`),
  ].join(" ");
  return html`
    <div class="wide" tabindex="0" role="region"
      aria-label="Plan graph"><img alt=${name} src=${`data:image/svg+xml;charset=utf-8,${
        encodeURIComponent(svg)
      }`} /></div>
  `;
}

export function Requirements(
  { data: { verification, work } }: { readonly data: TabData["requirements"] },
): ComponentChild {
  const { requirements, status } = verification;
  if (requirements.length === 0) {
    return html`<p class="empty">The plans of this phase name no requirements.</p>`;
  }
  return html`
    <h2>Phase ${verification.phase.number}: ${requirements.length} requirements, ${status.replace(
      "_",
      " ",
    )}</h2>
    <${Table} name="Requirements" head=${[
      "Requirement",
      "Plans",
      "Tasks done",
      "Commits",
      "State",
    ]} rows=${requirements.map(({ id, text, plans, state }) => {
      const own = work.plans.filter(({ plan }) => plans.includes(plan));
      const tasks = own.flatMap((plan) => plan.tasks);
      const done = tasks.filter(({ commit, skipped }) => commit !== null || skipped !== undefined).length;
      const commits = tasks.flatMap(({ commit }) => commit === null ? [] : [commit]);
      return [
        html`<b>${id}</b> <bdi>${text}</bdi>`,
        plans.join(", ") || html`<span class="bad">none</span>`,
        `${done} of ${tasks.length}`,
        commits.map(({ commit, subject }) =>
          html`
            <code key=${commit} title=${subject}>${commit.slice(0, 7)}</code>
          `
        ),
        html`<span class=${`badge ${state === "complete" ? "ok" : "open"}`}>${state}</span>`,
      ];
    })} />
  `;
}

export function Findings(
  { data: { findings, plans } }: { readonly data: TabData["findings"] },
): ComponentChild {
  if (findings.length === 0) return html`<p class="empty">${plans} plans checked: no findings.</p>`;
  return html`<h2>${findings.length} ${findings.length === 1 ? "finding" : "findings"}</h2>${
    findings.map(({ code, severity, message, hint, place, frame }, index) =>
      html`<article key=${index} class="finding">
      <h3><span class=${`badge ${
        severity === "error" ? "bad" : "open"
      }`}>${severity}</span> <bdi>${message}</bdi></h3>
      <p class="soft">${place} · ${code}</p>
      ${frame === "" ? null : html`<pre tabindex="0" aria-label=${`Line of ${place}`}>${frame}</pre>`}
      ${hint === undefined ? null : html`<p>${hint}</p>`}
    </article>`
    )
  }`;
}

export function Phases({ data }: { readonly data: TabData["phases"] }): ComponentChild {
  const { milestone, phases, totals } = data;
  return html`
    <h2>${milestone === undefined ? "Phases" : `Milestone ${milestone.version} ${milestone.name}`}: ${totals
      .phases.done} of ${totals.phases.total} done</h2>
    <${Table} name="Phases" head=${["Phase", "Plans", "Tasks", "State"]} rows=${phases.map(
      ({ number, name, plans, state, verdict, aside }) => {
        const tasks = plans.reduce((sum, plan) => sum + plan.tasks.total, 0);
        const done = plans.reduce((sum, plan) => sum + plan.tasks.done, 0);
        const word = aside ??
          (verdict === undefined
            ? state
            : `${verdict.word}${verdict.count === undefined ? "" : ` (${verdict.count})`}`);
        const good = verdict?.word === "verified" ? "ok" : verdict?.word === "gaps" ? "bad" : "open";
        return [
          html`<b>${number}</b> <bdi>${name}</bdi>`,
          `${plans.filter((plan) => plan.state === "complete").length} of ${plans.length}`,
          html`<span class="meter"><i style=${{
            width: `${tasks === 0 ? 0 : done / tasks * 100}%`,
          }}></i></span> ${done} of ${tasks}`,
          html`<span class=${`badge ${good}`}>${word}</span>`,
        ];
      },
    )} />
  `;
}

interface TableProps {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChild[])[];
}

/** A table; on a phone, each row is a card whose cells have the names of their columns. */
export function Table({ name, head, rows }: TableProps): ComponentChild {
  return html`
    <table aria-label=${name}>
      <thead>
        <tr>${head.map((text) => html`<th key=${text} scope="col">${text}</th>`)}</tr>
      </thead>
      <tbody>${rows.map((cells, index) =>
        html`<tr key=${index}>${
          cells.map((cell, at) =>
            html`
              <td key=${at} data-name=${head[at]}>
                <div>${cell}</div>
              </td>
            `
          )
        }</tr>`
      )}</tbody>
    </table>
  `;
}
