import type { Rule } from "../rule.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";
import { innerText } from "../text/elements.ts";

const COMMANDS = [
  String
    .raw`(?:npm|pnpm|yarn|bun|deno task|npm run|pnpm run|yarn run|bun run)[ \t]+(?:dev|start|serve|preview)\b`,
  String.raw`npx[ \t]+(?:vite|next dev|serve)\b`,
  String.raw`next[ \t]+dev\b|mix[ \t]+phx\.server\b|php[ \t]+artisan[ \t]+serve\b`,
  String.raw`rails[ \t]+s(?:erver)?\b|flask[ \t]+run\b|manage\.py[ \t]+runserver\b|uvicorn[ \t]+\w`,
  String.raw`docker[ -]compose[ \t]+up\b`,
];
const SERVER = new RegExp(`\\b(?:${COMMANDS.join("|")})`);

const URL = /\bhttps?:\/\/|\blocalhost\b|\b127\.0\.0\.1\b/;

/** Finds checkpoints that ask the user to start a server, which the agent does. See docs/decisions/running-tasks.md. */
export const serverLeftToUser: Rule = {
  code: "server-left-to-user",
  severity: "hint",
  summary: "`<how-to-verify>` does not ask the user to start a development server",
  why: "Before a human-verify checkpoint the agent starts any server that is needed, so that the user only " +
    "has to visit URLs.",
  shows: ["<how-to-verify>"],
  *plan(plan) {
    for (const { number, type, element } of plan.tasks) {
      const child = childOf(element, "how-to-verify");
      if (type !== "checkpoint:human-verify" || child === undefined) continue;
      const text = innerText(plan, child);
      const match = SERVER.exec(text);
      if (match === null) continue;
      const start = child.inner.start + match.index;
      yield {
        message: `Task ${number} asks the user to start a server: ${match[0]}`,
        hint: URL.test(text)
          ? "Remove this step: the agent starts the server before it asks"
          : "Name the URL to visit: the agent starts the server before it asks",
        span: { start, end: start + match[0].length },
      };
    }
  },
};
