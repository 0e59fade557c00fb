import type { PermissionRequest } from "../../schemas/permission.ts";

/** Describes a request in one line, shortened. */
export function describeRequest(request: PermissionRequest): string {
  const line = nameOf(request).replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** Describes a request in full, on several lines if needed, for the permission question. */
export function wholeRequest(request: PermissionRequest): string {
  const { command, url, raw, diffs, paths } = request;
  const whole = [nameOf(request).trim()];
  if (command !== undefined && url !== undefined) whole.push(url);
  if (command === undefined && diffs.length === 0 && !/^(?:\{\})?$/.test(raw)) whole.push(raw);
  const shown = new Set(diffs.map(({ path }) => path));
  whole.push(
    ...paths.filter(({ path }) => !shown.has(path)).map(({ path, intent }) => `  ${intent} ${path}`),
  );
  for (const { path, before = "", after } of diffs) {
    whole.push(`  ${path}`, ...prefixed("-", before), ...prefixed("+", after));
  }
  return whole.join("\n");
}

function prefixed(sign: string, text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n").map((line) => `  ${sign} ${line}`);
}

function nameOf({ command, title, kind, paths, url }: PermissionRequest): string {
  return command ?? url ?? (title || `${kind} ${paths.map(({ path }) => path).join(", ")}`.trim());
}
