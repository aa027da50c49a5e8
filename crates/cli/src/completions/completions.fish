# Completions of lemmascope for fish: lemmascope completions fish | source
function __lemmascope_words
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l current (commandline --current-token --cut-at-cursor)
    # Before the program there may be variables and commands that run it, such as env or time.
    while set -q words[2]; and not string match --quiet --regex '(^|/)lemmascope$' -- $words[1]
        set -e words[1]
    end
    set -l program (string replace --regex '^~/' "$HOME/" -- $words[1])
    $program __complete -- $words[2..-1] (string trim --left --chars '"\'' -- "$current") 2>/dev/null
end
complete --command lemmascope --arguments '(__lemmascope_words)'
