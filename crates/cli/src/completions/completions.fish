# Completions of lemmascope for fish: lemmascope completions fish | source
function __lemmascope_words
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor)
    $words[1] __complete -- $words[2..-1] "$current" 2>/dev/null
end
complete --command lemmascope --arguments '(__lemmascope_words)'
