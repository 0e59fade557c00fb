/** The part of Preact that the page uses: its own types would add those of a browser to the whole program. */
export type ComponentChild = object | string | number | boolean | null | undefined;
export function h(type: unknown, props: unknown, ...children: unknown[]): ComponentChild;
export function render(child: ComponentChild, parent: object): void;
export function useState<T>(initial: T): [T, (value: T) => void];
export function useEffect(effect: () => void | (() => void), inputs: readonly unknown[]): void;
