#compdef lemmascope
# Completions of lemmascope for Zsh: source <(lemmascope completions zsh)
_lemmascope() {
    local -a candidates
    local word about
    while IFS=$'\t' read -r word about; do
        candidates+=("${word//:/\\:}${about:+:$about}")
    done < <("${words[1]}" __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
    if (( ${#candidates} )); then
        _describe -t words 'word' candidates
    else
        _files
    fi
}
if [ "$funcstack[1]" = "_lemmascope" ]; then
    _lemmascope "$@"
else
    compdef _lemmascope lemmascope
fi
