import { fc } from "../deps/fast_check.ts";

/** An ordinary plan: YAML in several styles, two tasks, code in the action. */
export const EXECUTE_PLAN = String.raw`---
phase: 03-accounts
plan: 02
type: execute
wave: 2
depends_on: ["03-01"]   # the schema
files_modified: [src/auth/login.ts, "src/auth/session.ts"]
autonomous: true
requirements: [AUTH-01, AUTH-02]
must_haves:
  truths:
    - "A person with an account can log in"
    - 'The session''s cookie is HttpOnly'
    - A wrong password says so, and nothing else
  artifacts:
    - path: src/auth/login.ts
      provides: The form’s handler
      min_lines: 30
      exports: [login, logout]
      contains: 'compare('
    - { path: src/auth/session.ts, provides: Sessions }
  key_links:
    - from: src/auth/login.ts
      to: src/auth/session.ts
      via: >-
        opens a session
        after the check
      pattern: 'openSession\('
notes: |
  Kept: as it is.

---

<objective>
Log people in — without a password in any log.

Purpose: Accounts are of no use otherwise.
Output: Two modules.
</objective>

<execution_context>
@~/.wf/execute-plan.md
</execution_context>

<context>
@.planning/PROJECT.md
</context>

<tasks>

<task type="auto">
  <name>Write the handler: compare in constant time</name>
  <files>src/auth/login.ts, src/auth/login_test.ts (new)</files>
  <action>
Take a ${"`"}Map<string, Array<User>>${"`"}; while (i<n && !found) go on.

${"```"}tsx
return <form className="login" onSubmit={(e) => go<Event>(e)}><name>x</name></form>;
${"```"}
  Write the ${"`<verify>`"} part last.
  </action>
  <verify>
    <automated>npm test -- login</automated>
    Log in by hand.
  </verify>
  <done>Tests pass, 1 < 2.</done>
</task>

<task type="checkpoint:human-verify" gate="blocking">
  <what-built>A form at http://localhost:3000/login</what-built>
  <how-to-verify>
    1. Open it
    2. Log in
  </how-to-verify>
  <resume-signal>Type "approved"</resume-signal>
</task>
</tasks>

<verification>
Before declaring plan complete:
- [ ] npm test passes
</verification>

<success_criteria>
- All tasks completed
</success_criteria>

<output>
.planning/phases/03-accounts/03-02-SUMMARY.md
</output>
`;

/** A plan with a decision, a human action, tags side by side and on one line. */
export const CHECKPOINT_PLAN = String.raw`---
phase: 4.1
plan: "01"
type: tdd
wave: 1
depends_on: []
files_modified:
  - app/(shop)/cart/page.tsx
  - тест/корзина.ts
autonomous: false
gap_closure: true
must_haves: {truths: [The cart is kept, "It has a total"], artifacts: [], key_links: []}
---
<objective>Choose where the cart lives</objective>
<tasks><task type="checkpoint:decision" gate="blocking">
<decision>Where does the cart live?</decision><context>Both work.</context>
<options>
  <option id="db"><name>Database</name><pros>Survives</pros><cons>Slow</cons></option>
  <option id='cookie'>
    <name>Cookie</name>
    <pros>Fast</pros>
    <cons>Small</cons>
  </option>
</options>
<resume-signal>db or cookie</resume-signal>
</task>
<task type="checkpoint:human-action"><action>Make a key</action><instructions>On the site.</instructions>
<verification>The key works</verification><resume-signal>done</resume-signal></task>
<task type="auto" tdd="true"><name>Keep it</name><files>
- ${"`app/(shop)/cart/page.tsx`"}
- тест/корзина.ts — new
</files><action>cat <<'EOF' > x
<task type="auto">
a && b
EOF
</action><verify><automated>npm test</automated></verify><done>Kept</done></task></tasks>
<output>SUMMARY</output>`;

/** Forms of the field: a list of must-haves, single values, numbers, a stray tag, tasks not closed. */
export const UNTIDY_PLAN = String.raw`---
phase: 38.6
plan: 1
type: execute
wave: "2"
depends_on: Plan 01
files_modified:
autonomous: TRUE
must_haves:
  - Switching works: actor becomes spectator
  - "Quoted"
---

<objective>
Not closed
<tasks>
  <task>
    <name>First
    <files></files>
    <action>Do it</action>
  <task type="tracer">
    <name>Second</name>
  </task>
</tasks>
</output>
</output>
`;

/** A plan without frontmatter. */
export const BARE_PLAN =
  '# Plan\n\n1. Do it\n2. Look at it\n\n<task type="auto">\n<name>One</name>\n</task>\n';

/** A plan of about so many characters. */
export function longPlan(length: number): string {
  const head = EXECUTE_PLAN.slice(0, EXECUTE_PLAN.indexOf("<tasks>"));
  const from = EXECUTE_PLAN.indexOf("<task ");
  const task = EXECUTE_PLAN.slice(from, EXECUTE_PLAN.indexOf("<task ", from + 1));
  const count = Math.ceil((length - head.length) / task.length);
  return `${head}<tasks>\n\n${task.repeat(count)}</tasks>\n`;
}

/** The plans, by what they are, in each form a file system may hold them. */
export const PLANS: ReadonlyMap<string, string> = new Map(
  [
    ["an ordinary plan", EXECUTE_PLAN],
    ["a plan with checkpoints", CHECKPOINT_PLAN],
    ["an untidy plan", UNTIDY_PLAN],
    ["a plan without frontmatter", BARE_PLAN],
    ["a plan of 145 kB", longPlan(145_000)],
  ].flatMap(([name, text]): [string, string][] => [
    [name!, text!],
    [`${name} with CRLF`, text!.replaceAll("\n", "\r\n")],
    [`${name} with a byte order mark`, `\uFEFF${text}`],
    [`${name} without a final newline`, text!.trimEnd()],
  ]),
);

const FRAGMENTS =
  `---\n|\n|\r\n|\t|  |: |- |#|"|'|[|]|{|}|&a |*a|!x |>-\n|? |%YAML|...\n|\uFEFF|\0|\ud800|<task>|</task>|` +
  `<task type="auto">|<tasks>|</tasks>|<name>|</name>|<action>|</action>|</verify>|<options>|<option id="a">|` +
  `</options>|</output>|<files a='|<|>|="|<!--|\`\`\`\n|### Phase 1: x\n|- [ ] **Phase 2.1: y** - z\n|/*|//|null|1e999|,`;

const fragment = fc.constantFrom(...FRAGMENTS.split("|"), "|\n");

const BASES = [EXECUTE_PLAN, CHECKPOINT_PLAN, UNTIDY_PLAN, BARE_PLAN];

/** Any UTF-16, lone surrogates included. */
function anyCharacters(maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.nat({ max: 0xffff }), { maxLength }).map((codes) => String.fromCharCode(...codes));
}

const fragments = fc.array(fc.oneof(fragment, fc.string({ maxLength: 4 })), { maxLength: 60 })
  .map((parts) => parts.join(""));

/** Text of any kind: Unicode, pieces of the formats, and mutated plans or other texts. */
export function anyText(bases: readonly string[] = BASES): fc.Arbitrary<string> {
  return fc.oneof(
    anyCharacters(200),
    fragments,
    fragments.map((yaml) => `---\n${yaml}\n---\n`),
    { arbitrary: mutated(bases), weight: 3 },
  );
}

/**
 * A text with a few deletions, doublings, insertions, copies, two lines swapped, a line copied to another
 * place, line endings changed, or its end cut off.
 */
export function mutated(bases: readonly string[]): fc.Arbitrary<string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const mutation = fc.record({
    kind: fc.constantFrom("delete", "double", "insert", "copy", "swap", "line", "crlf", "mark", "cut"),
    from: place,
    length: fc.integer({ min: 1, max: 40 }),
    to: place,
    inserted: fc.oneof(fragment, anyCharacters(5)),
  });
  return fc.tuple(fc.constantFrom(...bases), fc.array(mutation, { minLength: 1, maxLength: 6 }))
    .map(([base, mutations]) => mutations.reduce(mutate, base));
}

interface Mutation {
  readonly kind: string;
  readonly from: number;
  readonly length: number;
  readonly to: number;
  readonly inserted: string;
}

function mutate(text: string, { kind, from, length, to, inserted }: Mutation): string {
  const start = Math.floor(from * text.length);
  const end = Math.min(text.length, start + length);
  const target = Math.floor(to * text.length);
  const part = text.slice(start, end);
  switch (kind) {
    case "delete":
      return text.slice(0, start) + text.slice(end);
    case "double":
      return text.slice(0, end) + part + text.slice(end);
    case "insert":
      return text.slice(0, start) + inserted + text.slice(start);
    case "copy":
      return text.slice(0, target) + part + text.slice(target);
    case "swap":
    case "line":
      return withLines(text.split("\n"), kind, [from, to]);
    case "crlf":
      return text.replaceAll("\n", "\r\n");
    case "mark":
      return `\uFEFF${text}`;
    default:
      return text.slice(0, end);
  }
}

function withLines(lines: readonly string[], kind: "swap" | "line", places: readonly number[]): string {
  const [from, to] = places.map((place) => Math.min(lines.length - 1, Math.floor(place * lines.length)));
  const [line, other] = [lines[from!]!, lines[to!]!];
  const changed = kind === "swap" ? lines.with(from!, other).with(to!, line) : lines.toSpliced(to!, 0, line);
  return changed.join("\n");
}
