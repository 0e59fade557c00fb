/**
 * The command line: scanning arguments, suggesting similar names.
 * @module
 */
import {
  AliasNotFoundError,
  ArgumentParseError,
  type ArgumentScannerError,
  EnumValidationError,
  FlagNotFoundError,
  InvalidNegatedFlagSyntaxError,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from "npm:@stricli/core@1.3.0";
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

const ERRORS = {
  AliasNotFoundError,
  ArgumentParseError,
  EnumValidationError,
  FlagNotFoundError,
  InvalidNegatedFlagSyntaxError,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
};

/** The messages of all errors, by their class. */
export type ScannerErrorMessages = {
  readonly [Name in keyof typeof ERRORS]: (error: InstanceType<(typeof ERRORS)[Name]>) => string;
};

/**
 * Returns the message of an error.
 *
 * The library's own function chooses by the name of the class, which minifying changes.
 */
export function formatScannerError(error: ArgumentScannerError, messages: ScannerErrorMessages): string {
  for (const [name, ErrorClass] of Object.entries(ERRORS)) {
    if (error instanceof ErrorClass) return messages[name as keyof typeof ERRORS](error as never);
  }
  return error.message;
}
