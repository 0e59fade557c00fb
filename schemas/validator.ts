/**
 * What the validators in `generated/` are, and what they say.
 * @module
 */

/** One way in which a value does not fit its schema. */
export interface SchemaError {
  /** JSON Pointer to the value that is wrong, `""` for the whole. A missing key is an error of its object. */
  readonly instancePath: string;
  /** Keyword of JSON Schema that failed, for example `enum` or `required`. */
  readonly keyword: string;
  /** Details by keyword, for example `{ missingProperty: "wave" }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What was expected, in English, for example `must be integer`. */
  readonly message: string;
}

/** Says whether a value fits a schema. */
export interface Validator<T> {
  (value: unknown): value is T;
  /** All errors of the latest call, `null` when it found none. The next call replaces them. */
  readonly errors?: readonly SchemaError[] | null;
}
