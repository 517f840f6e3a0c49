complete -c cw-pack -l tokens -d 'Never print more tokens than this, counted exactly; of json and jsonl only the texts count' -r
complete -c cw-pack -l chars -l max-total-chars -d 'Never print more characters than this; of json and jsonl only the texts count' -r
complete -c cw-pack -l shares -d 'No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing' -r
complete -c cw-pack -l encoding -d 'What counts tokens' -r -f -a "o200k\t'o200k_base: GPT-4o and later; close to other current models'
cl100k\t'cl100k_base: GPT-4'"
complete -c cw-pack -l segments-per-file -d 'Most pieces of one file, adjacent hits being one piece [default: no limit]' -r
complete -c cw-pack -l format -d 'How the answer is written' -r -f -a "text\t'path:lines and the code, for people and prompts'
markdown\t'Headings and fenced code'
xml\t'An element a piece, with its code escaped'
json\t'One object'
jsonl\t'Records'"
complete -c cw-pack -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw-pack -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-pack -l explain -d 'Show the evidence for each result: in brackets, or in json and jsonl as \'from\''
complete -c cw-pack -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-pack -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-pack -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-pack -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-pack -s V -l version -d 'Print version'
