import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import type { Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../../parse/ids/phase_number.ts";
import { comparePlanIds, planId, planPart } from "../../parse/ids/plan_id.ts";
import { isPlanFileName, stemOf, summaryPaths } from "../../parse/ids/plan_names.ts";
import { readPlanNumber } from "../../parse/ids/plan_number.ts";
import { PHASES } from "../../parse/ids/locations.ts";
import { parseRoadmap, ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { NO_PROJECT, type PlanFact, type ProjectFacts } from "../../report/completions/complete.ts";
import { SourceText } from "../../text/source_text.ts";

interface Folder {
  readonly number: PhaseNumber;
  readonly name: string;
  readonly plans: readonly PlanFact[];
}

/**
 * Returns the phases and plans of the project that a folder belongs to, for completion.
 *
 * Reads only file names and single lines, and omits what it cannot read: loading the parser of plans takes
 * too long for a key press. Never throws.
 */
export async function projectFacts(host: Host, cwd: string): Promise<ProjectFacts> {
  const planning = await findPlanning(host, cwd);
  if (planning === undefined) return NO_PROJECT;
  const phases = joinPath(planning, "phases");
  const roadmapText = await textOf(host, parentPath(planning), ROADMAP_PATH);
  const found = await Promise.all(
    (await namesIn(host, phases)).map((name) => readFolder(host, phases, name)),
  );
  const folders = found.filter((folder) => folder !== undefined)
    .sort((a, b) => comparePhaseNumbers(a.number, b.number));
  const listed = parseRoadmap(new SourceText(ROADMAP_PATH, roadmapText)).phases;
  const byNumber = new Map<string, { readonly number: PhaseNumber; readonly description: string }>();
  for (const { number, name } of listed) {
    byNumber.set(printPhaseNumber(number), { number, description: `${name}: no plans yet` });
  }
  for (const folder of folders) {
    const key = printPhaseNumber(folder.number);
    const name = listed.find(({ number }) => printPhaseNumber(number) === key)?.name ?? folder.name;
    byNumber.set(key, { number: folder.number, description: `${name}: ${progress(folder.plans)}` });
  }
  return {
    phases: [...byNumber.values()].sort((a, b) => comparePhaseNumbers(a.number, b.number))
      .map(({ number, description }) => ({ number: printPhaseNumber(number), description })),
    plans: folders.flatMap(({ plans }) => plans),
  };
}

async function findPlanning(host: Host, cwd: string): Promise<string | undefined> {
  for (let folder = cwd;; folder = parentPath(folder)) {
    const planning = joinPath(folder, ".planning");
    const info = await host.stat(planning).catch(() => undefined);
    if (info?.kind === "directory") return planning;
    if (parentPath(folder) === folder) return undefined;
  }
}

async function readFolder(host: Host, phases: string, name: string): Promise<Folder | undefined> {
  const number = parsePhaseNumber(name);
  if (number === undefined) return undefined;
  const files = await namesIn(host, joinPath(phases, name));
  const plans = await Promise.all(
    files.filter(isPlanFileName).map(
      async (file) => {
        const text = await textOf(host, parentPath(parentPath(phases)), `${PHASES}/${name}/${file}`);
        const value = idOf(`${name}/${file}`, text, number);
        const summaries = summaryPaths(`${name}/${file}`, planPart(value));
        const done = summaries.some((path) => files.includes(path.slice(name.length + 1)));
        const objective = /<objective>\s*([^\n<]+)/.exec(text)?.[1]?.trim() ?? "";
        const description = done ? `Done: ${objective}` : objective;
        return { value, description, done, tasks: text.match(/<task[\s>]/g)?.length ?? 0 };
      },
    ),
  );
  plans.sort((a, b) => comparePlanIds(a.value, b.value));
  return { number, name: name.replace(/^[\d.]+[A-Za-z]?[-_]?/, "").replaceAll(/[-_]+/g, " "), plans };
}

/** Returns a plan's ID, read from its path below the phases folder and its frontmatter. */
function idOf(path: string, text: string, phase: PhaseNumber): string {
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*["']?([^\\s"']+)`, "m").exec(text)?.[1];
  const folder = path.slice(0, path.indexOf("/"));
  const number = { folder, stem: stemOf(path), phase, plan: field("plan"), stated: field("phase") };
  return planId(phase, readPlanNumber(number));
}

function progress(plans: readonly PlanFact[]): string {
  if (plans.length === 0) return "no plans yet";
  return `${plans.filter(({ done }) => done).length} of ${plans.length} plans done`;
}

async function namesIn(host: Host, folder: string): Promise<readonly string[]> {
  return (await host.readDirectory(folder).catch(() => [])).map(({ name }) => name);
}

async function textOf(host: Host, root: string, path: string): Promise<string> {
  return await new ConfinedFiles(host, root).read(path).catch(() => undefined) ?? "";
}
