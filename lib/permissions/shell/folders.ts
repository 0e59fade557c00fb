/** The maximum number of folders that a script may change to. */
const MAX_FOLDERS = 8;

/** The folders that the commands of a script may run in. */
export class ShellFolders {
  #all: readonly string[];
  /** The folders that a command certainly runs in, because it follows `cd … &&`. */
  #here: { readonly list: number; readonly folders: readonly string[] } | undefined;
  #entered = 0;

  constructor(start: string) {
    this.#all = [start];
  }

  /** The folders that the current command may run in. */
  get current(): readonly string[] {
    return this.#here?.folders ?? this.#all;
  }

  /** @param list The list of commands that it continues after `&&`, if it does. */
  beginCommand(list: number | undefined): void {
    if (this.#here?.list !== list) this.#here = undefined;
  }

  /**
   * Changes to one of several folders.
   *
   * @param list The list of commands whose next one is certainly in it.
   * @returns `too-many` once the limit is reached, and `ignored` after that.
   */
  enter(folders: readonly string[], list: number | undefined): "entered" | "too-many" | "ignored" {
    if (this.#entered++ === MAX_FOLDERS || this.#all.length > MAX_FOLDERS) return "too-many";
    if (this.#entered > MAX_FOLDERS) return "ignored";
    this.#all = [...new Set([...this.#all, ...folders])];
    if (list !== undefined) this.#here = { list, folders };
    return "entered";
  }

  leave(): void {
    this.#here = undefined;
  }

  /** Runs the commands of an inner script, which may leave its shell, and so the outer one, in other folders. */
  inScript(action: () => void): void {
    const [all, here] = [this.#all, this.#here];
    this.#all = this.current;
    action();
    this.#all = [...new Set([...all, ...this.#all])];
    this.#here = here;
  }

  /** Runs an action whose changes of folder do not count. */
  restoredAfter(action: () => void): void {
    const state = [this.#all, this.#here] as const;
    action();
    [this.#all, this.#here] = state;
  }
}
