//! One request: a POST of JSON, or what a share is asked. **Effects**: the network. Opened with the first request; until then nothing is looked up and nothing costs time.
//!
//! Redirects are followed within the origin only, and only where they keep the method. The keys of a service never come out of here: what is said of a failure is cut and cleaned.

use std::io::Read;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;

use reqwest::blocking::{Client as Inner, Response};
use reqwest::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, DATE, ETAG, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use reqwest::{Method, Url};

use super::Service;

/// A reply of any status.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) retry_after: Option<String>,
    /// The `Date` of the reply, which dates in it are meant by.
    pub(super) date: Option<String>,
    /// The state of what was asked for.
    pub(super) etag: Option<String>,
    /// How long what was asked for is, if its body does not show it.
    pub(super) length: Option<u64>,
    pub(super) body: Vec<u8>,
}

/// A request.
pub(super) struct Call<'a> {
    pub(super) method: Method,
    pub(super) url: Url,
    /// What `body` is.
    pub(super) kind: &'static str,
    /// Conditions.
    pub(super) headers: &'a [(HeaderName, String)],
    pub(super) body: &'a [u8],
    /// Most bytes of a good reply.
    pub(super) limit: u64,
}

/// No reply.
#[derive(Debug)]
pub(super) enum Miss {
    /// Not another time either.
    Never(String),
    /// The connection broke or was refused, or the reply did not come in time.
    Broken(String),
}

/// A reply may be so long, and no longer.
const LONGEST: u64 = 256 << 20;
/// So much is read of what a failure says.
const SAID: u64 = 64 << 10;
/// Redirects within the origin.
const HOPS: usize = 3;
/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);

pub(super) struct Client {
    service: Service,
    open: Mutex<Option<Arc<Inner>>>,
}

impl Client {
    pub(super) fn new(service: Service) -> Client {
        Client { service, open: Mutex::new(None) }
    }

    pub(super) fn service(&self) -> &Service {
        &self.service
    }

    /// The open client; a new one looks the name up, once.
    fn client(&self) -> Result<Arc<Inner>, Miss> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = &*open {
            return Ok(client.clone());
        }
        let addresses = self.service.endpoint.resolve()?;
        static TLS: Once = Once::new();
        TLS.call_once(|| {
            // Somebody else's choice is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        });
        let host = self.service.endpoint.host().trim_start_matches('[').trim_end_matches(']');
        let built = Inner::builder()
            .user_agent(concat!("cw/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT)
            .timeout(None)
            .resolve_to_addrs(host, &addresses)
            .build();
        let client = Arc::new(built.map_err(|error| Miss::Never(self.clean(&chain(&error))))?);
        *open = Some(client.clone());
        Ok(client)
    }

    fn headers(&self, call: &Call<'_>) -> Result<HeaderMap, Miss> {
        let bad = |name: &str| Miss::Never(format!("the header '{name}' holds what a header cannot"));
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(call.kind));
        for (name, value) in call.headers {
            headers.insert(name, HeaderValue::from_str(value).map_err(|_| bad(name.as_str()))?);
        }
        if let Some(key) = &self.service.key {
            let mut value = HeaderValue::from_str(&format!("Bearer {}", key.0)).map_err(|_| bad("authorization"))?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        for (name, value) in &self.service.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad(name))?;
            let mut value = HeaderValue::from_str(&value.0).map_err(|_| bad(name.as_str()))?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        Ok(headers)
    }

    /// Posts `body`; the whole reply must be there within `timeout` (zero: no limit).
    pub(super) fn post(&self, body: &str, timeout: Duration) -> Result<Answer, Miss> {
        let url = self.service.endpoint.url().clone();
        let call = Call { method: Method::POST, url, kind: "application/json", headers: &[], body: body.as_bytes(), limit: LONGEST };
        self.send(&call, timeout)
    }

    /// Sends a request; the whole reply must be there within `timeout` (zero: no limit).
    pub(super) fn send(&self, call: &Call<'_>, timeout: Duration) -> Result<Answer, Miss> {
        let client = self.client()?;
        let headers = self.headers(call)?;
        let mut url = call.url.clone();
        for _ in 0..=HOPS {
            let mut request = client.request(call.method.clone(), url).headers(headers.clone()).body(call.body.to_owned());
            if !timeout.is_zero() {
                request = request.timeout(timeout);
            }
            let response = request.send().map_err(|error| self.broken(error))?;
            let status = response.status().as_u16();
            if !(300..400).contains(&status) {
                return self.read(status, response, call.limit);
            }
            let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
            match self.service.endpoint.moved(location).filter(|_| matches!(status, 307 | 308)) {
                Some(next) => url = next,
                None => {
                    return Err(Miss::Never(
                        self.clean(&format!("it answers {status} and sends on to '{location}', which is not followed")),
                    ));
                }
            }
        }
        Err(Miss::Never("it sends in circles".into()))
    }

    fn read(&self, status: u16, response: Response, limit: u64) -> Result<Answer, Miss> {
        let header = |name| response.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok()).map(str::to_owned);
        let (retry_after, date, etag) = (header(RETRY_AFTER), header(DATE), header(ETAG));
        let length = header(CONTENT_LENGTH).and_then(|length| length.parse().ok());
        let good = (200..300).contains(&status);
        let mut body = Vec::new();
        response
            .take(if good { limit + 1 } else { SAID })
            .read_to_end(&mut body)
            .map_err(|error| Miss::Broken(self.clean(&format!("the reply broke off: {error}"))))?;
        if good && body.len() as u64 > limit {
            return Err(Miss::Never(format!("the reply is longer than {limit} bytes")));
        }
        Ok(Answer { status, retry_after, date, etag, length, body })
    }

    fn broken(&self, error: reqwest::Error) -> Miss {
        if error.is_connect() {
            // The name may mean another address by now.
            *self.open.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        let what = if error.is_timeout() { "no reply in time".to_owned() } else { chain(&error.without_url()) };
        Miss::Broken(self.clean(&what))
    }

    /// What a service or the system says, fit to be shown: one line, no keys, no more than 200 characters.
    pub(super) fn clean(&self, text: &str) -> String {
        let mut text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let query = self.service.endpoint.url().query().unwrap_or_default();
        let secrets = self.service.key.iter().chain(self.service.headers.iter().map(|(_, value)| value)).map(|secret| secret.0.as_str());
        for secret in secrets.chain([query]).filter(|secret| secret.len() >= 4) {
            text = text.replace(secret, "***");
            // A service may quote a part of the key.
            if let Some((half, _)) =
                secret.char_indices().nth(secret.chars().count() / 2).filter(|_| secret.len() >= 16).map(|(at, _)| secret.split_at(at))
            {
                text = text.replace(half, "***");
            }
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(200) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let more = next.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = next.source();
    }
    text
}
