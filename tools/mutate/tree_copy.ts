/** A copy of a repository's files, gone when it is disposed. The user's own tree is never changed. */
export class TreeCopy {
  /** @param folder The folder that holds the tree and the temporary files of tests. */
  private constructor(readonly folder: string) {}

  /** The root of the copy, absolute. */
  get tree(): string {
    return `${this.folder}/tree`;
  }

  /**
   * Copies the files that git tracks or does not ignore.
   *
   * @param root The root of the repository, absolute.
   */
  static async make(root: string): Promise<TreeCopy> {
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "wf-mutate-" }));
    const copy = new TreeCopy(folder);
    await Deno.mkdir(`${folder}/tmp`);
    for (const path of await filesOf(root)) {
      const to = `${copy.tree}/${path}`;
      await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
      const { isSymlink } = await Deno.lstat(`${root}/${path}`);
      if (isSymlink) await Deno.symlink(await Deno.readLink(`${root}/${path}`), to);
      else await Deno.copyFile(`${root}/${path}`, to);
    }
    return copy;
  }

  /** Reads a file of the copy. */
  async read(path: string): Promise<string> {
    return await Deno.readTextFile(`${this.tree}/${path}`);
  }

  /** Writes a file of the copy. */
  async write(path: string, text: string): Promise<void> {
    await Deno.writeTextFile(`${this.tree}/${path}`, text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true }).catch(() => {});
  }
}

/** Returns the existing files that git tracks or does not ignore, relative to the root, in order. */
export async function filesOf(root: string): Promise<readonly string[]> {
  const { stdout, success } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],
    cwd: root,
  }).output();
  if (!success) throw new Error(`Cannot list the files of "${root}"`);
  const paths = new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
  const found: string[] = [];
  for (const path of paths) if (await Deno.lstat(`${root}/${path}`).catch(() => undefined)) found.push(path);
  return found.sort();
}
