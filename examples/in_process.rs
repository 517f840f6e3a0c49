//! The same pipeline without a process or a pipe: `cargo run --example in_process -- TREE QUESTION`. The index goes to a folder that is thrown away.

use cw_index::Store;
use cw_records::Record;
use cw_stages::pipeline::{Ask, Asking, Build, Snapshot, build};
use cw_stages::providers::Services;
use cw_stages::{Env, scan};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let tree = words.next().ok_or("usage: in_process TREE QUESTION")?;
    let query = words.next().ok_or("usage: in_process TREE QUESTION")?;

    let folder = tempfile::tempdir()?;
    let store = Store::create(folder.path())?;
    let env = Env::new(2)?;
    let scan = scan::Options { root: std::fs::canonicalize(tree)?, ..scan::Options::default() };
    build(&env, &store, Build::new(scan), |_| {})?;

    let snapshot = Snapshot::open(&store, Services::default())?;
    let asking = Asking::new(&env, &snapshot, Ask { query, limit: 3, ..Ask::default() });
    let mut out = std::io::stdout().lock();
    for record in asking.answer()? {
        if let Record::Context(context) = record? {
            std::io::Write::write_fmt(&mut out, format_args!("{}:{}\n", context.path.display(), context.lines.0))?;
        }
    }
    Ok(())
}
