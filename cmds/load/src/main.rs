//! `cw-load`: takes an index out of this machine. `postgres load` loads what `cw export --format pg-copy` wrote; `postgres find` asks it and writes the stream that `cw-lex find | cw-embed
//! find` writes, so that `cw-fuse`, `cw-rerank`, `cw-expand` and `cw-pack` stand behind it unchanged. Loading **streams**; finding is a barrier over its hits.
//!
//! It leaves out TLS: the database is on this machine, or behind a tunnel. It asks no model: the question comes from `cw export --question`.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use cw_records::{Blob, Counts, End, Header, Hit, Order, Record, RecordPath, evidence, round};
use postgres::{Client, NoTls, Row};
use serde_json::Value;

/// Load an exported index into a database, and ask it
#[derive(Parser)]
#[command(name = "cw-load", version)]
struct Args {
    #[command(subcommand)]
    target: Target,
}

#[derive(Subcommand)]
enum Target {
    /// PostgreSQL with pgvector
    #[command(subcommand)]
    Postgres(Postgres),
}

#[derive(Subcommand)]
enum Postgres {
    /// Replace what is there by an export, in one transaction: loading twice is loading once
    Load {
        /// The folder that cw export --format pg-copy wrote
        folder: PathBuf,
        /// Where the database is, such as postgresql://user@host/name
        #[arg(long, env = "CW_POSTGRES", hide_env_values = true)]
        url: String,
    },
    /// Hits for the question on stdin, which cw export --question wrote
    Find {
        /// Most hits by words, and as many by vector
        #[arg(short, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=10_000))]
        k: u16,
        /// Where the database is, such as postgresql://user@host/name
        #[arg(long, env = "CW_POSTGRES", hide_env_values = true)]
        url: String,
    },
}

/// A failure: its exit code, its code in cw-errors(7), and the line for people.
struct Failure(u8, &'static str, String);

fn main() -> ExitCode {
    let done = match Args::parse().target {
        Target::Postgres(Postgres::Load { folder, url }) => load(&folder, &url),
        Target::Postgres(Postgres::Find { k, url }) => find(k.into(), &url),
    };
    match done {
        Ok(code) => ExitCode::from(code),
        Err(Failure(exit, code, line)) => {
            let _ = writeln!(std::io::stderr(), "cw-load: {code}: {line}");
            ExitCode::from(exit)
        }
    }
}

fn refused(error: postgres::Error) -> Failure {
    let said = error.as_db_error().map_or_else(|| error.to_string(), |said| said.message().to_owned());
    Failure(4, "C47", format!("the database refused: {said}"))
}

fn connect(url: &str) -> Result<Client, Failure> {
    Client::connect(url, NoTls).map_err(|error| {
        Failure(4, "C47", format!("cannot connect to the database: {error}\n  hint: --url, or CW_POSTGRES; TLS is not spoken"))
    })
}

/// Runs `load.sql` of an export: its statements, and COPY where it has `\copy`.
fn load(folder: &Path, url: &str) -> Result<u8, Failure> {
    let unfit = |what: String| {
        Failure(2, "C48", format!("'{}' is no export: {what}\n  hint: cw export --format pg-copy --out DIR", folder.display()))
    };
    let script = std::fs::read_to_string(folder.join("load.sql")).map_err(|error| unfit(error.to_string()))?;
    let script = script.replace("begin;\n", "").replace("commit;\n", "");
    let mut client = connect(url)?;
    let mut transaction = client.transaction().map_err(refused)?;
    let mut statements = String::new();
    for line in script.lines().filter(|line| !line.starts_with("\\set ")) {
        let Some(copy) = line.strip_prefix("\\copy ") else {
            statements.push_str(line);
            statements.push('\n');
            continue;
        };
        transaction.batch_execute(&std::mem::take(&mut statements)).map_err(refused)?;
        let (table, name) = copy
            .split_once(" from '")
            .and_then(|(table, name)| Some((table, name.strip_suffix('\'')?)))
            .ok_or_else(|| unfit(format!("'{line}'")))?;
        let name = Path::new(name).file_name().unwrap_or_default();
        let mut file = std::fs::File::open(folder.join(name)).map_err(|error| unfit(format!("{}: {error}", name.display())))?;
        let mut writer = transaction.copy_in(&format!("copy {table} from stdin")).map_err(refused)?;
        std::io::copy(&mut file, &mut writer).map_err(|error| Failure(4, "C47", format!("loading stopped: {error}")))?;
        let rows = writer.finish().map_err(refused)?;
        let _ = writeln!(std::io::stderr(), "cw-load: {table}: {rows} rows");
    }
    transaction.batch_execute(&statements).map_err(refused)?;
    transaction.commit().map_err(refused)?;
    client.batch_execute("analyze cw_chunk, cw_posting").map_err(refused)?;
    Ok(0)
}

/// At most three chunks of a file, as the finders give them; `$1` of each `SCORES` is the question, `$2` the limit.
const RANKED: &str = "select id, path, path_b64, lang, first_line, last_line, start_byte, end_byte, kind, symbol, breadcrumb, score from (
  select *, row_number() over (partition by path, path_b64 order by score desc, start_byte) as place from (SCORES) scored) capped
  where place <= 3 order by score desc, path, start_byte limit $2";

const BY_WORDS: &str = "select c.*, s.score from (select chunk, sum(weight * (q.times)::float8) as score from cw_posting p
  join jsonb_each_text($1::text::jsonb) q(term, times) on p.term = q.term group by chunk) s join cw_chunk c on c.id = s.chunk";

const BY_VECTOR: &str = "select *, 1 - (embedding <=> $1::text::vector) as score from cw_chunk where embedding is not null and 1 - (embedding <=> $1::text::vector) > 0";

fn find(k: i64, url: &str) -> Result<u8, Failure> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| Failure(4, "C03", format!("cannot read the question: {error}")))?;
    let question: Value = serde_json::from_str(&text).unwrap_or_default();
    let (Some(query), true) = (question["query"].as_str(), question["terms"].is_object()) else {
        return Err(Failure(2, "C05", "stdin is no question\n  hint: cw export --question TEXT".into()));
    };
    let mut client = connect(url)?;
    let mut header = Header::new(Order::None);
    header.query = Some(query.to_owned());
    header.via.push(format!("cw-load {}", env!("CARGO_PKG_VERSION")));
    let mut records: Vec<Record> = vec![header.into()];
    let mut ask = |source: &str, scores: &str, asked: String| -> Result<(), Failure> {
        let rows = client.query(&RANKED.replace("SCORES", scores), &[&asked, &k]).map_err(refused)?;
        for (row, rank) in rows.iter().zip(1..) {
            records.push(hit(row, source, rank)?.into());
        }
        Ok(())
    };
    ask("lex", BY_WORDS, question["terms"].to_string())?;
    if question["vector"].is_array() {
        ask("vec", BY_VECTOR, question["vector"].to_string())?;
    }
    let found = records.len() > 1;
    records.push(End::default().into());
    let (mut counts, mut out) = (Counts::default(), std::io::BufWriter::new(std::io::stdout().lock()));
    for mut record in records {
        counts.take(&mut record);
        match record.print(&mut out).and_then(|()| out.write_all(b"\n")) {
            // A reader that leaves early is a normal day.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(0),
            Err(error) => return Err(Failure(4, "C04", format!("cannot write: {error}"))),
            Ok(()) => {}
        }
    }
    let _ = out.flush();
    Ok(u8::from(!found))
}

fn hit(row: &Row, source: &str, rank: u32) -> Result<Hit, Failure> {
    let wrong = |what: &str| Failure(4, "C47", format!("a row of the database has no {what}"));
    let path: String = row.try_get("path").map_err(refused)?;
    let encoded: Option<String> = row.try_get("path_b64").map_err(refused)?;
    let path = match encoded {
        Some(encoded) => serde_json::from_value::<RecordPath>(serde_json::json!({ "path_b64": encoded })).map_err(|_| wrong("path"))?,
        None => RecordPath::from(path.as_str()),
    };
    let number = |name: &str| row.try_get::<_, i32>(name).map(|number| number.max(0) as u32).map_err(refused);
    let byte = |name: &str| row.try_get::<_, i64>(name).map(|number| number.max(0) as u64).map_err(refused);
    let crumbs: Option<String> = row.try_get("breadcrumb").map_err(refused)?;
    let score = round(row.try_get("score").map_err(refused)?);
    let mut hit = Hit {
        id: row.try_get::<_, String>("id").map_err(refused)?.parse::<Blob>().map_err(|_| wrong("id"))?,
        path,
        lang: row.try_get("lang").map_err(refused)?,
        bytes: (byte("start_byte")?, byte("end_byte")?),
        lines: (number("first_line")?, number("last_line")?),
        kind: row.try_get("kind").map_err(refused)?,
        symbol: row.try_get("symbol").map_err(refused)?,
        breadcrumb: crumbs.iter().flat_map(|crumbs| crumbs.split(" > ")).filter(|crumb| !crumb.is_empty()).map(str::to_owned).collect(),
        score,
        rank,
        ..Hit::default()
    };
    hit.from.insert(source.into(), evidence(score, rank));
    Ok(hit)
}
