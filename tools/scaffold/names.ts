/** A name in the forms that code uses. */
export interface Names {
  /** As users write it: `wave-order`. */
  readonly kebab: string;
  /** Of files: `wave_order`. */
  readonly snake: string;
  /** Of functions and constants: `waveOrder`. */
  readonly camel: string;
  /** Of types: `WaveOrder`. */
  readonly pascal: string;
}

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Words that TypeScript does not take as the name of a constant or function. */
const RESERVED: ReadonlySet<string> = new Set(
  ("await break case catch class const continue debugger default delete do else enum export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield").split(" "),
);

/**
 * Returns the forms of a name.
 *
 * @throws {RangeError} When the name is not in kebab-case, or is a reserved word of TypeScript.
 */
export function namesOf(name: string): Names {
  if (!KEBAB.test(name)) {
    throw new RangeError(`Cannot use "${name}": expected kebab-case, such as "wave-order"`);
  }
  if (RESERVED.has(name)) throw new RangeError(`Cannot use "${name}": TypeScript reserves this word`);
  const camel = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return {
    kebab: name,
    snake: name.replaceAll("-", "_"),
    camel,
    pascal: camel[0]!.toUpperCase() + camel.slice(1),
  };
}
