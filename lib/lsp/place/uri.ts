/**
 * Conversion between paths and the `file:` addresses of editors.
 * @module
 */

/** Returns the path of a `file:` address, with forward slashes; undefined for other addresses, such as that of an
 * unsaved document.
 */
export function pathOfUri(uri: string): string | undefined {
  if (!/^file:/i.test(uri)) return undefined;
  try {
    const { hostname, pathname } = new URL(uri);
    const path = decodeURIComponent(pathname);
    if (path.includes("\0")) return undefined;
    if (hostname !== "" && hostname !== "localhost") return `//${hostname}${path}`;
    const drive = /^\/([A-Za-z]):/.exec(path);
    return drive === null ? path : `${drive[1]!.toUpperCase()}${path.slice(2)}`;
  } catch {
    return undefined; // Not an address, or with a % that escapes nothing.
  }
}

/** Returns the address of an absolute path with forward slashes. */
export function uriOfPath(path: string): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/").replace(/^([A-Za-z])%3A/, "/$1:");
  return escaped.startsWith("//") ? `file:${escaped}` : `file://${escaped}`;
}
