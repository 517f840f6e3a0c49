#!/usr/bin/env python3
"""Floods a cw-mcp with requests and looks whether each is answered once.

    tests/mcp/stress.py PATH/TO/cw-mcp TREE [REQUESTS]

Python's standard library only. Pipelines random calls of all tools that change nothing, cancels some, mixes in lines that
are no messages, and checks: every line on stdout is JSON-RPC, every id is answered once (a cancelled one at most once),
the server ends with its stdin, and its memory after the last tenth is that after the first. Exits 1 if not.
"""

import json
import os
import queue
import random
import subprocess
import sys
import threading
import time

WORDS = "where how is the a config parse read write error open close file index search name list value test".split()
MOST_WAITING = 200


def resident(pid):
    """Private memory in MiB: mapped index files are shared and go when others need the room."""
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["RssAnon"].split()[0]) / 1024


def call(rng, tree):
    """A random call of a tool."""
    words = " ".join(rng.choices(WORDS, k=rng.randint(1, 5)))
    tool, arguments = rng.choice([
        ("codebase-retrieval", {"information_request": words, "mode": rng.choice(["quick", "balanced"])}),
        ("codebase-retrieval", {"information_request": words, "max_files": rng.randint(1, 50), "output_format": "json"}),
        ("list-files", {"max_results": rng.randint(1, 1000)}),
        ("find-references", {"symbol": rng.choice(WORDS), "max_results": rng.randint(1, 200)}),
        ("get-symbol-definition", {"symbol": rng.choice(WORDS)}),
        ("list-symbols", {"path_filter": rng.choice(["*.py", "*.rs", "src", "*"]), "max_results": rng.randint(1, 500)}),
        ("find-related", {"path": "README.md", "line": rng.randint(1, 50)}),
        ("stats", {}),
        ("list-files", {"max_results": rng.choice([0, -1, "x", None, 1e9])}),
        ("no-such-tool", {}),
    ])
    return "tools/call", {"name": tool, "arguments": {"repo_path": tree, **arguments}}


def main():
    server, tree = os.path.abspath(sys.argv[1]), os.path.realpath(sys.argv[2])
    total = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
    rng = random.Random(7)
    process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    answers, impure, cancelled, free = {}, [], set(), threading.Semaphore(MOST_WAITING)
    over = queue.Queue()

    def read():
        for line in process.stdout:
            try:
                message = json.loads(line)
                assert message["jsonrpc"] == "2.0"
            except (ValueError, KeyError, AssertionError):
                impure.append(line)
                continue
            if "method" not in message and message.get("id") is not None:
                answers[message["id"]] = answers.get(message["id"], 0) + 1
                # One that was cancelled made room when it was.
                if message["id"] not in cancelled:
                    free.release()
        over.put(True)

    threading.Thread(target=read, daemon=True).start()

    def send(*messages):
        process.stdin.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
        process.stdin.flush()

    def request(number, method, params):
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "stress", "version": "1"}}
    send(request(0, "initialize", hello), {"jsonrpc": "2.0", "method": "notifications/initialized"})
    index = {"name": "index-folder", "arguments": {"path": tree}}
    send(request(-1, "tools/call", index))
    while -1 not in answers:
        time.sleep(0.05)
    start, memory = time.time(), []
    for number in range(1, total + 1):
        free.acquire()
        method, params = ("ping", {}) if rng.random() < 0.1 else call(rng, tree)
        burst = [request(number, method, params)]
        if rng.random() < 0.05:
            cancelled.add(number)
            burst.append({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
            free.release()
        if rng.random() < 0.02:
            process.stdin.write(rng.choice([b"nonsense\n", b"\n", b"{\n", b"[[[[\n", b"\xff\xfe\x00\n"]))
        send(*burst)
        if number % (total // 10) == 0:
            memory.append(resident(process.pid))
    expected = set(range(1, total + 1)) - cancelled
    patience = time.time() + 120
    while not expected <= answers.keys() and time.time() < patience:
        time.sleep(0.05)
    seconds = time.time() - start
    memory[-1] = resident(process.pid)
    process.stdin.close()
    closed = time.time()
    code = process.wait(30)
    ended = time.time() - closed
    over.get(timeout=10)
    troubles = []
    missing = expected - answers.keys()
    twice = [number for number, count in answers.items() if count > 1]
    stray = answers.keys() - set(range(-1, total + 1))
    stderr = process.stderr.read()
    # What is kept of answers and of the allocator's is full after the first tenths.
    grown = memory[-1] - max(memory[:3])
    for name, bad in [("unanswered", missing), ("answered twice", twice), ("answers to nobody", stray), ("lines that are no JSON-RPC", impure),
                      ("on stderr", stderr), ("exit status", code)]:
        if bad:
            troubles.append(f"{name}: {str(bad)[:300]}")
    if grown > 32:
        troubles.append(f"memory grew by {grown:.0f} MiB")
    print(f"{total} requests in {seconds:.1f} s ({total / seconds:.0f} a second), {len(cancelled)} cancelled, of these "
          f"{len(cancelled & answers.keys())} answered before; private memory by tenths, MiB: {' '.join(f'{size:.0f}' for size in memory)}; "
          f"ended {ended:.2f} s after its stdin")
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    sys.exit(1 if troubles else 0)


if __name__ == "__main__":
    main()
