/** A phase: its number, name and folder. */
export interface PhaseReference {
  /** Number as printed: whole part padded to two digits (`03`, `02.1`, `12A`). */
  readonly number: string;
  /** Name from the roadmap, else from the folder. */
  readonly name: string;
  /** Folder relative to the project root. */
  readonly directory: string;
}
