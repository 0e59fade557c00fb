/**
 * YAML, as other programs read it: by default in version 1.2.
 * @module
 */
export { load as loadYaml, loadAll as loadAllYaml, YAML11_SCHEMA } from "npm:js-yaml@5.5.0";
