/**
 * Returns true when a text can be the name of a model: an agent would read an argument such as `--yolo` as an
 * option.
 */
export function isModelName(text: string): boolean {
  return !text.trimStart().startsWith("-");
}
