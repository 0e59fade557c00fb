/**
 * Text edits that bring ROADMAP and STATE up to date. Only the lines they understand change; every
 * other byte, line endings included, stays as it is. Doing an edit again changes nothing more.
 * @module
 */
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../parse/phase_number.ts";
import { planReferences } from "../parse/plan_id.ts";
import { isoDate, type PlanProgress, type Progress } from "./progress.ts";

const BAR_WIDTH = 10;

/**
 * The roadmap with the phase's plans and, once all are complete, the phase ticked, and its row of
 * the progress table brought up to date. Spec: FIELD, The other documents.
 */
export function updateRoadmap(text: string, progress: Progress): string {
  const number = parsePhaseNumber(progress.phase.number)!;
  const done = progress.plans.filter((plan) => plan.complete).length;
  const complete = done === progress.plans.length;
  let inside = false;
  return mapLines(text, (line) => {
    const heading = /^(#{2,4})[ \t]+(?:\S{1,3}[ \t]+)?Phase[ \t]+(\S+?)(?::|[ \t]+[-—–])/.exec(line);
    if (heading) inside = isPhase(heading[2]!, number);
    else if (/^#{1,4}[ \t]/.test(line)) inside = false;
    const item = /^([ \t]*[-*][ \t]+\[)[ xX](\][ \t]+\*\*Phase[ \t]+([^\s:]+):.*)$/.exec(line);
    if (item && isPhase(item[3]!, number)) {
      return complete ? item[1] + "x" + withCompletion(item[2]!, progress.time) : line;
    }
    const row = /^(\|[ \t]*(\d[\d.]*[A-Za-z]?)\.?[ \t][^|]*)\|(.*)$/.exec(line);
    if (row && isPhase(row[2]!.replace(/\.$/, ""), number)) return tableRow(line, done, progress, complete);
    return inside ? planLine(line, progress, done) : line;
  });
}

/**
 * The state document with its position, status, counts and last activity brought up to date.
 * Spec: FIELD, The other documents.
 */
export function updateState(text: string, progress: Progress): string {
  const frontmatterEnd = /^\uFEFF?---[ \t]*\r?\n[^]*?^---[ \t]*$/m.exec(text)?.[0].split("\n").length ?? 0;
  const values = stateValues(progress);
  let section = "";
  let index = 0;
  return mapLines(text, (line) => {
    index++;
    if (index < frontmatterEnd) return frontmatterLine(line, values.frontmatter);
    const heading = /^##[ \t]+(.*?)[ \t]*$/.exec(line);
    if (heading) section = heading[1]!.toLowerCase();
    return section === "current position" ? positionLine(line, values.position) : line;
  });
}

function stateValues(progress: Progress) {
  const done = progress.plans.filter((plan) => plan.complete).length;
  const total = progress.plans.length;
  const percent = progress.allPlans === 0 ? 0 : Math.round(100 * progress.completedPlans / progress.allPlans);
  const filled = Math.round(percent / 100 * BAR_WIDTH);
  const date = isoDate(progress.time);
  return {
    frontmatter: new Map<string, string>([
      ["status", done === total ? "verifying" : "executing"],
      ["last_updated", `"${progress.time.toISOString()}"`],
      ["last_activity", `${date} — ${progress.activity}`],
      ["stopped_at", progress.activity],
      ["total_phases", String(progress.phases)],
      ["completed_phases", String(progress.completedPhases)],
      ["total_plans", String(progress.allPlans)],
      ["completed_plans", String(progress.completedPlans)],
      ["percent", String(percent)],
    ]),
    position: new Map<string, string>([
      ["phase", `${progress.position} of ${progress.phases} (${progress.phase.name})`],
      ["plan", `${done} of ${total} in current phase`],
      ["status", done === total ? "Phase complete" : "In progress"],
      ["last activity", `${date} — ${progress.activity}`],
      ["progress", `[${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}] ${percent}%`],
    ]),
  };
}

function frontmatterLine(line: string, values: ReadonlyMap<string, string>): string {
  const match = /^([ \t]*)([a-z_]+):(?:[ \t].*)?$/.exec(line);
  const value = match && values.get(match[2]!);
  return value === undefined || value === null ? line : `${match![1]}${match![2]}: ${value}`;
}

function positionLine(line: string, values: ReadonlyMap<string, string>): string {
  const match = /^(\*{0,2})(Phase|Plan|Status|Last activity|Progress):(\*{0,2})[ \t]/i.exec(line);
  const value = match && values.get(match[2]!.toLowerCase());
  return value === undefined || value === null ? line : `${match![1]}${match![2]}:${match![3]} ${value}`;
}

function planLine(line: string, progress: Progress, done: number): string {
  const count =
    /^(\*\*Plans(?::\*\*|\*\*:)[ \t]*)(?:\d+\/)?\d+([ \t]+plans?)(?:[ \t]+(?:complete|executed))?[ \t]*$/
      .exec(line);
  if (count) return `${count[1]}${done}/${progress.plans.length}${count[2]} complete`;
  const item = /^([ \t]*[-*][ \t]+\[)[ xX](\][ \t]+(?:\*\*)?`?([^\s:*`]+).*)$/.exec(line);
  const plan = item && progress.plans.find((candidate) => isPlan(item[3]!, candidate));
  return plan ? `${item![1]}${plan.complete ? "x" : " "}${item![2]}` : line;
}

function tableRow(line: string, done: number, progress: Progress, complete: boolean): string {
  const cells = line.split("|");
  const counts = cells.findIndex((cell) => /^\s*\d+\/(?:\d+|\?)\s*$/.test(cell));
  if (counts === -1 || counts + 2 >= cells.length) return line;
  const status = complete ? "Complete" : "In Progress";
  const values = [`${done}/${progress.plans.length}`, status, complete ? isoDate(progress.time) : "-"];
  for (const [offset, value] of values.entries()) {
    const old = cells[counts + offset];
    if (old === undefined || counts + offset === cells.length - 1) break;
    if (offset === 2 && complete && /\d{4}-\d{2}-\d{2}/.test(old)) break;
    cells[counts + offset] = ` ${value} `.padEnd(old.length);
  }
  return cells.join("|");
}

function withCompletion(rest: string, time: Date): string {
  const plain = rest.trimEnd();
  return /\(completed [^)]*\)/i.test(plain) ? rest : `${plain} (completed ${isoDate(time)})`;
}

function isPhase(text: string, number: PhaseNumber): boolean {
  const other = parsePhaseNumber(text);
  return other !== undefined && comparePhaseNumbers(other, number) === 0;
}

function isPlan(text: string, plan: PlanProgress): boolean {
  if (text.replace(/-PLAN\.md$/i, "") === plan.stem && plan.stem !== "") return true;
  return planReferences(text).some(({ phase, plan: number }) => {
    return phase !== undefined && plan.id.endsWith(`-${number}`) && isPhase(plan.id, phase);
  });
}

/** Changes lines without their endings. */
function mapLines(text: string, change: (line: string) => string): string {
  return text.split("\n").map((line) => {
    const ending = line.endsWith("\r") ? "\r" : "";
    return change(ending === "" ? line : line.slice(0, -1)) + ending;
  }).join("\n");
}
