complete -c cw-mcp -l root -d 'Serve only trees below this folder. May be repeated [default: every folder of this user but / and the home folder itself]' -r -F
complete -c cw-mcp -l http -d 'Serve over HTTP, at HOST:PORT or at a port of this machine, instead of on stdin; needs CW_MCP_TOKEN, which every request must carry' -r
complete -c cw-mcp -l token-file -d 'Read the token from this file, which nobody else can read' -r -F
complete -c cw-mcp -l origin -d 'Answer web pages of this origin, such as http://localhost:3000; others are refused. May be repeated' -r
complete -c cw-mcp -l threads -d 'Worker threads [default: as many as there are cores]' -r
complete -c cw-mcp -s q -l quiet -d 'Say nothing on stderr but errors'
complete -c cw-mcp -s v -l verbose -d 'List every file that is left out, with the reason, on stderr'
complete -c cw-mcp -s h -l help -d 'Print help (see more with \'--help\')'
complete -c cw-mcp -s V -l version -d 'Print version'
