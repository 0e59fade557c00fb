import assert from "node:assert/strict";
import { componentsOf } from "../../tools/build/notices.ts";
import { sbomText } from "../../tools/build/sbom.ts";

const SUBJECT = { name: "@wf/wf", version: "1.2.3", commit: "0123abc", repository: "owner/name" };

Deno.test("sbomText() lists the components in CycloneDX, sorted, with package URLs and checksums", () => {
  const text = sbomText([
    { name: "zed", version: "2.0.0", license: "", integrity: undefined },
    { name: "@a/b", version: "1.0.0", license: "MIT", integrity: `sha512-${"AAAA".repeat(21)}AA==` },
  ], SUBJECT);
  const { bomFormat, specVersion, metadata, components, dependencies } = JSON.parse(text);
  assert.deepEqual([bomFormat, specVersion, metadata.component.purl], [
    "CycloneDX",
    "1.6",
    "pkg:npm/%40wf/wf@1.2.3",
  ]);
  assert.deepEqual(components, [
    {
      "type": "library",
      "bom-ref": "pkg:npm/%40a/b@1.0.0",
      name: "@a/b",
      version: "1.0.0",
      purl: "pkg:npm/%40a/b@1.0.0",
      hashes: [{ alg: "SHA-512", content: "00".repeat(64) }],
      licenses: [{ expression: "MIT" }],
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/zed@2.0.0",
      name: "zed",
      version: "2.0.0",
      purl: "pkg:npm/zed@2.0.0",
    },
  ]);
  assert.deepEqual(dependencies, [{
    ref: "pkg:npm/%40wf/wf@1.2.3",
    dependsOn: ["pkg:npm/%40a/b@1.0.0", "pkg:npm/zed@2.0.0"],
  }]);
});

Deno.test("every package in the program has a checksum and a license", async () => {
  const components = await componentsOf("bin.ts");
  assert.ok(components.length > 5);
  assert.ok(components.some(({ name }) => name === "preact"), "those of the page are missing");
  for (const { name, license, integrity = "" } of components) {
    assert.notEqual(license, "", name);
    assert.match(integrity, /^sha512-/, name);
  }
});
