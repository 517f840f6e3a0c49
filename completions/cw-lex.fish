# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_cw_lex_global_optspecs
    string join \n threads= q/quiet v/verbose h/help V/version
end

function __fish_cw_lex_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_cw_lex_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_cw_lex_using_subcommand
    set -l cmd (__fish_cw_lex_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c cw-lex -n "__fish_cw_lex_needs_command" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-lex -n "__fish_cw_lex_needs_command" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-lex -n "__fish_cw_lex_needs_command" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-lex -n "__fish_cw_lex_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-lex -n "__fish_cw_lex_needs_command" -s V -l version -d 'Print version'
complete -c cw-lex -n "__fish_cw_lex_needs_command" -f -a "add" -d 'Store files and their words in the index, and pass all records on'
complete -c cw-lex -n "__fish_cw_lex_needs_command" -f -a "find" -d 'Start a stream: hits for a question, by words, names and paths'
complete -c cw-lex -n "__fish_cw_lex_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand add" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw-lex -n "__fish_cw_lex_using_subcommand add" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw-lex -n "__fish_cw_lex_using_subcommand add" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-lex -n "__fish_cw_lex_using_subcommand add" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand add" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand add" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand add" -s h -l help -d 'Print help'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -s k -d 'Most files' -r
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -l literal -d 'What stands there letter for letter'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -l regex -d 'What a regular expression matches; ^ and $ are the ends of a line, (?i) is any case'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -l all -d 'With --literal or --regex every match of every file, in the order of the paths, as they are found'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand find" -s h -l help -d 'Print help'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand help; and not __fish_seen_subcommand_from add find help" -f -a "add" -d 'Store files and their words in the index, and pass all records on'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand help; and not __fish_seen_subcommand_from add find help" -f -a "find" -d 'Start a stream: hits for a question, by words, names and paths'
complete -c cw-lex -n "__fish_cw_lex_using_subcommand help; and not __fish_seen_subcommand_from add find help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
