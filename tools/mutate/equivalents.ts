/** Mutants that no test can notice, or none should, with the reason, by key. */
export type Equivalents = ReadonlyMap<string, string>;

/** Reads `tools/mutate/equivalent.txt`: the key of a mutant on one line, and the reason on indented lines after it. */
export function parseEquivalents(text: string): Equivalents {
  const found = new Map<string, string>();
  let key: string | undefined;
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (!/^\s/.test(line)) {
      key = line;
      found.set(key, "");
    } else if (key !== undefined) {
      found.set(key, `${found.get(key)} ${line.trim()}`.trim());
    }
  }
  return found;
}

/** Returns the keys without a mutant among those of the given files, and those without a reason. */
export function staleEquivalents(
  equivalents: Equivalents,
  keys: ReadonlySet<string>,
  paths: ReadonlySet<string>,
): readonly string[] {
  return [...equivalents].flatMap(([key, reason]) => {
    const isStale = paths.has(key.slice(0, key.indexOf(" "))) && !keys.has(key);
    return isStale || reason === "" ? [key] : [];
  });
}
