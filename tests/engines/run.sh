#!/bin/sh
# run.sh TREE: loads an export of TREE into a real PostgreSQL with pgvector (PyPI: pgserver 0.1.4) by cw-load, twice, and compares the ten best chunks, by words, by vector and fused, with cw's own.
# By hand: it builds cmds/load, and needs python3 and PyPI. CW, CW_LOAD and PYTHON (with pgserver) name what is there already.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$1" && pwd)
CW=$(command -v "${CW:-cw}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "${CW_LOAD:-}" ]; then
    cargo build --quiet --manifest-path "$here/../../cmds/load/Cargo.toml" --target-dir "$work/target"
    CW_LOAD="$work/target/debug/cw-load"
fi
if [ -z "${PYTHON:-}" ]; then
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet pgserver==0.1.4
    PYTHON="$work/venv/bin/python"
fi
"$CW" index "$tree" --quiet --index "$work/index" || [ $? -eq 1 ]
"$CW" export --format pg-copy --out "$work/pg" --index "$work/index"
"$PYTHON" "$here/postgres.py" "$CW" "$CW_LOAD" "$work/index" "$work/pg"
