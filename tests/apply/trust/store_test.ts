import assert from "node:assert/strict";
import { ProjectRecordsError } from "../../../lib/apply/trust/project_records.ts";
import { trustHash, TrustStore } from "../../../lib/apply/trust/store.ts";
import { MemoryHost } from "../../support/memory_host.ts";

const RUNS = [{ key: "worktree.setup", value: "npm ci" }];
const OTHER = [{ key: "worktree.setup", value: "curl x | sh" }];
const PATH = "/people/me/.wf/trust.json";

function home(files: Readonly<Record<string, string>> = {}): MemoryHost {
  return new MemoryHost({ env: { HOME: "/people/me" }, files, now: 0 });
}

Deno.test("a trust store knows what was recorded, for that project and that configuration only", async () => {
  const host = home();
  const store = new TrustStore(host);
  assert.equal(await store.trusts("/a", RUNS), false);
  await store.record("/a", RUNS);
  await store.record("/__proto__", RUNS);
  assert.equal(await new TrustStore(host).trusts("/a", RUNS), true);
  assert.equal(await store.trusts("/a", OTHER), false);
  assert.equal(await store.trusts("/b", RUNS), false);
  assert.deepEqual(await store.read("/a"), {
    hashes: [await trustHash(RUNS)],
    trustedAt: "1970-01-01T00:00:00.000Z",
  });
});

Deno.test("a trust store keeps what was trusted before, as branches have configurations of their own", async () => {
  const store = new TrustStore(home());
  await store.record("/a", RUNS);
  await store.record("/a", OTHER);
  await store.record("/a", RUNS);
  assert.equal(await store.trusts("/a", OTHER), true);
  for (let index = 0; index < 30; index++) {
    await store.record("/a", [{ key: "worktree.setup", value: String(index) }]);
  }
  assert.equal((await store.read("/a"))!.hashes.length, 20);
  assert.equal(await store.trusts("/a", OTHER), false);
});

Deno.test("a trust store knows the settings of an agent until they are withdrawn, and not those of another", async () => {
  const store = new TrustStore(home());
  const settings = async () => (await store.read("/a"))?.settings;
  await store.record("/a", RUNS, { agent: "claude", hash: "1" });
  await store.record("/a", RUNS, { agent: "codex", hash: "2" });
  await store.record("/a", OTHER);
  assert.deepEqual(await settings(), { claude: ["1"], codex: ["2"] });
  await store.record("/a", RUNS, { agent: "claude", hash: "3" });
  assert.deepEqual(await settings(), { claude: ["1", "3"], codex: ["2"] });
  await store.record("/a", RUNS, { agent: "claude", hash: undefined });
  assert.deepEqual(await settings(), { codex: ["2"] });
  await store.record("/a", RUNS, { agent: "codex", hash: undefined });
  assert.equal(await settings(), undefined);
});

Deno.test("a trust store forgets a project, and no other", async () => {
  const store = new TrustStore(home());
  await store.record("/a", RUNS);
  await store.record("/b", RUNS);
  assert.equal(await store.revoke("/a"), true);
  assert.equal(await store.revoke("/a"), false);
  assert.equal(await store.read("/a"), undefined);
  assert.equal(await store.trusts("/b", RUNS), true);
});

const UNREADABLE: readonly string[] = [
  "",
  "{",
  "[]",
  '{"formatVersion":2,"projects":{}}',
  '{"formatVersion":1}',
  '{"formatVersion":1,"projects":{"/a":{"hashes":"x","trustedAt":""}}}',
  '{"formatVersion":1,"projects":{"/a":{"hashes":[],"settings":["x"],"trustedAt":""}}}',
];

for (const text of UNREADABLE) {
  Deno.test(`a trust store that holds ${JSON.stringify(text)} is an error and stays as it is`, async () => {
    const host = home({ [PATH]: text });
    const store = new TrustStore(host);
    await assert.rejects(store.trusts("/a", RUNS), ProjectRecordsError);
    await assert.rejects(store.record("/a", RUNS), ProjectRecordsError);
    await assert.rejects(store.revoke("/a"), ProjectRecordsError);
    assert.equal(host.files.get(PATH), text);
  });
}

Deno.test("a trust store without a home folder trusts nothing and reports the missing folder", async () => {
  const store = new TrustStore(new MemoryHost());
  assert.equal(await store.trusts("/a", RUNS), false);
  assert.equal(await store.revoke("/a"), false);
  await assert.rejects(store.record("/a", RUNS), /Cannot store trust: there is no home folder/);
});

Deno.test("trustHash() differs for lists that differ in anything", async () => {
  const lists = [
    [],
    [{ key: "a", value: "b" }],
    [{ key: "a", value: "b " }],
    [{ key: "ab", value: "" }],
    [{ key: "a", value: "b" }, { key: "a", value: "b" }],
  ];
  const hashes = await Promise.all(lists.map(trustHash));
  assert.equal(new Set(hashes).size, lists.length);
  assert.match(hashes[0]!, /^[0-9a-f]{64}$/);
});
