/**
 * What the programs of tests ask of git: all of it is looked at, in every test that runs one to its end.
 * @module
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";

let file: string | undefined;

/** Makes git write down, for programs and all they start, how it is called. Own to each file of tests. */
export function recordGitCalls(): Readonly<Record<string, string>> {
  if (file === undefined) {
    file = Deno.makeTempFileSync({ prefix: "wf-git-calls-" });
    addEventListener("unload", () => rmSync(file!, { force: true }));
  }
  return { GIT_TRACE2_EVENT: file, GIT_TRACE2_EVENT_BRIEF: "1" };
}

/** The calls of git that were recorded since this was asked last, as their words; of the tool alone, not of others. */
export function takeGitCalls(): readonly (readonly string[])[] {
  if (file === undefined) return [];
  const lines = Deno.readTextFileSync(file).split("\n");
  Deno.truncateSync(file);
  return lines.flatMap((line) => {
    const argv = /^\{"event":"start",.*"argv":(\[.*\])\}$/.exec(line)?.[1];
    return argv === undefined ? [] : ownWords(JSON.parse(argv));
  });
}

/** What the tool puts before the words of each of its calls, and by which they are known: of those that read, … */
const READING = ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"];
/** … and of those that write, with the folder after it. */
const WRITING = "-C";

function ownWords([, ...words]: readonly string[]): readonly (readonly string[])[] {
  if (READING.every((word, index) => words[index] === word)) return [words.slice(READING.length)];
  return words[0] === WRITING && words[1]?.startsWith("/") ? [words.slice(2)] : [];
}

/** Fails for the first of the calls that is not allowed. */
export function assertGentle(calls: readonly (readonly string[])[]): void {
  for (const call of calls) assert.equal(offence(call), undefined, `git ${call.join(" ")}`);
}

/** Commands that send something away, throw something away, or make commits that no hook has seen. */
const NEVER = new Set([
  "push",
  "clean",
  "gc",
  "prune",
  "fast-import",
  "filter-branch",
  "replace",
  "am",
  "rm",
  "stash drop",
  "stash clear",
  "worktree prune",
  "reflog expire",
  "reflog delete",
]);

/** Options that throw something away or pass by a hook, whatever the command. */
const NO_OPTION = /^--(?:no-verify|force|force-with-lease|hard|discard-changes|allow-unrelated-histories)$/;

/** What is not allowed besides, by command. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  commit: /^(?:-\w*n\w*|--amend)$/,
  merge: /^(?:-X.*|-s.*|--strategy.*|--no-verify)$/,
  "cherry-pick": /^(?:-X.*|-s.*|--strategy.*)$/,
  branch: /^-[dDfM]$/,
  checkout: /^(?:-f|-B|--ours|--theirs)$/,
  switch: /^-[fC]$/,
  worktree: /^-f+$/,
  tag: /^-[df]$/,
  add: /^-f$/,
  "symbolic-ref": /^(?:-d|--delete)$/,
};

/** Returns true for a push that only moves refs below `refs/wf/`, each from an expected value. */
function isLanePush([quiet, ...words]: readonly string[]): boolean {
  const remote = words.findIndex((word) => !word.startsWith("-"));
  const leased = words.slice(0, remote).map((word) => {
    return /^--force-with-lease=(refs\/wf\/[^:]+):[0-9a-f]*$/.exec(word)?.[1];
  });
  const moved = words.slice(remote + 1).map((word) => /^[0-9a-f]*:([^:]+)$/.exec(word)?.[1]);
  return quiet === "--quiet" && leased.length > 0 && !leased.includes(undefined) &&
    leased.join() === moved.join();
}

/** Why the tool may not call git like this, or undefined. */
export function offence(call: readonly string[]): string | undefined {
  const place = call.findIndex((word, index) => !word.startsWith("-") && call[index - 1] !== "-c");
  const command = call[place] ?? "";
  const settings = call.slice(0, place);
  if (settings.some((word) => /hookspath|verify|gpgsign/i.test(word))) return settings.join(" ");
  const end = call.indexOf("--", place);
  const words = call.slice(place + 1, end === -1 ? undefined : end);
  // Lanes on other machines move only refs of their own, and only from the value they have seen.
  if (command === "push" && isLanePush(words)) return undefined;
  const never = [command, `${command} ${words[0]}`].find((name) => NEVER.has(name));
  if (never !== undefined) return never;
  // What is kept in the stash is on no branch; anything else has to pass by the hooks.
  if (command === "commit-tree" && !words[words.indexOf("-m") + 1]?.startsWith("wf: ")) return command;
  // To forget a branch is fine only where what it leads to is said.
  if (command === "update-ref" && words[0] === "-d" && words.length < 3) return "update-ref -d";
  return words.find((word) => NO_OPTION.test(word) || OPTIONS[command]?.test(word));
}
