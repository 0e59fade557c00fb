/**
 * Programs that fetch an address, which may be one of this machine.
 * @module
 */
import {
  type CommandContext,
  destructive,
  external,
  harmless,
  hidden,
  isOption,
  unclassified,
} from "../effects/effects.ts";
import { type KnownOptions, knownOptions, readArguments } from "./known_options.ts";
import type { ShellWord } from "../shell/ast.ts";

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
export function download(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const plain = args.flatMap((word) => /^-nv$/.test(word.text) ? [] : [word]);
  const { given, values, operands } = readArguments(context, plain, {
    name,
    known: name === "curl" ? CURL : WGET,
  });
  const addresses = operands.map(({ text, expands }) => expands.length > 0 ? "?" : text);
  const known = name === "curl" ? CURL : WGET;
  const options = plain.filter(isOption).map(({ text }) => text);
  const diverts = options.some((text) => text.startsWith("--") && !known.has(text.split("=", 1)[0]!)) ||
    values.some(({ option, value }) => SENT.includes(option) && value.text.startsWith("@")) ||
    unknownLetters(options, known) ||
    isFile(given.get("-b") ?? given.get("--cookie"));
  if (/^@|%output/.test((given.get("-w") ?? given.get("--write-out"))?.text ?? "")) {
    context.note(hidden("its output cannot be determined"));
  }
  if (diverts || addresses.length === 0 || !addresses.every(isLoopback)) {
    return context.note(external(`${name} reaches ${addresses[0] ?? "the network"}`));
  }
  if (addresses.some((one) => ACTS.test(one))) {
    context.note(hidden("it may control a service of this machine"));
  }
  if (values.some(({ option, value }) => METHOD.test(option) && /delete/i.test(value.text))) {
    context.note(destructive(`${name} would delete`));
  }
  const reads = name === "curl" && ![...given.keys()].some((option) => SENDS.test(option)) &&
    values.every(({ option, value }) => !/^(?:-H|--header)$/.test(option) || HEADER.test(value.text));
  context.note((reads ? harmless : unclassified)(`${name} calls a server on this machine`));
}

/** Matches options with which a request may change something. */
const SENDS = /^(?:-[Xdu]|--(?:request|data[\w-]*|json|user))$/;
/** Matches options that may contain the method of a request. */
const METHOD = /^(?:-[XH]|--(?:request|method|header))$/;
/** Matches headers that do not change what a request does. */
const HEADER = /^(?:accept[\w-]*|cache-control|content-type|if-none-match|user-agent):/i;
/** Matches addresses that act when they are read, and ports that control a service. */
const ACTS =
  /:(?:22|2375|2376|9222|9229)\b|\/(?:admin|clear|delete|drop|eval|exec|exit|json|kill|quit|reset|shutdown|stop|terminate)\b/i;

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
