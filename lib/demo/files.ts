/**
 * The sample project of `wf demo`: file contents by path.
 * @module
 */
import config from "./project/planning/config.json" with { type: "text" };
import conventions from "./project/planning/codebase/CONVENTIONS.md" with { type: "text" };
import gitattributes from "./project/gitattributes" with { type: "text" };
import plan1 from "./project/planning/phases/01-first-chart/01-01-PLAN.md" with { type: "text" };
import plan2 from "./project/planning/phases/01-first-chart/01-02-PLAN.md" with { type: "text" };
import plan3 from "./project/planning/phases/01-first-chart/01-03-PLAN.md" with { type: "text" };
import plan4 from "./project/planning/phases/01-first-chart/01-04-PLAN.md" with { type: "text" };
import plan5 from "./project/planning/phases/01-first-chart/01-05-PLAN.md" with { type: "text" };
import project from "./project/planning/PROJECT.md" with { type: "text" };
import readme from "./project/README.md" with { type: "text" };
import requirements from "./project/planning/REQUIREMENTS.md" with { type: "text" };
import roadmap from "./project/planning/ROADMAP.md" with { type: "text" };
import state from "./project/planning/STATE.md" with { type: "text" };

const PHASE = ".planning/phases/01-first-chart";

/** The sample project's files, by path relative to its root. */
export const demoFiles: Readonly<Record<string, string>> = {
  ".gitattributes": gitattributes,
  "README.md": readme,
  ".planning/PROJECT.md": project,
  ".planning/REQUIREMENTS.md": requirements,
  ".planning/ROADMAP.md": roadmap,
  ".planning/STATE.md": state,
  ".planning/config.json": config,
  ".planning/codebase/CONVENTIONS.md": conventions,
  [`${PHASE}/01-01-PLAN.md`]: plan1,
  [`${PHASE}/01-02-PLAN.md`]: plan2,
  [`${PHASE}/01-03-PLAN.md`]: plan3,
  [`${PHASE}/01-04-PLAN.md`]: plan4,
  [`${PHASE}/01-05-PLAN.md`]: plan5,
};

/** The command that runs the program which the sample project builds. */
export const demoTryOut = "./tally samples/jack.txt";
