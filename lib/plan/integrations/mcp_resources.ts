/**
 * The resources of the Model Context Protocol server: the status, the phases and the plans of a project.
 *
 * @module
 */
import type { PhaseStatus } from "../../../schemas/results/status.ts";
import { count } from "../../text/count.ts";

/** A resource in the form of the protocol. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The document that a URI names. */
export type NamedResource =
  | { readonly kind: "status" }
  | { readonly kind: "phase" | "plan"; readonly id: string };

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";

/** The URIs with a placeholder, in the form of the protocol. */
export const RESOURCE_TEMPLATES: readonly object[] = [
  {
    uriTemplate: "wf://phase/{number}",
    name: "phase",
    description: "The state of a phase and its plans, for example wf://phase/03.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "wf://plan/{id}",
    name: "plan",
    description: "A plan file, for example wf://plan/03-01.",
    mimeType: MARKDOWN,
  },
];

/** Returns the resources of a project with these phases. */
export function resourcesOf(phases: readonly PhaseStatus[]): readonly McpResource[] {
  const status = {
    uri: "wf://status",
    name: "status",
    description: "The progress of the phases and plans, and what to run next",
    mimeType: JSON_TYPE,
  };
  return [
    status,
    ...phases.flatMap(({ number, name, state, plans }) => [
      {
        uri: `wf://phase/${number}`,
        name: `Phase ${number}: ${name}`,
        description: `${state}, ${count(plans.length, "plan")}`,
        mimeType: JSON_TYPE,
      },
      ...plans.map(({ id, objective, state }) => ({
        uri: `wf://plan/${encodeURIComponent(id)}`,
        name: `Plan ${id}`,
        description: objective === "" ? state : `${objective} (${state})`,
        mimeType: MARKDOWN,
      })),
    ]),
  ];
}

/** Reads the URI of a resource; undefined for any other. */
export function readResourceUri(uri: string): NamedResource | undefined {
  if (uri === "wf://status") return { kind: "status" };
  const [, kind, written] = /^wf:\/\/(phase|plan)\/([^/?#]+)$/.exec(uri) ?? [];
  if (kind === undefined) return undefined;
  try {
    return { kind: kind as "phase" | "plan", id: decodeURIComponent(written!) };
  } catch {
    return undefined;
  }
}
