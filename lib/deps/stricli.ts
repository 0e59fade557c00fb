/**
 * The command line: scanning arguments, printing help, suggesting similar names.
 * @module
 */
export {
  type Application,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  type CommandContext as StricliContext,
  help,
  run,
  text_en,
} from "npm:@stricli/core@1.3.0";
