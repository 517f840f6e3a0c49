#!/bin/sh
# A foreign filter between two stages: no tests, and Rust counts twice. What jq does not know, it passes on.
set -eu
cw index --quiet
cw-lex find "cache" | jq -c '
  if .type != "hit" then .
  elif .path | test("test") then empty
  elif .lang == "rust" then .score *= 2
  else . end' | cw-fuse --method sum | jq -r 'select(.type == "hit") | .path' | uniq
