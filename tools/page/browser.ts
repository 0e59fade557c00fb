/**
 * What the page needs of the browser besides what Deno has too.
 * @module
 */

export interface PageElement {
  readonly textContent: string | null;
  readonly value: string;
  focus(): void;
}

declare const document: {
  title: string;
  getElementById(id: string): PageElement | null;
};
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };

export function element(id: string): PageElement | null {
  return document.getElementById(id);
}

export function setTitle(title: string): void {
  document.title = title;
}

/** Copies text; false if the browser does not allow that. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard!.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A key that was pressed on an element. */
export interface KeyPress {
  readonly key: string;
  preventDefault(): void;
}
