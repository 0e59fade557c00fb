/** Quotes a YAML scalar: the escapes of JSON, and escapes for characters that YAML does not allow. */
export function quoteYaml(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
