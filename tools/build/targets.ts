/** A system for which standalone programs are built. */
export interface Target {
  /** Name: system, processor, and the C library if it is not the usual one. */
  readonly name: string;
  /** Bun's name for it. */
  readonly bun: string;
  /** The package that contains Bun for it. */
  readonly runtime: string;
  /** Path of Bun in that package. */
  readonly executable: string;
  /** Name of the built file. */
  readonly file: string;
}

/** The targets. Each package name includes the version of Bun. */
export const TARGETS: readonly Target[] = [
  target("linux-x64", "bun-linux-x64", "npm:@oven/bun-linux-x64@1.4.5"),
  target("linux-arm64", "bun-linux-arm64", "npm:@oven/bun-linux-aarch64@1.4.5"),
  target("linux-x64-musl", "bun-linux-x64-musl", "npm:@oven/bun-linux-x64-musl@1.4.5"),
  target("macos-x64", "bun-darwin-x64", "npm:@oven/bun-darwin-x64@1.4.5"),
  target("macos-arm64", "bun-darwin-arm64", "npm:@oven/bun-darwin-aarch64@1.4.5"),
  target("windows-x64", "bun-windows-x64", "npm:@oven/bun-windows-x64@1.4.5"),
];

/** Returns the target of this machine, if there is one. */
export function targetOfThisMachine(): Target | undefined {
  const system = { linux: "linux", darwin: "macos", windows: "windows" }[Deno.build.os as string];
  const processor = Deno.build.arch === "x86_64" ? "x64" : "arm64";
  return TARGETS.find(({ name }) => name === `${system}-${processor}`);
}

/**
 * Returns the targets that arguments name: `all`, `host` or names of targets; without arguments, all.
 *
 * Throws on an unknown name.
 */
export function targetsNamed(words: readonly string[]): readonly Target[] {
  if (words.length === 0 || words.includes("all")) return TARGETS;
  return words.map((word) => {
    const found = word === "host" ? targetOfThisMachine() : TARGETS.find(({ name }) => name === word);
    if (found !== undefined) return found;
    const names = ["all", "host", ...TARGETS.map(({ name }) => name)];
    throw new Error(`Unknown target "${word}", expected ${names.join(", ")}`);
  });
}

function target(name: string, bun: string, runtime: string): Target {
  const suffix = name.startsWith("windows") ? ".exe" : "";
  return { name, bun, runtime, executable: `bin/bun${suffix}`, file: `wf-${name}${suffix}` };
}
