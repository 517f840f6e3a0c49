//! Which models embed and judge, and where: the flags, and the settings behind them. Settings are read by name through one function, so that it does not matter where they come
//! from; a tree's own files are never among them.
//!
//! No service is opened here: it is looked up with the first request. A model in a folder is opened, since its bytes say who it is.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use cw_stages::Error;
use cw_stages::providers::http::{Allow, Embeddings, Encoding, Endpoint, Rerank, Secret, Service, Shape};
use cw_stages::providers::{Embedder, Reranker, Services, embedded};

use crate::exit::{Failure, say};
use crate::{models, settings};

/// `--provider`, `--model`, `--dims`: who embeds.
#[derive(Args, Clone, Debug, Default)]
pub struct Model {
    /// Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]
    #[arg(long, value_enum)]
    pub provider: Option<Provider>,
    /// The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub dims: Option<u32>,
}

/// Who embeds.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// The model that is compiled in; nothing leaves the machine
    Embedded,
    /// A service that speaks as OpenAI does, at EMBEDDINGS_BASE_URL
    Http,
    /// A model of the BERT family in a folder, --model; nothing leaves the machine
    Local,
}

/// A setting by its name; `None` if it is not set, or set to nothing.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The settings of the environment, and of the user's file.
pub fn environment(name: &str) -> Option<String> {
    settings::variable(name).map(|value| value.trim().to_owned())
}

/// The settings of services: these behind `EMBEDDINGS_` and `RERANK_`.
const OF_BOTH: &[&str] = &[
    "PROVIDER",
    "BASE_URL",
    "MODEL",
    "API_KEY",
    "API_KEY_FILE",
    "HEADERS",
    "REQUEST_TIMEOUT_MS",
    "QUESTION_TIMEOUT_MS",
    "NETWORK_RETRIES",
    "RETRY_BASE_DELAY_MS",
    "RETRY_INTERVAL_INCREMENT_MS",
    "RETRY_TOTAL_MS",
    "ALLOW_PLAIN_HTTP",
    "ALLOW_LINK_LOCAL",
];
const OF_EMBEDDINGS: &[&str] = &[
    "DIMENSIONS",
    "ENCODING_FORMAT",
    "QUERY_PREFIX",
    "DOCUMENT_PREFIX",
    "REVISION",
    "BATCH_SIZE",
    "MAX_BATCH_TOKENS",
    "MAX_INPUT_TOKENS",
    "MAX_CONCURRENCY",
];
const OF_RERANK: &[&str] = &["TOP_N", "FORMAT"];

/// The names of all settings of services.
pub fn names() -> Vec<String> {
    let of = |prefix: &'static str, more: &'static [&'static str]| OF_BOTH.iter().chain(more).map(move |name| format!("{prefix}_{name}"));
    of("EMBEDDINGS", OF_EMBEDDINGS).chain(of("RERANK", OF_RERANK)).collect()
}

/// What is set of the settings of services, by name, as it may be shown: no key, no header, no password of an address.
pub fn shown() -> Vec<(String, String)> {
    let all = names().into_iter();
    all.filter_map(|name| {
        let value = environment(&name)?;
        let value = match () {
            () if settings::is_secret(&name) => if value == PLACEHOLDER { "(not filled in)" } else { "(set)" }.to_owned(),
            () if name.ends_with("_BASE_URL") => bare(&value),
            () => value,
        };
        Some((name, value))
    })
    .collect()
}

/// An address without what may hold a key: name and password before the host, and what stands behind the path.
pub fn bare(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    match path.split_once("://") {
        Some((scheme, rest)) => {
            let host = rest.find('/').unwrap_or(rest.len());
            let from = rest[..host].rfind('@').map_or(0, |at| at + 1);
            format!("{scheme}://{}", &rest[from..])
        }
        None => path.rsplit('@').next().unwrap_or_default().to_owned(),
    }
}

/// What stands in a template until somebody fills it in.
const PLACEHOLDER: &str = "your-api-key-here";

impl Model {
    /// Which kind of embedder flags and settings ask for.
    pub fn provider(&self, get: Lookup<'_>) -> Result<Provider, Failure> {
        let by_name =
            |name: String| Provider::from_str(&name, true).map_err(|_| bad("EMBEDDINGS_PROVIDER", &name, "embedded, http or local"));
        let told = match self.provider {
            Some(provider) => Some(provider),
            None => get("EMBEDDINGS_PROVIDER").map(by_name).transpose()?,
        };
        let usual = if get("EMBEDDINGS_BASE_URL").is_some() { Provider::Http } else { Provider::Embedded };
        Ok(told.unwrap_or(usual))
    }

    /// Who embeds, by flags, then settings.
    pub fn embedder(&self, get: Lookup<'_>) -> Result<Arc<dyn Embedder>, Failure> {
        let provider = self.provider(get)?;
        if provider == Provider::Embedded {
            if let Some(name) = self.model.as_deref().filter(|name| *name != embedded::Model::NAME) {
                let error = Error::usage("C30", format!("the embedded model is '{}', not '{name}'", embedded::Model::NAME));
                return Err(error
                    .hint("--provider http asks a service for another model, --provider local reads one from a folder")
                    .into());
            }
            return Ok(Arc::new(embedded::Embedded));
        }
        let what = if provider == Provider::Local { "the folder of the model" } else { "the name of the model" };
        let name = self.model.clone().or_else(|| get("EMBEDDINGS_MODEL")).ok_or_else(|| missing("EMBEDDINGS_MODEL", what))?;
        // A prefix may end in a space that counts.
        let prefix = |name: &str| settings::variable(name).filter(|_| get(name).is_some()).or_else(|| get(name));
        let (query, document) = (prefix("EMBEDDINGS_QUERY_PREFIX"), prefix("EMBEDDINGS_DOCUMENT_PREFIX"));
        if provider == Provider::Local {
            return models::encoder(Path::new(&name), self.dims, query, document);
        }
        let mut service = service("EMBEDDINGS", "embeddings", get)?;
        service.concurrency = number(get, "EMBEDDINGS_MAX_CONCURRENCY", 10, 1, 64)? as usize;
        let sizes = (
            number(get, "EMBEDDINGS_BATCH_SIZE", 32, 1, 2048)? as usize,
            number(get, "EMBEDDINGS_MAX_BATCH_TOKENS", 100_000, 1, 10_000_000)? as usize,
            number(get, "EMBEDDINGS_MAX_INPUT_TOKENS", 8192, 16, 1_000_000)? as usize,
        );
        let encoding = match get("EMBEDDINGS_ENCODING_FORMAT").as_deref() {
            None => None,
            Some("float") => Some(Encoding::Float),
            Some("base64") => Some(Encoding::Base64),
            Some(other) => return Err(bad("EMBEDDINGS_ENCODING_FORMAT", other, "float or base64")),
        };
        let dims = match (self.dims, get("EMBEDDINGS_DIMENSIONS")) {
            (Some(dims), _) => Some(dims),
            (None, Some(_)) => Some(number(get, "EMBEDDINGS_DIMENSIONS", 1024, 1, 65_536)? as u32),
            (None, None) => None,
        };
        let embeddings = Embeddings::new(service, &name)
            .with_dims(dims)
            .with_encoding(encoding)
            .with_prefixes(&query.unwrap_or_default(), &document.unwrap_or_default())
            .with_revision(get("EMBEDDINGS_REVISION").as_deref())
            .with_sizes(sizes.0, sizes.1, sizes.2);
        Ok(Arc::new(embeddings))
    }
}

/// Who judges after the rules.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// Rules over words, vectors, names and paths, looked up in the index
    Rules,
    /// A reranking service, at RERANK_BASE_URL
    Http,
    /// A cross-encoder of the BERT family in a folder, RERANK_MODEL; nothing leaves the machine
    Local,
    /// Nobody: hits stay in the order of their scores
    None,
}

/// Who judges, by flag, then settings.
pub fn judge(told: Option<Judge>, get: Lookup<'_>) -> Result<Judge, Failure> {
    Ok(match (told, get("RERANK_PROVIDER")) {
        (Some(told), _) => told,
        (None, Some(name)) => Judge::from_str(&name, true).map_err(|_| bad("RERANK_PROVIDER", &name, "rules, http, local or none"))?,
        (None, None) if get("RERANK_BASE_URL").is_some() => Judge::Http,
        (None, None) => Judge::Rules,
    })
}

/// The reranking service or model, if flags or settings ask for one. `model` is a flag.
pub fn reranker(told: Option<Judge>, model: Option<&str>, get: Lookup<'_>) -> Result<Option<Arc<dyn Reranker>>, Failure> {
    let name = model.map(str::to_owned).or_else(|| get("RERANK_MODEL"));
    match judge(told, get)? {
        Judge::Rules | Judge::None => return Ok(None),
        Judge::Local => {
            let name = name.ok_or_else(|| missing("RERANK_MODEL", "the folder of the model"))?;
            return models::judge(Path::new(&name)).map(Some);
        }
        Judge::Http => {}
    }
    let shape = match get("RERANK_FORMAT").as_deref() {
        None => None,
        Some("jina" | "cohere" | "siliconflow") => Some(Shape::Jina),
        Some("tei") => Some(Shape::Tei),
        Some("voyage") => Some(Shape::Voyage),
        Some("dashscope") => Some(Shape::DashScope),
        Some(other) => return Err(bad("RERANK_FORMAT", other, "jina, cohere, siliconflow, tei, voyage or dashscope")),
    };
    let service = service("RERANK", "rerank", get)?;
    let name = match name {
        Some(name) => name,
        // The one shape that names no model.
        None if shape.unwrap_or_else(|| Shape::guess(&service.endpoint)) == Shape::Tei => "tei".into(),
        None => return Err(missing("RERANK_MODEL", "the name of the model")),
    };
    Ok(Some(Arc::new(Rerank::new(service, &name, shape))))
}

/// Hits that a reranker is given.
pub fn top_n(told: Option<u32>, get: Lookup<'_>) -> Result<usize, Failure> {
    Ok(match told {
        Some(told) => told as usize,
        None => number(get, "RERANK_TOP_N", 20, 1, 1000)? as usize,
    })
}

/// Both, for commands that ask.
pub fn services(model: &Model, told: Option<Judge>, get: Lookup<'_>) -> Result<Services, Failure> {
    let plain = judge(told, get)? == Judge::None;
    Ok(Services { embedder: model.embedder(get)?, plain, reranker: reranker(told, None, get)?, top: top_n(None, get)? })
}

/// The service that settings with this prefix describe. An address that ends in a version gets `word` behind it.
fn service(prefix: &str, word: &str, get: Lookup<'_>) -> Result<Service, Failure> {
    let name = format!("{prefix}_BASE_URL");
    let address = get(&name).ok_or_else(|| missing(&name, "the address that is posted to"))?;
    let address =
        if address.trim_end_matches('/').ends_with("/v1") { format!("{}/{word}", address.trim_end_matches('/')) } else { address };
    service_at(prefix, &address, get)
}

/// The service at `address`, with what settings with this prefix say of keys, headers and patience.
pub fn service_at(prefix: &str, address: &str, get: Lookup<'_>) -> Result<Service, Failure> {
    let of = |name: &str| get(&format!("{prefix}_{name}"));
    let allows = |name: &str| of(name).is_some_and(|value| matches!(value.as_str(), "1" | "true" | "yes"));
    let allow = Allow { plain: allows("ALLOW_PLAIN_HTTP"), link_local: allows("ALLOW_LINK_LOCAL") };
    let mut service = Service::new(Endpoint::parse(address, allow)?);
    service.key = match of("API_KEY_FILE") {
        Some(path) => Some(key_of(&path)?),
        None => of("API_KEY").filter(|key| key != PLACEHOLDER).map(Secret),
    };
    for line in of("HEADERS").unwrap_or_default().lines().filter(|line| !line.trim().is_empty()) {
        let (name, value) = line.split_once(':').ok_or_else(|| bad(&format!("{prefix}_HEADERS"), "***", "lines of 'Name: value'"))?;
        service.headers.push((name.trim().to_owned(), Secret(value.trim().to_owned())));
    }
    let millis = |name: &str, usual: u64, least: u64, most: u64| {
        number(get, &format!("{prefix}_{name}"), usual, least, most).map(Duration::from_millis)
    };
    service.timeout = millis("REQUEST_TIMEOUT_MS", 60_000, 0, 3_600_000)?;
    service.question = millis("QUESTION_TIMEOUT_MS", 10_000, 1, 600_000)?;
    service.delay = millis("RETRY_BASE_DELAY_MS", 1000, 0, 600_000)?;
    service.step = millis("RETRY_INTERVAL_INCREMENT_MS", 1000, 0, 600_000)?;
    service.patience = millis("RETRY_TOTAL_MS", 300_000, 0, 86_400_000)?;
    service.retries = number(get, &format!("{prefix}_NETWORK_RETRIES"), 5, 0, 100)? as u32;
    Ok(service)
}

/// A key out of a file that only its owner can read.
fn key_of(path: &str) -> Result<Secret, Failure> {
    let refuse = |why: String| {
        Failure::from(
            Error::usage("C31", format!("cannot use the key file '{path}': {why}")).hint("chmod 600, one line, nothing but the key"),
        )
    };
    let meta = std::fs::metadata(path).map_err(|error| refuse(error.to_string()))?;
    if settings::others_read(path.as_ref()) {
        return Err(refuse("others can read it".into()));
    }
    if !meta.is_file() || meta.len() > 1 << 16 {
        return Err(refuse("it is no file with a key".into()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    match text.trim() {
        "" => Err(refuse("it is empty".into())),
        key => Ok(Secret(key.to_owned())),
    }
}

/// A number between bounds; one beyond is said and brought within.
fn number(get: Lookup<'_>, name: &str, usual: u64, least: u64, most: u64) -> Result<u64, Failure> {
    let Some(text) = get(name) else { return Ok(usual) };
    let number: f64 = text.parse().map_err(|_| bad(name, &text, &format!("a number from {least} to {most}")))?;
    if !number.is_finite() {
        return Err(bad(name, &text, &format!("a number from {least} to {most}")));
    }
    let within = number.round().clamp(least as f64, most as f64) as u64;
    if number != within as f64 {
        say(format_args!("cw: note: {name} is {text}; {within} is used (from {least} to {most})"));
    }
    Ok(within)
}

fn missing(name: &str, what: &str) -> Failure {
    Error::usage("C30", format!("{name} is not set: {what}"))
        .hint("cw-pipeline(7) lists the settings of services; --provider embedded needs none")
        .into()
}

fn bad(name: &str, value: &str, wanted: &str) -> Failure {
    Error::usage("C30", format!("{name} is '{value}', not {wanted}")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embedder(model: &Model, settings: &[(&str, &str)]) -> Result<Arc<dyn Embedder>, String> {
        let get = |name: &str| settings.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
        model.embedder(&get).map_err(|failure| format!("{failure:?}"))
    }

    #[test]
    fn who_embeds() {
        let none = Model::default();
        assert_eq!(embedder(&none, &[]).unwrap().identity().part(), "cw-static-2");
        let here = [("EMBEDDINGS_BASE_URL", "http://127.0.0.1:1/v1"), ("EMBEDDINGS_MODEL", "org/m")];
        let http = embedder(&none, &here).unwrap();
        assert_eq!((http.identity().part().as_str(), http.sends_to()), ("http-org/m", None));
        let told = Model { provider: Some(Provider::Embedded), ..Model::default() };
        assert_eq!(embedder(&told, &here).unwrap().identity().part(), "cw-static-2");
        let told = Model { model: Some("n".into()), dims: Some(256), ..Model::default() };
        assert_eq!(embedder(&told, &here).unwrap().identity().part(), "http-n-256");
        let away = [("EMBEDDINGS_BASE_URL", "https://api.example.org/v1/embeddings"), ("EMBEDDINGS_MODEL", "m")];
        assert_eq!(embedder(&none, &away).unwrap().sends_to().as_deref(), Some("https://api.example.org"));
    }

    #[test]
    fn addresses_are_shown_without_keys() {
        for (address, want) in [
            ("https://api.example.org/v1?key=x", "https://api.example.org/v1"),
            ("https://me:pass@host:8/a@b", "https://host:8/a@b"),
            ("me:pass@host", "host"),
        ] {
            assert_eq!(bare(address), want);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let http = Model { provider: Some(Provider::Http), ..Model::default() };
        let base = ("EMBEDDINGS_BASE_URL", "http://127.0.0.1:1/");
        let model = ("EMBEDDINGS_MODEL", "m");
        for (settings, said) in [
            (vec![], "EMBEDDINGS_MODEL"),
            (vec![model], "EMBEDDINGS_BASE_URL"),
            (vec![model, ("EMBEDDINGS_BASE_URL", "http://api.example.org/")], "S32"),
            (vec![model, base, ("EMBEDDINGS_BATCH_SIZE", "many")], "EMBEDDINGS_BATCH_SIZE"),
            (vec![model, base, ("EMBEDDINGS_ENCODING_FORMAT", "f16")], "EMBEDDINGS_ENCODING_FORMAT"),
            (vec![model, base, ("EMBEDDINGS_PROVIDER", "cloud")], ""),
            (vec![model, base, ("EMBEDDINGS_API_KEY_FILE", "/nowhere")], "C31"),
        ] {
            match embedder(&http, &settings) {
                Err(error) => assert!(error.contains(said), "{error}"),
                Ok(_) => assert_eq!(said, "", "{settings:?}"),
            }
        }
    }
}
