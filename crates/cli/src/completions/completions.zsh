#compdef lemmascope
# Completions of lemmascope for Zsh: source <(lemmascope completions zsh)
_lemmascope() {
    emulate -L zsh
    local -a candidates
    local word about program=${(Q)words[1]}
    # What is after the cursor is no part of the word, and the program gets words without their quotes.
    while IFS=$'\t' read -r word about; do
        candidates+=("${word//:/\\:}${about:+:$about}")
    done < <("${program/#\~\//$HOME/}" __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    if (( ${#candidates} )); then
        _describe -t words 'word' candidates
    else
        _files
    fi
}
if [ "$funcstack[1]" = "_lemmascope" ]; then
    _lemmascope "$@"
else
    # A configuration that reads this file first has not loaded the completions of the shell yet.
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
    compdef _lemmascope lemmascope
fi
