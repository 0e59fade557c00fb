/**
 * YAML, as other programs read it.
 * @module
 */
export { load as loadYaml } from "npm:js-yaml@5.5.0";
