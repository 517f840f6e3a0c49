complete -c cw-mcp -l root -d 'Serve only trees below this folder. May be repeated [default: every folder of this user but / and the home folder itself]' -r -F
complete -c cw-mcp -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-mcp -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-mcp -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-mcp -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-mcp -s V -l version -d 'Print version'
