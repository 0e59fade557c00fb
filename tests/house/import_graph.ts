/**
 * The import graph of the program, as Deno sees it.
 * @module
 */
import { fromRoot } from "../support/root.ts";
import { sourceFiles } from "./source_files.ts";

/** An import, for code or for types alone. */
export interface Edge {
  /** The importing module: its path in this repository, or its URL where it lies elsewhere. */
  readonly from: string;
  /** The imported module, in the same way. */
  readonly to: string;
  /** The specifier, as written. */
  readonly specifier: string;
  /** True for `import()`. */
  readonly lazy: boolean;
  /** True when only types are imported. */
  readonly typesOnly: boolean;
}

/** The imports in all modules that a module reaches, itself included. */
export async function importsReachableFrom(path: string): Promise<readonly Edge[]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--no-lock", path],
    cwd: fromRoot(""),
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(`deno info ${path} failed with ${code}: ${text.decode(stderr)}`);
  const { modules }: Info = JSON.parse(text.decode(stdout));
  const broken = modules.find(({ error }) => error !== undefined);
  if (broken !== undefined) throw new Error(`${broken.specifier}: ${broken.error}`);
  return modules.flatMap(edgesOf);
}

/** The modules that are loaded together with one, itself included: no types, and nothing by `import()`. */
export async function loadedWith(path: string): Promise<readonly string[]> {
  const edges = (await importsReachableFrom(path)).filter(({ lazy, typesOnly }) => !lazy && !typesOnly);
  const loaded = new Set([path]);
  for (const module of loaded) {
    for (const { from, to } of edges) {
      if (from === module) loaded.add(to);
    }
  }
  return [...loaded].sort();
}

/** The imports in all modules of the program, those included that only tests or tools reach. */
export async function allImports(): Promise<readonly Edge[]> {
  const modules = (await sourceFiles()).filter((path) => /^(?:lib\/|schemas\/|[^/]+$).*\.ts$/.test(path));
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    const lines = modules.map((path) => `import ${JSON.stringify(String(rootUrl(path)))};\n`);
    await Deno.writeTextFile(entry, lines.join(""));
    return (await importsReachableFrom(entry)).filter(({ from }) => !from.startsWith("file:"));
  } finally {
    await Deno.remove(entry);
  }
}

interface Info {
  readonly modules: readonly InfoModule[];
}

interface InfoModule {
  readonly specifier: string;
  readonly error?: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly isDynamic?: boolean;
    readonly code?: { readonly specifier?: string; readonly error?: string };
    readonly type?: { readonly specifier?: string; readonly error?: string };
  }[];
}

function edgesOf({ specifier: module, dependencies = [] }: InfoModule): Edge[] {
  return dependencies.flatMap(({ specifier, isDynamic = false, code, type }) => {
    const targets = new Set([code?.specifier ?? code?.error, type?.specifier ?? type?.error]);
    return [...targets].filter((to) => to !== undefined).map((to) => ({
      from: pathInRoot(module),
      to: pathInRoot(to),
      specifier,
      lazy: isDynamic,
      typesOnly: code === undefined,
    }));
  });
}

function rootUrl(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

function pathInRoot(url: string): string {
  const root = String(rootUrl(""));
  return url.startsWith(root) ? decodeURIComponent(url.slice(root.length)) : url;
}
