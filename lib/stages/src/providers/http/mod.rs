//! Models behind HTTP: embeddings of every server that speaks as OpenAI does, and the four shapes of rerankers; and shares of indexes. **Effects**: the network, the clock.
//!
//! A reply is checked to the last number before anything of it is used: a wrong vector is worse than none. Where a text may be sent is decided by
//! `origin`, how often and how fast by `pace`; whether a person agreed is the caller's to know.

mod client;
mod embeddings;
mod exchange;
mod origin;
mod pace;
mod reply;
mod rerankers;
mod retry;
mod share;

pub use embeddings::{Embeddings, Encoding};
pub use origin::{Allow, Endpoint};
pub use rerankers::{Rerank, Shape};
pub use share::{Missed, Share};

use std::time::Duration;

/// Something that is never shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

/// How to reach a service, and how patient to be with it.
#[derive(Clone, Debug)]
pub struct Service {
    /// The full address that is posted to.
    pub endpoint: Endpoint,
    /// Sent as a bearer token.
    pub key: Option<Secret>,
    /// Further headers.
    pub headers: Vec<(String, Secret)>,
    /// How long one request may take; zero: no limit.
    pub timeout: Duration,
    /// How long a question may wait for all its requests.
    pub question: Duration,
    /// How often a request that failed is sent again.
    pub retries: u32,
    /// Pause before it is sent again the first time.
    pub delay: Duration,
    /// By how much each further pause is longer.
    pub step: Duration,
    /// How long all pauses of one request may take together.
    pub patience: Duration,
    /// Requests at the same time, at most.
    pub concurrency: usize,
}

impl Service {
    /// A service with the usual patience: 60 s a request, 5 more tries after 1, 2, 3 ... seconds, 4 requests at once.
    pub fn new(endpoint: Endpoint) -> Service {
        let second = Duration::from_secs(1);
        Service {
            endpoint,
            key: None,
            headers: Vec::new(),
            timeout: 60 * second,
            question: 10 * second,
            retries: 5,
            delay: second,
            step: second,
            patience: 300 * second,
            concurrency: 4,
        }
    }
}
