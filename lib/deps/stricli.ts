/**
 * The command line: scanning arguments, suggesting similar names.
 * @module
 */
export {
  type Application,
  type ApplicationText,
  ArgumentScannerError,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  type CommandContext as StricliContext,
  formatMessageForArgumentScannerError as formatScannerError,
  run,
  text_en,
} from "npm:@stricli/core@1.3.0";
