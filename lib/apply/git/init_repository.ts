import type { Host } from "../../host/host.ts";
import { Git } from "./git.ts";
import { hasIdentity } from "./commit.ts";

/**
 * Makes a repository in a folder that is not in one yet, on the branch `main`. Where git knows no
 * identity, one is set for this repository alone.
 */
export async function initRepository(host: Host, directory: string): Promise<Git> {
  const git = await Git.init(host, directory);
  if (!await hasIdentity(git)) {
    await git.output(["config", "--local", "user.name", "wf demo"]);
    await git.output(["config", "--local", "user.email", "demo@wf.invalid"]);
  }
  return git;
}
