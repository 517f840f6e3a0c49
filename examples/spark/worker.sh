#!/bin/sh
# worker.sh CW TREE INDEX [TRAP]: makes the slices that stdin names, one a line, and prints their receipts. Spark starts it for empty partitions too: then it prints nothing.
# TRAP is for tests: the worker that makes this folder first kills itself in the middle.
set -eu
while IFS= read -r slice; do
    if [ -n "${4:-}" ] && mkdir "$4" 2> /dev/null; then
        "$1" index "$2" --quiet --threads 1 --index "$3" --slice "$slice" > /dev/null &
        sleep 0.3
        kill -KILL $! $$
    fi
    "$1" index "$2" --quiet --threads 1 --index "$3" --slice "$slice"
done
