"""Tokenises mined pairs into flat arrays, grouped by repository. Code whose hash is in KNOWN (a
pickled set: what a benchmark holds) is left out.

usage: PYTHONHASHSEED=0 dataset.py TOKENIZER PAIRS_DIR OUT.pkl KNOWN.pkl [repositories to skip...]"""
import glob, json, os, pickle, random, re, sys
import numpy as np
from tokenizers import Tokenizer
from collections import Counter
T = Tokenizer.from_file(sys.argv[1]); skip = set(sys.argv[5:])
CAPS = dict(doc=5000, name=1500, inline=2500, path=400, commit=4000, case=1500, prose=600)
KINDS = ['doc', 'name', 'inline', 'path', 'commit', 'case', 'prose']
random.seed(3)
bench = pickle.load(open(sys.argv[4], 'rb'))
def dup(c):
    t = re.sub(r'\W+', '', c)
    return len(t) > 120 and hash(t[40:120]) in bench
groups, dropped = {}, 0
for f in sorted(glob.glob(sys.argv[2] + '/*.jsonl')):
    g = os.path.basename(f)[:-6]
    if g in skip: continue
    by, seen = {}, set()
    for l in open(f):
        r = json.loads(l); key = (r['q'].lower(), r['k'])
        if key in seen: continue
        seen.add(key)
        by.setdefault(r['k'], []).append(r)
    rows = []
    for k, v in by.items(): random.shuffle(v); rows += v[:CAPS[k]]
    random.shuffle(rows); groups[g] = rows
small = [g for g in groups if len(groups[g]) < 600]
if small: groups['small'] = sum((groups.pop(g) for g in small), [])
G, total = [], Counter()
def enc(xs, n=None): return [np.array(e.ids[:n], dtype=np.uint16) for e in T.encode_batch(xs, add_special_tokens=False)]
for g, rows in sorted(groups.items()):
    before = len(rows); rows = [r for r in rows if not dup(r['c'])]; dropped += before - len(rows)
    P = lambda r: ' '.join(re.split(r'[/.]', r['p'])[-4:-1])
    G.append(dict(name=g, q=enc([r['q'] for r in rows], 60), c=enc([r['c'][:1400] for r in rows], 260), n=enc([r['n'] for r in rows]), d=enc([r['d'][:300] for r in rows], 60), p=enc([P(r) for r in rows]), k=np.array([KINDS.index(r['k']) for r in rows])))
    total.update(r['k'] for r in rows)
pickle.dump(G, open(sys.argv[3], 'wb'), protocol=4)
print(len(G), sum(total.values()), dict(total), 'dropped', dropped)
