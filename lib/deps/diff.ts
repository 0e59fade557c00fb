/**
 * Differences between texts, line by line.
 * @module
 */
export { createTwoFilesPatch } from "npm:diff@8.0.4";
