import type { RunEvent } from "../../../schemas/event.ts";
import type { ShowResult } from "../../../schemas/results/show.ts";
import type { GraphResult, StatusResult } from "../../../schemas/results/status.ts";
import type { LoggedRun, TranscriptEntry } from "../../../schemas/run_log.ts";
import type { VerifyResult } from "../../../schemas/verification.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { maskFor, maskStrings } from "../../apply/interaction/secrets.ts";
import { readEvents, readLogFile, readRuns, transcriptPaths } from "../../apply/log/read_log.ts";
import { defined } from "../../collections/defined.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { baseName } from "../../path/paths.ts";
import { bareNumber } from "../../plan/command_lines/commands.ts";
import { isTranscriptEntry, parseLogLines } from "../../plan/log/log_entries.ts";
import { codeFrame } from "../../report/terminal/code_frame.ts";
import { makeStyle } from "../../report/terminal/style.ts";
import { laneDetails, roleDetails, shortened, type TaskDetails } from "../../report/view/lane_details.ts";
import {
  type FindingView,
  type PageProblem,
  type PageState,
  type TabData,
  waitingQuestions,
} from "../../report/view/page_state.ts";
import { type RunLanes, runLanes } from "../../report/view/run_lanes.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { type CommandContext, UsageError } from "../context/command_context.ts";
import { validateProject } from "../validate/validate_project.ts";

/** The maximum of a commit's diff that is shown, in UTF-16 units. */
const MAX_DIFF = 200_000;

const COMMIT_ID = /^[0-9a-f]{7,64}$/;
const NO_COMMIT: PageProblem = { problem: "This is not a commit", hint: "" };

/** The maximum number of runs to choose from. */
const MAX_RUNS = 50;

/** The differences of a commit, or the reason why they cannot be shown. */
export type CommitDiff = { readonly diff: string } | PageProblem;

/** Reads what the page shows, with secrets masked and hidden characters visible. Changes nothing. */
export class ViewData {
  /** The names of the tabs. */
  readonly tabs: readonly string[] = Object.keys(TABS);
  readonly #context: CommandContext;
  /** The events of the runs that have ended. */
  readonly #ended = new Map<string, readonly RunEvent[]>();

  /**
   * @param root Absolute path of the project.
   */
  constructor(readonly root: string, readonly repository: Repository, context: CommandContext) {
    this.#context = {
      ...context,
      json: true,
      progress: () => {},
      conclude: () => {},
      show: () => {},
      print: () => {},
    };
  }

  /** Returns the state of a run, by default of the newest. */
  async state(id: string | undefined): Promise<PageState> {
    const { run, runs } = await this.#runs(id);
    const lanes = await this.#lanes(run);
    const paths = run === undefined ? [] : await transcriptPaths(this.repository.git, run.id);
    const isHosted = run !== undefined && (await hostedSession.read(this.repository.git))?.run === run.id;
    return this.#shown({
      project: baseName(this.root),
      runs: runs.slice(0, MAX_RUNS).map(({ id, command, state, startedAt }) => ({
        id,
        command,
        state,
        startedAt,
      })),
      ...defined({ run }),
      lanes,
      roles: paths.map(transcriptName).filter((name) => !/\.\d+$/.test(name)),
      // A host asks the user itself.
      waiting: waitingQuestions(lanes, isHosted ? undefined : run?.state),
    });
  }

  /** Returns the work of a run on a plan, or that of agents in a role. */
  async details(id: string | undefined, name: string): Promise<readonly TaskDetails[]> {
    const { git } = this.repository;
    const { run } = await this.#runs(id);
    if (run === undefined) return [];
    const transcripts = new Map<number, readonly TranscriptEntry[]>();
    for (const path of await transcriptPaths(git, run.id)) {
      const [, plan = "", task] = /^(.*?)(?:\.(\d+))?$/.exec(transcriptName(path)) ?? [];
      if (task === undefined ? plan !== name : planKey(plan) !== planKey(name)) continue;
      const entries = parseLogLines(await readLogFile(git, run.id, path) ?? "");
      transcripts.set(Number(task ?? 0), entries.filter(isTranscriptEntry));
    }
    const events = await this.#eventsOf(run);
    return this.#shown(
      transcripts.has(0) ? roleDetails(name, transcripts.get(0)!) : laneDetails(name, events, transcripts),
    );
  }

  async diff(commit: string): Promise<CommitDiff> {
    const found = COMMIT_ID.test(commit) ? await this.#diffs([commit]) : NO_COMMIT;
    return "problem" in found ? found : found[0]!;
  }

  /** Returns the differences of commits, with one call of git if it knows all of them. */
  async diffs(commits: ReadonlySet<string>): Promise<ReadonlyMap<string, CommitDiff>> {
    const ids = [...commits].filter((commit) => COMMIT_ID.test(commit));
    const found = ids.length === 0 ? NO_COMMIT : await this.#diffs(ids);
    const diffs = new Map<string, CommitDiff>();
    for (const commit of commits) {
      const diff = "problem" in found ? undefined : found[ids.indexOf(commit)];
      diffs.set(commit, diff ?? await this.diff(commit));
    }
    return diffs;
  }

  async #diffs(ids: readonly string[]): Promise<readonly CommitDiff[] | PageProblem> {
    const plain = ["--no-color", "--no-ext-diff", "--no-textconv"];
    return await this.#attempt(async () => {
      const args = ["show", "--format=%x00%H", ...plain, "--patch", ...ids, "--"];
      const shown = (await this.repository.git.output(args)).split(/\0(?=[0-9a-f]{40,64}\n)/);
      return ids.map((id) => {
        const diff = shown.find((text) => text.startsWith(id)) ?? "";
        return { diff: shortened(diff.replace(/^[0-9a-f]+\n+/, ""), MAX_DIFF) };
      });
    });
  }

  /** Returns the content of a tab; undefined for an unknown one. */
  async tab(id: string | undefined, name: string): Promise<TabData[keyof TabData] | PageProblem | undefined> {
    const read = TABS[name as keyof TabData];
    if (!Object.hasOwn(TABS, name) || read === undefined) return undefined;
    return await this.#attempt(async () => {
      const { run } = await this.#runs(id);
      const status = await this.#call<StatusResult>("status", {});
      const number = (await this.#lanes(run)).phase?.number ?? status.current ??
        status.phases.findLast(({ plans }) => plans.length > 0)?.number;
      const phase = number === undefined ? undefined : bareNumber(number);
      return await read({ phase, status, context: this.#context, call: this.#call });
    });
  }

  readonly #call = async <T>(name: string, options: Readonly<Record<string, unknown>>): Promise<T> => {
    return (await this.#context.call(name, options, this.#context)).result as T;
  };

  async #runs(
    id: string | undefined,
  ): Promise<{ readonly run?: LoggedRun; readonly runs: readonly LoggedRun[] }> {
    const runs = await readRuns(this.repository);
    const found = id === undefined ? runs[0] : runs.find((run) => run.id === id) ??
      runs.find((run) => run.id.startsWith(id));
    if (id !== undefined && found === undefined) {
      throw new UsageError(`Cannot find a run "${id}"`, "wf runs lists them");
    }
    return { runs, ...defined({ run: found }) };
  }

  async #lanes(run: LoggedRun | undefined): Promise<RunLanes> {
    return runLanes(run === undefined ? [] : await this.#eventsOf(run));
  }

  async #eventsOf({ id, state }: LoggedRun): Promise<readonly RunEvent[]> {
    const events = this.#ended.get(id) ?? await readEvents(this.repository.git, id);
    if (state !== "running") this.#ended.set(id, events);
    return events;
  }

  async #attempt<T>(read: () => Promise<T>): Promise<T | PageProblem> {
    try {
      return this.#shown(await read());
    } catch (error) {
      if (error instanceof ProgramError) return this.#shown({ problem: error.message, hint: error.hint });
      throw error;
    }
  }

  #shown<T>(value: T): T {
    const mask = maskFor(this.#context.host);
    return maskStrings(value, (text) => visibleOutput(mask(text)));
  }
}

interface TabInput {
  /** The phase of the run, or the current one; undefined without plans. */
  readonly phase: string | undefined;
  readonly status: StatusResult;
  readonly context: CommandContext;
  readonly call: <T>(name: string, options: Readonly<Record<string, unknown>>) => Promise<T>;
}

const TABS: { readonly [K in keyof TabData]: (input: TabInput) => Promise<TabData[K]> } = {
  "phases": ({ status }) => Promise.resolve(status),
  "must-haves": verification,
  "graph": async ({ context, ...input }) => {
    const phase = requirePhase(input);
    const drawn = await context.call("graph", { phase, format: "svg" }, { ...context, json: false });
    return { svg: drawn.text ?? "", graph: drawn.result as GraphResult };
  },
  "requirements": async (input) => ({
    verification: await verification(input),
    work: await input.call<ShowResult>("show", { target: requirePhase(input) }),
  }),
  "findings": async ({ context }) => {
    const { diagnostics, sources, checked } = await validateProject({ overrides: [] }, context);
    const style = makeStyle(false);
    return {
      plans: checked.plans,
      findings: diagnostics.map(({ code, severity, message, hint, span }): FindingView => {
        const source = sources.get(span.path);
        const line = source === undefined ? "" : `:${source.position(span.start).line}`;
        const frame = source === undefined ? "" : codeFrame(source, span, style);
        return { code, severity, message, place: `${span.path}${line}`, frame, ...defined({ hint }) };
      }),
    };
  },
};

async function verification(input: TabInput): Promise<VerifyResult> {
  return await input.call("verify-phase", { phase: requirePhase(input), "dry-run": true });
}

function requirePhase({ phase }: Pick<TabInput, "phase">): string {
  if (phase === undefined) throw new UsageError("No phase has plans yet", "wf plan-phase writes them");
  return phase;
}

/** Returns the name of a transcript without its folder and extension. */
function transcriptName(path: string): string {
  return baseName(path).replace(/\.jsonl$/, "");
}
