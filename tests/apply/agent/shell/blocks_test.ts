import assert from "node:assert/strict";
import { shellBlocks } from "../../../../lib/apply/agent/shell/blocks.ts";

Deno.test("shellBlocks() gives sh, shell and bash blocks in order and no others", () => {
  const text = "```sh\na\n```\n```ts\nb\n```\n~~~bash\nc\n~~~\n```shell\nd\n```\n";
  assert.deepEqual(shellBlocks(text), [
    { shell: "sh", script: "a\n" },
    { shell: "bash", script: "c\n" },
    { shell: "sh", script: "d\n" },
  ]);
});

Deno.test("shellBlocks() removes the fence's indentation and no more, so that here-documents end", () => {
  const text = "  Text\n    ```sh\n    cat <<'EOF'\n      two more\n    EOF\n    ```\n";
  assert.equal(shellBlocks(text)[0]?.script, "cat <<'EOF'\n  two more\nEOF\n");
});

Deno.test("shellBlocks() lets a longer fence hold shorter ones", () => {
  assert.equal(shellBlocks("````sh\necho '```'\n```\n````\n")[0]?.script, "echo '```'\n```\n");
});

Deno.test("shellBlocks() takes an unclosed block to the end, and CRLF as line breaks", () => {
  assert.deepEqual(shellBlocks("```sh\r\na\r\nb"), [{ shell: "sh", script: "a\nb\n" }]);
});

Deno.test("shellBlocks() of text without blocks is empty", () => {
  assert.deepEqual(shellBlocks("Run `sh x` and ```sh inline```."), []);
});
