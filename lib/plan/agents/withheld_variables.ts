import { type AgentPreset, CLOUD_LOGINS } from "./presets.ts";

/** Matches names of variables that hold secrets. */
const SECRET_NAME =
  /^AWS_(?!CA_BUNDLE$|(?:DEFAULT_)?REGION$|PAGER$)|(?:^|_)KEY$|apikey|token$|secret|passw(?:or)?d|passphrase|_pass$|_pwd$|credential|(?:^|_)(?:auth|pat|dsn)$/i;

/** Matches a URL with a user and a password. */
const CREDENTIALS = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:]*:[^\s/?#@]+@/i;

/** Matches the names of proxies, which every connection needs. */
const PROXY = /_proxy$/i;

/** The agent, and the names of variables that it gets although they look like secrets. */
export interface WithheldFrom {
  readonly preset: Pick<AgentPreset, "loginVariables">;
  readonly keep: readonly string[];
}

/** Reports whether a variable looks like a secret, by its name or as a URL with a password. */
export function isSecretVariable(name: string, value: string): boolean {
  return value !== "" && (SECRET_NAME.test(name) || CREDENTIALS.test(value) && !PROXY.test(name));
}

/** Matches variables that agents do not get although their values are no secrets. */
const CONTEXT = /^AWS_(?!.*(?:key|token|secret|password))/i;

/** Matches values that also occur by chance: short words, and paths. */
const COMMON = /^(?:[a-z]{1,11}$|[/~])/i;

/** Returns the values of the variables that look like secrets, the longest first. */
export function secretValues(variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables)
    .filter(([name, value]) => isSecretVariable(name, value) && !CONTEXT.test(name) && !COMMON.test(value))
    .map(([, value]) => value)
    .sort((a, b) => b.length - a.length);
}

/**
 * Returns the names of the variables that an agent does not get, sorted: all that look like secrets, except its
 * own login and those that the user lets it keep.
 */
export function withheldVariables(
  variables: Readonly<Record<string, string>>,
  { preset, keep }: WithheldFrom,
): readonly string[] {
  const login = preset.loginVariables ?? [];
  const clouds = CLOUD_LOGINS.filter(([selected]) => isOn(variables[selected]) && matches(selected, login));
  const kept = [...login, ...clouds.map(([, names]) => names), ...keep];
  return Object.entries(variables)
    .filter(([name, value]) => isSecretVariable(name, value) && !matches(name, kept))
    .map(([name]) => name)
    .sort();
}

function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  );
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}
