"""Static token vectors by symmetric InfoNCE, numpy only. usage: train.py DATA.pkl INIT.npy OUT.npy [--steps N --lr X ...]"""
import argparse, math, pickle, time
import numpy as np, scipy.sparse as sp
a = argparse.ArgumentParser(); a.add_argument('data'); a.add_argument('init'); a.add_argument('out')
for n, t, d in (('steps', int, 800), ('bs', int, 1024), ('sub', int, 256), ('lr', float, 3e-3), ('temp', float, .05), ('pathp', float, .4), ('mask', float, .5), ('seed', int, 0), ('floor', float, .02), ('warm', int, 50)):
    a.add_argument('--' + n, type=t, default=d)
a.add_argument('--kw', default='1,.5,.7,.8,1,.7,1')
a = a.parse_args(); rng = np.random.default_rng(a.seed)
G = pickle.load(open(a.data, 'rb')); E = np.load(a.init).astype(np.float32); V, D = E.shape
KW = np.array([float(x) for x in a.kw.split(',')])
pr = np.array([(KW[g['k']]).sum() for g in G]) ** .7; pr /= pr.sum()
order = [None] * len(G); pos = [0] * len(G)
def nxt(i, n):
    out = []
    while len(out) < n:
        if order[i] is None or pos[i] >= len(order[i]):
            w = KW[G[i]['k']]; keep = np.nonzero(rng.random(len(w)) < w)[0]; rng.shuffle(keep); order[i] = keep; pos[i] = 0
            if len(keep) < 8: break
        t = order[i][pos[i]:pos[i] + n - len(out)]; pos[i] += len(t); out.extend(t)
    return out
def pairs(i, idx):
    g = G[i]; q = []; d = []
    for j in idx:
        k = g['k'][j]; x = g['q'][j]; c = g['c'][j]
        if len(x) > 3:
            m = rng.random(len(x)) > .1; x = x[m] if m.any() else x
        if k in (0, 1) and len(g['n'][j]) and rng.random() < a.mask: c = c[~np.isin(c, g['n'][j])]
        if k == 1 and len(g['d'][j]) and rng.random() < .5: c = np.concatenate([c, g['d'][j]])
        if k == 0 and rng.random() < .15: c = np.concatenate([c, g['d'][j]])
        if k not in (3, 6) and rng.random() < a.pathp: c = np.concatenate([c, g['p'][j]])
        if len(c) < 5: c = g['c'][j]
        if len(x) and len(c): q.append(x); d.append(c)
    return q, d
def bag(lists):
    ip = [0]; ix = []; v = []
    for x in lists:
        u, c = np.unique(x, return_counts=True); ix.append(u); v.append(np.log1p(c)); ip.append(ip[-1] + len(u))
    return sp.csr_matrix((np.concatenate(v).astype(np.float32), np.concatenate(ix).astype(np.int32), np.array(ip)), shape=(len(lists), V))
def norm(x, k):
    y = x[:, :k]; n = np.linalg.norm(y, axis=1, keepdims=True) + 1e-9; return y / n, n
def xent(S, T):
    """loss and gradient of the symmetric cross entropy on S/T"""
    Z = S / T; n = len(Z); L = 0; dZ = np.zeros_like(Z)
    for ax in (1, 0):
        m = Z.max(axis=ax, keepdims=True); e = np.exp(Z - m); s = e.sum(axis=ax, keepdims=True)
        L += (np.log(s).ravel() + m.ravel() - np.diag(Z)).mean() / 2; P = e / s; P[np.arange(n), np.arange(n)] -= 1; dZ += P / (2 * n)
    return L, dZ / T
M = np.zeros_like(E); W = np.zeros_like(E); t0 = time.time(); hist = []
for s in range(a.steps):
    q = []; d = []
    for i in rng.choice(len(G), size=a.bs // a.sub, replace=False, p=pr):
        x, y = pairs(i, nxt(i, a.sub)); q += x; d += y
    Bq, Bd = bag(q), bag(d); Q, C = Bq @ E, Bd @ E; dQ = np.zeros_like(Q); dC = np.zeros_like(C)
    for j, k in enumerate((D, 64)):
        qn, ql = norm(Q, k); cn, cl = norm(C, k); S = qn @ cn.T; L, dS = xent(S, a.temp); w = 1. if j == 0 else .3
        gq = dS @ cn; gc = dS.T @ qn
        dQ[:, :k] += w * (gq - qn * (gq * qn).sum(1, keepdims=True)) / ql; dC[:, :k] += w * (gc - cn * (gc * cn).sum(1, keepdims=True)) / cl
        if j == 0: hist.append((L, (S.argmax(1) == np.arange(len(S))).mean()))
    g = Bq.T @ dQ + Bd.T @ dC
    lr = a.lr * min(1, (s + 1) / a.warm) * max(a.floor, .5 * (1 + math.cos(math.pi * s / a.steps)))
    M *= .9; M += .1 * g; W *= .98; W += .02 * g * g
    E -= lr * (M / (1 - .9 ** (s + 1))) / (np.sqrt(W / (1 - .98 ** (s + 1))) + 1e-8)
    if s % 50 == 49: print(s + 1, f'{time.time() - t0:.0f}s loss {np.mean([h[0] for h in hist[-50:]]):.3f} acc {np.mean([h[1] for h in hist[-50:]]):.3f}', flush=True)
np.save(a.out, E); print('saved', time.time() - t0)
