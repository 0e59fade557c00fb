/**
 * A second, simpler reading of the types in `schemas/`, to test the generator against. It takes
 * every comment above a property and every tag anywhere in a comment, as a reader would.
 * @module
 */

/** A documented property of an interface. */
export interface ScannedProperty {
  readonly interface: string;
  readonly name: string;
  /** Text of all comments above it, tags and line breaks removed. */
  readonly description: string;
  /** Values by tag, without `@`. */
  readonly tags: Readonly<Record<string, string>>;
}

/** The interfaces and properties of a source file. */
export interface ScannedSource {
  /** The interfaces each interface extends. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly properties: readonly ScannedProperty[];
  /** Number of tags in the whole file, found without regard to where they stand. */
  readonly tagCount: number;
}

/** Reads a source file of `schemas/`, looking for the tags named. */
export async function scan(file: string, tags: readonly string[]): Promise<ScannedSource> {
  const source = await sourceOf(file);
  const tag = new RegExp(`@(${tags.join("|")})\\b[ \\t]*([^\\n@]*)`, "g");
  const parents = new Map<string, readonly string[]>();
  const properties: ScannedProperty[] = [];
  const interfaces = /^export interface (\w+)(?:\s+extends\s+([\w\s,]+?))?\s*\{\n([^]*?)^\}/gm;
  for (const [, name = "", bases = "", body = ""] of source.matchAll(interfaces)) {
    parents.set(name, bases.split(/[\s,]+/).filter(Boolean));
    const documented = /((?:\s*\/\*\*(?:(?!\*\/)[^])*\*\/)*)\s*readonly "?([\w-]+)"?\??:/g;
    for (const [, comments = "", property = ""] of body.matchAll(documented)) {
      const text = comments.replace(/\/\*\*|\*\//g, "").replace(/^\s*\* ?/gm, "");
      properties.push({
        interface: name,
        name: property,
        description: text.replace(tag, "").replace(/\s+/g, " ").trim(),
        tags: Object.fromEntries(
          Array.from(text.matchAll(tag), ([, key, value = ""]) => [key, value.trim()]),
        ),
      });
    }
  }
  const comments = source.match(/\/\*\*[^]*?\*\//g)?.join("\n") ?? "";
  return { parents, properties, tagCount: Array.from(comments.matchAll(tag)).length };
}

/** Reads a source file of `schemas/`, or all those that it exports. */
export async function sourceOf(file: string): Promise<string> {
  const text = await Deno.readTextFile(new URL(`../../schemas/${file}`, import.meta.url));
  const exported = Array.from(
    text.matchAll(/^export type \* from "\.\/(.*)";$/gm),
    ([, path]) => sourceOf(path!),
  );
  return [text, ...await Promise.all(exported)].join("\n");
}

/** Counts the tags that belong to properties. */
export function countTags(source: ScannedSource): number {
  return source.properties.reduce((sum, { tags }) => sum + Object.keys(tags).length, 0);
}
