import type { LastingPermission } from "../../../schemas/results/policy.ts";
import { isRecord } from "../../collections/is_record.ts";
import type { Host } from "../../host/host.ts";
import { maskFor } from "../interaction/secrets.ts";
import { sha256 } from "../files/sha256.ts";
import { trustPlace } from "./place.ts";
import { ProjectRecords } from "./project_records.ts";

/**
 * The requests of agents that the user always allows in a project, in `~/.wf/permissions.json`. All worktrees of
 * a repository share them.
 */
export class LastingPermissions {
  readonly #records: ProjectRecords<readonly LastingPermission[]>;
  #place: Promise<string> | undefined;

  /**
   * @param root Absolute path of the project root.
   */
  constructor(readonly host: Host, readonly root: string) {
    this.#records = new ProjectRecords(host, {
      name: "permissions.json",
      what: "permissions",
      isRecord: isPermissions,
    });
  }

  /** Returns the folder for which the permissions are recorded. */
  async place(): Promise<string> {
    return await (this.#place ??= trustPlace(this.host, this.root));
  }

  /** Returns the permissions, the oldest first. */
  async list(): Promise<readonly LastingPermission[]> {
    return await this.#records.read(await this.place()) ?? [];
  }

  /** Reports whether requests with a key are always allowed. */
  async covers(key: string): Promise<boolean> {
    const id = await sha256(key);
    return (await this.list()).some((permission) => permission.id === id);
  }

  /** Always allows requests with a key. */
  async add(key: string, { request, reason }: Pick<LastingPermission, "request" | "reason">): Promise<void> {
    const mask = maskFor(this.host);
    const since = new Date(this.host.now()).toISOString();
    const added = { id: await sha256(key), request: mask(request), reason: mask(reason), since };
    await this.keep([...(await this.list()).filter(({ id }) => id !== added.id), added]);
  }

  /** Replaces the permissions. */
  async keep(permissions: readonly LastingPermission[]): Promise<void> {
    const place = await this.place();
    if (permissions.length === 0) await this.#records.remove(place);
    else await this.#records.write(place, permissions);
  }
}

function isPermissions(value: unknown): value is readonly LastingPermission[] {
  const keys = ["id", "request", "reason", "since"];
  return Array.isArray(value) &&
    value.every((one) => isRecord(one) && keys.every((key) => typeof one[key] === "string"));
}
