complete -c cw-rerank -l provider -d 'Who judges [default: http if RERANK_BASE_URL is set, else rules]' -r -f -a "rules\t'Rules over words, vectors, names and paths, looked up in the index'
http\t'A reranking service, at RERANK_BASE_URL'
local\t'A cross-encoder of the BERT family in a folder, RERANK_MODEL; nothing leaves the machine'
none\t'Nobody: hits stay in the order of their scores'"
complete -c cw-rerank -l model -d 'The model of the service [default: RERANK_MODEL]' -r
complete -c cw-rerank -l top-n -d 'Hits that the service is given [default: RERANK_TOP_N, else 20]' -r
complete -c cw-rerank -l low-confidence -d 'What to keep of what a service judged when even the best is bad' -r -f -a "top1\t'The best alone'
empty\t'Nothing'
warn\t'The best alone, and a note'"
complete -c cw-rerank -s k -d 'Most files' -r
complete -c cw-rerank -l per-file -d 'Most hits of one file' -r
complete -c cw-rerank -l weights -d 'Rank with the weights in this file, as cw eval --fit writes them' -r -F
complete -c cw-rerank -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw-rerank -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-rerank -l no-cut-off -d 'Keep what a service judged to be far from the best'
complete -c cw-rerank -l explain -d 'Put the features of each file on its first hit'
complete -c cw-rerank -l yes -d 'Agree that code is sent to the service, as a script must'
complete -c cw-rerank -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-rerank -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-rerank -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-rerank -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-rerank -s V -l version -d 'Print version'
