/** Returns what to do about a full or a read-only disk that a message reports; undefined for other messages. */
export function diskHint(message: string): string | undefined {
  if (/no space left on device|out of diskspace|quota exceeded/i.test(message)) {
    return "Free some disk space, then run the same command";
  }
  return /read-only file system/i.test(message)
    ? "Make the disk or the folder writable, then run the same command"
    : undefined;
}
