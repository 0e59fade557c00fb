import { nameSet } from "../../collections/name_set.ts";

/** The functions and methods that compute or print, and call no function that they are given. */
const CALLS: ReadonlySet<string> = nameSet(
  `abs all any bool concat Counter Date DateTimeFormat dict dumps endsWith endswith entries enumerate float floor format get
  has hex includes indexOf int isArray isinstance items join keys len list load loads log lower Map match matchAll Number
  NumberFormat open padEnd padStart parseFloat parseInt pow pprint print range readFileSync repeat require reverse
  reversed round safe_load Set set slice split splitlines startsWith startswith str strftime String stringify strip sum
  toFixed toISOString toLocaleString toLowerCase toString toUpperCase trim tuple type upper values zip
  if for while in not and or`,
);
/** Matches the modules without effects of their own. */
const MODULE =
  /^(?:collections|csv|datetime|decimal|json|math|pprint|re|statistics|string|sys|textwrap|tomllib|yaml)$/;
const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
/** Matches other ways to call, to assign and to import, and names that lead to functions with effects. */
const OTHER =
  /[`@#]|__|[\])}]\s*\(|\.\w+\s*=(?!=)|=>|\b(?:as|async|await|breakpoint|child_process|class|compile|constructor|def|delete|env|environ|eval|exec|from|fs(?!\.readFileSync\()|function|Function|getattr|global\w*|Loader|lambda|locals|module\w*|os|process|prototype|Proxy|Reflect|setattr|vars|vm|with|\w+_hook)\b/;
/** Matches calls that read a file or a module, unless they name it. */
const READS = /\bopen\b(?!\(""\))|\breadFileSync\b(?!\(""\s*(?:,\s*""\s*)?\))|\brequire\b(?!\("json"\))/;

/**
 * Reports whether code of Python or JavaScript only computes, prints, and reads files that it names: every
 * call is of a known function, and every import of a known module.
 */
export function isPlainCode(code: string): boolean {
  const rest = code.replace(LITERAL, (text) => /^.\.[^]*\.json.$/.test(text) ? '"json"' : '""')
    .replace(/(open|readFileSync)\("json"/g, '$1(""');
  const modules = [...rest.matchAll(/\bimport\b([^;\n]*)/g)].flatMap((match) => match[1]!.split(","));
  return !OTHER.test(rest) && !READS.test(rest) && modules.every((name) => MODULE.test(name.trim())) &&
    [...rest.matchAll(/([\w$]+)\s*(\(|=(?!=))/g)].every(([, name, sign]) =>
      CALLS.has(name!) === (sign === "(")
    );
}
