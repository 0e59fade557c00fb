/**
 * Selects the mutant that runs, in a program whose sources contain all of them. Sources call `__mutant(id)`.
 * @module
 */

/** The selected mutant, and those that were reached since recording began. */
export const mutantSwitch: { selected: number; reached: Set<number> | undefined } = {
  selected: 0,
  reached: undefined,
};

Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    mutantSwitch.reached?.add(id);
    return id === mutantSwitch.selected;
  },
});
