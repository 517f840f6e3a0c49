#!/bin/sh
# CI makes the index once; everybody copies it and answers from it, also without a checkout. The bytes are the same on every machine.
set -eu
cw index . --quiet --index ../shared/.cw
cw index --quiet
# What lies beside the segments is this machine's own.
diff -r --exclude=stamps --exclude=lock .cw ../shared/.cw && echo "same bytes"
mkdir ../elsewhere
cp -r ../shared/.cw ../elsewhere/.cw
cw-lex find "where do we retry" --index ../elsewhere/.cw | cw-rerank -k 1 | cw-pack | head -n 1
