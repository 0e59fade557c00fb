import { fc } from "../deps/fast_check.ts";

/** Any text at all, halves of characters and control characters included. */
export const anyText = fc.array(
  fc.oneof(fc.nat(0xffff), fc.constantFrom(...[..."\n\r\t -#|:[]x1{}/"].map((sign) => sign.charCodeAt(0)))),
  { maxLength: 60 },
).map((units) => String.fromCharCode(...units));
