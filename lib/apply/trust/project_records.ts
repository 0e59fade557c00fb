import { isRecord } from "../../collections/is_record.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { type Host, HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { jsonValue } from "../../text/json_value.ts";

export class ProjectRecordsError extends ProgramError {
  override readonly name = "ProjectRecordsError";
}

export interface RecordsOptions<T> {
  /** The name of the file in `~/.wf`. */
  readonly name: string;
  /** The content of the file, for messages: `trust`. */
  readonly what: string;
  readonly isRecord: (value: unknown) => value is T;
}

/**
 * A file in `~/.wf` with a record for each project, which only the user can read. Methods throw a
 * {@link ProjectRecordsError} for an unreadable file, so that it is never overwritten.
 */
export class ProjectRecords<T> {
  constructor(readonly host: Host, readonly options: RecordsOptions<T>) {}

  /**
   * Returns the record of a project, if any.
   *
   * @param place The folder that {@link trustPlace} returns.
   */
  async read(place: string): Promise<T | undefined> {
    const path = this.#path();
    return path === undefined ? undefined : (await this.#readAll(path)).get(place);
  }

  /** Sets the record of a project. */
  async write(place: string, record: T): Promise<void> {
    const path = this.#path();
    if (path === undefined) throw this.#notStored("there is no home folder", "Set HOME");
    await this.#writeAll(path, (await this.#readAll(path)).set(place, record));
  }

  /**
   * Removes the record of a project.
   *
   * @returns True when there was one.
   */
  async remove(place: string): Promise<boolean> {
    const path = this.#path();
    if (path === undefined) return false;
    const all = await this.#readAll(path);
    if (!all.delete(place)) return false;
    await this.#writeAll(path, all);
    return true;
  }

  #path(): string | undefined {
    const home = this.host.home();
    return home === undefined ? undefined : joinPath(home, ".wf", this.options.name);
  }

  async #readAll(path: string): Promise<Map<string, T>> {
    const text = await this.#readText(path);
    if (text === undefined) return new Map();
    const projects = this.#projectsOf(text);
    if (projects !== undefined) return new Map(Object.entries(projects));
    throw new ProjectRecordsError(
      `Cannot read "${path}": it is not a record of ${this.options.what}`,
      "Fix or remove the file",
    );
  }

  async #readText(path: string): Promise<string | undefined> {
    try {
      return await this.host.readText(path);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.reason === "not-found") return undefined;
      throw new ProjectRecordsError(error.message, "Make the file readable, or remove it", { cause: error });
    }
  }

  async #writeAll(path: string, all: ReadonlyMap<string, T>): Promise<void> {
    const text = JSON.stringify({ formatVersion: 1, projects: Object.fromEntries(all) }, null, 2);
    try {
      await this.host.writeText(path, `${text}\n`, { private: true });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      throw this.#notStored(error.message, "Make ~/.wf writable", error);
    }
  }

  #notStored(why: string, hint: string, cause?: HostError): ProjectRecordsError {
    return new ProjectRecordsError(`Cannot store ${this.options.what}: ${why}`, hint, { cause });
  }

  #projectsOf(text: string): Readonly<Record<string, T>> | undefined {
    const value = jsonValue(text);
    if (!isRecord(value) || value.formatVersion !== 1 || !isRecord(value.projects)) return undefined;
    const { projects } = value;
    return Object.values(projects).every(this.options.isRecord)
      ? projects as Readonly<Record<string, T>>
      : undefined;
  }
}
