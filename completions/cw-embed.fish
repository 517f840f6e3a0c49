# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_cw_embed_global_optspecs
    string join \n vector-format= dtype= provider= model= dims= batch= concurrency= yes keep-going threads= q/quiet v/verbose h/help V/version
end

function __fish_cw_embed_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_cw_embed_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_cw_embed_using_subcommand
    set -l cmd (__fish_cw_embed_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c cw-embed -n "__fish_cw_embed_needs_command" -l vector-format -d 'How the numbers are written' -r -f -a "base64\t'Base64 of little-endian numbers'
array\t'A JSON array'"
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l dtype -d 'Type of the numbers in base64' -r -f -a "i8\t'Signed bytes with one scale a vector'
f32\t'32-bit floats'
f16\t'16-bit floats'"
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l batch -d 'Texts of one request to the service [default: EMBEDDINGS_BATCH_SIZE, else 32]' -r
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l concurrency -d 'Requests to the service at once [default: EMBEDDINGS_MAX_CONCURRENCY, else 10]' -r
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -s V -l version -d 'Print version'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -f -a "add" -d 'Store a vector for each chunk in the index (embedding what has none), and pass all records on'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -f -a "find" -d 'Add hits by vector to a stream; with a question, start one'
complete -c cw-embed -n "__fish_cw_embed_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l batch -d 'Texts of one request to the service [default: EMBEDDINGS_BATCH_SIZE, else 32]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l concurrency -d 'Requests to the service at once [default: EMBEDDINGS_MAX_CONCURRENCY, else 10]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -s k -d 'Most files' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand find" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand help; and not __fish_seen_subcommand_from add find help" -f -a "add" -d 'Store a vector for each chunk in the index (embedding what has none), and pass all records on'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand help; and not __fish_seen_subcommand_from add find help" -f -a "find" -d 'Add hits by vector to a stream; with a question, start one'
complete -c cw-embed -n "__fish_cw_embed_using_subcommand help; and not __fish_seen_subcommand_from add find help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
