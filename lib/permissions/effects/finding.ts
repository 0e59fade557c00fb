import type { Mode, SafetyConfig } from "../../../schemas/config.ts";
import type { PermissionCategory, PermissionVerdict } from "../../../schemas/permission.ts";

/** Something that a request would do. */
export interface Finding {
  /** What it comes to. */
  readonly category: PermissionCategory;
  /** Why, in a clause that can follow "it" or stand alone. */
  readonly reason: string;
  /** Asked about in mode `yolo` too, although nothing is known to be destructive or external. */
  readonly everyMode?: boolean;
}

/** What a verdict depends on, beside the findings. */
export interface VerdictPolicy {
  /** Mode of the run. */
  readonly mode: Mode;
  /** The keys of `safety`. */
  readonly safety: SafetyConfig;
}

/** What would have been worse, had it been there: the order of what is allowed. */
const ALLOWED: readonly PermissionCategory[] = [
  "destructive",
  "external",
  "unclassified",
  "edit",
  "check",
  "harmless",
];

/** Most reasons that are named. */
const MAX_REASONS = 20;

/** The reasons, each once, in their order. */
function reasonsOf(findings: readonly Finding[]): string {
  const reasons = [...new Set(findings.map(({ reason }) => reason))];
  const more = reasons.length - MAX_REASONS;
  const named = reasons.slice(0, MAX_REASONS).join("; ");
  return more > 0 ? `${named}; and ${more} more` : named;
}

/**
 * The verdict on everything a request would do: the strictest of all.
 *
 * 1. What no agent may do is refused. 2. What is destructive or external is asked about in every mode while
 * its key of `safety` is on; while it is off, nothing is held against it. 3. What lies outside or cannot be
 * classified is asked about; mode `yolo` allows what is merely unclassified. 4. The rest is allowed, once.
 *
 * @param findings What it would do; a request without any cannot be classified.
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
  return { kind: "ask", category: "unclassified", reason: "what it would do cannot be told" };
}
