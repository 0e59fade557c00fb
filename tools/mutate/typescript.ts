/**
 * The compiler of TypeScript.
 * @module
 */
export { default as ts } from "npm:typescript@5.9.3";
