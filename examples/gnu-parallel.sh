#!/bin/sh
# One index by several workers: GNU parallel starts them, here or, with -S HOST,HOST and a shared folder, on other machines. A worker that fails is started again, twice; the index has the
# bytes that one process makes.
set -eu
command -v parallel > /dev/null || { echo "skipped: GNU parallel is not here"; exit 0; }
seq 8 | parallel --retries 3 --jobs 2 cw index --quiet . --index ../sliced --slice {}/8 > ../receipts
cw commit --quiet --receipts ../receipts --index ../sliced
cw index . --quiet --index ../whole
diff -r --exclude=stamps --exclude=lock --exclude=checked ../sliced ../whole && echo "same bytes"
cw query "where do we retry" --index ../sliced --no-refresh -k 1
