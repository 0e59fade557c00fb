import assert from "node:assert/strict";
import { requestArguments, requestLine } from "../../../lib/plan/ship/request.ts";

const REQUEST = {
  branch: "wf/phase-01",
  base: "main",
  title: "feat(01): it's done",
  text: "Text",
  draft: false,
};

Deno.test("gh opens the pull requests of GitHub and of unknown servers", () => {
  for (const url of ["git@github.com:a/b.git", "/srv/git/b.git"]) {
    assert.equal(
      requestArguments(REQUEST, url).join("|"),
      "gh|pr|create|--head|wf/phase-01|--base|main|--title|feat(01): it's done|--body|Text",
    );
  }
});

Deno.test("glab opens the merge requests of GitLab", () => {
  assert.equal(
    requestArguments({ ...REQUEST, draft: true }, "https://gitlab.example.invalid/a/b").join("|"),
    "glab|mr|create|--source-branch|wf/phase-01|--target-branch|main|--yes|--title|feat(01): it's done|--draft|--description|Text",
  );
});

Deno.test("the line for a shell reads the text from a file", () => {
  assert.match(
    requestLine(REQUEST, "", "my text.md"),
    /--title 'feat\(01\): it'\\''s done' --body-file 'my text\.md'$/,
  );
  assert.match(requestLine(REQUEST, "gitlab", "a.md"), / --description "\$\(cat a\.md\)"$/);
});
