/**
 * Types of the validators in `generated/`.
 * @module
 */

/** A mismatch between a value and its schema. */
export interface SchemaError {
  /** JSON Pointer to the invalid value, `""` for the root. A missing key is an error of its object. */
  readonly instancePath: string;
  /** Keyword of JSON Schema that failed, for example `enum` or `required`. */
  readonly keyword: string;
  /** Details by keyword, for example `{ missingProperty: "wave" }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The expectation, in English, for example `must be integer`. */
  readonly message: string;
}

/** Returns whether a value matches a schema. */
export interface Validator<T> {
  (value: unknown): value is T;
  /** All errors of the latest call, `null` when there were none. The next call replaces them. */
  readonly errors?: readonly SchemaError[] | null;
}
