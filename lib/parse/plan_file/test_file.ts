/** Matches folders and names of tests, as the usual test runners find them. */
const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|(?:^|[._/-])(?:test|spec)s?\.[^/]+$|(?:^|\/)test_[^/]+$|\w(?:Tests?|Spec)\.[^/]+$/;

/** Returns true for the path of a test, or of a file in a folder of tests. */
export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}
