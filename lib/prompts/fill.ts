import { asWritten } from "../parse/plan_file/further_parts.ts";

/**
 * Fills a template: replaces each `{name}` by its value, with the indentation that the value has. Removes
 * paragraphs that become empty, and headings with nothing left under them.
 *
 * @param template Markdown.
 * @param values The values by name; unknown names stay as written.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const paragraphs = template.trim().split(/\n{2,}/).map((paragraph) => {
    return paragraph.replace(/\{(\w+)\}/g, (written, name: string) => {
      return Object.hasOwn(values, name) ? asWritten(values[name]!) : written;
    });
  }).filter((paragraph) => paragraph.trim() !== "");
  const kept = paragraphs.filter((paragraph, index) => {
    const next = paragraphs[index + 1];
    return !isHeading(paragraph) || (next !== undefined && !isHeading(next));
  });
  return `${kept.join("\n\n")}\n`;
}

function isHeading(paragraph: string): boolean {
  return /^#+ [^\n]*$/.test(paragraph);
}
