import { HostError } from "../../host/host.ts";
import { type PullRequest, requestArguments } from "../../plan/ship/request.ts";
import type { Git } from "../git/git.ts";
import { firstLine } from "../git/process.ts";

/** A remote of a repository. */
export interface Remote {
  readonly name: string;
  readonly url: string;
}

/** Returns the remote that the first of some branches has, else `origin`, else the only one; undefined without any. */
export async function remoteOf(git: Git, branches: readonly string[]): Promise<Remote | undefined> {
  const listed = (await git.output(["remote"])).split("\n").filter((name) => name !== "");
  const configured = await Promise.all(branches.map(async (branch) => {
    return (await git.run(["config", "--get", `branch.${branch}.remote`])).stdout.trim();
  }));
  const name = [...configured, "origin", ...listed].find((one) => listed.includes(one));
  if (name === undefined) return undefined;
  return { name, url: (await git.output(["remote", "get-url", "--push", name])).trim() };
}

export type PushResult =
  | { readonly kind: "pushed" }
  /** True as `behind` if the remote branch has other commits. */
  | { readonly kind: "refused"; readonly output: string; readonly behind: boolean };

/** Pushes a branch under its own name, and never with force. All hooks run. */
export async function pushBranch(git: Git, branch: string, { name }: Remote): Promise<PushResult> {
  const ref = `refs/heads/${branch}`;
  const { code, stdout, stderr } = await git.run(["push", "--set-upstream", name, `${ref}:${ref}`]);
  if (code === 0) return { kind: "pushed" };
  const behind = /^ ! \[rejected\].*\((?:fetch first|non-fast-forward)\)$/m.test(stderr);
  return { kind: "refused", output: (stderr + stdout).trim(), behind };
}

export type OpenedRequest =
  | { readonly kind: "opened"; readonly url: string }
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly output: string };

/** Opens a pull request with the program of the server, if it is installed. */
export async function openRequest(git: Git, request: PullRequest, { url }: Remote): Promise<OpenedRequest> {
  const { host, root: cwd } = git;
  try {
    const { code, stdout, stderr } = await host.run({ argv: requestArguments(request, url), cwd });
    const output = (stdout + stderr).trim();
    const isOpen = code === 0 || /already exists/i.test(output);
    return isOpen
      ? { kind: "opened", url: /https?:\/\/\S+/.exec(output)?.[0] ?? firstLine(output) }
      : { kind: "failed", output };
  } catch (error) {
    if (error instanceof HostError && error.reason === "not-found") return { kind: "none" };
    throw error;
  }
}
