complete -c cw-expand -l neighbours -d 'E1: so many chunks before and after a hit; 0 turns it off' -r
complete -c cw-expand -l breadcrumb -d 'E2: so many chunks with the same container; 0 turns it off' -r
complete -c cw-expand -l imports -d 'E3: so many imported files a hit; 0 turns it off' -r
complete -c cw-expand -l importers -d 'E4: so many files a hit that import its file; 0 turns it off' -r
complete -c cw-expand -l call-sites -d 'E5: so many uses of each name that a hit defines; 0 turns it off' -r
complete -c cw-expand -l chunks-per-import -d 'E3 and E4: so many chunks of an imported or importing file' -r
complete -c cw-expand -l seeds -d 'Expand only so many of the best hits' -r
complete -c cw-expand -l limit -d 'Add at most so many hits' -r
complete -c cw-expand -l path -l glob -d 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; \'!\' before it excludes. May be repeated' -r
complete -c cw-expand -l lang -l language -d 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated' -r
complete -c cw-expand -l index -d 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]' -r -F
complete -c cw-expand -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-expand -l keep-going -d 'Pass over lines that are no records (each becomes a fault) instead of stopping'
complete -c cw-expand -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-expand -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-expand -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-expand -s V -l version -d 'Print version'
