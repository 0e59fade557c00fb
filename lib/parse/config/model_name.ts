/** Whether a text may name a model: an agent that gets it as an argument would read `--yolo` as an option. */
export function isModelName(text: string): boolean {
  return !text.trimStart().startsWith("-");
}
