/**
 * Package managers and similar programs, judged by their subcommand.
 * @module
 */
import { suspectCode } from "../effects/suspect_code.ts";
import {
  type CommandContext,
  destructive,
  external,
  type Handler,
  type Handlers,
  handlers,
  hereText,
  hidden,
  isOption,
  operandsOf,
} from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";
import { judgeRecipes } from "./recipes.ts";

/** The effects of a program's subcommands. Subcommands that are not listed run code of the project. */
interface Subcommands {
  readonly names: string;
  /** The subcommands that reach a service; "*" for all that are not listed otherwise. */
  readonly external?: string;
  /** The subcommands that delete. `a:b` means two words in a row. */
  readonly destructive?: string;
  /** The subcommands that only read. */
  readonly harmless?: string;
  /** The subcommands that format sources. */
  readonly edit?: string;
  /** The subcommands that make commits. */
  readonly never?: string;
}

const NPM =
  `install i in ins inst add ci install-test it clean-install update up upgrade outdated audit publish unpublish
  login logout adduser token view info show search exec x dlx create init dist-tag deprecate owner access team org
  star whoami ping doctor fund profile hook link ln rebuild uninstall remove rm un unlink dedupe import`;

const NPM_DELETES = "unpublish deprecate prune uninstall remove rm un store:prune cache:clean";

const PIP =
  "install download wheel index search add sync lock update upgrade publish upload build self python tool pip remove";

const SUBCOMMANDS: readonly Subcommands[] = [
  {
    names: "npm",
    external: NPM,
    destructive: NPM_DELETES,
    harmless: "ls list root prefix bin why explain la ll",
    never: "version",
  },
  // These run programs from the project's configuration first.
  {
    names: "pnpm yarn",
    external: NPM,
    destructive: NPM_DELETES,
    never: "version",
  },
  {
    names: "pip conda",
    external: PIP,
    destructive: "uninstall remove cache:purge",
    harmless: "list show freeze check",
  },
  {
    names: "uv poetry pipenv pdm hatch rye",
    external: PIP,
    destructive: "uninstall remove cache:purge",
  },
  {
    names: "cargo",
    external:
      "install add update fetch publish login logout owner yank search upgrade binstall remove uninstall",
    destructive: "clean yank uninstall",
  },
  {
    names: "go",
    external: "get install mod:download mod:tidy mod:verify work:sync",
    destructive: "clean",
    harmless: "version help",
    edit: "fmt",
  },
  {
    names: "deno",
    external: "install add publish upgrade cache deploy login outdated update jupyter remove uninstall",
    destructive: "clean uninstall",
    edit: "fmt check",
  },
  {
    names: "bun",
    external: "install i add update publish x create upgrade outdated link remove rm pm init",
    destructive: "remove rm",
  },
  {
    names: "gem bundle bundler composer mix rebar3 stack cabal opam luarocks nuget cpan cpanm",
    external:
      "install update push publish require add outdated upgrade fetch yank owner search deps deps.get hex.publish upload create-project self-update",
    destructive: "uninstall remove yank clean clobber",
  },
  {
    names: "mvn mvnw gradle gradlew ant sbt lein dotnet swift flutter dart xcodebuild pod",
    external:
      `deploy publish release install restore add update upload push publishToMavenLocal publishToMavenCentral
       dependency:resolve dependency:go-offline site-deploy pub get upgrade trunk`,
    destructive: "clean",
  },
  {
    names: "docker podman nerdctl buildah docker-compose podman-compose",
    external:
      "push pull login logout search build buildx run create up compose:up compose:pull image:pull image:push scout",
    destructive:
      `rm rmi kill down prune volume:rm image:rm container:rm network:rm system:prune compose:down compose:rm
       compose:kill swarm:leave stack:rm`,
    harmless: "ps images version info logs inspect top stats port",
  },
  {
    names: "terraform tofu terragrunt",
    external: "*",
    destructive: "destroy -destroy --destroy apply state:rm taint workspace:delete force-unlock",
    harmless: "version",
    edit: "fmt",
  },
];

/** The subcommands that change settings outside the working folder. */
const SETTINGS = new Set(
  ["config", "c", "settings"].flatMap((name) =>
    ["set", "delete", "rm", "edit", "unset", "remove"].map((verb) => `${name}:${verb}`)
  ),
);

function bySubcommand(rules: Subcommands): Handler {
  const sets = {
    external: new Set(split(rules.external)),
    destructive: new Set(split(rules.destructive)),
    harmless: new Set(split(rules.harmless)),
    edit: new Set(split(rules.edit)),
    never: new Set(split(rules.never)),
  };
  return (context, args, name) => {
    const words = args.slice(0, 12).map(({ text }) => text);
    const operands = operandsOf(args).slice(0, 6);
    const actions = new Set([
      ...operands,
      ...operands.map((word, at) => `${word}:${operands[at + 1] ?? ""}`),
    ]);
    const first = args[0]?.text ?? "";
    const has = (set: ReadonlySet<string>) => [...actions].some((word) => set.has(word));
    const address = args.some(({ text }) => /^(?:https?|git|ssh|npm|jsr):/.test(text));
    if (args[0]?.expands.length) context.note(hidden(`the effect of ${name} cannot be determined`));
    if (args.length === 1 && /^(?:--?version|-v|-V|--help|-h|help)$/.test(first)) {
      return context.note({ category: "harmless", reason: "it shows its version" });
    }
    if (sets.never.has(first)) context.note({ category: "never", reason: `${name} ${first} makes commits` });
    if (has(sets.destructive) || words.some((word) => word.startsWith("-") && sets.destructive.has(word))) {
      context.note(
        destructive(`${name} ${operands.find((word) => sets.destructive.has(word)) ?? first} deletes`),
      );
    }
    if (sets.harmless.has(first) && !address) {
      return context.note({ category: "harmless", reason: `${name} ${first} only reads` });
    }
    if (sets.edit.has(first) && !address) {
      for (const word of args.slice(1)) if (!isOption(word)) context.path(word, "write");
      return context.note({ category: "edit", reason: `${name} ${first} checks or formats sources` });
    }
    if (name === "deno") judgeDeno(context, args);
    if (
      has(SETTINGS) || (name === "go" && first === "env" && args.some(({ text }) => /^--?[wu]\b/.test(text)))
    ) {
      context.note({ category: "outside", reason: `${name} changes settings of the user` });
    }
    if (name === "bun" && words.includes("-")) context.note(hidden("bun runs code from its input"));
    const bare = args.length === 0 && /^(?:yarn|bundle|composer|pod)$/.test(name);
    if (/^(?:exec|x|dlx|run|tool)$/.test(first)) context.suspect(args.slice(1));
    if (/^(?:eval|-e|-p|--eval|--print)$/.test(first)) {
      for (const { text } of args.slice(1)) suspectCode(context, text);
    }
    if (address || bare || has(sets.external) || sets.external.has("*")) {
      context.note(external(`${[name, first].join(" ").trim()} reaches the network`));
    }
    judgeRecipes(context, args, name);
  };
}

/** Judges `deno` without a file, or with `-` as the file, which runs code from its input. */
function judgeDeno(context: CommandContext, args: readonly ShellWord[]): void {
  const [first, ...rest] = operandsOf(args);
  const runs = first === undefined || first === "repl" || args.some(({ text }) => text === "-") ||
    [first, ...rest].some((text) => /^\/(?:dev|proc)\//.test(text));
  if (!runs) return;
  suspectCode(context, hereText(context) ?? "");
  context.note(hidden("deno runs code from its input"));
}

function split(words = ""): readonly string[] {
  return words.split(/\s+/).filter((word) => word !== "");
}

export const subcommandHandlers: Handlers = Object.assign(
  {},
  ...SUBCOMMANDS.map((rules) => handlers(rules.names, bySubcommand(rules))),
);
