/**
 * A parser for TypeScript and JavaScript.
 *
 * Loaded when a module is to be read and not before: importing it takes tens of milliseconds.
 * @module
 */

type Parse = typeof import("npm:@babel/parser@7.28.5").parse;

/** A statement at the top of a module, told apart by `type`. */
export type ModuleStatement = ReturnType<Parse>["program"]["body"][number];

/** What came of parsing a module. */
export type ModuleSyntax =
  | { readonly kind: "parsed"; readonly body: readonly ModuleStatement[] }
  | { readonly kind: "unparsable"; readonly reason: string };

/** Parses the text of a module; its path tells which extensions of the language it may use. */
export type ModuleParser = (path: string, text: string) => ModuleSyntax;

/** Loads the parser. */
export async function loadModuleParser(): Promise<ModuleParser> {
  const loaded = await import("npm:@babel/parser@7.28.5");
  // A CommonJS package: in a bundle for Node all that it exports is its default.
  const parse: Parse = loaded.parse ??
    (loaded as unknown as { readonly default: typeof loaded }).default.parse;
  return (path, text) => {
    try {
      const { program } = parse(text, {
        sourceType: "unambiguous",
        errorRecovery: true,
        allowReturnOutsideFunction: true,
        allowImportExportEverywhere: false,
        plugins: [...pluginsFor(path), "decorators"],
      });
      return { kind: "parsed", body: program.body };
    } catch (error) {
      // Nesting without end runs out of stack; anything else is a mistake of ours.
      if (error instanceof SyntaxError) {
        return { kind: "unparsable", reason: error.message.split("\n", 1)[0]! };
      }
      if (error instanceof RangeError) return { kind: "unparsable", reason: "it is nested too deeply" };
      throw error;
    }
  };
}

function pluginsFor(path: string): ("typescript" | "jsx" | "flow")[] {
  if (/\.[cm]?ts$/i.test(path)) return ["typescript"];
  return /\.tsx$/i.test(path) ? ["typescript", "jsx"] : ["jsx", "flow"];
}
