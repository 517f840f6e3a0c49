# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_cw_global_optspecs
    string join \n threads= q/quiet v/verbose h/help V/version
end

function __fish_cw_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_cw_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_cw_using_subcommand
    set -l cmd (__fish_cw_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c cw -n "__fish_cw_needs_command" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_needs_command" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_needs_command" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_needs_command" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_needs_command" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_needs_command" -f -a "query" -d 'Answer a question from a tree; its index is built on first use and kept fresh'
complete -c cw -n "__fish_cw_needs_command" -f -a "search" -d 'Answer a question from a tree; its index is built on first use and kept fresh'
complete -c cw -n "__fish_cw_needs_command" -f -a "index" -d 'Build the index of a tree, or bring it up to date'
complete -c cw -n "__fish_cw_needs_command" -f -a "commit" -d 'Publish what several workers made with cw index --slice'
complete -c cw -n "__fish_cw_needs_command" -f -a "watch" -d 'Keep the index up to date while the tree changes'
complete -c cw -n "__fish_cw_needs_command" -f -a "eval" -d 'Say how good the answers are on labelled questions'
complete -c cw -n "__fish_cw_needs_command" -f -a "definition" -d 'Show where a name is defined'
complete -c cw -n "__fish_cw_needs_command" -f -a "references" -d 'List every line with a name as a whole word'
complete -c cw -n "__fish_cw_needs_command" -f -a "symbols" -d 'List what files define'
complete -c cw -n "__fish_cw_needs_command" -f -a "outline" -d 'Show what a file defines, as a tree'
complete -c cw -n "__fish_cw_needs_command" -f -a "prompt-context" -d 'Say what a vague request names, and what of the tree bears on it'
complete -c cw -n "__fish_cw_needs_command" -f -a "related" -d 'Show what stands around a place: neighbours, siblings, imports, importers, calls'
complete -c cw -n "__fish_cw_needs_command" -f -a "list-files" -d 'List the files of the index'
complete -c cw -n "__fish_cw_needs_command" -f -a "stats" -d 'Say what an index holds and how it is'
complete -c cw -n "__fish_cw_needs_command" -f -a "export" -d 'Write the chunks of an index with their vectors, for other engines'
complete -c cw -n "__fish_cw_needs_command" -f -a "config" -d 'Show the settings, or change those of a project'
complete -c cw -n "__fish_cw_needs_command" -f -a "init" -d 'Write a file with every setting, as remarks, for this user; with a model, set it'
complete -c cw -n "__fish_cw_needs_command" -f -a "init-project" -d 'Write a cwconfig.json to begin with'
complete -c cw -n "__fish_cw_needs_command" -f -a "install-skills" -d 'Write the skills that come with cw, for agents that read skills'
complete -c cw -n "__fish_cw_needs_command" -f -a "install-agent" -d 'Tell a coding agent about cw-mcp, in the files that it reads'
complete -c cw -n "__fish_cw_needs_command" -f -a "verify" -d 'Check every byte of an index; changes nothing'
complete -c cw -n "__fish_cw_needs_command" -f -a "gc" -d 'Delete what no manifest names: left-overs of writers that were killed'
complete -c cw -n "__fish_cw_needs_command" -f -a "list" -d 'List the indexes of this user'
complete -c cw -n "__fish_cw_needs_command" -f -a "forget" -d 'Take an index off the list; it stays where it is'
complete -c cw -n "__fish_cw_needs_command" -f -a "clean" -d 'Delete the index of a tree'
complete -c cw -n "__fish_cw_needs_command" -f -a "migrate" -d 'Show the format of an index and whether this build reads it'
complete -c cw -n "__fish_cw_needs_command" -f -a "doctor" -d 'Say what is wrong with the installation or the index, and what mends it'
complete -c cw -n "__fish_cw_needs_command" -f -a "push" -d 'Send the index to a share, where others pull it from'
complete -c cw -n "__fish_cw_needs_command" -f -a "pull" -d 'Fetch an index that somebody pushed; only what is missing moves, and all of it is checked'
complete -c cw -n "__fish_cw_needs_command" -f -a "completions" -d 'Print a completion script for a shell'
complete -c cw -n "__fish_cw_needs_command" -f -a "scan" -d 'List the files of a tree as records, with their decoded text'
complete -c cw -n "__fish_cw_needs_command" -f -a "chunk" -d 'Cut files into chunks that tile them, along the syntax where it is known'
complete -c cw -n "__fish_cw_needs_command" -f -a "lex" -d 'Store the words of chunks, or find chunks by words'
complete -c cw -n "__fish_cw_needs_command" -f -a "embed" -d 'Attach a vector to each chunk; or store vectors, or find chunks by them'
complete -c cw -n "__fish_cw_needs_command" -f -a "fuse" -d 'Merge ranked lists of hits into one'
complete -c cw -n "__fish_cw_needs_command" -f -a "rerank" -d 'Order hits by all the evidence there is: the best hit of each file first, then their further hits'
complete -c cw -n "__fish_cw_needs_command" -f -a "expand" -d 'Add to the best hits what stands around them: neighbours, siblings, imported and importing files, uses'
complete -c cw -n "__fish_cw_needs_command" -f -a "pack" -d 'Pack hits into what a reader can take: chunks, adjacent ones joined, long ones cut to their share, best first'
complete -c cw -n "__fish_cw_needs_command" -f -a "mcp" -d 'Serve the index to coding agents over MCP on stdin and stdout'
complete -c cw -n "__fish_cw_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand query" -l information-request -d 'The question, as in older systems and in the agents\' tool: the answer is packed, within 48,000 characters if no budget is given' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l technical-terms -d 'Words to look for beside it' -r
complete -c cw -n "__fish_cw_using_subcommand query" -s k -d 'Most results, each from another file' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l tokens -d 'Never print more tokens than this, counted exactly; of json and jsonl only the texts count' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l chars -l max-total-chars -d 'Never print more characters than this; of json and jsonl only the texts count' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l shares -d 'No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l encoding -d 'What counts tokens' -r -f -a "o200k\t'o200k_base: GPT-4o and later; close to other current models'
cl100k\t'cl100k_base: GPT-4'"
complete -c cw -n "__fish_cw_using_subcommand query" -l segments-per-file -d 'Most pieces of one file, adjacent hits being one piece [default: no limit]' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l format -d 'How the answer is written [default: text]' -r -f -a "text\t'path:lines and the code, for people and prompts'
markdown\t'Headings and fenced code'
xml\t'An element a piece, with its code escaped'
json\t'One object'
jsonl\t'Records'"
complete -c cw -n "__fish_cw_using_subcommand query" -l repo -l repo-path -d 'The tree to ask: a folder, or an address that git can fetch from; with name= before it, its paths begin with that. May be repeated: then all are ranked as one [default: the project that the current folder is in]' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l workspace -d 'Also the trees that this file lists: a folder or an address a line' -r -F
complete -c cw -n "__fish_cw_using_subcommand query" -l rev -d 'Ask a revision of git instead of what is on disk: a branch, a tag, a commit' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l content -d 'What answers may come from' -r -f -a "all\t'Every file'
code\t'Code, tests among it'
docs\t'Documents: prose, readmes, change logs'
config\t'Configuration, build files, CI workflows, data'"
complete -c cw -n "__fish_cw_using_subcommand query" -l mode -d 'How far to look' -r -f -a "quick\t'Half the candidates, half the files; of what stands around a hit only its own file'
balanced\t'As usual'
deep\t'Twice the candidates, half as many files again; also who imports and who calls'"
complete -c cw -n "__fish_cw_using_subcommand query" -l low-confidence -d 'What to give when nothing convinces [default: nothing; of what a service judged the best]' -r -f -a "top1\t'The best alone'
empty\t'Nothing'
warn\t'The best alone, and a note'"
complete -c cw -n "__fish_cw_using_subcommand query" -l weights -d 'Rank with the weights in this file, as cw eval --fit writes them' -r -F
complete -c cw -n "__fish_cw_using_subcommand query" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand query" -s C -l context -d 'Of each result only the lines that have a word of the question, and so many around each' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l color -l colour -d 'Colours; always also where no terminal is [default: auto]' -r -f -a "auto\t'On a terminal that can'
always\t'Always'
never\t'Never'"
complete -c cw -n "__fish_cw_using_subcommand query" -l hyperlinks -d 'Links on paths, for terminals that open them [default: auto]' -r -f -a "auto\t'On a terminal that can'
always\t'Always'
never\t'Never'"
complete -c cw -n "__fish_cw_using_subcommand query" -l width -d 'Cut lines at so many columns on a terminal; 0: not at all [default: COLUMNS, else the terminal\'s width]' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw -n "__fish_cw_using_subcommand query" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l reranker -d 'Who judges in the end [default: http if RERANK_BASE_URL is set, else rules]' -r -f -a "rules\t'Rules over words, vectors, names and paths, looked up in the index'
http\t'A reranking service, at RERANK_BASE_URL'
local\t'A cross-encoder of the BERT family in a folder, RERANK_MODEL; nothing leaves the machine'
none\t'Nobody: hits stay in the order of their scores'"
complete -c cw -n "__fish_cw_using_subcommand query" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from. May be repeated: then all are ranked as one, as they are; with name= before it, its paths begin with that, with = alone they stay as they are [default: the nearest .cw upwards]' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand query" -l explain -d 'Show the evidence for each result: in brackets, or in json and jsonl as \'from\''
complete -c cw -n "__fish_cw_using_subcommand query" -l json -d 'One JSON object: what --format json writes, with the status of the answer before it; a failure is one, too'
complete -c cw -n "__fish_cw_using_subcommand query" -l jsonl -d 'One JSON object a result, best first'
complete -c cw -n "__fish_cw_using_subcommand query" -s i -l interactive -d 'Pick a place on the terminal, with its text beside the list; its path:line is printed'
complete -c cw -n "__fish_cw_using_subcommand query" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand query" -l no-pager -d 'Do not hand a long answer to $PAGER'
complete -c cw -n "__fish_cw_using_subcommand query" -l open -d 'Open the best result in $VISUAL or $EDITOR, at its line'
complete -c cw -n "__fish_cw_using_subcommand query" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw -n "__fish_cw_using_subcommand query" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand query" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand query" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand search" -l information-request -d 'The question, as in older systems and in the agents\' tool: the answer is packed, within 48,000 characters if no budget is given' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l technical-terms -d 'Words to look for beside it' -r
complete -c cw -n "__fish_cw_using_subcommand search" -s k -d 'Most results, each from another file' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l tokens -d 'Never print more tokens than this, counted exactly; of json and jsonl only the texts count' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l chars -l max-total-chars -d 'Never print more characters than this; of json and jsonl only the texts count' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l shares -d 'No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l encoding -d 'What counts tokens' -r -f -a "o200k\t'o200k_base: GPT-4o and later; close to other current models'
cl100k\t'cl100k_base: GPT-4'"
complete -c cw -n "__fish_cw_using_subcommand search" -l segments-per-file -d 'Most pieces of one file, adjacent hits being one piece [default: no limit]' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l format -d 'How the answer is written [default: text]' -r -f -a "text\t'path:lines and the code, for people and prompts'
markdown\t'Headings and fenced code'
xml\t'An element a piece, with its code escaped'
json\t'One object'
jsonl\t'Records'"
complete -c cw -n "__fish_cw_using_subcommand search" -l repo -l repo-path -d 'The tree to ask: a folder, or an address that git can fetch from; with name= before it, its paths begin with that. May be repeated: then all are ranked as one [default: the project that the current folder is in]' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l workspace -d 'Also the trees that this file lists: a folder or an address a line' -r -F
complete -c cw -n "__fish_cw_using_subcommand search" -l rev -d 'Ask a revision of git instead of what is on disk: a branch, a tag, a commit' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l content -d 'What answers may come from' -r -f -a "all\t'Every file'
code\t'Code, tests among it'
docs\t'Documents: prose, readmes, change logs'
config\t'Configuration, build files, CI workflows, data'"
complete -c cw -n "__fish_cw_using_subcommand search" -l mode -d 'How far to look' -r -f -a "quick\t'Half the candidates, half the files; of what stands around a hit only its own file'
balanced\t'As usual'
deep\t'Twice the candidates, half as many files again; also who imports and who calls'"
complete -c cw -n "__fish_cw_using_subcommand search" -l low-confidence -d 'What to give when nothing convinces [default: nothing; of what a service judged the best]' -r -f -a "top1\t'The best alone'
empty\t'Nothing'
warn\t'The best alone, and a note'"
complete -c cw -n "__fish_cw_using_subcommand search" -l weights -d 'Rank with the weights in this file, as cw eval --fit writes them' -r -F
complete -c cw -n "__fish_cw_using_subcommand search" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand search" -s C -l context -d 'Of each result only the lines that have a word of the question, and so many around each' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l color -l colour -d 'Colours; always also where no terminal is [default: auto]' -r -f -a "auto\t'On a terminal that can'
always\t'Always'
never\t'Never'"
complete -c cw -n "__fish_cw_using_subcommand search" -l hyperlinks -d 'Links on paths, for terminals that open them [default: auto]' -r -f -a "auto\t'On a terminal that can'
always\t'Always'
never\t'Never'"
complete -c cw -n "__fish_cw_using_subcommand search" -l width -d 'Cut lines at so many columns on a terminal; 0: not at all [default: COLUMNS, else the terminal\'s width]' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw -n "__fish_cw_using_subcommand search" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l reranker -d 'Who judges in the end [default: http if RERANK_BASE_URL is set, else rules]' -r -f -a "rules\t'Rules over words, vectors, names and paths, looked up in the index'
http\t'A reranking service, at RERANK_BASE_URL'
local\t'A cross-encoder of the BERT family in a folder, RERANK_MODEL; nothing leaves the machine'
none\t'Nobody: hits stay in the order of their scores'"
complete -c cw -n "__fish_cw_using_subcommand search" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from. May be repeated: then all are ranked as one, as they are; with name= before it, its paths begin with that, with = alone they stay as they are [default: the nearest .cw upwards]' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand search" -l explain -d 'Show the evidence for each result: in brackets, or in json and jsonl as \'from\''
complete -c cw -n "__fish_cw_using_subcommand search" -l json -d 'One JSON object: what --format json writes, with the status of the answer before it; a failure is one, too'
complete -c cw -n "__fish_cw_using_subcommand search" -l jsonl -d 'One JSON object a result, best first'
complete -c cw -n "__fish_cw_using_subcommand search" -s i -l interactive -d 'Pick a place on the terminal, with its text beside the list; its path:line is printed'
complete -c cw -n "__fish_cw_using_subcommand search" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand search" -l no-pager -d 'Do not hand a long answer to $PAGER'
complete -c cw -n "__fish_cw_using_subcommand search" -l open -d 'Open the best result in $VISUAL or $EDITOR, at its line'
complete -c cw -n "__fish_cw_using_subcommand search" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw -n "__fish_cw_using_subcommand search" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand search" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand search" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand index" -l rev -d 'Index a revision of git, beside the index of the tree: a branch, a tag, a commit. PATH may be a bare repository' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l slice -d 'Make slice K of N, for cw commit, and print its receipts: several workers make one index' -r
complete -c cw -n "__fish_cw_using_subcommand index" -s g -l glob -d 'Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; \'!\' before it leaves out. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l max-file-size -d 'Leave out files that are larger (bytes; suffix K or M) [default: 1M]' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l max-chars -d 'Most characters of a chunk, white space not counted [default: 1000]' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l min-chars -d 'Smaller chunks are joined to a neighbour [default: 50]' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l overlap -d 'Lines of the chunk before that an embedder is shown before each chunk; the texts of chunks never overlap [default: 0]' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw -n "__fish_cw_using_subcommand index" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand index" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand index" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand index" -s f -l rebuild -l force -d 'Make everything anew, whatever is there'
complete -c cw -n "__fish_cw_using_subcommand index" -l yes -d 'Do it without asking: index a folder as wide as a home folder, send code to the service'
complete -c cw -n "__fish_cw_using_subcommand index" -l json -d 'Print what was done as JSON'
complete -c cw -n "__fish_cw_using_subcommand index" -l no-hidden -d 'Leave out names that begin with a dot'
complete -c cw -n "__fish_cw_using_subcommand index" -l follow -d 'Follow symbolic links to what lies below the root'
complete -c cw -n "__fish_cw_using_subcommand index" -l include-secrets -d 'Take files that look like credentials'
complete -c cw -n "__fish_cw_using_subcommand index" -l include-generated -d 'Take lock, generated and minified files. Single ones are taken by a line \'!\' and their path in .cwignore'
complete -c cw -n "__fish_cw_using_subcommand index" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand index" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand index" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand commit" -l receipts -d 'The receipts of all workers, in any order; other records between them do not matter. \'-\' reads them from stdin' -r -F
complete -c cw -n "__fish_cw_using_subcommand commit" -l tree -d 'Publish only if the listing of all files has this hash: \'tree\' at the end of cw-scan' -r
complete -c cw -n "__fish_cw_using_subcommand commit" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand commit" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand commit" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand commit" -l json -d 'Print what was done as JSON'
complete -c cw -n "__fish_cw_using_subcommand commit" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand commit" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand commit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand watch" -l poll -d 'Look every so many seconds instead of being told by the system, as network folders need it' -r
complete -c cw -n "__fish_cw_using_subcommand watch" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw -n "__fish_cw_using_subcommand watch" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand watch" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw -n "__fish_cw_using_subcommand watch" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand watch" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand watch" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand watch" -l jsonl -d 'Print a JSON object a line: one when it watches, and one for each refresh that changed the index'
complete -c cw -n "__fish_cw_using_subcommand watch" -l yes -d 'Do it without asking: watch a folder as wide as a home folder, send code to the service'
complete -c cw -n "__fish_cw_using_subcommand watch" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand watch" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand watch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand eval" -l repo -l repo-path -d 'The tree to ask; if the questions name repositories, the folder that holds them [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand eval" -s k -d 'Most results that are looked at' -r
complete -c cw -n "__fish_cw_using_subcommand eval" -l against -d 'Compare with an earlier run: what --json wrote then' -r -F
complete -c cw -n "__fish_cw_using_subcommand eval" -l fit -d 'Refit the weights of the ranking to these questions, say by cross-validation what that gains, and write them here (\'-\': to stdout, instead of the figures)' -r -F
complete -c cw -n "__fish_cw_using_subcommand eval" -l l2 -d 'How strongly the fit is pulled towards the weights that it starts from' -r
complete -c cw -n "__fish_cw_using_subcommand eval" -l format -d 'How it is written' -r -f -a "text\t'Tables for people'
csv\t'A line a question'
json\t'One object'"
complete -c cw -n "__fish_cw_using_subcommand eval" -l weights -d 'Rank with the weights in this file, as cw eval --fit writes them' -r -F
complete -c cw -n "__fish_cw_using_subcommand eval" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand eval" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand eval" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand eval" -l no-refresh -d 'Ask the indexes as they are'
complete -c cw -n "__fish_cw_using_subcommand eval" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand eval" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand eval" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand definition" -l hint -l hint-path -d 'Definitions near this path come first' -r
complete -c cw -n "__fish_cw_using_subcommand definition" -s p -l path -d 'The tree to ask, as --repo' -r -F
complete -c cw -n "__fish_cw_using_subcommand definition" -s l -l limit -l max-results -d 'Most definitions' -r
complete -c cw -n "__fish_cw_using_subcommand definition" -l format -d 'How it is written' -r -f -a "text\t'For people'
json\t'One object'
jsonl\t'One object a line'
csv\t'A table with a head, without the texts'"
complete -c cw -n "__fish_cw_using_subcommand definition" -l repo -l repo-path -d 'The tree to ask [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand definition" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand definition" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand definition" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand definition" -l jsonl -d 'One JSON object a line'
complete -c cw -n "__fish_cw_using_subcommand definition" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand definition" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand definition" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand definition" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand references" -s l -l limit -l max-results -d 'Most lines [default: all]' -r
complete -c cw -n "__fish_cw_using_subcommand references" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand references" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand references" -l format -d 'How it is written' -r -f -a "text\t'For people'
json\t'One object'
jsonl\t'One object a line'
csv\t'A table with a head, without the texts'"
complete -c cw -n "__fish_cw_using_subcommand references" -l repo -l repo-path -d 'The tree to ask [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand references" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand references" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand references" -l exclude-definition -d 'Leave out the lines that define it'
complete -c cw -n "__fish_cw_using_subcommand references" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand references" -l jsonl -d 'One JSON object a line'
complete -c cw -n "__fish_cw_using_subcommand references" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand references" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand references" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand references" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand symbols" -l kind -d 'Only of these kinds, such as function,class, in any case' -r
complete -c cw -n "__fish_cw_using_subcommand symbols" -s l -l limit -l max-results -d 'Most definitions [default: all]' -r
complete -c cw -n "__fish_cw_using_subcommand symbols" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand symbols" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand symbols" -l format -d 'How it is written' -r -f -a "text\t'For people'
json\t'One object'
jsonl\t'One object a line'
csv\t'A table with a head, without the texts'"
complete -c cw -n "__fish_cw_using_subcommand symbols" -l repo -l repo-path -d 'The tree to ask [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand symbols" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand symbols" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand symbols" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand symbols" -l jsonl -d 'One JSON object a line'
complete -c cw -n "__fish_cw_using_subcommand symbols" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand symbols" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand symbols" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand symbols" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand outline" -l format -d 'How it is written' -r -f -a "text\t'For people'
json\t'One object'
jsonl\t'One object a line'
csv\t'A table with a head, without the texts'"
complete -c cw -n "__fish_cw_using_subcommand outline" -l repo -l repo-path -d 'The tree of the index [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand outline" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand outline" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand outline" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand outline" -l jsonl -d 'One JSON object a line'
complete -c cw -n "__fish_cw_using_subcommand outline" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand outline" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand outline" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l paths -d 'Files or folders that it is about, separated by commas; they come first' -r
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l symbols -d 'Names that it is about, separated by commas' -r
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l tokens -d 'Never print more tokens than this; of json only the texts of the evidence count' -r
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l format -d 'How it is written' -r -f -a "text\t'For people and prompts'
json\t'One object'"
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l repo -l repo-path -d 'The tree to ask [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand prompt-context" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand related" -l rule -d 'Only by these rules, such as import,importer' -r -f -a "neighbour\t'E1: just before and after'
sibling\t'E2: under the same container'
import\t'E3: in a file that is imported'
importer\t'E4: in a file that imports'
call\t'E5: uses a name of the place'"
complete -c cw -n "__fish_cw_using_subcommand related" -l each -d 'Most of what each rule finds' -r
complete -c cw -n "__fish_cw_using_subcommand related" -s l -l limit -l max-results -d 'Most chunks' -r
complete -c cw -n "__fish_cw_using_subcommand related" -l format -d 'How it is written' -r -f -a "text\t'For people'
json\t'One object, with the texts'
jsonl\t'One object a line, with the texts'
csv\t'rule,path,first,last,symbol,score'"
complete -c cw -n "__fish_cw_using_subcommand related" -l repo -l repo-path -d 'The tree to ask [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand related" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand related" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand related" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand related" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand related" -l json -d 'One JSON object, with the texts'
complete -c cw -n "__fish_cw_using_subcommand related" -l jsonl -d 'One JSON object a line, with the texts'
complete -c cw -n "__fish_cw_using_subcommand related" -l csv -d 'The same as --format csv'
complete -c cw -n "__fish_cw_using_subcommand related" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand related" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand related" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand related" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand list-files" -s l -l limit -l max-results -d 'Most files [default: all]' -r
complete -c cw -n "__fish_cw_using_subcommand list-files" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand list-files" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand list-files" -l format -d 'How it is written' -r -f -a "text\t'For people'
json\t'One object'
jsonl\t'One object a line'
csv\t'A table with a head, without the texts'"
complete -c cw -n "__fish_cw_using_subcommand list-files" -l repo -l repo-path -d 'The tree to ask [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand list-files" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand list-files" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand list-files" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand list-files" -l jsonl -d 'One JSON object a line'
complete -c cw -n "__fish_cw_using_subcommand list-files" -l no-refresh -d 'Answer from the index as it is'
complete -c cw -n "__fish_cw_using_subcommand list-files" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand list-files" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand list-files" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand stats" -l format -d 'How it is written' -r -f -a "text\t'For people'
csv\t'name,value'
json\t'One object'"
complete -c cw -n "__fish_cw_using_subcommand stats" -s p -l repo -l repo-path -l path -d 'The tree [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand stats" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand stats" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand stats" -l json -d 'One JSON object'
complete -c cw -n "__fish_cw_using_subcommand stats" -l coverage -d 'Also list the tree again, and say what of it an answer cannot know of'
complete -c cw -n "__fish_cw_using_subcommand stats" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand stats" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand export" -l format -d 'How it is written' -r -f -a "jsonl\t'Records, as cw-embed writes them: header, files, chunks with vectors, end'
csv\t'A row a chunk'
opensearch-bulk\t'For OpenSearch, into --out: bulk.ndjson with weights of words and vectors, and mapping.json'
pg-copy\t'For PostgreSQL with pgvector, into --out: chunk.copy, posting.copy, and load.sql for psql'"
complete -c cw -n "__fish_cw_using_subcommand export" -l out -d 'The folder that the files of opensearch-bulk and pg-copy go to; it is made' -r -F
complete -c cw -n "__fish_cw_using_subcommand export" -l question -d 'Write no export but a question as those engines have to be asked it, as one JSON object: its terms with how often they count, the same as names of features, its vector' -r
complete -c cw -n "__fish_cw_using_subcommand export" -l repo -l repo-path -d 'The tree of the index [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand export" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand export" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand export" -l no-vectors -d 'Leave the vectors out'
complete -c cw -n "__fish_cw_using_subcommand export" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand export" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -l repo -d 'The tree [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -f -a "list" -d 'Show each setting, its value, and where it came from; of services what is set, but no key'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -f -a "ls" -d 'Show each setting, its value, and where it came from; of services what is set, but no key'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -f -a "set" -d 'Write a setting to the project\'s cwconfig.json; a list is separated by commas'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -f -a "wizard" -d 'Ask for the few settings that matter (who makes vectors, who judges, the budget), show what is new, and write it into the user\'s file'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -f -a "validate" -d 'Check the settings and the project\'s cwconfig.json; changes nothing'
complete -c cw -n "__fish_cw_using_subcommand config; and not __fish_seen_subcommand_from list ls set wizard validate help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from list" -l repo -d 'The tree [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from list" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from list" -l json -d 'As one JSON object'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from list" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from ls" -l repo -d 'The tree [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from ls" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from ls" -l json -d 'As one JSON object'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from ls" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from ls" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from ls" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from set" -l repo -d 'The tree [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from set" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from set" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from set" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from set" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from wizard" -l repo -d 'The tree [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from wizard" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from wizard" -l yes -d 'Write it without asking; the answers may then come from a script, a line each'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from wizard" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from wizard" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from wizard" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from validate" -l repo -d 'The tree [default: the project that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from validate" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from validate" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from validate" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from validate" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "list" -d 'Show each setting, its value, and where it came from; of services what is set, but no key'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "set" -d 'Write a setting to the project\'s cwconfig.json; a list is separated by commas'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "wizard" -d 'Ask for the few settings that matter (who makes vectors, who judges, the budget), show what is new, and write it into the user\'s file'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "validate" -d 'Check the settings and the project\'s cwconfig.json; changes nothing'
complete -c cw -n "__fish_cw_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand init" -l model -d 'Try the model in this folder, and set it: an encoder embeds, a cross-encoder judges' -r -F
complete -c cw -n "__fish_cw_using_subcommand init" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand init" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand init" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand init-project" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand init-project" -s f -l force -d 'Replace the one that is there'
complete -c cw -n "__fish_cw_using_subcommand init-project" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand init-project" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand init-project" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand install-skills" -l dir -d 'The folder of skills, such as .claude/skills; it is made if it is missing' -r -F
complete -c cw -n "__fish_cw_using_subcommand install-skills" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand install-skills" -s f -l force -d 'Replace skills that are there and differ'
complete -c cw -n "__fish_cw_using_subcommand install-skills" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand install-skills" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand install-skills" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand install-agent" -l repo -l repo-path -d 'The project [default: the one that the current folder is in]' -r -F
complete -c cw -n "__fish_cw_using_subcommand install-agent" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand install-agent" -l user -d 'In the user\'s files, for all projects, instead of the project\'s'
complete -c cw -n "__fish_cw_using_subcommand install-agent" -l uninstall -d 'Take away what was written before'
complete -c cw -n "__fish_cw_using_subcommand install-agent" -l force -d 'Replace a server of the same name that another program wrote'
complete -c cw -n "__fish_cw_using_subcommand install-agent" -l dry-run -d 'Show what would be written, and write nothing'
complete -c cw -n "__fish_cw_using_subcommand install-agent" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand install-agent" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand install-agent" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand verify" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand verify" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand verify" -l quick -d 'Check sums only, decode nothing'
complete -c cw -n "__fish_cw_using_subcommand verify" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand verify" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand gc" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand gc" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand gc" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand gc" -l other-models -d 'Also delete the vectors of all models but the one that is set (EMBEDDINGS_MODEL, else the embedded one)'
complete -c cw -n "__fish_cw_using_subcommand gc" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand gc" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand gc" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand list" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand list" -l json -d 'Print a JSON object a line'
complete -c cw -n "__fish_cw_using_subcommand list" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand list" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand forget" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand forget" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand forget" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand forget" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand clean" -l repo -d 'The same, as other commands have it' -r -F
complete -c cw -n "__fish_cw_using_subcommand clean" -l rev -d 'The index of a revision, not that of the tree' -r
complete -c cw -n "__fish_cw_using_subcommand clean" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand clean" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand clean" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand clean" -l yes -d 'Do it without asking'
complete -c cw -n "__fish_cw_using_subcommand clean" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand clean" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand clean" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand migrate" -l repo -d 'The same, as other commands have it' -r -F
complete -c cw -n "__fish_cw_using_subcommand migrate" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand migrate" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand migrate" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand migrate" -l reset -d 'Make the index anew in the format of this build; what cannot be read is moved to damaged/'
complete -c cw -n "__fish_cw_using_subcommand migrate" -l yes -d 'Do it without asking, as cw index does'
complete -c cw -n "__fish_cw_using_subcommand migrate" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand migrate" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand migrate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand doctor" -l repo -d 'The same, as other commands have it' -r -F
complete -c cw -n "__fish_cw_using_subcommand doctor" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand doctor" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand doctor" -l json -d 'Print a JSON object a line'
complete -c cw -n "__fish_cw_using_subcommand doctor" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand doctor" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand push" -l ref -d 'The name under which the index is found there. May be repeated [default: the branch that is checked out; with --rev, REV]' -r
complete -c cw -n "__fish_cw_using_subcommand push" -l rev -d 'The index of a revision (cw index --rev), not that of the tree' -r
complete -c cw -n "__fish_cw_using_subcommand push" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand push" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand push" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand push" -l json -d 'Print what was done as JSON'
complete -c cw -n "__fish_cw_using_subcommand push" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand push" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand push" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand pull" -l ref -d 'The name of the index there. May be repeated: the first that is there is taken [default: the branch that is checked out, then main, then master; with --rev, REV]' -r
complete -c cw -n "__fish_cw_using_subcommand pull" -l digest -d 'Take it only if it is what was pushed as this digest' -r
complete -c cw -n "__fish_cw_using_subcommand pull" -l rev -d 'The index of a revision (cw index --rev), not that of the tree' -r
complete -c cw -n "__fish_cw_using_subcommand pull" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand pull" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand pull" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand pull" -l json -d 'Print what was done as JSON'
complete -c cw -n "__fish_cw_using_subcommand pull" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand pull" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand pull" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand completions" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand completions" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand completions" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand completions" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand scan" -s g -l glob -d 'Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; \'!\' before it leaves out. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand scan" -l max-file-size -d 'Leave out files that are larger (bytes; suffix K or M) [default: 1M]' -r
complete -c cw -n "__fish_cw_using_subcommand scan" -l files-from -d 'Only these paths (one a line, relative to PATH, or absolute); \'-\' reads them from stdin' -r -F
complete -c cw -n "__fish_cw_using_subcommand scan" -l rev -d 'A revision of git instead of the files on disk: a branch, a tag, a commit, HEAD~3, stash@{0}. PATH may be a bare repository' -r
complete -c cw -n "__fish_cw_using_subcommand scan" -l slice -d 'Only slice K of N, for a build by several workers: cw-index(1), Slices' -r
complete -c cw -n "__fish_cw_using_subcommand scan" -l since -d 'Only what this index lacks, and \'gone\' for what left' -r -F
complete -c cw -n "__fish_cw_using_subcommand scan" -l explain -d 'Say why a file is in the listing or left out, and do nothing else' -r -F
complete -c cw -n "__fish_cw_using_subcommand scan" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand scan" -l no-hidden -d 'Leave out names that begin with a dot'
complete -c cw -n "__fish_cw_using_subcommand scan" -l follow -d 'Follow symbolic links to what lies below the root'
complete -c cw -n "__fish_cw_using_subcommand scan" -l include-secrets -d 'Take files that look like credentials'
complete -c cw -n "__fish_cw_using_subcommand scan" -l include-generated -d 'Take lock, generated and minified files. Single ones are taken by a line \'!\' and their path in .cwignore'
complete -c cw -n "__fish_cw_using_subcommand scan" -l no-text -d 'Leave the texts out'
complete -c cw -n "__fish_cw_using_subcommand scan" -s 0 -l null -d 'Paths of --files-from end with NUL instead of LF'
complete -c cw -n "__fish_cw_using_subcommand scan" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand scan" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand scan" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand scan" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand chunk" -l max-chars -d 'Most characters of a chunk, white space not counted [default: 1000]' -r
complete -c cw -n "__fish_cw_using_subcommand chunk" -l min-chars -d 'Smaller chunks are joined to a neighbour [default: 50]' -r
complete -c cw -n "__fish_cw_using_subcommand chunk" -l overlap -d 'Lines of the chunk before that an embedder is shown before each chunk; the texts of chunks never overlap [default: 0]' -r
complete -c cw -n "__fish_cw_using_subcommand chunk" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand chunk" -l outline -d 'Print what each file defines (`defs` of the file), and no chunks; such a stream cannot be stored'
complete -c cw -n "__fish_cw_using_subcommand chunk" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand chunk" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand chunk" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand chunk" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand chunk" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -f -a "add" -d 'Store files and their words in the index, and pass all records on'
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -f -a "find" -d 'Start a stream: hits for a question, by words, names and paths'
complete -c cw -n "__fish_cw_using_subcommand lex; and not __fish_seen_subcommand_from add find help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from add" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from add" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from add" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from add" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from add" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from add" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -s k -d 'Most files' -r
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -l literal -d 'What stands there letter for letter'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -l regex -d 'What a regular expression matches; ^ and $ are the ends of a line, (?i) is any case'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -l all -d 'With --literal or --regex every match of every file, in the order of the paths, as they are found'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from find" -s h -l help -d 'Print help'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from help" -f -a "add" -d 'Store files and their words in the index, and pass all records on'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from help" -f -a "find" -d 'Start a stream: hits for a question, by words, names and paths'
complete -c cw -n "__fish_cw_using_subcommand lex; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l vector-format -d 'How the numbers are written' -r -f -a "base64\t'Base64 of little-endian numbers'
array\t'A JSON array'"
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l dtype -d 'Type of the numbers in base64' -r -f -a "i8\t'Signed bytes with one scale a vector'
f32\t'32-bit floats'
f16\t'16-bit floats'"
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l batch -d 'Texts of one request to the service [default: EMBEDDINGS_BATCH_SIZE, else 32]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l concurrency -d 'Requests to the service at once [default: EMBEDDINGS_MAX_CONCURRENCY, else 10]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -f -a "add" -d 'Store a vector for each chunk in the index (embedding what has none), and pass all records on'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -f -a "find" -d 'Add hits by vector to a stream; with a question, start one'
complete -c cw -n "__fish_cw_using_subcommand embed; and not __fish_seen_subcommand_from add find help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l wait -d 'Wait so many seconds for another writer of the index' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l batch -d 'Texts of one request to the service [default: EMBEDDINGS_BATCH_SIZE, else 32]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l concurrency -d 'Requests to the service at once [default: EMBEDDINGS_MAX_CONCURRENCY, else 10]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -s k -d 'Most files' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l provider -d 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]' -r -f -a "embedded\t'The model that is compiled in; nothing leaves the machine'
http\t'A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL'
local\t'A model of the BERT family in a folder, --model; nothing leaves the machine'"
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l model -d 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l dims -d 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from find" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from help" -f -a "add" -d 'Store a vector for each chunk in the index (embedding what has none), and pass all records on'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from help" -f -a "find" -d 'Add hits by vector to a stream; with a question, start one'
complete -c cw -n "__fish_cw_using_subcommand embed; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand fuse" -l method -d 'How lists are put together' -r -f -a "rrf\t'By ranks: weight / (k + rank)'
sum\t'By scores, each divided by the greatest of its source'"
complete -c cw -n "__fish_cw_using_subcommand fuse" -l k -d 'The k of reciprocal rank fusion' -r
complete -c cw -n "__fish_cw_using_subcommand fuse" -l weight -d 'Weight of a source, such as lex=0.4. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand fuse" -l limit -d 'Most hits [default: all]' -r
complete -c cw -n "__fish_cw_using_subcommand fuse" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand fuse" -l explain -d 'Keep what each source earned for a hit, in \'from\''
complete -c cw -n "__fish_cw_using_subcommand fuse" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand fuse" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand fuse" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand fuse" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand fuse" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand rerank" -l provider -d 'Who judges [default: http if RERANK_BASE_URL is set, else rules]' -r -f -a "rules\t'Rules over words, vectors, names and paths, looked up in the index'
http\t'A reranking service, at RERANK_BASE_URL'
local\t'A cross-encoder of the BERT family in a folder, RERANK_MODEL; nothing leaves the machine'
none\t'Nobody: hits stay in the order of their scores'"
complete -c cw -n "__fish_cw_using_subcommand rerank" -l model -d 'The model of the service [default: RERANK_MODEL]' -r
complete -c cw -n "__fish_cw_using_subcommand rerank" -l top-n -d 'Hits that the service is given [default: RERANK_TOP_N, else 20]' -r
complete -c cw -n "__fish_cw_using_subcommand rerank" -l low-confidence -d 'What to keep of what a service judged when even the best is bad' -r -f -a "top1\t'The best alone'
empty\t'Nothing'
warn\t'The best alone, and a note'"
complete -c cw -n "__fish_cw_using_subcommand rerank" -s k -d 'Most files' -r
complete -c cw -n "__fish_cw_using_subcommand rerank" -l per-file -d 'Most hits of one file' -r
complete -c cw -n "__fish_cw_using_subcommand rerank" -l weights -d 'Rank with the weights in this file, as cw eval --fit writes them' -r -F
complete -c cw -n "__fish_cw_using_subcommand rerank" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand rerank" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand rerank" -l no-cut-off -d 'Keep what a service judged to be far from the best'
complete -c cw -n "__fish_cw_using_subcommand rerank" -l explain -d 'Put the features of each file on its first hit'
complete -c cw -n "__fish_cw_using_subcommand rerank" -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw -n "__fish_cw_using_subcommand rerank" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand rerank" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand rerank" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand rerank" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand rerank" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand expand" -l neighbours -d 'E1: so many chunks before and after a hit; 0 turns it off' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l breadcrumb -d 'E2: so many chunks with the same container; 0 turns it off' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l imports -d 'E3: so many imported files a hit; 0 turns it off' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l importers -d 'E4: so many files a hit that import its file; 0 turns it off' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l call-sites -d 'E5: so many uses of each name that a hit defines; 0 turns it off' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l chunks-per-import -d 'E3 and E4: so many chunks of an imported or importing file' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l seeds -d 'Expand only so many of the best hits' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l limit -d 'Add at most so many hits' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand expand" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand expand" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand expand" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand expand" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand expand" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand expand" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand pack" -l tokens -d 'Never print more tokens than this, counted exactly; of json and jsonl only the texts count' -r
complete -c cw -n "__fish_cw_using_subcommand pack" -l chars -l max-total-chars -d 'Never print more characters than this; of json and jsonl only the texts count' -r
complete -c cw -n "__fish_cw_using_subcommand pack" -l shares -d 'No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing' -r
complete -c cw -n "__fish_cw_using_subcommand pack" -l encoding -d 'What counts tokens' -r -f -a "o200k\t'o200k_base: GPT-4o and later; close to other current models'
cl100k\t'cl100k_base: GPT-4'"
complete -c cw -n "__fish_cw_using_subcommand pack" -l segments-per-file -d 'Most pieces of one file, adjacent hits being one piece [default: no limit]' -r
complete -c cw -n "__fish_cw_using_subcommand pack" -l format -d 'How the answer is written' -r -f -a "text\t'path:lines and the code, for people and prompts'
markdown\t'Headings and fenced code'
xml\t'An element a piece, with its code escaped'
json\t'One object'
jsonl\t'Records'"
complete -c cw -n "__fish_cw_using_subcommand pack" -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw -n "__fish_cw_using_subcommand pack" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand pack" -l explain -d 'Show the evidence for each result: in brackets, or in json and jsonl as \'from\''
complete -c cw -n "__fish_cw_using_subcommand pack" -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw -n "__fish_cw_using_subcommand pack" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand pack" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand pack" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand pack" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand mcp" -l root -d 'Serve only trees below this folder. May be repeated [default: every folder of this user but / and the home folder itself]' -r -F
complete -c cw -n "__fish_cw_using_subcommand mcp" -l http -d 'Serve over HTTP, at HOST:PORT or at a port of this machine, instead of on stdin; needs CW_MCP_TOKEN, which every request must carry' -r
complete -c cw -n "__fish_cw_using_subcommand mcp" -l token-file -d 'Read the token from this file, which nobody else can read' -r -F
complete -c cw -n "__fish_cw_using_subcommand mcp" -l origin -d 'Answer web pages of this origin, such as http://localhost:3000; others are refused. May be repeated' -r
complete -c cw -n "__fish_cw_using_subcommand mcp" -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw -n "__fish_cw_using_subcommand mcp" -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw -n "__fish_cw_using_subcommand mcp" -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw -n "__fish_cw_using_subcommand mcp" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw -n "__fish_cw_using_subcommand mcp" -s V -l version -d 'Print version'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "query" -d 'Answer a question from a tree; its index is built on first use and kept fresh'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "index" -d 'Build the index of a tree, or bring it up to date'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "commit" -d 'Publish what several workers made with cw index --slice'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "watch" -d 'Keep the index up to date while the tree changes'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "eval" -d 'Say how good the answers are on labelled questions'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "definition" -d 'Show where a name is defined'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "references" -d 'List every line with a name as a whole word'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "symbols" -d 'List what files define'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "outline" -d 'Show what a file defines, as a tree'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "prompt-context" -d 'Say what a vague request names, and what of the tree bears on it'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "related" -d 'Show what stands around a place: neighbours, siblings, imports, importers, calls'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "list-files" -d 'List the files of the index'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "stats" -d 'Say what an index holds and how it is'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "export" -d 'Write the chunks of an index with their vectors, for other engines'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "config" -d 'Show the settings, or change those of a project'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "init" -d 'Write a file with every setting, as remarks, for this user; with a model, set it'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "init-project" -d 'Write a cwconfig.json to begin with'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "install-skills" -d 'Write the skills that come with cw, for agents that read skills'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "install-agent" -d 'Tell a coding agent about cw-mcp, in the files that it reads'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "verify" -d 'Check every byte of an index; changes nothing'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "gc" -d 'Delete what no manifest names: left-overs of writers that were killed'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "list" -d 'List the indexes of this user'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "forget" -d 'Take an index off the list; it stays where it is'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "clean" -d 'Delete the index of a tree'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "migrate" -d 'Show the format of an index and whether this build reads it'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "doctor" -d 'Say what is wrong with the installation or the index, and what mends it'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "push" -d 'Send the index to a share, where others pull it from'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "pull" -d 'Fetch an index that somebody pushed; only what is missing moves, and all of it is checked'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "completions" -d 'Print a completion script for a shell'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "scan" -d 'List the files of a tree as records, with their decoded text'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "chunk" -d 'Cut files into chunks that tile them, along the syntax where it is known'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "lex" -d 'Store the words of chunks, or find chunks by words'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "embed" -d 'Attach a vector to each chunk; or store vectors, or find chunks by them'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "fuse" -d 'Merge ranked lists of hits into one'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "rerank" -d 'Order hits by all the evidence there is: the best hit of each file first, then their further hits'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "expand" -d 'Add to the best hits what stands around them: neighbours, siblings, imported and importing files, uses'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "pack" -d 'Pack hits into what a reader can take: chunks, adjacent ones joined, long ones cut to their share, best first'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "mcp" -d 'Serve the index to coding agents over MCP on stdin and stdout'
complete -c cw -n "__fish_cw_using_subcommand help; and not __fish_seen_subcommand_from query index commit watch eval definition references symbols outline prompt-context related list-files stats export config init init-project install-skills install-agent verify gc list forget clean migrate doctor push pull completions scan chunk lex embed fuse rerank expand pack mcp help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "list" -d 'Show each setting, its value, and where it came from; of services what is set, but no key'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "set" -d 'Write a setting to the project\'s cwconfig.json; a list is separated by commas'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "wizard" -d 'Ask for the few settings that matter (who makes vectors, who judges, the budget), show what is new, and write it into the user\'s file'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "validate" -d 'Check the settings and the project\'s cwconfig.json; changes nothing'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from lex" -f -a "add" -d 'Store files and their words in the index, and pass all records on'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from lex" -f -a "find" -d 'Start a stream: hits for a question, by words, names and paths'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from embed" -f -a "add" -d 'Store a vector for each chunk in the index (embedding what has none), and pass all records on'
complete -c cw -n "__fish_cw_using_subcommand help; and __fish_seen_subcommand_from embed" -f -a "find" -d 'Add hits by vector to a stream; with a question, start one'
