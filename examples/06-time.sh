#!/bin/sh
# Times whole processes on a tree: cold index, refresh without change, query. The median of 7 runs each.
#   examples/06-time.sh [TREE] [QUESTION]
set -eu
tree=${1:-.}
question=${2:-where do segments begin}
index=$(mktemp -d)/index
trap 'rm -rf "$(dirname "$index")"' EXIT
median() {
    name=$1
    shift
    for run in 1 2 3 4 5 6 7; do
        start=$(date +%s%N)
        "$@" >/dev/null || [ $? -eq 1 ] # 1: done, nothing found
        end=$(date +%s%N)
        echo $(((end - start) / 1000))
    done | sort -n | sed -n 4p | awk -v name="$name" '{ printf "%-28s %8.1f ms\n", name, $1 / 1000 }'
}
median "index, everything anew" cw index -q "$tree" --index "$index" --rebuild
median "index, nothing changed" cw index -q "$tree" --index "$index"
median "query" cw query -q "$question" --index "$index" --no-refresh
median "query, tree looked at first" cw query -q "$question" --index "$index" --repo "$tree"
cw stats --index "$index" --format csv | grep -E '^(files|chunks|text_bytes|lex.bytes|vec.bytes),'
