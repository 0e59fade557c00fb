/**
 * Comparable programs from npm, installed outside of this project when the benchmark is run with `--peers`,
 * and run by Node.
 * @module
 */
import { loadFrontmatter } from "./frontmatters.ts";
import { type Call, CallFailed, runProcess } from "./measure.ts";
import { PHASE_SIZE, planPath } from "./plans.ts";
import { inRepository } from "./programs.ts";

/** A job that both this program and another one can do, in some form. */
export type Job = "start" | "one plan" | "waves" | "project";

/** A program from npm. */
export interface Peer {
  /** Name and version of the package. */
  readonly name: string;
  /** Returns the call for a job; undefined when it has no such command. */
  call(job: Job): Call | undefined;
  /** Describes its command for the job, in a few words. */
  describe(job: Job): string;
}

/** A program that could not be installed. */
export interface MissingPeer {
  readonly name: string;
  readonly why: string;
}

/** A project that the programs are run on. */
export interface PeerProject {
  /** Its folder. */
  readonly folder: string;
  /** Number of its plans. */
  readonly plans: number;
}

/** The installed packages. */
export interface Installed {
  /** By package, the folder with its `node_modules`, or the reason why it is not installed. */
  readonly folders: ReadonlyMap<string, { readonly folder: string } | { readonly why: string }>;
}

const PACKAGES = [
  "@fission-ai/openspec@1.13.2",
  "get-shit-done-cc@1.42.3",
  "@opengsd/gsd-core@1.14.0",
  "ajv-cli@5.0.0",
] as const;

/** Installs each package in its own subfolder. */
export async function installPeers(parent: string): Promise<Installed> {
  const folders = new Map<string, { readonly folder: string } | { readonly why: string }>();
  for (const [index, name] of PACKAGES.entries()) {
    const folder = `${parent}/${index}`;
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(`${folder}/package.json`, '{ "private": true }\n');
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
    try {
      await runProcess({ argv: ["npm", "install", ...flags, name], cwd: folder });
      folders.set(name, { folder: `${folder}/node_modules` });
    } catch (error) {
      if (!(error instanceof CallFailed || error instanceof Deno.errors.NotFound)) throw error;
      folders.set(name, { why: `not installed: ${error.message}` });
    }
  }
  return { folders };
}

/**
 * Returns the programs for a project. Files that they read other than `.planning/` are written next to it.
 */
export async function peersFor(
  { folders }: Installed,
  project: PeerProject,
): Promise<readonly (Peer | MissingPeer)[]> {
  const peers: (Peer | MissingPeer)[] = [];
  for (const [name, installed] of folders) {
    if ("why" in installed) peers.push({ name, why: installed.why });
    else if (name.startsWith("ajv-cli")) peers.push(await ajv(name, installed.folder, project));
    else if (name.startsWith("@fission-ai")) peers.push(await openspec(name, installed.folder, project));
    else peers.push(planIndex(name, installed.folder, project));
  }
  return peers;
}

/** Returns a program that reads the same `.planning/` tree as this one. */
function planIndex(name: string, modules: string, { folder }: PeerProject): Peer {
  const script = name.startsWith("@opengsd")
    ? "@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs"
    : "get-shit-done-cc/get-shit-done/bin/gsd-tools.cjs";
  const args: Readonly<Record<Job, readonly string[]>> = {
    "start": ["--help"],
    "one plan": ["verify", "plan-structure", planPath(1, 6)],
    "waves": ["phase-plan-index", "1"],
    "project": ["validate", "consistency"],
  };
  return {
    name,
    call: (job) => ({ argv: ["node", `${modules}/${script}`, ...args[job]], cwd: folder }),
    describe: (job) => `gsd-tools ${args[job].slice(0, 2).join(" ")}`,
  };
}

/** Returns a program with its own file format: for each plan it gets a specification of the same size. */
async function openspec(name: string, modules: string, { folder, plans }: PeerProject): Promise<Peer> {
  const parent = `${folder}-specs`;
  for (let number = 1; number <= plans; number++) {
    await Deno.mkdir(`${parent}/openspec/specs/part-${number}`, { recursive: true });
    await Deno.writeTextFile(`${parent}/openspec/specs/part-${number}/spec.md`, specification(number));
  }
  const args: Readonly<Partial<Record<Job, readonly string[]>>> = {
    "start": ["--version"],
    "one plan": ["validate", "part-1", "--type", "spec"],
    "project": ["validate", "--all"],
  };
  return {
    name,
    call(job) {
      const chosen = args[job];
      return chosen && {
        argv: ["node", `${modules}/@fission-ai/openspec/bin/openspec.js`, ...chosen],
        cwd: parent,
        env: { OPENSPEC_TELEMETRY: "0", DO_NOT_TRACK: "1" },
      };
    },
    describe: (job) => `openspec ${args[job]?.slice(0, 2).join(" ") ?? ""} (its own files)`,
  };
}

function specification(number: number): string {
  const requirement = (index: number) =>
    `### Requirement: Entry ${index} of part ${number}
The system SHALL read the sources from the disk, keep the results between runs and show them to a
reader, the newest first; a failed request is tried again, three times at most, and then said so.

#### Scenario: A reader opens the panel
- **WHEN** a reader opens the panel while more than one source holds entries of the same name
- **THEN** the newest entry is at the top, and no entry is shown twice or left out
- **AND** the settings of the last run are in force before the first window opens
`;
  const requirements = Array.from({ length: 19 }, (_, index) => requirement(index + 1));
  return `# part-${number} Specification

## Purpose
The sources are read, the results are kept and shown, and nothing is lost on the way from one to the other.

## Requirements

${requirements.join("\n")}`;
}

/** Returns a program that only checks against a schema, so it gets each frontmatter as JSON. */
async function ajv(name: string, modules: string, { folder, plans }: PeerProject): Promise<Peer> {
  const parent = `${folder}-json`;
  await Deno.mkdir(parent, { recursive: true });
  for (let index = 0; index < plans; index++) {
    const path = planPath(Math.floor(index / PHASE_SIZE) + 1, index % PHASE_SIZE + 1);
    const fields = loadFrontmatter(await Deno.readTextFile(`${folder}/${path}`)) as Record<string, unknown>;
    const json = JSON.stringify({ ...fields, plan: String(fields["plan"]).padStart(2, "0") });
    await Deno.writeTextFile(`${parent}/${index + 1}.json`, json);
  }
  const program = ["node", `${modules}/ajv-cli/dist/index.js`];
  const check = (data: string) => ({
    argv: [...program, "validate", "-s", inRepository("generated/plan.schema.json"), "-d", data],
    cwd: parent,
  });
  const calls: Readonly<Partial<Record<Job, Call>>> = {
    "start": { argv: [...program, "help"], cwd: parent },
    "one plan": check("6.json"),
    "project": check("*.json"),
  };
  return {
    name,
    call: (job) => calls[job],
    describe: (job) => job === "start" ? "ajv help" : "ajv validate (frontmatter as JSON, schema only)",
  };
}
