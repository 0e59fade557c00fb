import type { PageProblem, PageState } from "../../lib/report/view/page_state.ts";
import { element } from "./browser.ts";

/** The data of an export; undefined for a page with a server. */
const embedded: Readonly<Record<string, unknown>> | undefined = (() => {
  const text = element("data")?.textContent;
  return text ? JSON.parse(text) : undefined;
})();

/** True for an exported page. */
export const isExport: boolean = embedded !== undefined;

/**
 * Reports the state of a run now, and whenever it changes.
 *
 * @param run The ID of the run; empty for the newest, undefined for that which the server was started for.
 * @param connected Receives whether the server answers.
 * @returns A function that ends it.
 */
export function watchState(
  run: string | undefined,
  changed: (state: PageState) => void,
  connected: (isConnected: boolean) => void,
): () => void {
  if (embedded !== undefined) {
    changed(embedded["state"] as PageState);
    return () => {};
  }
  const events = new EventSource(withRun("events", run));
  events.onmessage = ({ data }) => changed(JSON.parse(data));
  events.onopen = () => connected(true);
  events.onerror = () => connected(false);
  return () => events.close();
}

/** Loads a part of the page. */
export async function load<T>(path: string, run: string | undefined): Promise<T | PageProblem> {
  if (embedded !== undefined) {
    return embedded[path] as T ?? { problem: "This is not in the export", hint: "" };
  }
  try {
    return await (await fetch(withRun(path.split("/").map(encodeURIComponent).join("/"), run))).json();
  } catch {
    return { problem: "wf view has ended", hint: "Start it again, and open its address" };
  }
}

/** Answers a question; returns the reason if that is refused. */
export async function sendAnswer(
  answer: { readonly question: string; readonly value: string },
  run: string | undefined,
): Promise<string> {
  try {
    const reply = await fetch(withRun("answer", run), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(answer),
    });
    return (await reply.json()).problem;
  } catch {
    return "wf view has ended: start it again, or run the command";
  }
}

function withRun(path: string, run: string | undefined): string {
  return run === undefined ? path : `${path}?run=${encodeURIComponent(run)}`;
}
