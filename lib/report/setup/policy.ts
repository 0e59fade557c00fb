import type { LastingPermission, PolicyResult } from "../../../schemas/results/policy.ts";
import { policyRows } from "./config.ts";
import type { Style } from "../terminal/style.ts";
import { reportText } from "../terminal/report_text.ts";
import { wrappedTable } from "../terminal/table.ts";
import { visible } from "../terminal/visible.ts";
import { count } from "../../text/count.ts";

export interface PolicyTextOptions {
  readonly style: Style;
  /** True for the result of `forget`. */
  readonly forgets: boolean;
  readonly dryRun: boolean;
}

/** Formats the result of `wf policy`. */
export function policyText(result: PolicyResult, { style, forgets, dryRun }: PolicyTextOptions): string {
  const { path, values, project, permissions, forgotten } = result;
  if (forgets) {
    const end = `${count(forgotten.length, "permission")}, ${
      dryRun ? "nothing written" : "agents ask again about these requests"
    }`;
    return `${permissionRows(forgotten, style, "")}${style.dim(end)}\n`;
  }
  const lines = [
    reportText(
      [`${style.bold("Your policy")}${path === "" ? "" : style.dim(` ${visible(path)}`)}`],
      [],
      style,
    ),
    values.length === 0
      ? "  Nothing is set; the keys: wf config --user list\n"
      : policyRows(values, style, "  "),
  ];
  if (project === null) return lines.join("");
  const title = `${style.bold("Always allowed to agents")}${style.dim(` in ${visible(project)}`)}`;
  lines.push(reportText(["", title], [], style));
  if (permissions.length === 0) return `${lines.join("")}  Nothing\n`;
  lines.push(
    permissionRows(permissions, style, "  "),
    "\nNext: wf policy forget <id>, to be asked again\n",
  );
  return lines.join("");
}

function permissionRows(permissions: readonly LastingPermission[], style: Style, indent: string): string {
  return wrappedTable(
    permissions.map(({ id, request, reason, since }) => [
      indent + style.cyan(visible(id.slice(0, 8))),
      visible(since.slice(0, 10)),
      `${visible(request)} ${style.dim(`(${visible(reason)})`)}`,
    ]),
    style,
  );
}
