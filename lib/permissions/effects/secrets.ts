import { nameSet } from "../../collections/name_set.ts";

/** The names of folders and files that may contain secrets. */
const NAMES: ReadonlySet<string> = nameSet(
  `.ssh .aws .azure .gnupg .kube .docker .netrc _netrc .npmrc .pypirc .pgpass .my.cnf .git-credentials
  .password-store .vault-token .terraform.d .mozilla keychains keyrings shadow gshadow gcloud gh rclone
  environ`,
);

/**
 * Reports whether a path leads to a known place of secrets: keys, tokens, passwords.
 *
 * @param path Absolute, with forward slashes.
 */
export function isSecret(path: string): boolean {
  const names = path.toLowerCase().split("/");
  return names.some((name) => NAMES.has(name) || /^\.env(?:\.|$)|^id_(?:rsa|dsa|ecdsa|ed25519)/.test(name));
}
