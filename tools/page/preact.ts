/**
 * The library that draws the page of `wf view`.
 * @module
 */
// @ts-types="./preact_types.d.ts"
import { type ComponentChild, h, render } from "npm:preact@11.2.0";
// @ts-types="./preact_types.d.ts"
import { useEffect, useState } from "npm:preact@11.2.0/hooks";
import htm from "npm:htm@3.1.1";

export { type ComponentChild, render, useEffect, useState };

type Template = (strings: TemplateStringsArray, ...values: readonly unknown[]) => ComponentChild;

/** Makes elements of a template. Values are text, never markup. */
export const html: Template = (htm as unknown as { readonly bind: (make: typeof h) => Template }).bind(h);
