#!/bin/sh
# worker.sh CW TREE INDEX: makes the slices that stdin names, one a line, and prints their receipts. Spark starts it for empty partitions too: then it prints nothing.
# With CHAOS in the index folder, the first worker that finds it there kills itself: see run.sh.
set -eu
while IFS= read -r slice; do
    if mkdir "$3.chaos" 2> /dev/null; then
        "$1" index "$2" --quiet --threads 1 --index "$3" --slice "$slice" > /dev/null &
        /bin/sleep 0.3
        kill -KILL $! $$
    fi
    "$1" index "$2" --quiet --threads 1 --index "$3" --slice "$slice"
done
