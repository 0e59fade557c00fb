import assert from "node:assert/strict";
import { absoluteFolders, pathBelow } from "../../lib/text/changed_folders.ts";

const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  "cd /opt/app && npm test": ["/opt/app"],
  "a; cd '/opt/my app'; pushd \"D:/app\"": ["/opt/my app", "D:/app"],
  "cd /opt/my\\ app && a": ["/opt/my app"],
  "cd /opt/app && if a; then b; fi": ["/opt/app"],
  "cd server && a": [],
  "cd /tmp/x && a": ["/tmp/x"],
  "cd $HOME && a": [],
  'cd "/opt/$NAME" && a': [],
  "echo cd /opt/app": [],
  "(cd /opt/app && a)": [],
};

for (const [script, folders] of Object.entries(SCRIPTS)) {
  Deno.test(`absoluteFolders() of ${script}`, () => {
    const found = absoluteFolders(script);
    assert.deepEqual(found.map(({ folder }) => folder), folders);
    for (const { folder, place } of found) {
      assert.equal(script.slice(place.start, place.end).replace(/["'\\]/g, ""), folder);
    }
  });
}

Deno.test("absoluteFolders() gives the place of the command up to the next one", () => {
  const script = "cd /opt/app  && npm test";
  const [{ command } = assert.fail()] = absoluteFolders(script);
  assert.equal(script.slice(command.end), "npm test");
});

const PATHS: readonly (readonly [path: string, name: string, below: string | undefined])[] = [
  ["/opt/app", "app", ""],
  ["/opt/app/server/", "app", "server"],
  ["D:\\Work\\App\\web", "app", "web"],
  ["/opt/app/packages/app/src", "app", "src"],
  ["/opt/apple", "app", undefined],
  ["/opt/app", "", undefined],
  ["/opt/app/../other", "app", undefined],
];

for (const [path, name, below] of PATHS) {
  Deno.test(`pathBelow() of ${path} and "${name}"`, () => assert.equal(pathBelow(path, name), below));
}
