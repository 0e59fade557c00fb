import assert from "node:assert/strict";
import { blobHash } from "../../../lib/apply/files/blob_hash.ts";
import { Folder, host } from "../../support/repository.ts";

Deno.test("blobHash() names the object that git would store, or nothing for what is not text", async () => {
  await using folder = await Folder.make();
  const path = `${folder.path}/file`;
  const texts = ["", "a\n", "a\r\nä€😀", "\0", "x".repeat(100_000)].map((text) =>
    new TextEncoder().encode(text)
  );
  for (const bytes of texts) {
    await Deno.writeFile(path, bytes);
    assert.equal(await blobHash(host, path), await folder.git("hash-object", "--no-filters", path));
  }
  const others = [
    [0xef, 0xbb, 0xbf, 0x61],
    [0xff, 0x61],
    [0xef, 0xbf, 0xbd],
    new Array(1_000_001).fill(0x61),
  ];
  for (const bytes of others) {
    await Deno.writeFile(path, new Uint8Array(bytes));
    const hash = await folder.git("hash-object", "--no-filters", path);
    assert.ok([undefined, hash].includes(await blobHash(host, path)), String(bytes.slice(0, 4)));
  }
  assert.equal(await blobHash(host, `${folder.path}/none`), undefined);
});
