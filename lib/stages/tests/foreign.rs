//! Questions in Chinese, Japanese and Korean over a tree of English code, through the whole pipeline in one process.

use cw_index::Store;
use cw_records::Record;
use cw_stages::pipeline::{Ask, Asking, Build, Snapshot, build};
use cw_stages::providers::Services;
use cw_stages::{Env, scan};

const FILES: &[(&str, &str)] = &[
    (
        "src/net/pool.rs",
        "/// Keeps idle connections for reuse.\npub struct ConnectionPool { idle: Vec<Connection>, limit: usize }\n\nimpl ConnectionPool {\n    pub fn acquire(&mut self) -> Connection {\n        self.idle.pop().unwrap_or_else(Connection::open)\n    }\n}\n",
    ),
    (
        "src/net/retry.rs",
        "/// Calls again after a failure, with exponential backoff.\npub fn retry<T>(attempts: u32, mut call: impl FnMut() -> Result<T, Error>) -> Result<T, Error> {\n    let mut wait = 100;\n    for _ in 0..attempts {\n        if let Ok(value) = call() { return Ok(value); }\n        sleep(wait);\n        wait *= 2;\n    }\n    call()\n}\n",
    ),
    (
        "src/auth/password.rs",
        "/// Hashes a password with a random salt.\npub fn hash_password(password: &str) -> String {\n    let salt = random_salt();\n    argon2(password, &salt)\n}\n\npub fn verify_password(password: &str, hash: &str) -> bool {\n    argon2_verify(password, hash)\n}\n",
    ),
    (
        "src/auth/session.rs",
        "/// A user that logged in, until the token expires.\npub struct Session { user: u64, token: String, expires: u64 }\n\npub fn refresh_token(session: &mut Session) {\n    session.token = new_token();\n    session.expires = now() + 3600;\n}\n",
    ),
    (
        "src/store/cache.rs",
        "/// Evicts the entry that was not used for the longest time.\npub struct LruCache { entries: Vec<Entry>, capacity: usize }\n\nimpl LruCache {\n    pub fn evict(&mut self) -> Option<Entry> { self.entries.pop() }\n    pub fn invalidate(&mut self, key: &str) { self.entries.retain(|entry| entry.key != key); }\n}\n",
    ),
    (
        "src/store/transaction.rs",
        "/// Groups writes to the database: all or none.\npub struct Transaction { writes: Vec<Write> }\n\nimpl Transaction {\n    pub fn commit(self) -> Result<(), Error> { flush(self.writes) }\n    pub fn rollback(self) { drop(self.writes) }\n}\n",
    ),
    (
        "src/config/loader.rs",
        "/// Reads the configuration file and applies environment variables over it.\npub fn load_config(path: &str) -> Config {\n    let text = read_file(path);\n    let mut config = parse_toml(&text);\n    config.apply_env();\n    config\n}\n",
    ),
    (
        "src/log/rotate.rs",
        "/// Starts a new log file once the old one is too large.\npub fn rotate_log(path: &str, max_size: u64) {\n    if size(path) > max_size { rename(path, &format!(\"{path}.1\")); }\n}\n",
    ),
    (
        "src/text/tokenizer.rs",
        "/// Splits source text into tokens.\npub struct Tokenizer<'a> { text: &'a str, at: usize }\n\nimpl<'a> Tokenizer<'a> {\n    pub fn next_token(&mut self) -> Option<Token> { None }\n}\n",
    ),
    (
        "src/sched/scheduler.rs",
        "/// Runs tasks by priority on worker threads.\npub struct Scheduler { queue: BinaryHeap<Task>, workers: usize }\n\nimpl Scheduler {\n    pub fn schedule(&mut self, task: Task) { self.queue.push(task) }\n}\n",
    ),
    (
        "src/image/resize.rs",
        "/// Makes a thumbnail of an image.\npub fn thumbnail(image: &Image, width: u32, height: u32) -> Image {\n    image.scale(width, height)\n}\n",
    ),
    (
        "src/mail/sender.rs",
        "/// Sends an email over smtp, with attachments.\npub fn send_mail(to: &str, subject: &str, attachments: &[File]) {\n    smtp_connect().deliver(to, subject, attachments)\n}\n",
    ),
    ("src/shop/approve.rs", "// 采购订单自动审批流程\npub fn run(order: &Order) -> bool {\n    order.total < 1000\n}\n"),
    (
        "src/shop/check.rs",
        "// automatic approval flow of purchase orders\npub fn start(order: &Order) -> bool {\n    order.total < 2000\n}\n",
    ),
    ("src/shop/flow.rs", "// The approval process has approval steps.\npub struct ApprovalFlow { steps: Vec<Step> }\n"),
];

struct Tree {
    _folder: tempfile::TempDir,
    env: Env,
    snapshot: Snapshot,
}

fn tree() -> Tree {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let env = Env::new(2).unwrap();
    let store = Store::create(&folder.path().join(".cw")).unwrap();
    let scan = scan::Options { root: folder.path().to_owned(), ..Default::default() };
    build(&env, &store, Build::new(scan), |_| {}).unwrap();
    let snapshot = Snapshot::open(&store, Services::default()).unwrap();
    Tree { _folder: folder, env, snapshot }
}

impl Tree {
    fn ask(&self, query: &str) -> Vec<String> {
        let asking = Asking::new(&self.env, &self.snapshot, Ask { query: query.into(), ..Default::default() });
        let paths = asking.answer().unwrap().filter_map(|record| match record.unwrap() {
            Record::Context(context) => Some(context.path.display().to_string()),
            _ => None,
        });
        paths.collect()
    }
}

#[test]
fn foreign_questions_find_english_code() {
    let tree = tree();
    let mut wrong = Vec::new();
    for (query, want) in [
        ("数据库连接池在哪里实现", "src/net/pool.rs"),
        ("失败后如何重试，指数退避", "src/net/retry.rs"),
        ("事務回滾", "src/store/transaction.rs"),
        ("读取配置文件和环境变量", "src/config/loader.rs"),
        ("パスワードのハッシュ化と検証", "src/auth/password.rs"),
        ("キャッシュの無効化はどこで行われるか", "src/store/cache.rs"),
        ("ログのローテーション", "src/log/rotate.rs"),
        ("画像のサムネイルを作成する", "src/image/resize.rs"),
        ("토큰 갱신과 세션 만료", "src/auth/session.rs"),
        ("작업 스케줄러 우선순위", "src/sched/scheduler.rs"),
        ("첨부 파일이 있는 이메일을 전송하는 코드", "src/mail/sender.rs"),
        ("소스 텍스트를 토크나이저로 분할", "src/text/tokenizer.rs"),
        ("LruCache 的淘汰", "src/store/cache.rs"),
        ("rotate 日志", "src/log/rotate.rs"),
    ] {
        let found = tree.ask(query);
        if found.first().map(String::as_str) != Some(want) {
            wrong.push(format!("{query}: {found:?}, not {want}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A comment in the words of the question says more than one in their translation.
#[test]
fn literal_words_come_before_translated_ones() {
    let tree = tree();
    for query in ["审批流程", "采购订单自动审批流程", "采购订单的审批流程在哪里"] {
        let found = tree.ask(query);
        let place = |path: &str| found.iter().position(|found| found == path).unwrap_or_else(|| panic!("{query}: no {path} in {found:?}"));
        assert!(place("src/shop/approve.rs") < place("src/shop/check.rs"), "{query}: {found:?}");
    }
}
