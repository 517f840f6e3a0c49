#!/bin/sh
# run.sh TREE [CW]: loads an export of TREE into a real PostgreSQL with pgvector (PyPI: pgserver 0.1.4) and compares the ten best chunks, by words and by vector, with cw's own. By hand:
# it needs python3 and PyPI. Loads twice: the counts must stay.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$1" && pwd)
CW=$(command -v "${2:-cw}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=${PYTHON:-}
if [ -z "$python" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet pgserver==0.1.4
    python="$work/venv/bin/python"
fi
"$CW" index "$tree" --quiet --index "$work/index" || [ $? -eq 1 ]
time "$CW" export --format pg-copy --out "$work/pg" --index "$work/index"
"$python" "$here/postgres.py" "$CW" "$work/index" "$work/pg"
