/**
 * Line-by-line differences between two texts.
 * @module
 */
export { createTwoFilesPatch } from "npm:diff@9.0.0";
