import { mergeCounts, mergeValues, type Sides, type Values, type Versions } from "./merge_values.ts";

export function mergeRoadmapValues(versions: Versions<Values>): Values {
  return mergeValues(versions, (name, { base, ours, theirs }) => {
    const [kind = "", phase = ""] = [name.split(" ")[0], name.split(" ").at(-1)];
    switch (kind) {
      case "plans":
        return mergeDoneOf({ base, ours, theirs });
      case "count":
        // A line that was no count yet, `2 plans`, had none done.
        return mergeDoneOf({ base: base ?? ours.replace(/\d+/, "0"), ours, theirs });
      case "tick":
        return mergeTicks({ base, ours, theirs });
      case "completed":
        return [ours, theirs].filter((cell) => /\d/.test(cell)).sort()[0] ?? ours;
      case "status":
        return isFurther(phase, versions) ? theirs : ours;
      default:
        return "x";
    }
  });
}

/** Merges `1/3` and `2/3`. The cell of a table keeps its width. */
function mergeDoneOf(versions: Versions<string | undefined> & Sides<string>): string {
  const part = (index: number) => {
    const read = (text: string | undefined) =>
      text === undefined ? undefined : Number(text.split("/")[index]);
    return { base: read(versions.base), ours: read(versions.ours)!, theirs: read(versions.theirs)! };
  };
  const total = mergeCounts(part(1));
  const done = Math.min(mergeCounts(part(0)), total);
  return versions.ours.replace(/\d+\/\d+/, `${done}/${total}`).padEnd(versions.ours.length);
}

/** Merges the ticks of a phase: a tick that one side took away is gone; of two dates the first counts. */
function mergeTicks({ base, ours, theirs }: Versions<string | undefined> & Sides<string>): string {
  const isTicked = (value: string | undefined) => value?.startsWith("x") === true;
  const [one, other] = [ours, theirs].sort();
  if (isTicked(one) !== isTicked(other)) {
    return [one, other].find((value) => isTicked(value) !== isTicked(base))!;
  }
  const verified = [one, other].filter((value) => !value!.includes("not verified"));
  return verified[0] ?? one!;
}

/** Reports whether a phase is further on the other side: more plans are complete, or it is verified. */
function isFurther(phase: string, { ours, theirs }: Versions<Values>): boolean {
  const [one, other] = [ours, theirs].map((values) => {
    const done = Number.parseInt(values.get(`plans ${phase}`) ?? "0");
    return done + Number(/^\s*verified/i.test(values.get(`status ${phase}`) ?? "")) / 2;
  });
  return other! > one!;
}
