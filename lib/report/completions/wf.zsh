#compdef wf
# Completes wf in zsh:  eval "$(wf completions zsh)"
# Or save it as _wf in a folder of $fpath.

_wf() {
  local line value kept tag=values
  local -a typed ready open
  if (( CURRENT > 2 )); then typed=("${(@Q)words[2,CURRENT-1]}"); fi
  typed+=("${(Q)PREFIX}")

  # The text before the last = is kept: only the value after it is shown and completed.
  kept=${typed[-1]%"${typed[-1]##*=}"}

  local -a lines
  lines=("${(@f)$(wf completions zsh -- "${(@)typed}" 2>/dev/null)}")
  if [[ -n $kept ]]; then
    IPREFIX+=${PREFIX%"${PREFIX##*=}"}
    PREFIX=${PREFIX##*=}
  fi
  if [[ $PREFIX == -* ]]; then tag=options; fi
  for line in "${(@)lines}"; do
    value=${line%%$'\t'*}
    case $value in
      '') continue ;;
      :files) _files; continue ;;
      :dirs) _files -/; continue ;;
    esac
    value=${value#"$kept"}
    value=${${value//\\/\\\\}//:/\\:}
    if [[ $line == *$'\t'?* ]]; then value+=":${line#*$'\t'}"; fi
    if [[ ${line%%$'\t'*} == *= ]]; then open+=("$value"); else ready+=("$value"); fi
  done
  if (( $#ready )); then _describe -V -t $tag wf ready; fi
  if (( $#open )); then _describe -V -t $tag wf open -S ''; fi
}

if [[ ${funcstack[1]} == _wf ]]; then
  _wf "$@"
else
  if (( ! $+functions[compdef] )); then autoload -Uz compinit && compinit -i; fi
  compdef _wf wf
fi
