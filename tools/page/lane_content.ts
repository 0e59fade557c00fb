import type { CommitDetails, TaskDetails, TurnDetails } from "../../lib/report/view/lane_details.ts";
import type { PageProblem } from "../../lib/report/view/page_state.ts";
import { usageText } from "../../lib/plan/usage/usage_text.ts";
import { type ComponentChild, html, useEffect, useState } from "./preact.ts";
import { load } from "./source.ts";

interface ContentProps {
  /** The ID of a plan, or a role. */
  readonly name: string;
  readonly run: string;
  /** Changes when the content does. */
  readonly version: number;
}

/** The work on a plan: prompts, the agent's words, checks, commits. */
export function LaneContent({ name, run, version }: ContentProps): ComponentChild {
  const [tasks, setTasks] = useState<readonly TaskDetails[] | PageProblem | undefined>(undefined);
  useEffect(() => void load<readonly TaskDetails[]>(`lane/${name}`, run).then(setTasks), [
    name,
    run,
    version,
  ]);
  if (tasks === undefined) {
    return html`
      <div class="content">
        <p class="soft">Loading…</p>
      </div>
    `;
  }
  if ("problem" in tasks) {
    return html`
      <div class="content">
        <${Problem} problem=${tasks} />
      </div>
    `;
  }
  return html`<div class="content" role="region" aria-label=${`Work on ${name}`}>
    ${tasks.length === 0 ? html`<p class="soft">Nothing has happened here yet.</p>` : null}
    ${tasks.map((task) => html`<${Task} key=${task.task} task=${task} />`)}
  </div>`;
}

export function Problem({ problem: { problem, hint } }: { readonly problem: PageProblem }): ComponentChild {
  return html`<p class="bad">${problem}</p>${hint === "" ? null : html`<p class="soft">${hint}</p>`}`;
}

function Task(
  { task: { task, name, turns, steered, checks, refused, commits, usage } }: { readonly task: TaskDetails },
): ComponentChild {
  return html`<article>
    <h3>${task === 0 ? name || "Documents" : html`<span class="soft">Task ${task}</span> <bdi>${name}</bdi>`}
      ${usage === undefined ? null : html`<span class="soft usage">${usageText(usage)}</span>`}</h3>
    ${turns.map((turn, index) => html`<${Turn} key=${index} turn=${turn} />`)}
    ${
    steered.map((text, index) => html`<p key=${index}><span class="badge">you</span> <bdi>${text}</bdi></p>`)
  }
    ${
    checks.map(({ command, passed, output }, index) =>
      html`<div key=${index} class=${`check ${passed ? "ok" : "bad"}`}>
      <p><span class="badge">${passed ? "✓ passed" : "✗ failed"}</span> <code>${command}</code></p>
      ${output === "" ? null : html`<pre tabindex="0" aria-label=${`Output of ${command}`}>${output}</pre>`}
    </div>`
    )
  }
    ${
    refused.map((output, index) =>
      html`
        <div key=${index} class="check bad">
          <p><span class="badge">✗ refused</span> by a hook</p>
          <pre tabindex="0" aria-label="Output of the hook">${output}</pre>
        </div>
      `
    )
  }
    ${commits.map((commit) => html`<${Commit} key=${commit.commit} commit=${commit} />`)}
  </article>`;
}

function Turn(
  { turn: { attempt, prompt, words, refused, result } }: { readonly turn: TurnDetails },
): ComponentChild {
  return html`<div class=${attempt > 1 ? "turn again" : "turn"}>
    <p><span class="badge">turn ${attempt}</span> <span class="soft">${result ?? "in progress"}</span></p>
    ${
    words.trim() === ""
      ? null
      : html`<pre tabindex="0" aria-label=${`Words of the agent in turn ${attempt}`}>${words.trim()}</pre>`
  }
    ${refused.map((text, index) => html`<p key=${index} class="bad">Refused: ${text}</p>`)}
    <details><summary>Prompt</summary><pre tabindex="0" aria-label=${`Prompt of turn ${attempt}`}>${prompt}</pre></details>
  </div>`;
}

function Commit({ commit: { commit, subject, files } }: { readonly commit: CommitDetails }): ComponentChild {
  const [diff, setDiff] = useState<{ readonly diff: string } | PageProblem | undefined>(undefined);
  const open = () => {
    if (diff === undefined) void load<{ readonly diff: string }>(`diff/${commit}`, undefined).then(setDiff);
  };
  return html`<details class="commit" onToggle=${open}>
    <summary><code>${commit.slice(0, 7)}</code> <bdi>${subject}</bdi> <span class="soft">${files.length} ${
    files.length === 1 ? "file" : "files"
  }</span></summary>
    ${
    diff === undefined
      ? html`<p class="soft">Loading…</p>`
      : "problem" in diff
      ? html`<${Problem} problem=${diff} />`
      : html`<${Diff} text=${diff.diff} />`
  }
  </details>`;
}

const LINES: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "hunk" };

function Diff({ text }: { readonly text: string }): ComponentChild {
  const lines = text.split("\n").map((line) => {
    const kind = /^(?:\+\+\+|---|diff |index |new file|deleted file)/.test(line)
      ? "file"
      : LINES[line[0] ?? ""] ?? "";
    return html`<span class=${kind}>${line}\n</span>`;
  });
  return html`<pre class="diff" tabindex="0" aria-label="Changes of the commit">${lines}</pre>`;
}
