#!/usr/bin/env python3
"""A stage in another language: shallow paths first, then the order it came in. Usage:

cw-lex find "where do we retry" | cw-embed find | cw-fuse | python3 04-own-reranker.py | cw-pack

What a stage owes its neighbours (cw-records(5)): pass on what it does not know, header first, `end` last, and no `end`
when it has none, so that a stream that was cut stays cut.
"""
import json
import sys


def depth(hit):
    # A path that is not UTF-8 travels as path_b64.
    return hit.get("path", "").count("/")


hits = []
for line in sys.stdin:
    record = json.loads(line)
    if record["type"] == "hit":
        hits.append(record)
        continue
    if record["type"] == "end":
        hits.sort(key=depth)  # stable: equals keep their order
        for rank, hit in enumerate(hits, 1):
            hit.update(rank=rank, score=1 / rank)
            hit.setdefault("from", {})["x_depth"] = {"score": 1 / rank, "rank": rank}
            print(json.dumps(hit, ensure_ascii=False, separators=(",", ":")))
        hits = []
    print(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
