//! A small tree in many languages, with the names, encodings and line ends that trees in the field have.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::Case;

/// A file: name, bytes on disk, and the text that it decodes to (`None`: no text is expected of it).
pub struct Entry {
    /// The path, as bytes.
    pub name: Vec<u8>,
    /// The bytes on disk.
    pub bytes: Vec<u8>,
    /// What a reader should see.
    pub text: Option<String>,
}

fn plain(name: &str, text: impl Into<String>) -> Entry {
    let text = text.into();
    Entry { name: name.into(), bytes: text.clone().into_bytes(), text: Some(text) }
}

fn odd(name: &[u8], bytes: &[u8], text: Option<&str>) -> Entry {
    Entry { name: name.into(), bytes: bytes.into(), text: text.map(Into::into) }
}

/// `count` names that each begin a segment, so that even a small tree has several.
pub fn borders(count: usize) -> Vec<String> {
    let begins = |name: &String| {
        let hash = cw_records::Blob::of(name.as_bytes());
        u16::from_le_bytes([hash.0[0], hash.0[1]]) & 511 == 0
    };
    (0..).map(|number| format!("gen/part_{number}.py")).filter(begins).take(count).collect()
}

/// The tree.
pub fn polyglot() -> Vec<Entry> {
    let mut all = vec![
        plain(
            "src/retry.rs",
            "//! Retries with backoff.\nuse std::time::Duration;\n\n/// How often a call is tried again.\npub struct RetryPolicy {\n    pub limit: u32,\n    pub pause: Duration,\n}\n\nimpl RetryPolicy {\n    /// Waits longer each time, up to a cap.\n    pub fn backoff(&self, attempt: u32) -> Duration {\n        self.pause * 2u32.pow(attempt.min(6))\n    }\n}\n\n/// Calls `work` until it succeeds.\npub fn retry<T, E>(policy: &RetryPolicy, mut work: impl FnMut() -> Result<T, E>) -> Result<T, E> {\n    for attempt in 0..policy.limit {\n        match work() {\n            Ok(value) => return Ok(value),\n            Err(_) => std::thread::sleep(policy.backoff(attempt)),\n        }\n    }\n    work()\n}\n",
        ),
        plain(
            "src/main.rs",
            "mod retry;\nuse retry::{retry, RetryPolicy};\n\nfn main() {\n    let policy = RetryPolicy { limit: 3, pause: std::time::Duration::from_millis(10) };\n    let _ = retry(&policy, || download(\"https://example.org\"));\n}\n\nfn download(url: &str) -> Result<Vec<u8>, String> {\n    Err(format!(\"cannot download {url}\"))\n}\n",
        ),
        plain(
            "app/pool.py",
            "import threading\n\n\nclass HTTPSConnectionPool2:\n    \"\"\"Keeps connections open.\"\"\"\n\n    def __init__(self, size):\n        self.size = size\n        self.lock = threading.Lock()\n\n    def get_connection(self, host):\n        with self.lock:\n            return self.open(host)\n\n    def open(self, host):\n        raise NotImplementedError(host)\n\n\ndef getUserByID(pool, user_id):\n    return pool.get_connection('users').get('/users/%d' % user_id)\n",
        ),
        plain("app/__init__.py", "from .pool import HTTPSConnectionPool2\n"),
        plain(
            "web/cart.ts",
            "import { Money } from './money';\n\nexport interface Item { name: string; price: Money }\n\n/** Sums what is in the cart. */\nexport function total(items: Item[]): number {\n  return items.reduce((sum, item) => sum + item.price.amount, 0);\n}\n\nexport class Cart {\n  private items: Item[] = [];\n  add(item: Item) { this.items.push(item); }\n  total() { return total(this.items); }\n}\n",
        ),
        plain("web/money.ts", "export class Money {\n  constructor(public amount: number, public currency: string) {}\n}\n"),
        plain("web/page.tsx", "export const Page = <T,>(props: { item: T }) => <b>{String(props.item)}</b>;\n"),
        plain(
            "srv/server.go",
            "package srv\n\nimport \"net/http\"\n\n// Server answers requests.\ntype Server struct{ mux *http.ServeMux }\n\n// Handle registers a handler for a pattern.\nfunc (s *Server) Handle(pattern string, h http.Handler) {\n\ts.mux.Handle(pattern, h)\n}\n",
        ),
        plain("lib/list.h", "struct list { struct list *next; int class; };\nint list_length(const struct list *head);\n"),
        plain(
            "lib/list.c",
            "#include \"list.h\"\n\nint list_length(const struct list *head)\n{\n\tint n = 0;\n\tfor (; head; head = head->next)\n\t\tn++;\n\treturn n;\n}",
        ),
        plain(
            "README.md",
            "# Shop\n\nA shop with a cart.\n\n## Retries\n\nCalls are tried again with backoff.\n\n## Verfügbarkeit\n\nDie Größe des Lagers.\n",
        ),
        plain("doc/采购.md", "# 采购订单自动审批流程\n\n解析pdf 的步骤。\n"),
        plain("sp ace .py", "def spaced():\n    return 'a \"quoted\" word'\n"),
        plain("-rf.py", "def dash(): pass\n"),
        plain("q\"uote.py", "def quote(): pass\n"),
        plain("new\nline.py", "def newline(): pass\n"),
        plain("app/[id]/{x}.ts", "export const route = '/app/[id]';\n"),
        plain("white.py", "\n\n"),
        plain("crlf.rs", "fn a(){}\r\nfn b(){\r\n  x();\r\n}\nfn c(){}\r"),
        plain("wide.py", format!("x = \"{}\"\n", "═🚀漢".repeat(700))),
        odd(b"empty.py", b"", None),
        odd(b"zo\xe8.py", b"def zoe(): pass\n", Some("def zoe(): pass\n")),
        odd(b"bom.py", b"\xef\xbb\xbfdef first():\n    pass\n", Some("def first():\n    pass\n")),
        odd(b"latin.py", b"def ok():\n    s = \"caf\xe9\"\n    return s\n", Some("def ok():\n    s = \"caf\u{e9}\"\n    return s\n")),
        odd(b"logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", None),
        odd(b".env", b"API_TOKEN=abc123\n", None),
    ];
    let wide: Vec<u8> = "\u{feff}class Kunde {}\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    all.push(odd(b"Kunde.cs", &wide, Some("class Kunde {}\r\n")));
    for (number, name) in borders(2).into_iter().enumerate() {
        let functions = (0..30).map(|n| format!("def part_{number}_{n}(value):\n    # step {n}\n    return value + {n}\n\n\n"));
        all.push(plain(&name, functions.collect::<String>()));
    }
    all
}

/// Writes `entries` to the tree of `case`.
pub fn plant<'a>(case: &Case, entries: impl IntoIterator<Item = &'a Entry>) {
    for entry in entries {
        case.write(Path::new(OsStr::from_bytes(&entry.name)), &entry.bytes);
    }
}

/// A case with the tree.
pub fn case() -> Case {
    let case = Case::new();
    plant(&case, &polyglot());
    case
}
