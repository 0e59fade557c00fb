import assert from "node:assert/strict";
import { findPreset } from "../../../lib/plan/agents/presets.ts";
import {
  isSecretVariable,
  secretValues,
  withheldVariables,
} from "../../../lib/plan/agents/withheld_variables.ts";

const SECRETS: Readonly<Record<string, string>> = {
  GITHUB_TOKEN: "x",
  NPM_TOKEN: "x",
  registry_authtoken: "x",
  STRIPE_API_KEY: "x",
  OPENAI_APIKEY: "x",
  SSH_PRIVATE_KEY: "x",
  CLIENT_SECRET: "x",
  JWT_SECRET_BASE: "x",
  DB_PASSWORD: "x",
  PGPASSWORD: "x",
  MYSQL_PWD: "x",
  DB_PASS: "x",
  GPG_PASSPHRASE: "x",
  AWS_ACCESS_KEY_ID: "x",
  AWS_SESSION_TOKEN: "x",
  AWS_PROFILE: "x",
  GOOGLE_APPLICATION_CREDENTIALS: "/u/key.json",
  NPM_AUTH: "x",
  AZURE_PAT: "x",
  SENTRY_DSN: "x",
  DATABASE_URL: "postgres://me:pw@db.example.com/app",
  REDIS: "redis://:pw@localhost:6379",
};

const HARMLESS: Readonly<Record<string, string>> = {
  PATH: "/usr/bin:/bin",
  AWS_CA_BUNDLE: "/ca.pem",
  AWS_DEFAULT_REGION: "x",
  PWD: "/u",
  OLDPWD: "/",
  HOME: "/u",
  COLORTERM: "truecolor",
  KEYBOARD: "de",
  MONKEY: "x",
  TOKENIZERS_PARALLELISM: "false",
  MAX_OUTPUT_TOKENS: "4096",
  SSH_AUTH_SOCK: "/tmp/agent",
  SSH_ASKPASS: "/usr/bin/askpass",
  DATABASE_URL: "postgres://db.example.com/app",
  GIT_REMOTE: "ssh://git@example.com/x",
  HTTPS_PROXY: "http://me:pw@proxy:8080",
  GH_TOKEN: "",
};

for (const [variables, isSecret] of [[SECRETS, true], [HARMLESS, false]] as const) {
  for (const [name, value] of Object.entries(variables)) {
    Deno.test(`${name}=${value} ${isSecret ? "looks like a secret" : "does not look like a secret"}`, () => {
      assert.equal(isSecretVariable(name, value), isSecret);
    });
  }
}

const ENVIRONMENT = {
  ANTHROPIC_API_KEY: "x",
  AWS_ACCESS_KEY_ID: "x",
  AZURE_PAT: "x",
  CODEX_API_KEY: "x",
  GEMINI_API_KEY: "x",
  GITHUB_TOKEN: "x",
  GOOGLE_API_KEY: "x",
  OPENAI_API_KEY: "x",
  PATH: "/bin",
};

const OWN: Readonly<Record<string, readonly string[]>> = {
  "claude": ["ANTHROPIC_API_KEY"],
  "claude-cli": ["ANTHROPIC_API_KEY"],
  "codex": ["CODEX_API_KEY", "OPENAI_API_KEY"],
  "opencode": ["ANTHROPIC_API_KEY", "AZURE_PAT", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"],
  "copilot": ["GITHUB_TOKEN"],
  "gemini": ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  "custom": [],
};

for (const [name, own] of Object.entries(OWN)) {
  Deno.test(`${name} keeps of the secrets ${own.join(", ") || "none"}`, () => {
    const withheld = withheldVariables(ENVIRONMENT, { preset: findPreset(name)!, keep: [] });
    const secrets = Object.keys(ENVIRONMENT).filter((variable) => variable !== "PATH");
    assert.deepEqual(withheld, secrets.filter((variable) => !own.includes(variable)));
  });
}

Deno.test("Claude keeps the login of a cloud only if it is set to use that cloud", () => {
  const preset = findPreset("claude")!;
  const withheld = (more: object) =>
    withheldVariables({ AWS_SECRET_ACCESS_KEY: "x", ...more }, { preset, keep: [] });
  assert.deepEqual(withheld({}), ["AWS_SECRET_ACCESS_KEY"]);
  assert.deepEqual(withheld({ CLAUDE_CODE_USE_BEDROCK: "0" }), ["AWS_SECRET_ACCESS_KEY"]);
  assert.deepEqual(withheld({ CLAUDE_CODE_USE_VERTEX: "1" }), ["AWS_SECRET_ACCESS_KEY"]);
  assert.deepEqual(withheld({ CLAUDE_CODE_USE_BEDROCK: "1" }), []);
  const codex = findPreset("codex")!;
  const variables = { AWS_SECRET_ACCESS_KEY: "x", CLAUDE_CODE_USE_BEDROCK: "1" };
  assert.deepEqual(withheldVariables(variables, { preset: codex, keep: [] }), ["AWS_SECRET_ACCESS_KEY"]);
});

Deno.test("variables to keep are names, or the beginning of names before an asterisk", () => {
  const variables = { NPM_TOKEN: "x", MY_A_KEY: "x", MY_B_KEY: "x" };
  const preset = findPreset("custom")!;
  assert.deepEqual(withheldVariables(variables, { preset, keep: ["NPM_TOKEN"] }), ["MY_A_KEY", "MY_B_KEY"]);
  assert.deepEqual(withheldVariables(variables, { preset, keep: ["MY_*"] }), ["NPM_TOKEN"]);
  assert.deepEqual(withheldVariables(variables, { preset, keep: ["NPM"] }).length, 3);
});

Deno.test("secretValues() returns the values of secrets, and none that occurs by chance", () => {
  const variables = {
    DEPLOY_TOKEN: "x1y2z3",
    DB_PASSWORD: "x1y2z3-and-more",
    DATABASE_URL: "postgres://u:p@db.example/a",
    AWS_PROFILE: "production-1",
    AWS_SECRET_ACCESS_KEY: "a1b2c3d4e5f6",
    API_KEY: "default",
    SIGNING_KEY: "/keys/key.pem",
    EDITOR: "vi",
  };
  assert.deepEqual(secretValues(variables), [
    "postgres://u:p@db.example/a",
    "x1y2z3-and-more",
    "a1b2c3d4e5f6",
    "x1y2z3",
  ]);
});
