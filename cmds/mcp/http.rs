//! The server over streamable HTTP, for clients that cannot start a program: on this machine unless told otherwise, and never without a token, since whoever reaches it can read code.
//!
//! Every request must carry the token, name a host that is served (so that no web page reaches it by a name of its own), and come from no web page but those that were allowed. A browser asks
//! before it sends the token, and hands a page what is answered only if the answer says that it may: those that were allowed hear that, in every answer.

use std::convert::Infallible;
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;

use cw_records::Blob;
use cw_stages::Error;
use http_body_util::{BodyExt, Full, combinators::BoxBody};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS,
    ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, ORIGIN, VARY,
    WWW_AUTHENTICATE,
};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::server::Server;
use crate::Done;
use crate::exit::{Failure, say};
use crate::settings;

/// The setting that holds the token, and the shortest that is taken.
const TOKEN: &str = "CW_MCP_TOKEN";
const SHORTEST: usize = 16;
/// Where the server is.
const PATH: &str = "/mcp";
/// Largest body of a request.
const BODY: usize = 4 << 20;

type Service = StreamableHttpService<Server, LocalSessionManager>;
type Answer = Response<BoxBody<Bytes, Infallible>>;

/// The token: out of a file that only its owner can read, else of the settings.
fn token(file: Option<&Path>) -> Result<String, Failure> {
    let wrong = |what: String| {
        Failure::from(Error::usage("C09", what).hint(format!("{TOKEN}, or --token-file FILE (chmod 600): at least {SHORTEST} letters")))
    };
    let token = match file {
        Some(file) if settings::others_read(file) => {
            return Err(wrong(format!("cannot use the token in '{}': others can read it", file.display())));
        }
        Some(file) => {
            std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot read the token in '{}': {error}", file.display())))?
        }
        None => settings::variable(TOKEN)
            .ok_or_else(|| wrong("there is no token, and without one anybody on this machine could read your code".into()))?,
    };
    let token = token.trim().to_owned();
    let usable = token.len() >= SHORTEST && token.bytes().all(|byte| byte.is_ascii_graphic());
    if usable { Ok(token) } else { Err(wrong("the token is too short, or has signs that no header may have".into())) }
}

/// The address to listen on: `HOST:PORT`, or a port of this machine.
fn address(text: &str) -> Result<(String, SocketAddr), Failure> {
    let whole = if text.parse::<u16>().is_ok() { format!("127.0.0.1:{text}") } else { text.to_owned() };
    let wrong = |why: String| {
        Failure::from(Error::usage("C10", format!("cannot listen on '{text}': {why}")).hint("such as 127.0.0.1:8765, or a port alone"))
    };
    let host = whole.rsplit_once(':').map(|(host, _)| host.trim_matches(['[', ']']).to_owned());
    let host = host.ok_or_else(|| wrong("there is no port".into()))?;
    let found = whole.to_socket_addrs().map_err(|error| wrong(error.to_string()))?.next();
    Ok((host, found.ok_or_else(|| wrong("there is no such host".into()))?))
}

/// Serves until it is stopped. `origins` are web pages that may ask.
pub fn serve(server: Server, text: &str, token_file: Option<&Path>, origins: &[String]) -> Done {
    let doors = Arc::new(Doors { token: Blob::of(token(token_file)?.as_bytes()), origins: origins.to_vec() });
    let (host, address) = address(text)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(super::life::THREADS).build();
    let runtime = runtime.map_err(|error| Error::system("S02", format!("cannot start threads: {error}")))?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await;
        let cannot = |error: std::io::Error| {
            Error::system("C11", format!("cannot listen on '{address}': {error}")).hint("another port, or 0 for any that is free")
        };
        let listener = listener.map_err(cannot)?;
        let bound = listener.local_addr().map_err(cannot)?;
        let mut config = StreamableHttpServerConfig::default()
            .with_max_request_body_bytes(BODY)
            .with_allowed_origins(origins.iter().cloned())
            .enforce_origin_validation();
        if bound.ip().is_unspecified() {
            // Whatever this machine is called; the token decides.
            config = config.disable_allowed_hosts();
        } else {
            config.allowed_hosts.push(host);
        }
        let service = Service::new(move || Ok(server.for_client()), Arc::default(), config);
        say(format_args!("cw-mcp: listening on http://{bound}{PATH}"));
        loop {
            // A connection that breaks off while it is taken is no reason to end.
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                continue;
            };
            let (service, doors) = (service.clone(), doors.clone());
            let answer = hyper::service::service_fn(move |request| answer(service.clone(), request, doors.clone()));
            tokio::spawn(async move {
                let mut connection = hyper::server::conn::http1::Builder::new();
                let _ = connection.timer(TokioTimer::new()).serve_connection(TokioIo::new(stream), answer).await;
            });
        }
    })
}

/// Who gets in: whoever has the token, of web pages those from these origins.
struct Doors {
    token: Blob,
    origins: Vec<String>,
}

impl Doors {
    /// True if the request has the token. Hashes are compared, so that the time it takes says nothing of it.
    fn knows(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(AUTHORIZATION).and_then(|given| given.to_str().ok()?.split_once(' '));
        given.is_some_and(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer") && Blob::of(token.trim().as_bytes()) == self.token)
    }

    /// The origin of the request, if pages from there may ask.
    fn page(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        headers.get(ORIGIN).filter(|origin| self.origins.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes())).cloned()
    }
}

/// What a page may send, and what it may read of an answer.
const METHODS: &str = "GET, POST, DELETE, OPTIONS";
const SENT: &str = "authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id";
const READ: &str = "mcp-session-id, www-authenticate";

async fn answer(service: Service, request: Request<Incoming>, doors: Arc<Doors>) -> Result<Answer, Infallible> {
    let page = doors.page(request.headers());
    let mut answer = answer_to(service, request, &doors, page.is_some()).await;
    if let Some(origin) = page {
        let headers = answer.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        headers.append(VARY, HeaderValue::from_static("Origin"));
    }
    Ok(answer)
}

async fn answer_to(service: Service, request: Request<Incoming>, doors: &Doors, is_page: bool) -> Answer {
    // What a browser asks first has no token.
    if is_page && request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
        let mut may = plain(StatusCode::NO_CONTENT, "");
        for (name, value) in
            [(ACCESS_CONTROL_ALLOW_METHODS, METHODS), (ACCESS_CONTROL_ALLOW_HEADERS, SENT), (ACCESS_CONTROL_MAX_AGE, "600")]
        {
            may.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        return may;
    }
    if !doors.knows(request.headers()) {
        let mut refusal = plain(StatusCode::UNAUTHORIZED, "the token is missing or wrong\n");
        refusal.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        return refusal;
    }
    if request.uri().path() != PATH {
        return plain(StatusCode::NOT_FOUND, "the server is at /mcp\n");
    }
    let media = request.headers().get(CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let is_json = media.is_some_and(|media| media.trim().to_ascii_lowercase().starts_with("application/json"));
    let mut answer = service.handle(request).await;
    // The kind of body was right, its text was not.
    if is_json && answer.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        *answer.status_mut() = StatusCode::BAD_REQUEST;
    }
    answer
}

fn plain(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *answer.status_mut() = status;
    answer
}
