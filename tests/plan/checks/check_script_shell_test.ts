import assert from "node:assert/strict";
import { checkScript } from "../../../lib/plan/checks/check_script.ts";
import { readPipelines } from "../../../lib/plan/checks/shell_pipelines.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";
import { anyText } from "../any_text.ts";
import { runIn, SHELLS } from "./shells.ts";

const FAILS = "(echo '3 tests failed'; exit 3)";
const PASSES = "(echo ok; true)";

/** Commands, and the exit code they have as checks. */
const CODES: readonly (readonly [string, number])[] = [
  [`${FAILS} | tail -5`, 3],
  [`${FAILS} | head -20`, 3],
  [`${FAILS} | cat`, 3],
  [`${FAILS} | tee log`, 3],
  [`${FAILS}|tail -5`, 3],
  [`${FAILS} 2>&1 | tail -5`, 3],
  [`{ echo x; exit 4; } 2>&1 | /usr/bin/tail -n 1`, 4],
  [`sh -c 'exit 5' | tail -5`, 5],
  [`sh -c 'exit 5' | tail -5 # the last lines`, 5],
  [`exit 6 | tail -1`, 6],
  [`exec sh -c 'exit 6' | tail -1`, 6],
  [`${FAILS} | sort | tail -2`, 3],
  [`${FAILS} | tee log | tail -3`, 3],
  [`${PASSES} | tail -5`, 0],
  [`${PASSES} | sort | tee log | tail -5`, 0],
  [`${PASSES} | tail --no-such-option 2>/dev/null`, 1],
  [`${PASSES} | sh -c 'cat; exit 7' | cat`, 7],
  [`sh -c 'exit 2' | sh -c 'cat; exit 7' | cat`, 7],
  // The shell's own result.
  [`${FAILS} | tail -5 | grep -q failed`, 0],
  [`${FAILS} | tail -5 | grep -q ok`, 1],
  [`${FAILS} | grep -c failed`, 0],
  [`${FAILS} | wc -l`, 0],
  [`${FAILS} | sed s/3/4/`, 0],
  [`${FAILS} | grep failed | tail -1`, 0],
  [`${FAILS} | grep nothing | head -5`, 0],
  [`${FAILS} | awk '/failed/ { exit 1 }' | cat`, 0],
  [`${FAILS} | xargs -n1 grep -l x | tail -1`, 0],
  [`echo a b | while read -r x; do [ "$x" = c ] && echo "$x"; done | tail -1`, 0],
  // After a judge every stage counts again.
  [`${FAILS} | grep failed | sh -c 'cat; exit 8' | tail -1`, 8],
  [`grep -n nothing /dev/null | head -3`, 1],
  [`! ${FAILS} | tail -5`, 1],
  [`if ${FAILS} | tail -5; then exit 0; else exit 9; fi`, 0],
  [`while ${FAILS} | tail -5; do exit 10; done`, 10],
  [`until ${FAILS} | tail -5; do exit 10; done`, 0],
  [`x=$( ${FAILS} | tail -1); test "$x" = '3 tests failed'`, 0],
  ["x=`sh -c 'exit 3' | tail -1`; test -z \"$x\"", 0],
  [`${FAILS} | tail -5 & wait`, 0],
  // SIGPIPE is a failure only in the last stage.
  [`yes | head -1`, 0],
  [`yes | head -1 | cat`, 0],
  [`(cd / && yes) | head -1`, 0],
  [`(yes; exit 3) | head -1`, 3],
  [`while :; do echo y; done | head -1`, 0],
  // Lists.
  [`cd / && ${FAILS} | tail -20`, 3],
  [`${FAILS} | tail -5 && echo PASS`, 3],
  [`${FAILS} | tail -5 || true`, 0],
  [`${PASSES} | tail -5 && ${FAILS} | tail -5`, 3],
  [`${PASSES} | tail -5 && ${PASSES} | tail -5 && echo PASS`, 0],
  [`${FAILS} | tail -5; ${PASSES} | tail -5`, 0],
  [`${PASSES} | tail -5\n${FAILS} | tail -5\n`, 3],
  [`${FAILS} | tail -5 ||\n  ${FAILS} |\n  tail -1`, 3],
  [`${FAILS} \\\n  | tail -5`, 3],
  [`sh -c 'exit 3' | tail -1; test $? -eq 3`, 0],
  // Groups, branches, loops.
  [`( cd / && ${FAILS} ) | tail -5`, 3],
  [`( ${FAILS} | tail -5 )`, 3],
  [`( ${FAILS} | tail -5 ) | tail -1`, 3],
  [`{ ${FAILS} | tail -5; echo more; } | tail -1`, 0],
  [`if true; then ${FAILS} | tail -5; fi`, 3],
  [`if false; then :; elif true; then ${FAILS} | tail -5; else :; fi`, 3],
  [`for n in 1 2; do ${FAILS} | tail -5 || exit 11; done`, 11],
  [`for n in 0 3; do sh -c "exit $n"; done | tail -5`, 3],
  [`case x in (y) ;; x|z) ${FAILS} | tail -5;; esac`, 3],
  [`if test -d /; then exit 12; fi | tail -1`, 12],
  // set -e.
  [`set -e; ${FAILS} | tail -5; echo not reached; exit 0`, 3],
  [`set -e; (false; echo not reached; true) | tail -5`, 1],
  [`set -e; (true; echo reached) | tail -5; exit 13`, 13],
  [`set -eu\n${PASSES} | tail -5\nfalse\nexit 0`, 1],
  // Quotes, comments, here-documents.
  [`echo 'a | tail -5'; exit 0`, 0],
  [`echo "$(echo 'x | tail')" | tail -1`, 0],
  [`true # ${FAILS} | tail -5`, 0],
  [`cat <<EOF | sh | tail -5\necho one | cat\nexit 3\nEOF`, 3],
  [`sh <<'EOF' | tail -5 && echo PASS\nexit 3\nEOF`, 3],
  [`cat <<-EOF | cat\n\ta $HOME $(echo b)\n\tEOF\nexit 4`, 4],
  [`sh -c 'exit 3' | cat <<EOF\ntext\nEOF`, 3],
  // Descriptors of the author's.
  [`exec 9>out; echo x >&9; ${FAILS} | tail -5; exit $?`, 3],
  [`exec 8>out 9>&1; (echo x >&8; exit 3) | tail -5`, 3],
  [`{ sleep 5 & exit 3; } 2>/dev/null | grep x | tail -1; exit 4`, 4],
  // The input of the first stage, and what is set before a command.
  [`printf 'exit 3' | { sh | tail -1; }`, 3],
  [`A=3 sh -c 'exit $A' | LC_ALL=C tail -1`, 3],
  [`IFS=,; sh -c 'exit 3' | tail -1`, 3],
  [`sh -c 'echo 1; exit 3' 2>/dev/null | tail -1 > out; test $? -eq 3 && grep -q 1 out`, 0],
];

/** The same for syntax of bash. */
const BASH_CODES: readonly (readonly [string, number])[] = [
  [`${FAILS} |& tail -5`, 3],
  [`set -o pipefail; ${FAILS} | tail -5`, 3],
  [`set -o pipefail; yes | head -1`, 141],
  [`${FAILS} | tail -5; exit \${PIPESTATUS[0]}`, 3],
  [`[[ a = b ]] | tail -1`, 1],
  [`[[ a = b || a = c ]] | tail -1`, 0],
  [`a=(x "y z"); sh -c 'exit 3' "\${a[@]}" | tail -1`, 3],
  [`sh <<< 'exit 3' | tail -1`, 3],
  [`cat <(echo x) | sh -c 'cat; exit 3' | tail -1`, 3],
];

for (const shell of SHELLS) {
  Deno.test(`checkScript() reports a failure before tail, head, cat and tee in ${shell}`, async () => {
    for (const [command, code] of CODES) {
      assert.equal((await runIn(shell, checkScript(command))).code, code, command);
    }
  });
}

Deno.test("checkScript() keeps syntax of bash", async () => {
  for (const [command, code] of BASH_CODES) {
    assert.equal((await runIn("bash", checkScript(command))).code, code, command);
  }
});

Deno.test("checkScript() does not change the output of a pipeline", async () => {
  const commands = [
    "(echo out; echo err >&2) | tail -1",
    "(echo out; echo err >&2) 2>&1 | tail -1",
    "printf 'a\\nb' | cat",
    "echo a | tee /dev/stderr | tail -1",
    'set -u; echo "$0 $# $-" | tail -1',
    "cat <<EOF | tail -2 ; echo next\nz $((1 + 1))\ny `echo x`\nEOF\necho last",
    "for n in 1 2 3; do echo $n | cat; done",
    'echo "$(echo a | cat | tail -1)" | cat # done',
    "f=x; echo a | { cat; f=y; } | cat; echo $f",
    "echo a | tail -1 > out; cat out",
  ];
  for (const shell of SHELLS) {
    for (const command of commands) {
      assert.deepEqual(await runIn(shell, checkScript(command)), await runIn(shell, command), command);
    }
  }
});

Deno.test("checkScript() keeps the line numbers of errors", async () => {
  const command = "echo a | tail -1\necho b | tail -1\n. ./missing";
  for (const shell of SHELLS) {
    assert.deepEqual(await runIn(shell, checkScript(command)), await runIn(shell, command));
  }
});

Deno.test("checkScript() does not wait for a server that a stage leaves running", async () => {
  const command = "{ sleep 60 >/dev/null 2>&1 & echo $! >&2; sh -c 'exit 3'; } | tail -1";
  for (const shell of SHELLS) {
    const { code, stderr } = await runIn(shell, checkScript(command));
    assert.equal(code, 3);
    // Had it been waited for, it would be gone by now.
    Deno.kill(Number(stderr), "SIGKILL");
  }
});

Deno.test("checkScript() returns a command unchanged that no pipeline affects, or that cannot be parsed", () => {
  const commands = [
    "deno test",
    "npm test && grep -q x file",
    "a | grep -q x",
    "! a | tail",
    "a | tail &",
    "x=$(a | tail -1)",
    "set -o pipefail; a | tail",
    "a | tail; exit ${PIPESTATUS[0]}",
    "f() { a; }; f | tail",
    "function f { a; }; f | tail",
    "a | tail 'not closed",
    "a | tail )",
    "( a | tail",
    "a | tail; fi",
    "if a; then b | tail",
    "a | cat <<EOF",
    "a | tail\r\n",
    "a &> log | tail",
    "[[ a && b ]] | tail",
    "(( x )) | tail",
    "a ; ; b | tail",
    "| tail",
    "a | | tail",
    "a 3>&4 5>&6 7>&8 | tail",
  ];
  for (const command of commands) assert.equal(checkScript(command), command);
});

Deno.test("checkScript() only adds to a command", () => {
  fc.assert(fc.property(anyCommand(), (command) => {
    const script = checkScript(command);
    let at = 0;
    for (const char of script) if (char === command[at]) at++;
    assert.equal(at, command.length);
  }));
});

Deno.test("checkScript() accepts any text", () => {
  fc.assert(fc.property(anyText, (text) => assert.equal(typeof checkScript(text), "string")));
  assert.equal(readPipelines("( ".repeat(20_000)), undefined);
  assert.equal(readPipelines("$(".repeat(20_000)), undefined);
});

Deno.test("checkScript() takes a time that grows with the text", () => {
  assertLinear((size) => "a | tail -1; ".repeat(size), checkScript, 500);
  assertLinear((size) => "cat <<E | tail\nx\nE\n".repeat(size), checkScript, 500);
});

/** Commands whose stages all pass, so that they behave as in the shell. */
Deno.test("a check whose stages all pass prints and ends as in the shell", async () => {
  await fc.assert(
    fc.asyncProperty(anyCommand(), fc.constantFrom(...SHELLS), async (command, shell) => {
      assert.deepEqual(await runIn(shell, checkScript(command)), await runIn(shell, command));
    }),
    { numRuns: 60 },
  );
});

function anyCommand(): fc.Arbitrary<string> {
  const word = fc.constantFrom(
    "a",
    "'b | tail'",
    '"c $x"',
    "$(echo d | tail -1)",
    "`echo e`",
    "f\\ g",
    "*.no",
  );
  const simple = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `echo ${words.join(" ")}`);
  const filter = fc.constantFrom(
    "cat",
    "tail -3",
    "head -2",
    "tee log",
    "sort",
    "sed s/a/b/",
    "wc -l",
    "grep -c ''",
  );
  const { command } = fc.letrec<{ command: string; pipeline: string; stage: string }>((tie) => ({
    stage: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      simple,
      tie("command").map((list) => `( ${list} )`),
      tie("command").map((list) => `{ ${list}\n}`),
      tie("command").map((list) => `for i in 1 2; do ${list}\ndone`),
      tie("command").map((list) => `if true; then ${list}\nelse ${list}\nfi`),
      tie("command").map((list) => `case a in b) ;; *) ${list}\n;; esac`),
    ),
    pipeline: fc.tuple(tie("stage"), fc.array(filter, { maxLength: 3 }))
      .map(([stage, filters]) => [stage, ...filters].join(" | ")),
    command: fc.tuple(
      tie("pipeline"),
      fc.array(fc.tuple(fc.constantFrom(" && ", " || ", "; ", "\n", " # x | cat\n"), tie("pipeline")), {
        maxLength: 2,
      }),
    ).map(([one, more]) => one + more.flat().join("")),
  }));
  return command;
}
