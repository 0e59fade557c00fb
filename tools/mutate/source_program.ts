import { ts } from "./typescript.ts";

/** The source files to mutate, with their types. */
export interface SourceProgram {
  readonly checker: ts.TypeChecker;
  /** Returns the syntax tree of a file. */
  file(path: string): ts.SourceFile;
}

/**
 * Reads source files and everything that they import.
 *
 * @param paths Paths of the files, relative to the current folder or absolute.
 */
export function sourceProgram(paths: readonly string[]): SourceProgram {
  const program = ts.createProgram(paths, {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts"],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  return {
    checker,
    file: (path) => {
      const file = program.getSourceFile(path);
      if (file === undefined) throw new Error(`Cannot mutate "${path}": there is no such file`);
      return file;
    },
  };
}
