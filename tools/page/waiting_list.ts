import { commandsAfter, type PageState, type WaitingQuestion } from "../../lib/report/view/page_state.ts";
import { copy, element } from "./browser.ts";
import { type ComponentChild, html, useState } from "./preact.ts";
import { isExport, sendAnswer } from "./source.ts";

interface WaitingProps {
  readonly state: PageState;
  /** Shows the newest run, which has received an answer. */
  readonly follow: () => void;
}

/** What waits for the user, on top of the page. */
export function WaitingList({ state, follow }: WaitingProps): ComponentChild {
  const { waiting, answer, lanes, run } = state;
  const title = titleOf(state);
  const commands = commandsAfter(lanes, run);
  return html`<div class="waits" role="status" aria-live="polite">
    ${
    answer === undefined ? null : html`<p class=${answer.state === "failed" ? "notice bad" : "notice"}>
      ${answer.state === "failed" ? "The run did not start: " : "Running "}<code>${answer.text}</code>
    </p>`
  }
    ${
    waiting.map((item) =>
      html`<${Question} key=${item.question.id} item=${item} run=${run?.id} follow=${follow} />`
    )
  }
    ${
    waiting.length > 0 || title === ""
      ? null
      : html`<section class="wait" aria-label="What to do next"><h2>${title}</h2>
        ${commands.map((command) => html`<${Command} key=${command} command=${command} />`)}</section>`
  }
  </div>`;
}

/** Returns why the user has to do something; empty if nothing waits. */
function titleOf({ run, lanes: { outcome } }: PageState): string {
  switch (outcome?.kind) {
    case "completed":
      return outcome.verdict?.word === "needs a person"
        ? `Must-haves wait for you: ${outcome.verdict.count ?? ""}`
        : "";
    case "gaps":
      return `The verification found gaps: ${outcome.gaps.length}`;
    case "conflict":
      return "Conflicts wait for you";
    case "declined":
      return "Stopped because of your answer";
    case "failed":
      return outcome.message;
  }
  return run === undefined || run.state === "running" || run.state === "done"
    ? ""
    : `The run is ${run.state}`;
}

function Question(
  { item, run, follow }: {
    readonly item: WaitingQuestion;
    readonly run: string | undefined;
    readonly follow: () => void;
  },
): ComponentChild {
  const { question: { id, title, details, choices, open }, commands, answerable } = item;
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const field = `answer-${id}`;
  const answer = async (value: string) => {
    setBusy(true);
    const refused = await sendAnswer({ question: id, value }, run);
    setBusy(false);
    setProblem(refused);
    if (refused === "") follow();
  };
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    void answer(element(field)?.value ?? "");
  };
  return html`<section class="wait" aria-labelledby=${`wait-${id}`}>
    <h2 id=${`wait-${id}`}><bdi>${title}</bdi></h2>
    ${details === "" ? null : html`<pre tabindex="0" aria-label="Details">${details}</pre>`}
    ${
    answerable && !isExport
      ? html`<form class="answers" onSubmit=${submit}>
        ${
        choices.map(({ value, label }) =>
          html`
            <button type="button" key=${value} disabled=${busy}
              onClick=${() => answer(value)}>${label}</button>
          `
        )
      }
        ${
        open
          ? html`
            <label>Your words <input id=${field} disabled=${busy} /></label><button
              disabled=${busy}>Answer</button>
          `
          : null
      }
      </form>`
      : html`<p class="soft">${
        commands.length > 0 ? "Answer it at a terminal:" : "It is asked at the terminal of the run."
      }</p>`
  }
    ${problem === "" ? null : html`<p class="bad" role="alert">${problem}</p>`}
    ${
    commands.length === 0 ? null : html`<details class="paste"><summary>Commands to paste</summary>
      ${commands.map((command) => html`<${Command} key=${command} command=${command} />`)}</details>`
  }
  </section>`;
}

function Command({ command }: { readonly command: string }): ComponentChild {
  const [done, setDone] = useState(false);
  const copyIt = async () => setDone(await copy(command));
  return html`<p class="command"><code>${command}</code>
    <button type="button" class="quiet" aria-label=${`Copy ${command}`} onClick=${copyIt}>${
    done ? "Copied" : "Copy"
  }</button></p>`;
}
