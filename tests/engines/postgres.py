"""Loads what `cw export --format pg-copy` wrote, and compares the answers of PostgreSQL with those of the index."""

import json
import os
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


def records(words):
    out = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def capped(rows):
    """The ten best, at most three of a file, as the finders give them. A row is an id and a path in hex."""
    taken, ids = {}, []
    for row in rows:
        chunk, path = row.split("|")
        taken[path] = taken.get(path, 0) + 1
        if taken[path] <= 3:
            ids.append(chunk)
    return ids[:10]


def main(cw, index, folder):
    data = tempfile.mkdtemp()
    server = pgserver.get_server(data)
    psql = [os.path.join(os.path.dirname(pgserver.__file__), "pginstall", "bin", "psql"), server.get_uri(), "-q", "-A", "-t"]

    def ask(sql):
        # Each question by a process of its own, with the statement on stdin: vectors are long.
        out = subprocess.run(psql, input=sql, check=True, capture_output=True, text=True).stdout
        return out.split()

    for _ in range(2):
        start = time.time()
        subprocess.run(psql + ["-f", "load.sql"], cwd=folder, check=True)
        counts = ask("select count(*) from cw_chunk; select count(*) from cw_posting;")
        print(f"loaded {counts[0]} chunks, {counts[1]} postings in {time.time() - start:.1f} s")
    same = {"words": 0, "vector": 0}
    total = {"words": 0, "vector": 0}
    for question in QUESTIONS:
        asked = records([cw, "export", "--question", question, "--index", index])[0]
        values = ", ".join("('{}', {})".format(term.replace("'", "''"), times) for term, times in asked["terms"].items())
        score = f"select chunk, sum(weight * times) s from cw_posting p join (values {values}) q(term, times) on p.term = q.term group by chunk"
        path = "encode(convert_to(path, 'UTF8'), 'hex')"
        by_words = capped(ask(f"select id, {path} from ({score}) w join cw_chunk on id = chunk order by s desc, id limit 200;"))
        vector = "[" + ",".join(map(str, asked["vector"])) + "]"
        by_vector = capped(ask(f"select id, {path} from cw_chunk order by embedding <=> '{vector}' limit 200;"))
        stream = records([cw, "lex", "find", question, "-k", "1000", "--index", index])
        want = [record["id"] for record in stream if record["type"] == "hit"][:10]
        total["words"] += len(want)
        same["words"] += len(set(want) & set(by_words))
        stream = records([cw, "embed", "find", question, "-k", "1000", "--index", index])
        want = [record["id"] for record in stream if record["type"] == "hit"][:10]
        total["vector"] += len(want)
        same["vector"] += len(set(want) & set(by_vector))
    server.cleanup()
    for kind, count in same.items():
        print(f"{kind}: {count} of {total[kind]} of the ten best are the same")
    sys.exit(0 if same["words"] >= 0.95 * total["words"] and same["vector"] >= 0.95 * total["vector"] else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
