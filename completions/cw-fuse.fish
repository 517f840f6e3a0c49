complete -c cw-fuse -l method -d 'How lists are put together' -r -f -a "rrf\t'By ranks: weight / (k + rank)'
sum\t'By scores, each divided by the greatest of its source'"
complete -c cw-fuse -l k -d 'The k of reciprocal rank fusion' -r
complete -c cw-fuse -l weight -d 'Weight of a source, such as lex=0.4. May be repeated' -r
complete -c cw-fuse -l limit -d 'Most hits [default: all]' -r
complete -c cw-fuse -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-fuse -l explain -d 'Keep what each source earned for a hit, in \'from\''
complete -c cw-fuse -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-fuse -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-fuse -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-fuse -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-fuse -s V -l version -d 'Print version'
