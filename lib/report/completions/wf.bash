# Completes wf in bash, from 3.2 on:  eval "$(wf completions bash)"
# shellcheck shell=bash

_wf() {
  local IFS=$' \t\n'
  local rest=${COMP_LINE:0:COMP_POINT} gap piece i
  local words
  words=()

  # bash splits words at = and : too. Join what no space separates; the last word ends at the cursor.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"}
    piece=${COMP_WORDS[i]}
    if ((i == COMP_CWORD)); then piece=$rest; fi
    if ((i == 0)) || [[ -n $gap ]]; then
      words[${#words[@]}]=$piece
    else
      words[${#words[@]} - 1]+=$piece
    fi
    rest=${rest#"$piece"}
  done

  # An open quote is kept, and so is the text before the last = or :, unless it is in quotes.
  local current=${words[${#words[@]} - 1]} quote="" kept=""
  case $current in
    [\"\']*) quote=${current:0:1} ;;
    *)
      local breaks=${COMP_WORDBREAKS//[[:space:]\"\']/}
      kept=${current%"${current##*["$breaks"]}"}
      ;;
  esac
  for ((i = 0; i < ${#words[@]}; i++)); do words[i]=${words[i]//[\"\'\\]/}; done
  current=${words[${#words[@]} - 1]}

  local value description values descriptions longest=0
  values=()
  descriptions=()
  while IFS=$'\t' read -r value description; do
    case $value in
      "") ;;
      :files) _wf_paths -f "$current" "$kept" "$quote" ;;
      :dirs) _wf_paths -d "$current" "$kept" "$quote" ;;
      *)
        value=${value#"$kept"}
        if [[ -z $quote ]]; then printf -v value %q "$value"; fi
        values[${#values[@]}]=$value
        descriptions[${#descriptions[@]}]=$description
        if ((${#value} > longest)); then longest=${#value}; fi
        ;;
    esac
  done <<<"$(wf completions bash -- "${words[@]:1}" 2>/dev/null)"
  if ((${#values[@]} == 0)); then return 0; fi

  compopt -o nosort 2>/dev/null
  # 63, 33 and 64: several candidates are listed, none of them is inserted.
  local listed=""
  case $COMP_TYPE in 63 | 33 | 64) if ((${#values[@]} > 1)); then listed=yes; fi ;; esac
  for ((i = 0; i < ${#values[@]}; i++)); do
    value=${values[i]}
    if [[ -n $listed && -n ${descriptions[i]} ]]; then
      # As wide as half the screen, so that each gets a line of its own.
      printf -v value "%-${longest}s  %s" "$value" "${descriptions[i]}"
      printf -v value "%-$((${COLUMNS:-80} / 2))s" "${value:0:${COLUMNS:-80}-1}"
    elif [[ -z $listed && -z $quote && $value != *= ]]; then
      value+=" "
    fi
    COMPREPLY[${#COMPREPLY[@]}]=$value
  done
}

# Files (-f) or folders (-d) that begin with a word, or with its part after --flag=.
_wf_paths() {
  local flag="" path native="" IFS=$'\n'
  if [[ $2 == --*=* ]]; then flag=${2%%=*}=; fi
  # With this option bash itself quotes, adds a slash or a space, and lists names without their folders.
  if compopt -o filenames +o nospace 2>/dev/null; then native=yes; fi
  while read -r path; do
    if [[ -z $path ]]; then continue; fi
    local shown=$flag$path
    shown=${shown#"$3"}
    if [[ -z $native ]]; then
      if [[ -z $4 ]]; then printf -v shown %q "$shown"; fi
      shown=${shown/#\\~/\~}
      if [[ -d ${path/#\~/$HOME} ]]; then shown+=/; elif [[ -z $4 ]]; then shown+=" "; fi
    fi
    COMPREPLY[${#COMPREPLY[@]}]=$shown
  done <<<"$(compgen "$1" -- "${2#"$flag"}")"
}

complete -o nospace -F _wf wf
