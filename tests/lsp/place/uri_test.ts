import assert from "node:assert/strict";
import { pathOfUri, uriOfPath } from "../../../lib/lsp/place/uri.ts";

/** The scheme of addresses of files. */
const FILE = "file://";
const ROWS: readonly (readonly [path: string, uri: string])[] = [
  ["/a/b.md", `${FILE}/a/b.md`],
  ["/a b/ü#1?.md", `${FILE}/a%20b/%C3%BC%231%3F.md`],
  ["C:/a/b.md", `${FILE}/C:/a/b.md`],
  ["//server/share/b.md", "file://server/share/b.md"],
];

for (const [path, uri] of ROWS) {
  Deno.test(`${path} has the address ${uri}, and back`, () => {
    assert.equal(uriOfPath(path), uri);
    assert.equal(pathOfUri(uri), path);
  });
}

const READ: readonly (readonly [uri: string, path: string | undefined])[] = [
  [`${FILE}/c%3A/a.md`, "C:/a.md"],
  ["file://localhost/a.md", "/a.md"],
  ["FILE:///a.md", "/a.md"],
  ["untitled:Untitled-1", undefined],
  ["https://example.com/a.md", undefined],
  [`${FILE}/a%zz.md`, undefined],
  [`${FILE}/a%00.md`, undefined],
];

for (const [uri, path] of READ) {
  Deno.test(`${uri} names ${path ?? "no file"}`, () => assert.equal(pathOfUri(uri), path));
}
