/** Returns the options of a command as words of its command line: first the phase, the name or the task, which has no flag. */
export function optionWords(
  { phase, name, task, ...flags }: Readonly<Record<string, unknown>>,
): readonly string[] {
  const positional = [phase, name, task].filter((value) => value !== undefined).map(String);
  const words = Object.entries(flags).flatMap(([flag, value]) => {
    if (value === undefined || value === false) return [];
    if (Array.isArray(value)) return value.flatMap((each) => [`--${flag}`, String(each)]);
    return value === true ? [`--${flag}`] : [`--${flag}`, String(value)];
  });
  return [...positional, ...words];
}
