/**
 * Programs that reach the network, a service, or the machine beyond the working folder.
 *
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
  unclassified,
} from "../effects/effects.ts";
import { type KnownOptions, knownOptions, partOf, readArguments } from "./known_options.ts";
import type { ShellWord } from "../shell/ast.ts";

/** The programs whose only purpose is to reach other machines. */
const REACHES =
  `ssh scp sftp ftp ftps telnet nc ncat netcat socat ping ping6 dig nslookup host whois traceroute tracepath
  mtr nmap aria2c axel httpie http https xh lynx w3m links rclone rsync s3cmd mail mailx sendmail mutt msmtp open
  xdg-open start gh glab hub az gcloud gsutil aws doctl heroku vercel netlify fly flyctl firebase wrangler railway
  render supabase eb sam cdk serverless sls ansible ansible-playbook puppet chef knife salt helm kubectl oc k9s
  helmfile skaffold argocd flux eksctl kops vault consul nomad packer pulumi twine vsce ovsx lerna semantic-release
  release-it np goreleaser fastlane stripe twilio ngrok cloudflared tailscale sentry-cli datadog-ci snyk codecov
  brew apt apt-get aptitude yum dnf pacman zypper apk snap flatpak port choco winget scoop nix nix-env nix-shell
  conda mamba pipx asdf mise nvm rustup sdk npx bunx pnpx uvx degit jules claude codex gemini opencode copilot aider
  msmtp w3 youtube-dl yt-dlp docker-credential-helper certbot invoke-webrequest invoke-restmethod iwr irm`;

/** The programs that change the machine or end its processes. */
const DESTROYS =
  `mkfs fdisk sfdisk parted wipefs diskutil format shutdown reboot halt poweroff init kill killall pkill
  xkill dropdb dropuser deluser userdel groupdel swapoff
  remove-item clear-content stop-process`;

/** The programs that act beyond the working folder. */
const BEYOND =
  `crontab at batch launchctl systemctl service chown chgrp mount umount losetup modprobe insmod rmmod sysctl
  iptables ip6tables nft ufw useradd adduser usermod passwd chpasswd visudo groupadd setfacl chattr update-alternatives
  dpkg rpm installer defaults dscl security gpg ssh-keygen ssh-add keychain hostnamectl timedatectl screen tmux at
  corepack osascript automator scutil networksetup ip ifconfig route`;

/** Matches cmdlets of PowerShell. */
const CMDLET =
  /^(?:get|set|new|out|add|clear|copy|move|remove|rename|invoke|start|stop|restart|write|import|export|enable|disable|install|uninstall|register|unregister|update|select|test|join|split|convert|convertto|convertfrom|expand|compress|mount|dismount|send|receive|enter|exit|push|pop|unblock|grant|revoke|reset|save|tee|foreach|where)-[a-z]+$/;
const WINDOWS = new Set(
  `copy xcopy robocopy move ren rename mklink attrib reg regedit icacls cacls takeown rundll32 regsvr32 mshta certutil
  bitsadmin wscript cscript assoc ftype schtasks sc net netsh wmic diskpart bcdedit vssadmin cipher fsutil msiexec
  forfiles setx subst powershell_ise wsl dir.exe call iex ni si sc ac gc gci sp saps spps md pushd.exe`
    .split(/\s+/),
);

/**
 * Reports whether a program, by its name in lower case, belongs to Windows, whose arguments have another
 * syntax.
 */
export function isOfWindows(name: string): boolean {
  return CMDLET.test(name) || WINDOWS.has(name);
}

const ACTS_DELETE =
  /^(?:rm|rmi|rb|del|delete|destroy|remove|terminate|purge|drain|prune|uninstall|down|drop|unpublish|deregister|revoke|wipe|reset|flush|kill)(?:$|[-:_])/;

const reach: Handler = (context, args, name) => {
  context.note(external(`${name} reaches the network`));
  if (operandsOf(args).slice(0, 6).some((text) => ACTS_DELETE.test(text))) {
    context.note(destructive(`${name} would delete`));
  }
  context.suspect(args);
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/;

/** Reports whether an address leads to this machine. */
export function isLoopback(address: string): boolean {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  try {
    const { hostname, username, protocol } = new URL(text);
    return /^(?:https?|wss?):$/.test(protocol) && username === "" && LOOPBACK.test(hostname);
  } catch {
    return false;
  }
}

/** The options that are known to reach only the given address. */
const CURL = knownOptions(
  `-sSfvkgiINqa46 -# -X: -d: -H: -A: -e: -u: -w: -m: -b: -r: -o> -D> -c> --silent --show-error
  --fail --fail-with-body --verbose --insecure --include --head --compressed --globoff --no-buffer
  --no-progress-meter --progress-bar --http1.0 --http1.1 --http2 --ipv4 --ipv6 --get --request: --data: --data-raw:
  --data-binary: --json: --header: --user-agent: --referer: --user: --write-out: --max-time: --connect-timeout:
  --retry: --retry-delay: --retry-max-time: --retry-connrefused --retry-all-errors --cookie: --range: --oauth2-bearer:
  --output> --dump-header> --cookie-jar> --create-dirs --version --help`,
);
const WGET = knownOptions(
  `-qnvdS46 -o> -O> -P> -a> -T: -t: -w: -U: --quiet --verbose --no-verbose --spider --output-file>
  --server-response --output-document> --directory-prefix> --append-output> --tries: --timeout: --header:
  --post-data: --method: --body-data: --user-agent: --no-check-certificate --content-on-error --version --help`,
);
/** The options whose value may name a file that is sent. */
const SENT = ["-d", "--data", "--data-binary", "--json", "-H", "--header"];

/** Judges `curl` and `wget`: an address on this machine is not a service, every other address is. */
const download: Handler = (context, args, name) => {
  const plain = args.flatMap((word) => /^-nv$/.test(word.text) ? [] : [word]);
  const { given, operands } = readArguments(context, plain, { name, known: name === "curl" ? CURL : WGET });
  const addresses = operands.map(({ text, expands }) => expands.length > 0 ? "?" : text);
  const known = name === "curl" ? CURL : WGET;
  const options = plain.filter(isOption).map(({ text }) => text);
  const diverts = options.some((text) => text.startsWith("--") && !known.has(text.split("=", 1)[0]!)) ||
    SENT.some((option) => /^@/.test(given.get(option)?.text ?? "")) || unknownLetters(options, known) ||
    isFile(given.get("-b") ?? given.get("--cookie"));
  if (/^@|%output/.test((given.get("-w") ?? given.get("--write-out"))?.text ?? "")) {
    context.note(hidden("its output cannot be determined"));
  }
  if (diverts || addresses.length === 0 || !addresses.every(isLoopback)) {
    return context.note(external(`${name} reaches ${addresses[0] ?? "the network"}`));
  }
  context.note(unclassified(`${name} calls a server on this machine`));
};

function isFile(cookie: ShellWord | undefined): boolean {
  return cookie !== undefined && !cookie.text.includes("=");
}

/** Reports whether combined letters contain an unknown option. */
function unknownLetters(options: readonly string[], known: KnownOptions): boolean {
  return options.filter((text) => !text.startsWith("--")).some((text) => {
    for (const letter of text.slice(1)) {
      const takes = known.get(`-${letter}`);
      if (takes !== "") return takes === undefined;
    }
    return false;
  });
}

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

/** Judges `make` and `just`, whose options can run commands from outside the project. */
const make: Handler = (context, args, name) => {
  for (const [index, word] of args.entries()) {
    const { text } = word;
    const before = args[index - 1]?.text ?? "";
    const file = /^(?:-f(.+)|--(?:file|makefile|justfile|directory|working-directory)=(.*)|-C(.+))$/.exec(
      text,
    );
    const path = file !== null
      ? partOf(word, text.length - (file[1] ?? file[2] ?? file[3]!).length)
      : /^(?:-[BknsiwS]*[fCd]|--(?:file|makefile|justfile|directory|working-directory))$/.test(before)
      ? word
      : undefined;
    if (path !== undefined) {
      context.path(path, "read");
      if (/^(?:-|\/dev\/.*|\/proc\/.*)$/.test(path.text)) {
        context.note(hidden(`${name} runs commands from its input`));
      }
    } else if (isOption(word)) {
      if (!MAKE.test(text)) context.note(hidden(`the option "${text}" of ${name} is unknown`));
    } else if (/^\.?\w*(?:SHELL|FLAGS)\w*[:+?!]?=|\$[({]|`/.test(text) || word.expands.length > 0) {
      context.note(hidden(`a variable of ${name} may run commands`));
    }
  }
  judgeRecipes(context, args, name);
};

const MAKE =
  /^(?:-[BknsiwSqt]*[fCd]?|-j\d*|-O\w*|--(?:file|makefile|justfile|directory|working-directory|jobs(?:=\d+)?|silent|quiet|keep-going|dry-run|just-print|always-make|no-print-directory|list|summary|version|help|output-sync(?:=\w+)?))$|^-[lh]$/;

const PUBLISHES = /^(?:deploy|publish|release|upload|push|ship|sync)$/;
const CLEANS =
  /^(?:clean|distclean|mrproper|clobber|purge|reset|drop|destroy|delete|wipe|nuke|prune|uninstall|teardown|flush|fresh|flushall)$/;

/** Judges recipes of the project: they run its own code, and their names are hints of the effect. */
function judgeRecipes(context: CommandContext, args: readonly ShellWord[], name: string): void {
  judgeNames(context, args, name);
  context.names(args);
  context.suspect(args.filter(({ text }) => /\s/.test(text)));
  context.note(unclassified(`${name} runs code of the project`));
}

const FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|swift|sh|json|ya?ml|md|txt|html?|s?css|php|c|h|cc|cpp|cs|sql|toml|lock|xml|vue|svelte|ex|exs|snap)$/;

/** Judges the arguments of a program of the project by the words in them; file names do not count. */
export function judgeNames(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const parts = operandsOf(args).slice(0, 8).filter((text) => !FILE.test(text))
    .flatMap((text) => text.toLowerCase().split(/[^a-z]+/));
  if (parts.some((part) => PUBLISHES.test(part))) {
    context.note(external(`${name} would publish, judging by its arguments`));
  }
  if (parts.some((part) => CLEANS.test(part))) {
    context.note(destructive(`${name} would delete, judging by its arguments`));
  }
}

function split(words = ""): readonly string[] {
  return words.split(/\s+/).filter((word) => word !== "");
}

/** The handlers of this file. */
export const serviceHandlers: Handlers = {
  ...handlers(REACHES, reach),
  ...handlers(DESTROYS, (context, _args, name) => context.note(destructive(`${name} cannot be undone`))),
  ...handlers(BEYOND, (context, args, name) => {
    context.note({ category: "outside", reason: `${name} acts beyond the working folder` });
    context.suspect(args);
  }),
  ...handlers("curl wget wget2", download),
  openssl: (context, args, name) => {
    if (/^(?:s_client|s_server|s_time|ocsp|cmp|tsget)$/.test(args[0]?.text ?? "")) {
      context.note(external("openssl reaches the network"));
    }
    context.names(args);
    context.suspect(args);
    context.note(unclassified(`the effect of ${name} is unknown`));
  },
  getent: (context, args) => {
    if (args.some(({ text }) => /^(?:a?hosts(?:v[46])?|networks|netgroup)$/.test(text))) {
      context.note(external("getent asks for the address of a machine"));
    }
    context.note(unclassified("getent reads data of the machine"));
  },
  ...Object.assign({}, ...SUBCOMMANDS.map((rules) => handlers(rules.names, bySubcommand(rules)))) as Handlers,
  ...handlers("make gmake just", make),
  ...handlers(
    `task rake rails artisan prisma knex sequelize typeorm drizzle-kit alembic flyway liquibase mage invoke tox nox jest vitest mocha ava tap pytest unittest phpunit rspec cucumber
     playwright cypress karma eslint prettier stylelint webpack vite rollup esbuild parcel next nuxt astro svelte-kit ng
     nx turbo bazel buck ninja meson cmake ctest gcc g++ cc clang clang++ javac java kotlinc kotlin rustc ghc mypy pyright
     flake8 pylint coverage nyc c8 storybook tailwindcss postcss sass less-compiler tsup swc babel biome oxlint`,
    (context, args, name) => judgeRecipes(context, args, name),
  ),
};
