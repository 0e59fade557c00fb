/**
 * The places outside the project that a sandboxed program may write, and those that it may not see.
 * @module
 */
import type { SandboxAccess } from "../../../schemas/sandbox.ts";
import { isAbsolute, joinPath } from "../../path/paths.ts";
import { type Place, place } from "./mounts.ts";

/** The parts of the machine that determine where programs keep their files. */
export interface Machine {
  /** Path of the user's home folder. */
  readonly home: string;
  /** Returns an environment variable. */
  readonly env: (name: string) => string | undefined;
}

/** Files with secrets, and folders, in the home folder. Variables do not move them. */
const SECRETS: readonly string[] = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".oci", ".step", ".terraform.d", ".fly", ".wf"],
  ...[
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".pgpass",
    ".my.cnf",
    ".s3cfg",
    ".boto",
    ".vault-token",
    ".env",
  ],
  ...[".password-store", ".1password", ".local/share/keyrings", ".Xauthority", ".ICEauthority"],
  ...[".config/Slack", ".config/discord", ".config/Signal", ".local/share/TelegramDesktop", ".var/app"],
  ...["snap/firefox", "snap/chromium"],
  ...[".mozilla", ".thunderbird", ".bitcoin", ".ethereum", ".electrum"],
  ...[".bash_history", ".zsh_history", ".psql_history", ".mysql_history", ".python_history"],
  ...[".node_repl_history", ".local/share/fish/fish_history"],
  ...[".colima", ".lima", ".orbstack", ".rd", ".local/share/containers"],
  ...[".config/gh", ".config/glab-cli", ".config/hub", ".config/gcloud", ".config/doctl", ".config/op"],
  ...[".config/git/credentials", ".config/rclone", ".config/sops", ".config/age", ".config/containers"],
  ...[".config/google-chrome", ".config/chromium", ".config/BraveSoftware", ".config/microsoft-edge"],
  ...[".config/configstore", ".config/netlify", ".config/vercel", ".config/1Password", ".config/Bitwarden"],
  ...["Library/Keychains", "Library/Cookies", "Library/Application Support/Google/Chrome"],
  ...["Library/Application Support/Firefox", "Library/Messages", "Library/Mail"],
];

/** Logins of package registries. The commands that set up a worktree need them. */
const REGISTRY_LOGINS: readonly string[] = [
  ...[
    ".npmrc",
    ".yarnrc.yml",
    ".pypirc",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
  ],
  ...[".m2/settings.xml", ".m2/settings-security.xml", ".gradle/gradle.properties", ".composer/auth.json"],
  ...[".nuget/NuGet/NuGet.Config", ".config/pip", ".config/uv", ".config/pypoetry"],
];

/** Places outside the home folder: passwords, and sockets that control the machine. */
const SYSTEM_SECRETS: readonly string[] = [
  ...["/etc/shadow", "/etc/gshadow", "/etc/sudoers.d", "/etc/ssh/ssh_host_ed25519_key"],
  ...["/etc/ssh/ssh_host_rsa_key", "/etc/ssh/ssh_host_ecdsa_key"],
  ...["/var/snap/lxd/common", "/var/lib/lxd", "/var/lib/incus"],
];

/** Caches of package managers and build tools in the home folder. */
const CACHES: readonly string[] = [
  ...[".cache", "Library/Caches", ".npm", ".local/share/pnpm/store", ".local/share/NuGet", ".nuget/packages"],
  ...[".yarn/berry", ".bun/install/cache", ".cargo/registry", ".cargo/git", "go/pkg", ".gradle", ".ivy2"],
  ...[".m2/repository", ".sbt/boot", ".pub-cache", ".composer/cache", ".mix", ".hex", ".local/share/uv"],
  ...[".local/share/virtualenvs"],
];

/** Variables with the path of a cache, and the part of it that is one. */
const CACHE_VARIABLES: readonly (readonly [name: string, part: string])[] = [
  ...[["XDG_CACHE_HOME", ""], ["DENO_DIR", ""], ["npm_config_cache", ""], ["NPM_CONFIG_CACHE", ""]] as const,
  ...[["PIP_CACHE_DIR", ""], ["UV_CACHE_DIR", ""], ["YARN_CACHE_FOLDER", ""], ["GOCACHE", ""]] as const,
  ...[["GOMODCACHE", ""], ["GOPATH", "pkg"], ["CARGO_HOME", "registry"], ["CARGO_HOME", "git"]] as const,
];

/** Files in caches with code or settings that other programs of the user run or read. */
const CACHE_SETTINGS: readonly string[] = [".gradle/init.d", ".gradle/init.gradle"];

/** Variables with which a program reaches other programs of the user. A sandboxed one does not get them. */
export const CHANNELS: readonly string[] = [
  ...["SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"],
  ...["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "TMUX", "STY", "DOCKER_HOST", "CONTAINER_HOST"],
  ...["VSCODE_IPC_HOOK_CLI", "VSCODE_GIT_IPC_HANDLE", "GIT_ASKPASS", "SSH_ASKPASS", "WSL_INTEROP"],
];

/** Returns the places outside the project, of which some may not exist. */
export function outsidePlaces(machine: Machine, access: SandboxAccess): readonly Place[] {
  const at = (path: string) => joinPath(machine.home, path);
  const { writable, settings, copied } = ownState(access.profile ?? "", machine);
  const others = PROFILES.filter((name) => name !== access.profile)
    .flatMap((name) => ownState(name, machine)).flatMap((state) => [...state.writable, ...state.copied])
    .filter((path) => !writable.includes(path) && !copied.includes(path));
  // Setting up a worktree downloads packages, and no agent takes part in it.
  const logins = access.network && access.profile === undefined ? [] : REGISTRY_LOGINS;
  return [
    place("read-only", [machine.home]),
    place("writable", [...CACHES.map(at), ...cachesOf(machine), ...writable]),
    place("hidden", [...[...SECRETS, ...logins].map(at), ...SYSTEM_SECRETS, ...others]),
    place("hidden", [machine.env("SSH_AUTH_SOCK") ?? ""].filter(isAbsolute)),
    place("copied", copied),
    place("read-only", [...CACHE_SETTINGS.map(at), ...settings]),
  ].flat();
}

function cachesOf({ env }: Machine): readonly string[] {
  return CACHE_VARIABLES.flatMap(([name, part]) => {
    const path = env(name) ?? "";
    return isAbsolute(path) ? [joinPath(path, part)] : [];
  });
}

/** The files of its own that an agent needs. */
interface OwnState {
  readonly writable: readonly string[];
  /** Settings in it, which could make the agent run commands the next time, outside the sandbox. */
  readonly settings: readonly string[];
  /** Files of which it gets a copy: with its state and with settings. */
  readonly copied: readonly string[];
}

const PROFILES: readonly string[] = ["claude", "codex", "gemini", "opencode", "copilot"];

function ownState(profile: string, { home, env }: Machine): OwnState {
  const folder = (variable: string, path: string) => env(variable) ?? joinPath(home, path);
  const state = (root: string, settings: readonly string[], copied: readonly string[] = []): OwnState => ({
    writable: [root],
    settings: settings.map((path) => joinPath(root, path)),
    copied,
  });
  switch (profile) {
    case "claude":
    case "claude-cli": {
      const names = ["settings.json", "settings.local.json", "CLAUDE.md", "hooks", "commands", "agents"];
      const copied = [joinPath(env("CLAUDE_CONFIG_DIR") ?? home, ".claude.json")];
      return state(folder("CLAUDE_CONFIG_DIR", ".claude"), [...names, "skills", "plugins"], copied);
    }
    case "codex":
      return state(folder("CODEX_HOME", ".codex"), [
        ...["config.toml", "hooks.json", "AGENTS.md", "AGENTS.override.md", "prompts", "rules", "skills"],
      ]);
    case "gemini":
      return state(joinPath(home, ".gemini"), [
        ...["settings.json", "GEMINI.md", "extensions", "commands", "policies", "hooks", ".env"],
      ]);
    case "copilot":
      return state(folder("COPILOT_HOME", ".copilot"), [
        ...["config.json", "mcp-config.json", "copilot-instructions.md", "agents", "hooks", "skills"],
      ]);
    case "opencode": {
      // It does not start if it cannot write files next to its settings.
      const settings = joinPath(folder("XDG_CONFIG_HOME", ".config"), "opencode");
      const data = folder("XDG_DATA_HOME", ".local/share");
      const states = folder("XDG_STATE_HOME", ".local/state");
      const names = ["opencode.json", "opencode.jsonc", "AGENTS.md", "agent", "command", "plugin", "tool"];
      return {
        ...state(settings, [...names, ...["agents", "commands", "plugins", "tools", "skills"]], [settings]),
        writable: [data, states].map((at) => joinPath(at, "opencode")),
      };
    }
    default:
      return { writable: [], settings: [], copied: [] };
  }
}
