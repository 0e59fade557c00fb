/**
 * Text edits that bring ROADMAP and STATE up to date. Only the lines they understand change; every
 * other byte, line endings included, stays as it is. Doing an edit again changes nothing more.
 * @module
 */
export { updateRoadmap } from "./roadmap_edit.ts";
export { updateState } from "./state_edit.ts";
