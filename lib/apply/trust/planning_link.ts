import type { Host } from "../../host/host.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import { PLANNING } from "../../parse/ids/locations.ts";
import { NOWHERE, resolveLinks } from "../files/resolve_links.ts";
import { trustPlace } from "./place.ts";
import { ProjectRecords } from "./project_records.ts";

/**
 * A project's `.planning`, as far as it is a link to a folder outside of the project. Documents are written there
 * only after the user has accepted the link and its target, in `~/.wf/links.json`.
 */
export class PlanningLink {
  readonly #records: ProjectRecords<string>;

  /**
   * @param root Absolute path of the project root.
   */
  constructor(readonly host: Host, readonly root: string) {
    const isRecord = (value: unknown): value is string => typeof value === "string";
    this.#records = new ProjectRecords(host, { name: "links.json", what: "accepted links", isRecord });
  }

  /** Returns the folder that the link leads to, absolute, links resolved; undefined without such a link. */
  async target(): Promise<string | undefined> {
    const root = await this.host.realPath(this.root);
    const target = await resolveLinks(this.host, joinPath(root, PLANNING));
    return target === NOWHERE || pathWithin(root, target) !== undefined ? undefined : target;
  }

  /** Reports whether the user has accepted a target. */
  async accepts(target: string): Promise<boolean> {
    return isTrustedByEnvironment(this.host) ||
      await this.#records.read(await trustPlace(this.host, this.root)) === target;
  }

  async accept(target: string): Promise<void> {
    await this.#records.write(await trustPlace(this.host, this.root), target);
  }

  async revoke(): Promise<void> {
    await this.#records.remove(await trustPlace(this.host, this.root));
  }
}

/** Returns true when an environment variable trusts the project, as in CI. */
export function isTrustedByEnvironment(host: Host): boolean {
  return ["1", "agents"].includes(host.env("WF_TRUST") ?? "");
}
