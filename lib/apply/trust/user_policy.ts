import type { ConfigValue } from "../../../schemas/config.ts";
import type { UserPolicy } from "../../../schemas/policy.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { type Host, HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { writeConfigKey } from "../../parse/config/write.ts";
import { readPolicy } from "../../plan/trust/user_policy.ts";
import { SourceText } from "../../text/source_text.ts";

/** The policy of the user and its file. */
export interface StoredPolicy {
  readonly policy: UserPolicy;
  /** Absolute path: `~/.wf/policy.json`. */
  readonly path: string;
  /** The text of the file; empty if it does not exist. */
  readonly text: string;
}

/**
 * Reads `~/.wf/policy.json`, the only reader of this file. Without a home folder or a file the policy is empty.
 *
 * Throws a {@link ProgramError} when the file cannot be read or contains a mistake: nothing runs without the
 * user's policy.
 */
export async function readUserPolicy(host: Host): Promise<StoredPolicy> {
  const home = host.home();
  if (home === undefined) return { policy: {}, path: "", text: "" };
  const path = joinPath(home, ".wf", "policy.json");
  const text = await textOf(host, path);
  const read = readPolicy(text);
  if (read.kind === "policy") return { policy: read.policy, path, text };
  const { line, column } = new SourceText(path, text).position(read.start);
  throw new ProgramError(
    `Cannot read your policy "${path}:${line}:${column}": ${read.message}`,
    "Correct the file: wf config --user list shows the keys",
  );
}

/**
 * Sets or removes a key of `~/.wf/policy.json`, the only writer of this file. The rest of it stays as it is, and
 * only the user can read it.
 *
 * @param value A value that the key allows; undefined removes it.
 */
export async function writeUserPolicy(
  host: Host,
  key: string,
  value: ConfigValue | undefined,
): Promise<void> {
  const { path, text } = await readUserPolicy(host);
  if (path === "") throw new ProgramError("Cannot store your policy: there is no home folder", "Set HOME");
  const written = writeConfigKey(text, key, value);
  if (written !== text) await host.writeText(path, written, { private: true });
}

async function textOf(host: Host, path: string): Promise<string> {
  try {
    return await host.readText(path);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.reason === "not-found") return "";
    throw new ProgramError(error.message, "Make the file readable, or remove it", { cause: error });
  }
}
