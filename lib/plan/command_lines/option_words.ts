/** Returns the options of a command as words of its command line: first the phase or the name, which has no flag. */
export function optionWords(
  { phase, name, ...flags }: Readonly<Record<string, unknown>>,
): readonly string[] {
  const positional = [phase, name].filter((value) => value !== undefined).map(String);
  const words = Object.entries(flags).flatMap(([flag, value]) => {
    if (value === undefined || value === false) return [];
    if (Array.isArray(value)) return value.flatMap((each) => [`--${flag}`, String(each)]);
    return value === true ? [`--${flag}`] : [`--${flag}`, String(value)];
  });
  return [...positional, ...words];
}
