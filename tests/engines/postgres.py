"""Loads what `cw export --format pg-copy` wrote by cw-load, and compares the answers of PostgreSQL with those of the index."""

import json
import subprocess
import sys
import tempfile
import time

import pgserver

QUESTIONS = [
    "where are errors turned into responses",
    "parse a date or a number",
    "how is the configuration read",
    "retry after a timeout",
    "write the output to a file",
    "cache of compiled patterns",
    "register a handler",
    "default value of a field",
]


def hits(words, stdin=None):
    out = subprocess.run(words, input=stdin, check=True, capture_output=True, text=True).stdout
    records = [json.loads(line) for line in out.splitlines()]
    return out, [record for record in records if record["type"] == "hit"]


def main(cw, load, index, folder):
    server = pgserver.get_server(tempfile.mkdtemp())
    url = ["--url", server.get_uri()]
    for _ in range(2):
        start = time.time()
        subprocess.run([load, "postgres", "load", folder, *url], check=True)
        print(f"loaded in {time.time() - start:.1f} s")
    same, total, scores = {}, {}, 0.0
    for question in QUESTIONS:
        asked = subprocess.run([cw, "export", "--question", question, "--index", index], check=True, capture_output=True, text=True).stdout
        stream, remote = hits([load, "postgres", "find", "-k", "300", *url], asked)
        words, lex = hits([cw, "lex", "find", question, "-k", "100", "--index", index])
        both, local = hits([cw, "embed", "find", "-k", "100", "--index", index], words)
        pairs = {
            "words": (lex, [hit for hit in remote if "lex" in hit["from"]]),
            "vector": ([hit for hit in local if "vec" in hit["from"]], [hit for hit in remote if "vec" in hit["from"]]),
            "fused": (hits([cw, "fuse"], both)[1], hits([cw, "fuse"], stream)[1]),
        }
        for kind, (want, came) in pairs.items():
            want, came = want[:10], came[:10]
            total[kind] = total.get(kind, 0) + len(want)
            same[kind] = same.get(kind, 0) + len({hit["id"] for hit in want} & {hit["id"] for hit in came})
        scores = max([scores] + [abs(a["score"] - b["score"]) for a, b in zip(pairs["words"][0][:10], pairs["words"][1][:10])])
        # What stands behind a finder stands behind this one.
        packed = subprocess.run([cw, "rerank", "--index", index], input=hits([cw, "fuse"], stream)[0], check=True, capture_output=True, text=True).stdout
        packed = subprocess.run([cw, "pack", "--index", index, "--tokens", "500"], input=packed, check=True, capture_output=True, text=True).stdout
        assert packed.strip(), question
    server.cleanup()
    for kind, count in same.items():
        print(f"{kind}: {count} of {total[kind]} of the ten best are the same")
    print(f"scores by words differ by {scores:.6f} at most")
    sys.exit(0 if all(same[kind] >= 0.95 * total[kind] for kind in ("words", "vector")) else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
