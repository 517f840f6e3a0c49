//! A share of indexes behind plain GET, HEAD and PUT: see the section Share of cw-index(5). **Effects**: the network, the clock.
//!
//! It carries bytes and knows nothing of what they mean. A ref is changed only if the server says by an `ETag` what state it was seen in.

use std::time::Duration;

use cw_index::share::Remote;
use reqwest::header::{HeaderName, IF_MATCH, IF_NONE_MATCH};
use reqwest::{Method, Url};

use super::Service;
use super::client::{Answer, Call, Client, Miss};
use super::retry::{Verdict, judge};
use crate::Env;

/// Why a share did not give or take something.
#[derive(Clone, Debug)]
pub enum Missed {
    /// What it holds, or what is here, cannot be used.
    Index(cw_index::Error),
    /// It cannot be reached, or refuses.
    Service(String),
}

impl From<cw_index::Error> for Missed {
    fn from(error: cw_index::Error) -> Missed {
        Missed::Index(error)
    }
}

/// A share at the address of a service.
pub struct Share<'a> {
    client: Client,
    env: &'a Env,
}

impl<'a> Share<'a> {
    /// Opens nothing yet.
    pub fn new(service: Service, env: &'a Env) -> Share<'a> {
        Share { client: Client::new(service), env }
    }

    /// The address of a file: below that of the share, whose query stays.
    fn url(&self, path: &str) -> Url {
        let mut url = self.client.service().endpoint.url().clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path.split('/'));
        }
        url
    }

    /// One request, as often as it takes. A reply whose status is in `wanted`, or is good.
    fn ask(&self, call: &Call<'_>, wanted: &[u16]) -> Result<Answer, Missed> {
        let service = self.client.service();
        let failed = |why: &str| {
            let place = format!("{}{}", service.endpoint.origin(), call.url.path());
            Missed::Service(format!("cannot {} '{place}': {}", call.method.as_str().to_lowercase(), self.client.clean(why)))
        };
        let (mut tries, mut paused) = (0, Duration::ZERO);
        loop {
            let verdict = match self.client.send(call, service.timeout) {
                Ok(answer) if (200..300).contains(&answer.status) || wanted.contains(&answer.status) => return Ok(answer),
                Ok(answer) => judge(&answer, self.env.clock().calendar()),
                Err(Miss::Broken(why)) => Verdict::Again { after: None, slower: false, why },
                Err(Miss::Never(why)) => Verdict::Settings(why),
            };
            match verdict {
                Verdict::Refused { why, .. } | Verdict::Settings(why) => return Err(failed(&why)),
                Verdict::Again { after, why, .. } => {
                    let own = service.delay + service.step * tries;
                    let pause = after.map_or(own, |after| after.max(own));
                    if tries >= service.retries || paused + pause > service.patience {
                        return Err(failed(&why));
                    }
                    tries += 1;
                    paused += pause;
                    self.env.sleep(pause).map_err(|error| failed(&error.message))?;
                }
            }
        }
    }

    fn get(&self, method: Method, path: &str, limit: u64) -> Result<Option<Answer>, Missed> {
        let call = Call { method, url: self.url(path), kind: BYTES, headers: &[], body: b"", limit };
        let answer = self.ask(&call, &[404])?;
        Ok((answer.status != 404).then_some(answer))
    }

    /// Writes a file under a condition. False if the condition does not hold.
    fn put(&self, path: &str, condition: (HeaderName, String), bytes: &[u8]) -> Result<bool, Missed> {
        let call = Call { method: Method::PUT, url: self.url(path), kind: BYTES, headers: &[condition], body: bytes, limit: 1 << 20 };
        Ok(!matches!(self.ask(&call, &[409, 412])?.status, 409 | 412))
    }
}

const BYTES: &str = "application/octet-stream";

impl Remote for Share<'_> {
    type Error = Missed;

    fn length(&self, path: &str) -> Result<Option<u64>, Missed> {
        match self.get(Method::HEAD, path, 0)? {
            None => Ok(None),
            Some(answer) => match answer.length {
                Some(length) => Ok(Some(length)),
                None => Err(Missed::Service(format!("cannot use the share: it does not say how long '{path}' is"))),
            },
        }
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<(Vec<u8>, String)>, Missed> {
        Ok(self.get(Method::GET, path, limit)?.map(|answer| (answer.body, answer.etag.unwrap_or_default())))
    }

    fn create(&self, path: &str, bytes: &[u8]) -> Result<(), Missed> {
        // Somebody made it meanwhile: it has the same bytes.
        self.put(path, (IF_NONE_MATCH, "*".into()), bytes).map(drop)
    }

    fn swap(&self, path: &str, seen: Option<&str>, bytes: &[u8]) -> Result<bool, Missed> {
        match seen {
            Some("") => Err(Missed::Service(format!("cannot change '{path}' of the share safely: the server sends no ETag"))),
            Some(tag) => self.put(path, (IF_MATCH, tag.to_owned()), bytes),
            None => self.put(path, (IF_NONE_MATCH, "*".into()), bytes),
        }
    }
}
