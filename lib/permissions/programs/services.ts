/**
 * Programs that reach the network, a service, or the machine beyond the working folder.
 *
 * @module
 */
import {
  destructive,
  external,
  type Handler,
  type Handlers,
  handlers,
  operandsOf,
  unclassified,
} from "../effects/effects.ts";
import { download } from "./downloads.ts";
import { subcommandHandlers } from "./subcommands.ts";
import { judgeRecipes, make } from "./recipes.ts";

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
  ...subcommandHandlers,
  ...handlers("make gmake just", make),
  ...handlers(
    `task rake rails artisan prisma knex sequelize typeorm drizzle-kit alembic flyway liquibase mage invoke tox nox jest vitest mocha ava tap pytest unittest phpunit rspec cucumber
     playwright cypress karma eslint prettier stylelint webpack vite rollup esbuild parcel next nuxt astro svelte-kit ng
     nx turbo bazel buck ninja meson cmake ctest gcc g++ cc clang clang++ javac java kotlinc kotlin rustc ghc mypy pyright
     flake8 pylint coverage nyc c8 storybook tailwindcss postcss sass less-compiler tsup swc babel biome oxlint`,
    (context, args, name) => judgeRecipes(context, args, name),
  ),
};
