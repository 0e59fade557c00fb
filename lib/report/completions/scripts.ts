/**
 * The scripts that connect shells to completion. Each runs `wf completions <shell> -- <words>` and passes the
 * result to its shell.
 *
 * @module
 */
import bash from "./wf.bash" with { type: "text" };
import fish from "./wf.fish" with { type: "text" };
import zsh from "./wf.zsh" with { type: "text" };

export const completionScripts: Readonly<Record<"bash" | "zsh" | "fish", string>> = { bash, zsh, fish };
