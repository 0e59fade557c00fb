/**
 * Follows a document from top to bottom, in a home folder of its own.
 * @module
 */
import { demoFiles } from "../../lib/demo/files.ts";
import { joinPath } from "../../lib/path/paths.ts";
import { homeAt, program } from "../support/program.ts";
import { Folder, GIT_ENVIRONMENT } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { type DocumentStep, stepsOf } from "./document.ts";
import { showsTruly } from "./output.ts";

/** A difference between a document and the actual result. */
export type DocumentProblem =
  /** A command with an unexpected exit code. */
  | { readonly kind: "ended"; readonly command: string; readonly exitCode: number; readonly printed: string }
  /** A command that printed something else. */
  | {
    readonly kind: "printed";
    readonly command: string;
    readonly shown: string;
    readonly printed: string;
    /** Offsets of the output in the document. */
    readonly start: number;
    readonly end: number;
  };

/**
 * Follows a document; gives what did not come true. Ends at a command that failed.
 *
 * @param isTrue Whether what a document shows is what a command printed.
 */
export async function follow(markdown: string, isTrue = showsTruly): Promise<readonly DocumentProblem[]> {
  await using home = await Folder.make({}, "wf-docs-");
  const scenario = await Scenario.begin(home, isTrue);
  const problems: DocumentProblem[] = [];
  for (const step of stepsOf(markdown)) {
    problems.push(...await scenario.perform(step));
    if (problems.some(({ kind }) => kind === "ended")) break;
  }
  return problems;
}

const GIT_CONFIG = "[user]\nname = You\nemail = you@example.invalid\n[init]\ndefaultBranch = main\n";

/** Options for running a document. */
interface Setting {
  /** The home folder. */
  readonly home: string;
  /** Variables of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** The words that start the program, as it knows them itself. */
  readonly program: string;
  /** Returns true when the shown output is that of the command. */
  readonly isTrue: typeof showsTruly;
}

class Scenario {
  private constructor(readonly setting: Setting, private folder: string) {}

  /** Begins in a home folder, in which `wf` is installed and git knows who works there. */
  static async begin(folder: Folder, isTrue: typeof showsTruly): Promise<Scenario> {
    const home = await Deno.realPath(folder.path);
    const [command, args] = program();
    const words = [command, ...args];
    await folder.write({
      ".bin/wf": `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(" ")} "$@"\n`,
      ".bin/deno": `#!/bin/sh\nexec '${Deno.execPath()}' "$@"\n`,
      ".gitconfig": GIT_CONFIG,
    });
    for (const name of ["wf", "deno"]) await Deno.chmod(joinPath(home, ".bin", name), 0o755);
    const env = {
      ...GIT_ENVIRONMENT,
      ...homeAt(home),
      PATH: `${home}/.bin:${Deno.env.get("PATH")}`,
      GIT_CONFIG_GLOBAL: `${home}/.gitconfig`,
      NO_COLOR: "1",
      WF_SOURCES: fromRoot(""),
    };
    return new Scenario({ home, env, program: words.join(" "), isTrue }, home);
  }

  /** Performs a step. */
  async perform(step: DocumentStep): Promise<readonly DocumentProblem[]> {
    switch (step.kind) {
      case "demo":
        await Folder.at(this.setting.home).write(
          Object.fromEntries(
            Object.entries(demoFiles).map(([path, text]) => [`${step.folder}/${path}`, text]),
          ),
        );
        return [];
      case "file":
        await Folder.at(this.folder).write({ [step.path]: step.text });
        return [];
      case "script":
        return await this.#script(step);
      case "console":
        return await this.#console(step);
    }
  }

  async #script({ text, exitCode }: Extract<DocumentStep, { kind: "script" }>) {
    const ran = await this.#run(`set -e\n${text}`);
    return ran.exitCode === exitCode ? [] : [{ kind: "ended" as const, command: text, ...ran }];
  }

  async #console({ commands, exitCode }: Extract<DocumentStep, { kind: "console" }>) {
    const problems: DocumentProblem[] = [];
    for (const [index, { command, output, start, end }] of commands.entries()) {
      const ran = await this.#run(command);
      const wanted = index === commands.length - 1 ? exitCode : 0;
      if (ran.exitCode !== wanted) return [...problems, { kind: "ended" as const, command, ...ran }];
      if (this.setting.isTrue(output, ran.printed)) continue;
      problems.push({ kind: "printed", command, shown: output, printed: ran.printed, start, end });
    }
    return problems;
  }

  /** Runs commands of a shell where the ones before have led to. */
  async #run(commands: string): Promise<{ readonly exitCode: number; readonly printed: string }> {
    const at = joinPath(this.setting.home, ".at");
    const { code, stdout } = await new Deno.Command("sh", {
      args: ["-c", `exec 2>&1\ntrap 'pwd > "$HOME/.at"' EXIT\n${commands}\n`],
      cwd: this.folder,
      env: this.setting.env,
      stdin: "null",
      stderr: "null",
    }).output();
    this.folder = (await Deno.readTextFile(at)).trimEnd();
    return { exitCode: code, printed: this.#asShown(new TextDecoder().decode(stdout)) };
  }

  /** Returns the output as a user with an installed program in a home folder sees it. */
  #asShown(text: string): string {
    return text.replaceAll(this.setting.program, "wf").replaceAll(this.setting.home, "~").replace(
      /[ \t]+$/gm,
      "",
    );
  }
}
