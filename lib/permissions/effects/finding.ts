import type { Mode, SafetyConfig } from "../../../schemas/config.ts";
import type { PermissionCategory, PermissionVerdict } from "../../../schemas/permission.ts";

export interface Finding {
  readonly category: PermissionCategory;
  /** The reason, as a clause that can follow "it" or be used alone. */
  readonly reason: string;
  /**
   * True if a person is asked in mode `yolo` too, although the effect is not known to be destructive or
   * external.
   */
  readonly everyMode?: boolean;
}

export interface VerdictPolicy {
  readonly mode: Mode;
  /** The keys of `safety`. */
  readonly safety: SafetyConfig;
}

/** The categories of allowed effects, the worst first. */
const ALLOWED: readonly PermissionCategory[] = [
  "destructive",
  "external",
  "unclassified",
  "edit",
  "check",
  "harmless",
];

/** The maximum number of reasons in a verdict. */
const MAX_REASONS = 20;

/** Joins the reasons, each once, in order. */
function reasonsOf(findings: readonly Finding[]): string {
  const reasons = [...new Set(findings.map(({ reason }) => reason))];
  const more = reasons.length - MAX_REASONS;
  const named = reasons.slice(0, MAX_REASONS).join("; ");
  return more > 0 ? `${named}; and ${more} more` : named;
}

/**
 * Returns the verdict on all effects of a request: the strictest of all.
 *
 * 1. Refuses what no agent may do.
 * 2. Asks about destructive and external effects in every mode while their key of `safety` is on; while it is
 * off, they are allowed.
 * 3. Asks about paths outside and about what cannot be classified; mode `yolo` allows what is only
 * unclassified.
 * 4. Allows the rest, once.
 *
 * @param findings The effects; a request without any cannot be classified.
 */
export function verdictOf(findings: readonly Finding[], { mode, safety }: VerdictPolicy): PermissionVerdict {
  const of = (category: PermissionCategory) => findings.filter((finding) => finding.category === category);
  const verdict = (kind: PermissionVerdict["kind"], found: readonly Finding[]): PermissionVerdict => ({
    kind,
    category: found[0]!.category,
    reason: reasonsOf(found),
  });
  const never = of("never");
  if (never.length > 0) return verdict("deny", never);
  const guarded = [
    ...(safety.always_confirm_destructive ? of("destructive") : []),
    ...(safety.always_confirm_external_services ? of("external") : []),
  ];
  const unclassified = of("unclassified");
  const hidden = unclassified.filter(({ everyMode }) => everyMode);
  const asked = mode === "yolo" ? hidden : [...hidden, ...unclassified];
  // The worst comes first: it gives the category, and begins the reasons.
  const all = [...guarded, ...of("outside"), ...asked];
  if (all.length > 0) return verdict("ask", all);
  for (const category of ALLOWED) {
    const found = of(category);
    if (found.length > 0) return verdict("allow", found);
  }
  return { kind: "ask", category: "unclassified", reason: "its effect cannot be determined" };
}
