/** Folders and files that hold secrets, by their names. */
const NAMES: ReadonlySet<string> = new Set([
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".docker",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".git-credentials",
  ".password-store",
  ".vault-token",
  ".terraform.d",
  ".mozilla",
  "keychains",
  "keyrings",
  "shadow",
  "gshadow",
  "gcloud",
  "gh",
  "rclone",
  "environ",
]);

/**
 * Whether a path leads to what is known to hold secrets: keys, tokens, passwords.
 *
 * @param path Absolute, with forward slashes.
 */
export function isSecret(path: string): boolean {
  const names = path.toLowerCase().split("/");
  return names.some((name) => NAMES.has(name) || /^\.env(?:\.|$)|^id_(?:rsa|dsa|ecdsa|ed25519)/.test(name));
}
