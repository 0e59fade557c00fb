/**
 * Property-based tests. A failure prints its seed and the smallest case.
 * @module
 */
import fc from "npm:fast-check@4.10.2";

export { fc };
