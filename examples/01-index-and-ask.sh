#!/bin/sh
# Index a tree and ask it, as two pipes. `cw query` does both in one process and answers the same.
# (The answers go beside the tree: in it, they would be part of it.)
set -eu
cw-scan . | cw-chunk | cw-lex add | cw-embed add | tail -n 1
cw-lex find "where do we retry" | cw-embed find | cw-fuse | cw-rerank | cw-expand | cw-pack --tokens 500 > ../pipe.txt
cw query "where do we retry" --tokens 500 > ../query.txt
cmp ../pipe.txt ../query.txt
head -n 1 ../query.txt
rm ../pipe.txt ../query.txt
