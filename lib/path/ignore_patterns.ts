/** A pattern of a `.gitignore`. */
export interface IgnorePattern {
  /** True if it includes again what earlier patterns exclude. */
  readonly negated: boolean;
  /** True if it matches only folders. */
  readonly folderOnly: boolean;
  /** Matches paths relative to the folder of the `.gitignore`. */
  readonly regex: RegExp;
}

/** Maximum length of a pattern; longer ones are left out. */
const MAX_LENGTH = 300;

/** Reads the patterns of a `.gitignore`, in order. */
export function readIgnorePatterns(text: string): readonly IgnorePattern[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const written = line.replace(/(?<!\\)[ \t]+$/, "");
    if (written === "" || written.startsWith("#") || written.length > MAX_LENGTH) return [];
    const negated = written.startsWith("!");
    const pattern = negated ? written.slice(1) : written;
    const folderOnly = pattern.endsWith("/");
    const plain = folderOnly ? pattern.slice(0, -1) : pattern;
    const isAnchored = plain.includes("/");
    const source = patternSource(plain.replace(/^\//, ""));
    try {
      return [{ negated, folderOnly, regex: new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${source}$`) }];
    } catch {
      return [];
    }
  });
}

/**
 * Reports whether git ignores a path: it, or a folder above it, is excluded.
 *
 * @param path A path with forward slashes; one that ends with a slash is a folder.
 * @param patternsOf Returns the patterns of the `.gitignore` in a folder; "" is the root.
 */
export async function isIgnored(
  path: string,
  patternsOf: (folder: string) => Promise<readonly IgnorePattern[]>,
): Promise<boolean> {
  const parts = path.split("/").filter((part) => part !== "");
  for (let count = 1; count <= parts.length; count++) {
    const isFolder = count < parts.length || path.endsWith("/");
    let excluded = false;
    for (let depth = 0; depth < count; depth++) {
      const relative = parts.slice(depth, count).join("/");
      for (const { negated, folderOnly, regex } of await patternsOf(parts.slice(0, depth).join("/"))) {
        if ((isFolder || !folderOnly) && regex.test(relative)) excluded = !negated;
      }
    }
    if (excluded) return true;
  }
  return false;
}

const TOKEN = /^\*\*\/|\/\*\*\/|\/\*\*$|\*+|\?|\[!?\]?(?:\\.|[^\]\\])*\]|\\.|[^]/g;

/** Translates the pattern of git into that of a regular expression. */
function patternSource(pattern: string): string {
  return pattern.replace(TOKEN, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "/**/") return "/(?:.*/)?";
    if (token === "/**") return "/.*";
    if (token.startsWith("*")) return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.length > 1 && token.startsWith("[")) {
      return token.replace(/^\[!/, "[^").replace(/^(\[\^?)\]/, "$1\\]");
    }
    return token.slice(-1).replace(/[^\w\s]/, "\\$&");
  });
}
