import type { Mutant } from "./mutant.ts";

/**
 * Returns a source text that contains all of its mutants, of which a switch selects one at run time. One compiled
 * program serves all mutants in this way.
 *
 * @param mutants The mutants of this file.
 * @param name The name of the function that reports whether a mutant is selected.
 */
export function switchedSource(text: string, mutants: readonly Mutant[], name: string): string {
  const hosts = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const place = `${mutant.host.start} ${mutant.host.end}`;
    hosts.set(place, [...hosts.get(place) ?? [], mutant]);
  }
  // Outer hosts come first: by start, then by length.
  const ordered = [...hosts.values()].sort(([a], [b]) => {
    return a!.host.start - b!.host.start || b!.host.end - a!.host.end;
  });
  const render = (start: number, end: number, among: readonly (readonly Mutant[])[]): string => {
    let result = "";
    let at = start;
    for (let index = 0; index < among.length;) {
      const group = among[index]!;
      const { host } = group[0]!;
      let next = index + 1;
      while (next < among.length && among[next]![0]!.host.start < host.end) next++;
      const inner = render(host.start, host.end, among.slice(index + 1, next));
      const switches = group.map((mutant) => `${name}(${mutant.id}) ? (${mutated(text, mutant)}) : `).join(
        "",
      );
      result += `${text.slice(at, host.start)}(${switches}(${inner}))`;
      at = host.end;
      index = next;
    }
    return result + text.slice(at, end);
  };
  return render(0, text.length, ordered);
}

/** Returns the text of a mutant's host with the change. */
function mutated(text: string, { edit, host }: Mutant): string {
  return text.slice(host.start, edit.start) + edit.text + text.slice(edit.end, host.end);
}
