/**
 * A parser for TypeScript and JavaScript.
 *
 * Loaded only when a module is parsed: importing it takes tens of milliseconds.
 * @module
 */

type Parse = typeof import("npm:@babel/parser@7.29.14").parse;

/** A statement at the top level of a module, discriminated by `type`. */
export type ModuleStatement = ReturnType<Parse>["program"]["body"][number];

export type ModuleSyntax =
  | { readonly kind: "parsed"; readonly body: readonly ModuleStatement[] }
  | { readonly kind: "unparsable"; readonly reason: string };

/** Parses the text of a module. The extension of its path decides which syntax is allowed. */
export type ModuleParser = (path: string, text: string) => ModuleSyntax;

export async function loadModuleParser(): Promise<ModuleParser> {
  const loaded = await import("npm:@babel/parser@7.29.14");
  // A CommonJS package: in a bundle for Node, everything it exports is on its default export.
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
      // Deep nesting overflows the stack. Any other error is a bug in this program.
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
