# Completions of lemmascope for Bash: source <(lemmascope completions bash)
_lemmascope() {
    COMPREPLY=()
    local word
    while IFS=$'\t' read -r word _; do
        COMPREPLY+=("$word")
    done < <("${COMP_WORDS[0]}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
# Where no word fits, the shell completes the names of files.
complete -o default -F _lemmascope lemmascope
