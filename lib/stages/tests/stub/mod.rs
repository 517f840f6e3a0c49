//! A service on this machine that embeds and judges, well or badly: plain `std::net`, a thread a connection. Vectors are made from the texts, so that a wrong one shows.
#![allow(dead_code)]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

/// Numbers in a vector of the stub.
pub const DIMS: usize = 8;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its turn, from 0.
    pub turn: usize,
    /// The method.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Header names in lower case.
    pub headers: HashMap<String, String>,
    /// The body, if it is JSON.
    pub body: Value,
    /// The body as it came.
    pub bytes: Vec<u8>,
}

impl Request {
    /// The texts that are to be embedded or judged.
    pub fn texts(&self) -> Vec<String> {
        let lists = [self.body.get("input"), self.body.get("documents"), self.body.get("texts"), self.body.pointer("/input/documents")];
        let list = lists.into_iter().flatten().find_map(Value::as_array).cloned().unwrap_or_default();
        list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
    }
}

/// What is sent back.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Status, further headers, body.
    Full(u16, Vec<(String, String)>, Vec<u8>),
    /// A success with this body.
    Json(Value),
    /// A success that breaks off after so many bytes.
    Cut(Vec<u8>, usize),
    /// The connection ends without a word.
    Drop,
    /// The same, late.
    Late(Duration, Box<Reply>),
}

impl Reply {
    /// A status with a JSON body.
    pub fn status(status: u16, body: Value) -> Reply {
        Reply::Full(status, Vec::new(), body.to_string().into_bytes())
    }

    /// The same with one more header.
    pub fn with(self, name: &str, value: &str) -> Reply {
        match self {
            Reply::Full(status, mut headers, body) => {
                headers.push((name.into(), value.into()));
                Reply::Full(status, headers, body)
            }
            other => other,
        }
    }
}

/// The vector of a text: any change of the text changes it.
pub fn vector(text: &str) -> Vec<f32> {
    let hash = cw_records::Blob::of(text.as_bytes());
    (0..DIMS).map(|place| f32::from(hash.0[place]) - 127.5).collect()
}

/// The vector as an embedder must give it.
pub fn unit(text: &str) -> Vec<f32> {
    let mut vector = vector(text);
    cw_stages::providers::embedded::normalise(&mut vector);
    vector
}

/// A whole good reply.
pub fn good(texts: &[String]) -> Value {
    let items: Vec<Value> =
        texts.iter().enumerate().map(|(index, text)| json!({ "object": "embedding", "index": index, "embedding": vector(text) })).collect();
    json!({ "object": "list", "data": items, "model": "m", "usage": { "prompt_tokens": 1, "total_tokens": 1 } })
}

type Answering = dyn Fn(&Request) -> Reply + Send + Sync;

struct Shared {
    answer: Box<Answering>,
    requests: Mutex<Vec<Request>>,
    turn: AtomicUsize,
    running: AtomicUsize,
    most: AtomicUsize,
    closed: AtomicBool,
}

/// The running service; it ends when this is dropped.
pub struct Stub {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Stub {
    /// A service that embeds.
    pub fn embedding() -> Stub {
        Stub::new(|request| Reply::Json(good(&request.texts())))
    }

    /// A service that answers like this.
    pub fn new(answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Stub {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            answer: Box::new(answer),
            requests: Mutex::default(),
            turn: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
        });
        let own = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if own.closed.load(Ordering::SeqCst) {
                    break;
                }
                let (shared, Ok(stream)) = (own.clone(), stream) else { continue };
                std::thread::spawn(move || {
                    let _ = serve(&shared, stream);
                });
            }
        });
        Stub { address, shared }
    }

    /// Its address with this path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// All requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.requests.lock().unwrap().clone()
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.shared.turn.load(Ordering::SeqCst)
    }

    /// All texts that were sent, in order of their turns.
    pub fn texts(&self) -> Vec<String> {
        self.requests().iter().flat_map(Request::texts).collect()
    }

    /// Most requests that ran at once.
    pub fn most(&self) -> usize {
        self.shared.most.load(Ordering::SeqCst)
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(shared: &Shared, stream: TcpStream) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || shared.closed.load(Ordering::SeqCst) {
            return Ok(());
        }
        let mut words = line.split(' ').map(str::to_owned);
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut headers = HashMap::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            match line.trim().split_once(':') {
                Some((name, value)) => drop(headers.insert(name.to_ascii_lowercase(), value.trim().to_owned())),
                None => break,
            }
        }
        let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes)?;
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        let running = shared.running.fetch_add(1, Ordering::SeqCst) + 1;
        shared.most.fetch_max(running, Ordering::SeqCst);
        let request = Request { turn: shared.turn.fetch_add(1, Ordering::SeqCst), method, path, headers, body, bytes };
        shared.requests.lock().unwrap().push(request.clone());
        let mut reply = (shared.answer)(&request);
        while let Reply::Late(time, next) = reply {
            std::thread::sleep(time);
            reply = *next;
        }
        shared.running.fetch_sub(1, Ordering::SeqCst);
        let head = |status: u16, more: &str, length: usize| {
            format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{more}content-length: {length}\r\n\r\n")
        };
        match reply {
            Reply::Json(value) => {
                let body = value.to_string();
                out.write_all((head(200, "", body.len()) + &body).as_bytes())?;
            }
            Reply::Full(status, headers, body) => {
                let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
                let shown = if request.method == "HEAD" { Vec::new() } else { body.clone() };
                out.write_all(&[head(status, &more, body.len()).into_bytes(), shown].concat())?;
            }
            Reply::Cut(body, at) => {
                out.write_all(&[head(200, "", body.len()).as_bytes(), &body[..at.min(body.len())]].concat())?;
                return Ok(());
            }
            Reply::Drop | Reply::Late(..) => return Ok(()),
        }
    }
}

/// The faults that a service in the field shows. The number chooses one.
pub const FAULTS: usize = 20;

/// Fault `number`, in answer to `texts`.
pub fn fault(number: usize, texts: &[String]) -> Reply {
    let change = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut body = good(texts);
        if let Some(Value::Array(items)) = body.get_mut("data") {
            change(items);
        }
        Reply::Json(body)
    };
    let embedding = |value: Value| change(&|items: &mut Vec<Value>| items[0]["embedding"] = value.clone());
    match number % FAULTS {
        0 => Reply::status(429, json!({ "error": { "message": "Rate limit reached" } })).with("retry-after", "1"),
        1 => Reply::status(429, json!({ "error": { "message": "Please try again in 20ms." } })),
        2 => {
            Reply::status(503, json!({})).with("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT").with("date", "Sun, 06 Nov 1994 08:49:36 GMT")
        }
        3 => Reply::status(500, json!({ "error": "internal" })),
        4 => Reply::Full(502, Vec::new(), b"<html>Bad gateway</html>".to_vec()),
        5 => Reply::Full(200, Vec::new(), b"<!doctype html><title>Sign in</title>".to_vec()),
        6 => Reply::Cut(good(texts).to_string().into_bytes(), 100),
        7 => Reply::Full(200, Vec::new(), good(texts).to_string().into_bytes()[..60].to_vec()),
        8 => Reply::Drop,
        9 => change(&|items| drop(items.pop())),
        10 => change(&|items| items.push(items[0].clone())),
        11 => change(&|items| items[0]["index"] = json!(items.len())),
        12 => embedding(json!(vec![0.5; DIMS - 1])),
        13 => change(&|items| items.iter_mut().for_each(|item| item["embedding"] = json!(vec![0.5; DIMS + 8]))),
        14 => embedding(Value::Null),
        15 => embedding(json!(["NaN", 1, 1, 1, 1, 1, 1, 1])),
        16 => embedding(json!("AAAAAAA=")),
        17 => embedding(json!(vec![0; DIMS])),
        18 => Reply::status(200, json!({ "error": { "message": "Too many requests, try again in 10ms" } })),
        _ => Reply::Full(200, Vec::new(), Vec::new()),
    }
}

/// Good replies in the forms that are allowed: out of order, in base64, without index.
pub fn disguised(number: usize, texts: &[String]) -> Reply {
    use base64::Engine;
    let mut body = good(texts);
    if let Some(Value::Array(items)) = body.get_mut("data") {
        match number % 4 {
            0 => items.reverse(),
            1 => {
                let shift = number % items.len().max(1);
                items.rotate_left(shift);
            }
            2 => {
                for (item, text) in items.iter_mut().zip(texts) {
                    let bytes: Vec<u8> = vector(text).iter().flat_map(|float| float.to_le_bytes()).collect();
                    item["embedding"] = base64::engine::general_purpose::STANDARD.encode(bytes).into();
                }
            }
            _ => items.iter_mut().for_each(|item| drop(item.as_object_mut().unwrap().remove("index"))),
        }
    }
    Reply::Json(body)
}

/// A number that looks random, from two.
pub fn mix(seed: u64, turn: u64) -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ turn.wrapping_add(0x632b_e59b_d9b4_e019).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state ^= state >> 31;
    state = state.wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 29
}
