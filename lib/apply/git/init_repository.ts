import type { Host } from "../../host/host.ts";
import { Git } from "./git.ts";
import { hasIdentity } from "./commit.ts";

/**
 * Creates a repository on the branch `main` in a folder that is not in a repository yet. If git has no identity,
 * sets one for this repository only.
 */
export async function initRepository(host: Host, directory: string): Promise<Git> {
  const git = await Git.init(host, directory);
  if (!await hasIdentity(git)) {
    await git.output(["config", "--local", "user.name", "wf demo"]);
    await git.output(["config", "--local", "user.email", "demo@wf.invalid"]);
  }
  return git;
}
