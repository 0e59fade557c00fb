import { asWritten } from "../parse/plan_file/further_parts.ts";

/**
 * Fills a template: each `{name}` becomes its value, with the indentation it has. A paragraph that is left empty goes away, with
 * the heading above it when nothing else stands under that.
 *
 * @param template Markdown.
 * @param values Texts by name; a name that is not there stays as written.
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
