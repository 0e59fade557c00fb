/** A path of this repository. */
export function fromRoot(path: string): string {
  return decodeURIComponent(new URL(`../../${path}`, import.meta.url).pathname);
}
