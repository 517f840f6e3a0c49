"""Mines (query, code) pairs from bare git repositories: one JSONL file a repository.

Kinds: doc (first sentence of a doc comment -> the definition without it), name (split name -> body), inline (comment inside a
body -> the code after it), path (words of the path -> a piece of the file), commit (subject -> changed hunk), case (text of
`it("...")` -> its body), prose (paragraph before a code block in a document -> the block).

usage: mine.py OUT_DIR GIT_DIR...
"""
import json, os, random, re, subprocess, sys, threading
from collections import Counter
from semble_grammars import get_parser

LANGUAGES = {'.py': 'python', '.js': 'javascript', '.mjs': 'javascript', '.cjs': 'javascript', '.jsx': 'javascript', '.ts': 'typescript', '.tsx': 'tsx',
  '.go': 'go', '.java': 'java', '.kt': 'kotlin', '.scala': 'scala', '.swift': 'swift', '.c': 'c', '.h': 'c', '.cc': 'cpp', '.cpp': 'cpp', '.hpp': 'cpp',
  '.cs': 'csharp', '.php': 'php', '.rb': 'ruby', '.rs': 'rust', '.ex': 'elixir', '.exs': 'elixir', '.hs': 'haskell', '.lua': 'lua', '.sh': 'bash',
  '.bash': 'bash', '.zsh': 'bash', '.zig': 'zig', '.dart': 'dart'}
SKIP = re.compile(r'(^|/)(node_modules|vendor|third[-_]?party|dist|build|\.git|fixtures?|testdata|snapshots?|__snapshots__|generated|locales?)(/|$)|\.min\.|\.pb\.|_generated|\.d\.ts$', re.I)
TEST = re.compile(r'test|spec|bench|(^|/)e2e(/|$)', re.I)
DEFINITION = re.compile(r'function|method|class|struct|enum|trait|interface|protocol|object_def|module|func_|constructor|record|declaration|^def|signature|type_alias|decl$')
CAMEL = re.compile(r'[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+')
LEAD = re.compile(r'^\s*(///?!?|/\*\*?!?|\*/|\*|#+!?|--+\s?\|?|;+|"""|\'\'\'|@doc|@moduledoc|~S?"""|<!--|\{-\|?|-\})\s?')
TAG = re.compile(r'^\s*(@(param|return|returns|throws|see|since|author|type|internal|deprecated|private|api|template|var|link|method|spec)|:param|:return|:rtype|\\param|#\s*@|Args:|Returns:|Raises:|Parameters|Examples?\b|```|>>>|iex>|Copyright|License|SPDX|eslint|noqa|TODO|FIXME|pylint|rubocop|<summary>\s*$)', re.I)
MARKUP = re.compile(r'<[^>]{1,60}>|\{@\w+\s+([^}]*)\}')
DULL = re.compile(r'^(merge|bump|release|version|update (changelog|readme|deps|dependenc|copyright)|revert|v?\d|prepare|\[?ci|chore|docs?[:(]|typo|fix typo|format|lint|clean ?up|wip|build\(|test|style)|dependabot|renovate|changelog|whitespace|copyright|spelling|clang-format|cosmetic', re.I)


def words(name): return ' '.join(w.lower() for w in CAMEL.findall(name))


def sentence(comment, limit=32):
    """The first sentence of a comment, markers and tags taken off; empty for licence texts."""
    out = []
    for line in comment.splitlines():
        before = None
        while before != line:
            before = line
            line = LEAD.sub('', line, count=1)
        line = re.sub(r'(\*/|-\}|"""|\'\'\')\s*$', '', line).strip()
        if TAG.match(line) or not line:
            if out: break
            continue
        out.append(line)
        if len(out) > 12: break
    text = MARKUP.sub(lambda m: m.group(1) or ' ', ' '.join(out))
    text = re.sub(r'\s+', ' ', re.sub(r'[`*]{1,3}', '', text)).strip()
    if re.search(r'copyright|licen[sc]e|spdx', text, re.I): return ''
    first = re.match(r'(.{20,}?[.!?])(\s|$)', text)
    return ' '.join((first.group(1) if first else text).split()[:limit])


def good(query, least=3):
    found = re.findall(r'[A-Za-z]{2,}', query)
    return len(found) >= least and sum(map(len, found)) > 0.6 * len(query.replace(' ', ''))


def blobs(git):
    listing = subprocess.check_output(['git', '--git-dir', git, 'ls-tree', '-r', '-l', '-z', 'HEAD']).decode('utf8', 'replace')
    out = []
    for row in listing.split('\0'):
        if not row: continue
        meta, path = row.split('\t', 1)
        mode, kind, sha, size = meta.split()
        if kind != 'blob' or mode == '120000' or not size.isdigit(): continue
        ext = os.path.splitext(path)[1].lower()
        if (ext in LANGUAGES or ext in ('.md', '.mdx', '.rst')) and 200 < int(size) < 150000 and not SKIP.search(path): out.append((sha, path))
    return out


def read(git, files):
    p = subprocess.Popen(['git', '--git-dir', git, 'cat-file', '--batch'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    def feed():
        for sha, _ in files: p.stdin.write((sha + '\n').encode())
        p.stdin.close()
    t = threading.Thread(target=feed); t.start()
    for _, path in files:
        head = p.stdout.readline().decode().split()
        if head[-1] == 'missing': continue
        data = p.stdout.read(int(head[2])); p.stdout.read(1)
        yield path, data
    t.join(); p.wait()


def text(data, start, end): return data[start:end].decode('utf8', 'replace')


def name_of(node, data, lang):
    if node.is_named and DEFINITION.search(node.type) and node.end_byte - node.start_byte > 60:
        field = node.child_by_field_name('name') or node.child_by_field_name('declarator')
        if field is None:
            field = next((c for c in node.children if c.type in ('simple_identifier', 'identifier', 'type_identifier')), None)
        if field is not None:
            m = re.search(r'[A-Za-z_~][\w?!]*(?:[.:]+\w+)*', text(data, field.start_byte, min(field.end_byte, field.start_byte + 120)))
            return m and m.group(0)
    if lang == 'elixir' and node.type == 'call':
        m = re.match(r'(?:def|defp|defmacro|defmodule)\s+([\w.?!]+)', text(data, node.start_byte, node.start_byte + 120))
        return m and m.group(1)
    return None


def comment_before(node, data, lang):
    while node.parent is not None and node.parent.type in ('export_statement', 'decorated_definition', 'template_declaration', 'lexical_declaration'): node = node.parent
    parts, at, steps = [], node.prev_sibling, 0
    while at is not None and steps < 40:
        if 'comment' in at.type or at.type == 'haddock': parts.append(text(data, at.start_byte, at.end_byte))
        elif at.type in ('attribute_item', 'attribute_list', 'annotation', 'modifiers', 'signature'): pass
        elif lang == 'elixir' and at.type == 'unary_operator' and text(data, at.start_byte, at.start_byte + 10).startswith(('@doc', '@moduledoc')):
            parts.append(text(data, at.start_byte, at.end_byte))
        else: break
        steps += 1; at = at.prev_sibling
    return '\n'.join(reversed(parts))


def from_code(path, data, lang, emit):
    is_test = bool(TEST.search(path))
    stack = [get_parser(lang).parse(data).root_node]
    while stack:
        node = stack.pop()
        name = name_of(node, data, lang)
        if name and len(name) > 2:
            doc = comment_before(node, data, lang)
            body = text(data, node.start_byte, min(node.end_byte, node.start_byte + 1500))
            if lang == 'python':
                block = node.child_by_field_name('body')
                first = block.children[0] if block is not None and block.children else None
                if first is not None and first.type == 'expression_statement' and first.children: first = first.children[0]
                if first is not None and first.type == 'string':
                    doc = text(data, first.start_byte, first.end_byte).strip('rbuRBU"\' \n')
                    a, b = first.start_byte - node.start_byte, first.end_byte - node.start_byte
                    raw = data[node.start_byte:min(node.end_byte, node.start_byte + 1500 + b - a)]
                    body = (raw[:a] + raw[b:]).decode('utf8', 'replace')
            q = sentence(doc) if doc else ''
            if q and good(q): emit('doc', q, body, name, doc[:400])
            if len(body) > 120 and (not is_test or random.random() < 0.2) and len(words(name).split()) >= 2: emit('name', words(name), body, name, '')
        if 'comment' in node.type and node.parent is not None and node.parent.parent is not None and node.next_sibling is not None and 'comment' not in node.next_sibling.type:
            q = sentence(text(data, node.start_byte, node.end_byte))
            if q and good(q, 4) and random.random() < 0.6:
                code = text(data, node.end_byte, min(len(data), node.end_byte + 700)).rsplit('\n', 1)[0]
                if len(code) > 60: emit('inline', q, code, '', '')
        if is_test and node.type in ('call_expression', 'call') and node.end_byte - node.start_byte > 120:
            m = re.match(r'(?:it|test|should|context|specify|describe)\W{1,2}["\'`]([^"\'`\n]{15,160})["\'`]', text(data, node.start_byte, node.start_byte + 220))
            if m and good(m.group(1), 4): emit('case', m.group(1), text(data, node.start_byte + m.end(), min(node.end_byte, node.start_byte + 1500)), '', '')
        if node.end_byte - node.start_byte > 60: stack.extend(node.children)


def from_document(data, emit):
    t = data.decode('utf8', 'replace')
    for m in re.finditer(r'(?:^|\n\n)([A-Z][^\n`#|<>]{30,400}(?:\n[^\n`#|<>]{10,400}){0,3})\n\n?```\w*\n(.{60,1200}?)\n```', t, re.S):
        q = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', ' '.join(m.group(1).split()))
        q = re.split(r'(?<=[.!?:])\s', q)[-1] if len(q.split()) > 32 else q
        if good(q, 5): emit('prose', q[:300], m.group(2), '', '')


def from_history(git, emit):
    p = subprocess.Popen(['git', '--git-dir', git, 'log', '--no-merges', '-n', '6000', '-p', '--unified=6', '--no-color', '--no-renames', '--diff-filter=M', '--format=%x01%s', 'HEAD'],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    data = p.stdout.read(120_000_000).decode('utf8', 'replace'); p.kill()
    for commit in data.split('\x01')[1:]:
        subject, _, rest = commit.partition('\n')
        q = re.sub(r'\(#\d+\)|#\d+|\[[^\]]*\]|^(fix|feat|refactor|perf|add|improve)(\([^)]*\))?!?:\s*', '', subject, flags=re.I).strip()
        if DULL.search(q) or DULL.search(subject) or not good(q) or len(q) > 120: continue
        parts = rest.split('\ndiff --git ')
        if len(parts) > 8: continue
        found = []
        for part in parts:
            m = re.search(r'^\+\+\+ b/(.*)$', part, re.M)
            if not m or os.path.splitext(m.group(1))[1].lower() not in LANGUAGES or SKIP.search(m.group(1)) or TEST.search(m.group(1)): continue
            hunks = re.split(r'^@@[^@]*@@(.*)$', part, flags=re.M)[1:]
            for context, hunk in zip(hunks[::2], hunks[1::2]):
                lines = hunk.split('\n')
                code = (context.strip() + '\n' if context.strip() else '') + '\n'.join(l[1:] for l in lines if l[:1] in ('+', ' '))
                if sum(l[:1] == '+' for l in lines) >= 2 and len(code) > 150: found.append((len(code), m.group(1), code[:1000]))
        if found and len(found) <= 6:
            for _, path, code in sorted(found, reverse=True)[:2]: emit('commit', q, code, '', '', path)


def mine(git, out):
    random.seed(1)
    files = blobs(git); random.shuffle(files)
    rows = []
    for path, data in read(git, files[:3500]):
        count = [0]
        def emit(kind, q, code, name, doc):
            if count[0] < 60: rows.append(dict(k=kind, q=q, c=code, n=name, d=doc, p=path)); count[0] += 1
        lang = LANGUAGES.get(os.path.splitext(path)[1].lower())
        if lang is None: from_document(data, emit); continue
        if data.count(b'\n') < 8 or max(map(len, data.split(b'\n')[:400])) > 2000: continue
        try: from_code(path, data, lang, emit)
        except Exception as e: print('fault', path, e, file=sys.stderr)
        stem, parent = words(os.path.splitext(os.path.basename(path))[0]), words(os.path.basename(os.path.dirname(path)))
        if not TEST.search(path) and len(stem) > 3 and stem not in ('init', 'index', 'main'):
            t = text(data, 0, len(data)); at = random.randint(0, max(0, len(t) - 800))
            rows.append(dict(k='path', q=stem if random.random() < .5 or not parent else parent + ' ' + stem, c=t[at:at + 750], n='', d='', p=path))
    from_history(git, lambda k, q, c, n, d, p: rows.append(dict(k=k, q=q, c=c, n=n, d=d, p=p)))
    with open(out, 'w') as f:
        for r in rows: f.write(json.dumps(r) + '\n')
    print(os.path.basename(out), len(files), dict(Counter(r['k'] for r in rows)), flush=True)


if __name__ == '__main__':
    for git in sys.argv[2:]:
        out = os.path.join(sys.argv[1], os.path.basename(os.path.dirname(git)) + '.jsonl')
        if not os.path.exists(out): mine(git, out)
