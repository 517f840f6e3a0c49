complete -c cw-chunk -l max-chars -d 'Most characters of a chunk, white space not counted [default: 1000]' -r
complete -c cw-chunk -l min-chars -d 'Smaller chunks are joined to a neighbour [default: 50]' -r
complete -c cw-chunk -l overlap -d 'Lines of the chunk before that an embedder is shown before each chunk; the texts of chunks never overlap [default: 0]' -r
complete -c cw-chunk -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-chunk -l outline -d 'Print what each file defines (`defs` of the file), and no chunks; such a stream cannot be stored'
complete -c cw-chunk -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-chunk -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-chunk -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-chunk -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-chunk -s V -l version -d 'Print version'
