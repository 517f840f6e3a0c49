#!/bin/sh
# Drives every tool of cw-mcp with the official clients in Python and TypeScript, of pinned versions.
#
#     tests/mcp/sdk.sh PATH/TO/cw-mcp
#
# Installs them into a temporary folder (needs the network, python3 with venv, node with npm). Exits 1 if a tool does not answer as it says.
set -eu
server=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/home"
printf 'def retry_request(times):\n    """Retries a request that failed."""\n    return times * 2\n' > "$work/tree/retry.py"
printf 'from retry import retry_request\n\nretry_request(3)\n' > "$work/tree/main.py"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet "mcp==1.30.0"
HOME="$work/home" "$work/venv/bin/python" "$here/sdk.py" "$server" "$work/tree"
mkdir "$work/node"
cp "$here/sdk.mjs" "$work/node/"
cd "$work/node"
npm install --silent --no-audit --no-fund "@modelcontextprotocol/sdk@1.32.2"
HOME="$work/home" node sdk.mjs "$server" "$work/tree"
