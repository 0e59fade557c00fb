import type { HttpReply, HttpRequest } from "../../host/host.ts";
import { isRecord } from "../../collections/is_record.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { PAGE_POLICY, pageDocument } from "../../report/view/page_document.ts";
import type { PageState } from "../../report/view/page_state.ts";
import type { AnswerRun } from "./answer_run.ts";
import type { ViewData } from "./view_data.ts";

/** The time between two reads of a log that may grow, in milliseconds. */
const INTERVAL = 500;

export interface PageServerOptions {
  /** The first part of every path, which only the user knows. */
  readonly token: string;
  readonly data: ViewData;
  readonly answers: AnswerRun;
  /** The run to show; the newest when omitted. */
  readonly run: string | undefined;
}

/** Answers the requests of the page. Without the token, nothing is answered. */
export class PageServer {
  constructor(readonly options: PageServerOptions) {}

  readonly handle = async (request: HttpRequest): Promise<HttpReply> => {
    const { pathname, searchParams } = new URL(request.path, "http://page");
    const [, token, ...parts] = pathname.split("/");
    if (token !== this.options.token || !isOwnHost(request)) return reply(404, "Not found\n", "text/plain");
    const run = (searchParams.get("run") ?? this.options.run) || undefined;
    try {
      const found = request.method === "POST"
        ? await this.#post(parts, request, run)
        : await this.#get(parts.map(decodeURIComponent), run);
      return found ?? reply(404, "Not found\n", "text/plain");
    } catch (error) {
      if (!(error instanceof ProgramError) && !(error instanceof URIError)) throw error;
      return json({ problem: error.message, hint: error instanceof ProgramError ? error.hint : "" });
    }
  };

  async #get([kind, name]: readonly string[], run: string | undefined): Promise<HttpReply | undefined> {
    const { data } = this.options;
    switch (kind) {
      case "":
        return reply(200, pageDocument("wf view"), "text/html; charset=utf-8");
      case "events":
        return reply(200, this.#states(run), "text/event-stream");
      case "lane":
        return json(await data.details(run, name ?? ""));
      case "diff":
        return json(await data.diff(name ?? ""));
      case "tab": {
        const tab = await data.tab(run, name ?? "");
        return tab && json(tab);
      }
    }
    return undefined;
  }

  async #post(
    [kind]: readonly string[],
    { headers, body }: HttpRequest,
    run: string | undefined,
  ): Promise<HttpReply | undefined> {
    if (kind !== "answer" || !headers["content-type"]?.startsWith("application/json")) return undefined;
    const given = parsed(body);
    const { waiting, run: shown } = await this.options.data.state(run);
    const answer = { question: String(given["question"]), value: String(given["value"]) };
    const { answers } = this.options;
    const problem = shown?.state === "running"
      ? await answers.tell(answer, waiting, shown.id)
      : answers.start(answer, waiting);
    return json({ problem: problem ?? "", hint: "" });
  }

  /** Yields the state of the page at once, and again whenever it has changed. */
  async *#states(run: string | undefined): AsyncIterable<string> {
    for (let last = "";;) {
      const answer = this.options.answers.current;
      const state: PageState = {
        ...await this.options.data.state(run),
        ...answer === undefined ? {} : { answer },
      };
      const text = JSON.stringify(state);
      if (text !== last) yield `data: ${text}\n\n`;
      last = text;
      await new Promise((done) => setTimeout(done, INTERVAL));
    }
  }
}

/** Returns true for a request to this machine's own address: another name may lead here by a trick of DNS. */
function isOwnHost({ headers }: HttpRequest): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers["host"] ?? "");
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function json(value: object): HttpReply {
  return reply(200, JSON.stringify(value), "application/json");
}

function reply(status: number, body: HttpReply["body"], type: string): HttpReply {
  return {
    status,
    body,
    headers: {
      "content-type": type,
      "content-security-policy": `${PAGE_POLICY}; frame-ancestors 'none'`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    },
  };
}
