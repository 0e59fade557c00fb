/**
 * The command line: scanning arguments, suggesting similar names.
 * @module
 */
import * as stricli from "npm:@stricli/core@1.3.0";
export {
  type Application,
  type ApplicationText,
  ArgumentScannerError,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  type CommandContext as StricliContext,
  run,
  text_en,
} from "npm:@stricli/core@1.3.0";

/** The messages of all errors, by their class. */
export type ScannerErrorMessages = Required<
  Parameters<typeof stricli.formatMessageForArgumentScannerError>[1]
>;

/**
 * Returns the message of an error.
 *
 * The library's own function chooses by the name of the class, which minifying changes.
 */
export function formatScannerError(
  error: stricli.ArgumentScannerError,
  messages: ScannerErrorMessages,
): string {
  for (const name of Object.keys(messages) as (keyof ScannerErrorMessages)[]) {
    if (error instanceof stricli[name]) return messages[name](error as never);
  }
  return error.message;
}
