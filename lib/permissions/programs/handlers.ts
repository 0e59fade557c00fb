import { archiveHandlers } from "./archives.ts";
import { awk } from "./awk.ts";
import { handlerInTable, isTool } from "./by_table.ts";
import { copyHandlers } from "./copies.ts";
import { download } from "./downloads.ts";
import { type Handler, type Handlers, handlers } from "../effects/effects.ts";
import { git } from "./git.ts";
import { interpreterHandlers } from "./interpreters.ts";
import { patchHandlers } from "./patches.ts";
import { searchHandlers } from "./search.ts";
import { sed } from "./sed.ts";
import { wrapperHandlers } from "./wrappers.ts";

const HANDLERS: Handlers = {
  ...searchHandlers,
  ...handlers("sed gsed", sed),
  ...handlers("awk gawk mawk nawk", awk),
  ...handlers("curl wget wget2", download),
  ...copyHandlers,
  ...archiveHandlers,
  ...patchHandlers,
  ...interpreterHandlers,
  ...wrapperHandlers,
  git,
};

/** Matches folders whose programs can be trusted to match their names. */
export const SYSTEM_FOLDERS = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin$/;
/** Returns the handler of a program, by its name. */
export function handlerOf(name: string): Handler | undefined {
  return Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : handlerInTable(name);
}

/** Returns the known name of a program, and its folder if it is written with one. */
export function programOf(text: string): { readonly name: string; readonly folder?: string } {
  const slashed = text.replaceAll("\\", "/");
  const cut = slashed.lastIndexOf("/");
  const base = slashed.slice(cut + 1).toLowerCase().replace(/\.(?:exe|cmd|bat)$/, "");
  // `python3.11` and `mkfs.ext4` are known by the part before the version or suffix.
  const forms = [base, base.replace(/-?\d[\d.]*$/, ""), base.split(".")[0]!];
  const name = forms.find((form) => handlerOf(form) !== undefined) ?? base;
  return { name, ...(cut === -1 ? {} : { folder: slashed.slice(0, cut) }) };
}

/** Reports whether a path leads to a usual tool that is installed in the project: `vendor/bin/phpunit`. */
export function isInstalledTool(path: string, name: string): boolean {
  return INSTALLED.test(path) &&
    (isTool(name) || (/^(?:python|pip)$/.test(name) && /venv\/bin\//.test(path)));
}

const INSTALLED =
  /^(?:\.\/)?(?:(?:(?:[\w-]+\/)*(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)|bin)\/[\w-]+|(?:gradlew|mvnw))$/;
