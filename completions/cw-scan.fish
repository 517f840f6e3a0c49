complete -c cw-scan -s g -l glob -d 'Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; \'!\' before it leaves out. May be repeated' -r
complete -c cw-scan -l max-file-size -d 'Leave out files that are larger (bytes; suffix K or M) [default: 1M]' -r
complete -c cw-scan -l files-from -d 'Only these paths (one a line, relative to PATH, or absolute); \'-\' reads them from stdin' -r -F
complete -c cw-scan -l rev -d 'A revision of git instead of the files on disk: a branch, a tag, a commit, HEAD~3, stash@{0}. PATH may be a bare repository' -r
complete -c cw-scan -l slice -d 'Only slice K of N, for a build by several workers: cw-index(1), Slices' -r
complete -c cw-scan -l since -d 'Only what this index lacks, and \'gone\' for what left' -r -F
complete -c cw-scan -l explain -d 'Say why a file is in the listing or left out, and do nothing else' -r -F
complete -c cw-scan -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-scan -l no-hidden -d 'Leave out names that begin with a dot'
complete -c cw-scan -l follow -d 'Follow symbolic links to what lies below the root'
complete -c cw-scan -l include-secrets -d 'Take files that look like credentials'
complete -c cw-scan -l include-generated -d 'Take lock, generated and minified files. Single ones are taken by a line \'!\' and their path in .cwignore'
complete -c cw-scan -l no-text -d 'Leave the texts out'
complete -c cw-scan -s 0 -l null -d 'Paths of --files-from end with NUL instead of LF'
complete -c cw-scan -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-scan -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-scan -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-scan -s V -l version -d 'Print version'
