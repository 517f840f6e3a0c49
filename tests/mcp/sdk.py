"""Calls every tool of cw-mcp with the official Python client; it checks each answer against the schema that the server gave."""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

TREE = sys.argv[2]
CALLS = {
    "index-folder": {"path": TREE},
    "codebase-retrieval": {"repo_path": TREE, "information_request": "where is a request retried"},
    "get-symbol-definition": {"repo_path": TREE, "symbol": "retry_request"},
    "find-references": {"repo_path": TREE, "symbol": "retry_request"},
    "find-related": {"repo_path": TREE, "path": "retry.py"},
    "list-symbols": {"repo_path": TREE},
    "list-files": {"repo_path": TREE},
    "stats": {"repo_path": TREE},
    "prepare-prompt-context": {"repo_path": TREE, "prompt": "make `retry_request` wait"},
    "list-indexes": {},
    "forget-index": {"path": TREE},
}


async def main():
    server = StdioServerParameters(command=sys.argv[1], env={"HOME": os.environ["HOME"]})
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        hello = await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == CALLS.keys(), tools ^ CALLS.keys()
        steps = []

        async def progress(done, total, message):
            steps.append(done)

        for name, arguments in CALLS.items():
            result = await session.call_tool(name, arguments, progress_callback=progress)
            assert not result.isError and result.structuredContent["status"] == "ok", (name, result)
        assert steps == sorted(set(steps)), steps
        print(f"Python client: {len(tools)} tools answer ({hello.protocolVersion})")


asyncio.run(main())
