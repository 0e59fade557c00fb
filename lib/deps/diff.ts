/**
 * Line-by-line differences between two texts.
 * @module
 */
export { createTwoFilesPatch } from "npm:diff@8.0.4";
