import assert from "node:assert/strict";
import type { FileOverlap, PlanPlacement, WavesExplanation } from "../../schemas/results/waves.ts";
import { columns } from "../../lib/report/terminal/display_width.ts";
import { explanationText } from "../../lib/report/explain.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";
import { HOSTILE } from "./samples.ts";

const PLAIN = makeStyle(false);

function placement(plan: string, values: Partial<PlanPlacement> = {}): PlanPlacement {
  return {
    plan,
    wave: 1,
    state: "not-started",
    tasks: { done: 0, total: 2 },
    because: [],
    elsewhere: [],
    ...values,
  };
}

function overlap(first: string, second: string, values: Partial<FileOverlap> = {}): FileOverlap {
  return {
    wave: 1,
    first,
    second,
    paths: ["src/a.ts"],
    resolution: {
      plan: second,
      dependsOn: first,
      moves: [{ plan: second, from: 1, to: 2 }],
      criticalPath: { before: 4, after: 6 },
    },
    ...values,
  };
}

/** Five plans in three waves, of which two share files. */
const EXPLANATION: WavesExplanation = {
  plans: [
    placement("02-01", { state: "complete", tasks: { done: 2, total: 2 } }),
    placement("02-02", {
      elsewhere: [{ plan: "01-01", complete: true }, { plan: "01-02", complete: false }],
    }),
    placement("02-03", { state: "in-progress", tasks: { done: 1, total: 3 } }),
    placement("02-04", { wave: 2, because: ["02-02"], elsewhere: [{ plan: "01-01", complete: true }] }),
    placement("02-05", { wave: 3, because: ["02-04", "02-02"] }),
  ],
  overlaps: [
    overlap("02-02", "02-03", {
      paths: ["package.json", "src/auth/login.ts", "src/auth/session.ts", "src/auth/user.ts"],
    }),
  ],
  criticalPath: { plans: ["02-02", "02-04", "02-05"], tasks: 6 },
  parallelization: {
    waves: [
      { wave: 1, plans: 2, atOnce: 1, sequential: "shared-files" },
      { wave: 2, plans: 1, atOnce: 1, sequential: "single-plan-wave" },
      { wave: 3, plans: 4, atOnce: 3 },
    ],
  },
};

Deno.test("explanationText() explains the waves of plans, their shared files and the longest chain", async (t) => {
  await t.assertSnapshot(explanationText(EXPLANATION, PLAIN));
  await t.assertSnapshot(explanationText(EXPLANATION, makeStyle(true)));
});

Deno.test("explanationText() draws plans that share files as a matrix, with the dependencies to separate them", async (t) => {
  const ids = ["02-01", "02-02", "02-03", "02-05"];
  const overlaps = ids.flatMap((second, at) =>
    ids.slice(0, at).map((first, index): FileOverlap => {
      const { resolution, ...implied } = overlap(first, second);
      if (index < at - 1) return implied;
      const behind = { plan: "02-09", from: 2, to: 3 };
      return { ...implied, resolution: { ...resolution!, moves: [...resolution!.moves, behind] } };
    })
  ).filter(({ first, second }) => first !== "02-01" || second !== "02-05");
  await t.assertSnapshot(explanationText({ ...EXPLANATION, overlaps }, PLAIN));
});

Deno.test("explanationText() describes a complete phase and a phase without plans", async (t) => {
  const complete = { ...EXPLANATION, plans: EXPLANATION.plans.slice(0, 1), overlaps: [] };
  await t.assertSnapshot(explanationText(complete, PLAIN));
  assert.equal(explanationText({ ...complete, plans: [] }, PLAIN), "No plans\n");
});

Deno.test("explanationText() shows a reason once if it applies to all waves", () => {
  for (
    const [sequential, wanted] of [
      ["enabled", "parallelization.enabled is false"],
      ["plan_level", "parallelization.plan_level is false"],
      ["max_concurrent_agents", "parallelization.max_concurrent_agents is 1"],
      ["single-plan-phase", "it is the only plan of the phase"],
    ] as const
  ) {
    const waves = [1, 2].map((wave) => ({ wave, plans: 2, atOnce: 1, sequential }));
    const text = explanationText({ ...EXPLANATION, parallelization: { waves } }, PLAIN);
    assert.ok(text.includes(`As configured\n  One plan at a time: ${wanted}\n`), text);
  }
});

Deno.test("explanationText() fits the terminal and emits no control characters, whatever the paths", () => {
  const id = (index: number) => `02-${String(index + 1).padStart(2, "0")}`;
  for (const [size, width] of [[2, 80], [18, 80], [40, 80], [2, 60], [14, 60]] as const) {
    const ids = Array.from({ length: size }, (_, index) => id(index));
    const plans = ids.map((plan, index) =>
      placement(plan, { wave: index + 1, because: ids.slice(0, index) })
    );
    const overlaps = ids.slice(1).map((second, index) => overlap(ids[index]!, second, { paths: HOSTILE }));
    const text = explanationText(
      { ...EXPLANATION, plans, overlaps, criticalPath: { plans: ids, tasks: 2 } },
      makeStyle(false, width),
    );
    const lines = text.split("\n");
    assert.ok(lines.every((line) => columns(line) <= width), lines.find((line) => columns(line) > width));
    // deno-lint-ignore no-control-regex -- control characters must not reach the terminal
    assert.doesNotMatch(lines.join(""), /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  }
});
