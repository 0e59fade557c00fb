import type { ViewOptions } from "../../../schemas/commands.ts";
import type { ViewResult } from "../../../schemas/results/view.ts";
import { openRepository } from "../../apply/git/repository.ts";
import type { HttpServer } from "../../host/host.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { UsageError } from "../context/command_context.ts";
import { findPlace } from "../context/open_project.ts";
import { AnswerRun } from "./answer_run.ts";
import { openBrowser } from "./open_browser.ts";
import { PageServer } from "./page_server.ts";
import { ViewData } from "./view_data.ts";

/** Shows a run as a page in the browser until the user interrupts, or writes it to a file. */
export async function view(options: ViewOptions, context: CommandContext): Promise<Outcome> {
  const { root, base } = await findPlace(context);
  const data = new ViewData(root, await openRepository(context.host, root, base), context);
  if (options.export !== undefined || options.format !== undefined) {
    const { exportView } = await import("./export_view.ts");
    return await exportView(options, data, context);
  }
  // A run that does not exist is reported at once.
  await data.state(options.run);
  return await serve(options, data, context);
}

async function serve(options: ViewOptions, data: ViewData, context: CommandContext): Promise<Outcome> {
  const { host, json, style, emit, print } = context;
  const port = portOf(options.port);
  const token = crypto.randomUUID().replaceAll("-", "");
  const answers = new AnswerRun(context, data.repository.git);
  const server = await listen(new PageServer({ token, data, answers, run: options.run }), port, context);
  const url = `http://127.0.0.1:${server.port}/${token}/`;
  const result: ViewResult = { formatVersion: 1, url };
  if (json) emit(result);
  else print(`${style.cyan(url)}\n${style.dim("Only this machine can open it. Ctrl-C ends it.")}\n`);
  if (!options["no-open"] && host.isTerminal("stdout") && !context.byAgent()) await openBrowser(url, host);
  await new Promise<void>((interrupted) => host.onInterrupt(interrupted));
  await answers.close();
  await server.close();
  return { exitCode: 0, text: "" };
}

async function listen(pages: PageServer, port: number, { host }: CommandContext): Promise<HttpServer> {
  try {
    return await host.serve(pages.handle, port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Cannot listen on 127.0.0.1${port === 0 ? "" : `:${port}`}: ${reason}`,
      port === 0 ? "Deno needs --allow-net=127.0.0.1" : "Choose another --port, or omit it for a free one",
    );
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port;
  throw new UsageError(
    `Cannot use the port "${text}"`,
    "Give a number up to 65535, or omit it for a free one",
  );
}
