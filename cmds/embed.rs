//! `cw-embed`: plain, it attaches vectors to chunks; `add` stores them, `find` finds by them.

use std::ffi::OsString;
use std::sync::Arc;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use cw_index::Begin;
use cw_records::{End, Order};
use cw_stages::evidence::{Corpus, Vectors};
use cw_stages::providers::Embedder;
use cw_stages::{Stream, embed};

use crate::common::{Input, Scope, Wait, Where, Work, Yes};
use crate::exit::name;
use crate::flow::{Talk, stdin, stdout, write};
use crate::services::{Model, environment};
use crate::{Done, Failure, consent, locate};

/// Attach a vector to each chunk; or store vectors, or find chunks by them
#[derive(Parser, Debug)]
#[command(name = "cw-embed", version, args_conflicts_with_subcommands = true, after_long_help = include_str!("help/embed.txt"))]
pub struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// How the numbers are written
    #[arg(long, value_enum, default_value_t = VectorFormat::Base64)]
    vector_format: VectorFormat,
    /// Type of the numbers in base64
    #[arg(long, value_enum, default_value_t = Dtype::I8)]
    dtype: Dtype,
    #[command(flatten)]
    model: Model,
    #[command(flatten)]
    pace: Pace,
    #[command(flatten)]
    yes: Yes,
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    work: Work,
}

/// How fast a service is asked. The embedded model has no use for it.
#[derive(clap::Args, Clone, Debug, Default)]
struct Pace {
    /// Texts of one request to the service [default: EMBEDDINGS_BATCH_SIZE, else 32]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2048))]
    batch: Option<u32>,
    /// Requests to the service at once [default: EMBEDDINGS_MAX_CONCURRENCY, else 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    concurrency: Option<u32>,
}

impl Pace {
    /// The embedder of `model`, with these flags over the settings.
    fn embedder(&self, model: &Model) -> Result<Arc<dyn Embedder>, Failure> {
        model.embedder(&|name| {
            let told = match name {
                "EMBEDDINGS_BATCH_SIZE" => self.batch,
                "EMBEDDINGS_MAX_CONCURRENCY" => self.concurrency,
                _ => None,
            };
            told.map(|number| number.to_string()).or_else(|| environment(name))
        })
    }
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum VectorFormat {
    /// Base64 of little-endian numbers
    Base64,
    /// A JSON array
    Array,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Dtype {
    /// Signed bytes with one scale a vector
    I8,
    /// 32-bit floats
    F32,
    /// 16-bit floats
    F16,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Store a vector for each chunk in the index (embedding what has none), and pass all records on
    Add {
        #[command(flatten)]
        place: Where,
        #[command(flatten)]
        wait: Wait,
        #[command(flatten)]
        model: Model,
        #[command(flatten)]
        pace: Pace,
        #[command(flatten)]
        yes: Yes,
        #[command(flatten)]
        input: Input,
    },
    /// Add hits by vector to a stream; with a question, start one
    Find {
        /// The question [default: the stream's]
        #[arg(value_name = "QUERY", num_args = 0..)]
        query: Vec<String>,
        /// Most files
        #[arg(short, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        k: u32,
        #[command(flatten)]
        scope: Scope,
        #[command(flatten)]
        model: Model,
        #[command(flatten)]
        place: Where,
        #[command(flatten)]
        input: Input,
    },
}

/// The flags.
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the command.
pub fn run(words: Vec<OsString>) -> Done {
    let args = Args::try_parse_from(&words)?;
    let talk = Talk::new(&name(&words), &args.work);
    let env = args.work.env()?;
    match args.verb {
        None => {
            let format = match (args.vector_format, args.dtype) {
                (VectorFormat::Array, _) => embed::Format::Array,
                (_, Dtype::I8) => embed::Format::I8,
                (_, Dtype::F32) => embed::Format::F32,
                (_, Dtype::F16) => embed::Format::F16,
            };
            let embedder = args.pace.embedder(&args.model)?;
            let (head, stream) = crate::flow::head(stdin(&talk, args.input.keep_going))?;
            agree(&*embedder, &head, args.yes.yes)?;
            stdout(embed::attach(&env, stream, &*embedder, format), &talk, false)
        }
        Some(Verb::Add { place, wait, model, pace, yes, input }) => {
            let embedder = pace.embedder(&model)?;
            let (head, stream) = crate::flow::head(stdin(&talk, input.keep_going))?;
            agree(&*embedder, &head, yes.yes)?;
            let store = locate::to_write(place.index.as_deref(), head.root())?;
            let options = embed::AddOptions { begin: Begin { wait: wait.duration(), ..Begin::default() }, ..Default::default() };
            crate::flow::store(embed::add(&env, stream, &store, &*embedder, options, |_| {}), &talk)
        }
        Some(Verb::Find { query, k, scope, model, place, input }) => {
            let embedder = model.embedder(&environment)?;
            let asks = query.is_empty();
            let stream: Stream<'_> = if asks {
                stdin(&talk, input.keep_going)
            } else {
                let mut head = cw_records::Header::new(Order::Score);
                head.query = Some(crate::flow::question(&query)?);
                let store = locate::to_read(place.index.as_deref(), None)?;
                head.set_index(store.folder());
                Box::new([head.into(), End::default().into()].into_iter().map(Ok))
            };
            let model = embedder.identity().part();
            crate::flow::each(stream, |head, stream| {
                let store = locate::to_read(place.index.as_deref(), head.index())?;
                let part = match embed::part_of(&store, &model)? {
                    Some(part) => part,
                    // A service that was down while the index was made: what was found by words is an answer.
                    None if asks && embedder.is_costly() => return write(embed::without(stream, model.clone()), &talk),
                    None => store.need_vec(&model)?,
                };
                let vectors = Vectors::new(&env, &part);
                let mut filter = scope.filter(locate::remembered(store.folder()).as_deref())?;
                // Which languages and which names there are, the words know.
                if !filter.is_open() && store.lex()?.is_some() || !scope.langs.is_empty() {
                    filter = filter.by_path(&Corpus::new(&store.need_lex()?))?;
                }
                let options = embed::FindOptions { limit: k as usize, filter, ..Default::default() };
                write(embed::find(&env, stream, &vectors, &*embedder, options), &talk)
            })
        }
    }
}

/// A stream is sent to another machine only if somebody agreed.
fn agree(embedder: &dyn Embedder, header: &cw_records::Header, yes: bool) -> Result<(), Failure> {
    let Some(recipient) = consent::Recipient::of_embedder(embedder) else { return Ok(()) };
    consent::for_stream(&[recipient], header, yes)
}
