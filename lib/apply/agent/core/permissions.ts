import type { Config } from "../../../../schemas/config.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import type { Host } from "../../../host/host.ts";
import { LastingPermissions } from "../../trust/lasting_permissions.ts";
import { readUserPolicy, type StoredPolicy } from "../../trust/user_policy.ts";
import { defined } from "../../../collections/defined.ts";
import { ProgramError } from "../../../errors/program_error.ts";
import { judgeRequest, mentionedPaths, type PermissionPolicy } from "../../../permissions/judge_request.ts";
import { type Coverage, coverageOf } from "../../../permissions/coverage.ts";
import { describeRequest, wholeRequest } from "../../../permissions/describe_request.ts";
import type { Writable } from "../../../permissions/effects/writable.ts";
import {
  ALLOW_ALWAYS,
  ALLOW_ONCE,
  ALLOW_RUN,
  permissionQuestion,
  refusalWords,
} from "../../../plan/run/questions.ts";
import type { PermissionDecision } from "./port.ts";
import { resolveSteps } from "../../files/confine.ts";
import type { Asker, EventDraft } from "../../interaction/interaction.ts";

/** The work in which an agent requests permission. */
export interface PermitContext {
  /** Folder the agent works in, absolute, links resolved. */
  readonly directory: string;
  /** Plan ID; empty for work that belongs to no plan. */
  readonly plan: string;
  /** The checks of the current task, which the agent may run itself. */
  readonly checks: readonly string[];
  /** True when the agent may only read: requests to change or delete are refused without a question. */
  readonly readOnly?: boolean;
  /** The files that it may write; by default, all that are not protected otherwise. */
  readonly writable?: Writable;
  /** Returns the files that the task itself has made, absolute, links resolved. */
  readonly made?: () => Promise<ReadonlySet<string>>;
}

/** Decides on a request. May wait for the user. */
export type Permit = (
  request: PermissionRequest,
  context: PermitContext,
  signal: AbortSignal,
) => Promise<PermissionDecision>;

export interface PermitOptions {
  readonly host: Host;
  /** Absolute path of the project, in which what the user always allows needs no question. */
  readonly root: string;
  /** False for a caller that may not be offered to always allow a request, such as a coding agent. */
  readonly offersAlways: boolean;
  readonly config: Pick<Config, "mode" | "safety">;
  readonly ask: Asker;
  readonly report: (event: EventDraft) => void;
}

/**
 * Returns a function that decides on requests by the permission policy. It asks the user one question at a
 * time, and refuses the request if there is no user to ask. It remembers what the user allowed for the run, and
 * stores what is always allowed in the project.
 */
export function makePermit({ host, root, offersAlways, config, ask, report }: PermitOptions): Permit {
  let before: Promise<unknown> = Promise.resolve();
  const granted = new Set<string>();
  const lasting = new LastingPermissions(host, root);
  let isReadable = true;
  const home = host.home();
  let own: Promise<StoredPolicy> | undefined;
  return async (request, { directory, plan, checks, readOnly = false, writable, made }, signal) => {
    const { policy: { commands } } = await (own ??= readUserPolicy(host));
    const plain: PermissionPolicy = {
      directory,
      checks,
      mode: config.mode,
      safety: config.safety,
      ...defined({ home, writable, commands }),
    };
    const policy = { ...plain, ...await inspectPaths(host, mentionedPaths(request, plain)) };
    const strict = judgeRequest(request, policy);
    const verdict = strict.category === "destructive" && made !== undefined
      ? judgeRequest(request, { ...policy, made: await made() })
      : strict;
    const changes = verdict.category === "edit" || verdict.category === "destructive";
    const what = describeRequest(request);
    const refuse = (reason: string): PermissionDecision => {
      const message = plan === ""
        ? `Refused the agent: ${what} (${reason})`
        : `Plan ${plan}: refused the agent: ${what} (${reason})`;
      report({ kind: "notice", message });
      return { kind: "refuse", reason };
    };
    if (readOnly && changes) return refuse("it may only read, and this changes something");
    // Code of the project may change files.
    if (verdict.kind === "allow" && !(readOnly && verdict.category === "check")) return { kind: "allow" };
    if (verdict.kind === "deny") return refuse(verdict.reason);
    const coverage = coverageOf(request, verdict, directory);
    const question = permissionQuestion(plan, wholeRequest(request), verdict, {
      covers: coverage?.what,
      always: offersAlways,
    });
    const turn = before.then(async () => {
      if (await isGranted(coverage)) return GRANTED;
      if (signal.aborted) return undefined;
      report({ kind: "question-asked", question });
      return await ask(question, undefined, signal);
    });
    before = turn.catch(() => {});
    const answer = await turn;
    if (answer === GRANTED) return { kind: "allow" };
    if (answer === undefined) {
      return refuse(
        `${verdict.reason}, and ${signal.aborted ? "its turn ended" : "there is no user to allow it"}`,
      );
    }
    report({ kind: "question-answered", question: question.id, answer: answer.value, by: answer.by });
    switch (answer.value) {
      case ALLOW_ALWAYS:
        if (coverage !== undefined) await allowAlways(coverage, { request: what, reason: verdict.reason });
        return { kind: "allow" };
      case ALLOW_RUN:
        if (coverage !== undefined) granted.add(coverage.key);
        return { kind: "allow" };
      case ALLOW_ONCE:
        return { kind: "allow" };
    }
    const words = refusalWords(answer.value);
    return refuse(`${verdict.reason}; the user refused it${words === "" ? "" : `: ${words}`}`);
  };

  async function isGranted(coverage: Coverage | undefined): Promise<boolean> {
    if (coverage === undefined) return false;
    if (granted.has(coverage.key)) return true;
    try {
      return isReadable && await lasting.covers(coverage.key);
    } catch (error) {
      isReadable = false;
      warn(error, "You are asked about everything");
      return false;
    }
  }

  async function allowAlways(
    { key }: Coverage,
    entry: { readonly request: string; readonly reason: string },
  ): Promise<void> {
    granted.add(key);
    await lasting.add(key, entry).catch((error) => warn(error, "It is allowed for this run"));
  }

  function warn(error: unknown, consequence: string): void {
    if (!(error instanceof ProgramError)) throw error;
    report({ kind: "notice", message: `${error.message}. ${consequence}. ${error.hint}` });
  }
}

/** An equal request was allowed for the run, or is always allowed. */
const GRANTED = Symbol("granted");

/** Resolves the links in paths, for a missing path in its existing parent folders, and finds which exist. */
async function inspectPaths(
  host: Host,
  paths: readonly string[],
): Promise<Required<Pick<PermissionPolicy, "links" | "existing">>> {
  const links = new Map<string, string>();
  const existing = new Set<string>();
  for (const path of paths) {
    links.set(path, await resolveSteps(host, path));
    if (await host.stat(path).catch(() => undefined) !== undefined) existing.add(path);
  }
  return { links, existing };
}
