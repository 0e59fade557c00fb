# Completes wf in fish:  wf completions fish | source
# Or save it as ~/.config/fish/completions/wf.fish

function __wf_complete
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l current (commandline -ct | string replace -r '^["\']' '' | string replace -ra '\\\\(.)' '$1')
    set -l flag (string match -r -- '^--[^=]+=' "$current")
    for line in (wf completions fish -- $typed "$current" 2>/dev/null)
        switch $line
            case ':files' ':dirs'
                set -l path (string replace -- "$flag" '' "$current")
                # A tilde stays out of the quotes, else it would mean a file of that name.
                set -l home (string match -r '^~[\w.-]*' -- "$path")
                set -l below (string replace -- "$home" '' "$path")
                for found in (complete -C "'' $home"(string escape -- "$below") | string replace -r '\t.*' '')
                    if test $line = ':files'; or string match -q '*/' -- $found
                        echo "$flag$found"
                    end
                end
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c wf -e
complete -c wf -f -k -a '(__wf_complete)'
