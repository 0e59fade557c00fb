import { ProgramError } from "./program_error.ts";

/** A bug in the program: an exception that no code expects. Exit code 70, as `EX_SOFTWARE` of sysexits.h. */
export class InternalError extends ProgramError {
  override readonly name = "InternalError";

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`internal error: ${message}`, "", { cause, exitCode: 70 });
  }
}

/** Returns an error that is reported as it is, or a thrown value of any other kind as an internal error. */
export function toProgramError(thrown: unknown): ProgramError {
  return thrown instanceof ProgramError ? thrown : missingCode(thrown) ?? new InternalError(thrown);
}

/** Returns the error for a file of the bundle, or a package that Deno downloads when it is first used. */
function missingCode(cause: unknown): ProgramError | undefined {
  const text = cause instanceof TypeError ? cause.message : "";
  if (/^Cannot load wf-\w+\.js:/.test(text)) {
    return new ProgramError(
      text,
      "Keep all files of a version in one folder, and give Deno permission to read it",
      { cause },
    );
  }
  const [, address, name] = /^Failed loading (\S+) for package "([^"]+)"/.exec(text) ?? [];
  if (name === undefined) return undefined;
  return new ProgramError(
    `Cannot load the package ${name}: it is not on this machine yet, and ${address} cannot be reached`,
    "Connect to the network, or name a registry in NPM_CONFIG_REGISTRY, and run the same command; later starts need neither",
    { cause },
  );
}
