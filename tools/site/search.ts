/**
 * The search of the site, in the browser.
 * @module
 */
import MiniSearch from "npm:minisearch@7.2.0";

interface Found {
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

interface Input {
  value: string;
  focus(): void;
  addEventListener(name: string, listen: (event: { readonly key?: string }) => void): void;
}

interface Element {
  hidden: boolean;
  textContent: string;
  href: string;
  dataset: Readonly<Record<string, string>>;
  append(...children: readonly Element[]): void;
  replaceChildren(...children: readonly Element[]): void;
  querySelector(selector: string): { click(): void } | null;
}

interface Page {
  readonly currentScript: Element;
  readonly activeElement: unknown;
  getElementById(id: string): Input & Element;
  createElement(name: string): Element;
  querySelector(selector: string): Element;
  addEventListener(name: string, listen: (event: KeyPress) => void): void;
}

interface KeyPress {
  readonly key: string;
  preventDefault(): void;
}

const MAX_RESULTS = 12;
const { document, searchData, innerWidth } = globalThis as unknown as {
  readonly document: Page;
  readonly searchData: readonly Found[];
  readonly innerWidth: number;
};
const root = document.currentScript?.dataset["root"] ?? "";
const input = document.getElementById("search");
const results = document.getElementById("results");

const index = new MiniSearch<Found & { readonly id: number }>({
  fields: ["heading", "title", "text"],
  storeFields: ["page", "title", "heading", "anchor"],
  searchOptions: { boost: { heading: 4, title: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
});
index.addAll(searchData.map((section, id) => ({ ...section, id })));

input.addEventListener("input", () => {
  const found = index.search(input.value).slice(0, MAX_RESULTS);
  results.replaceChildren(...found.map((each) => resultItem(each as unknown as Found)));
  results.hidden = found.length === 0;
});
input.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") results.querySelector("a")?.click();
  if (key === "Escape") results.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || document.activeElement === input) return;
  event.preventDefault();
  input.focus();
});
if (innerWidth < 900) (document.querySelector(".menu") as unknown as { open: boolean }).open = false;

function resultItem({ page, title, heading, anchor }: Found): Element {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${root}${page}${anchor === "" ? "" : `#${anchor}`}`;
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  item.append(link);
  return item;
}
