//! The server over HTTP: who gets in, and that the same tools answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::{case, tree};
use crate::support::Case;

const TOKEN: &str = "0123456789abcdef-token";

struct Server {
    child: Child,
    port: String,
}

impl Server {
    fn start(case: &Case, args: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cw-mcp"));
        command.args(["--http", "0"]).args(args).env_clear().env("HOME", case.beside("home")).env("CW_MCP_TOKEN", TOKEN);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
        let port = said.trim().strip_suffix("/mcp").and_then(|text| text.rsplit_once(':')).unwrap_or_else(|| panic!("{said}")).1.to_owned();
        Server { child, port }
    }

    /// Status, headers and body of one request.
    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: 127.0.0.1:{}\r\n", self.port);
        }
        head.extend(headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    fn post(&self, session: Option<&str>, message: &Value) -> (u16, String, Vec<Value>) {
        let bearer = format!("Bearer {TOKEN}");
        let mut headers = vec![
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        headers.extend(session.map(|session| ("Mcp-Session-Id", session)));
        let (status, head, body) = self.request("POST", "/mcp", &headers, &message.to_string());
        // Chunk sizes and empty events are no messages.
        let messages = body
            .lines()
            .filter_map(|line| serde_json::from_str(line.strip_prefix("data:").unwrap_or(line).trim()).ok())
            .filter(Value::is_object);
        (status, head, messages.collect())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hello() -> Value {
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}

#[test]
fn tools_answer_over_http() {
    let case = case();
    let server = Server::start(&case, &[]);
    let (status, head, messages) = server.post(None, &hello());
    assert_eq!((status, &messages[0]["result"]["serverInfo"]["name"]), (200, &json!("contextweaver")), "{head}");
    let session = head.lines().find_map(|line| line.to_lowercase().strip_prefix("mcp-session-id: ").map(str::to_owned));
    let session = session.unwrap();
    assert_eq!(server.post(Some(&session), &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).0, 202);
    let params = json!({ "name": "codebase-retrieval", "arguments": { "repo_path": tree(&case), "information_request": "where do we retry a failed request" } });
    let (status, _, messages) =
        server.post(Some(&session), &json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params }));
    let answer = messages.iter().find(|message| message["id"] == 2).unwrap();
    assert_eq!((status, &answer["result"]["structuredContent"]["results"][0]["path"]), (200, &json!("src/retry.rs")));
}

#[test]
fn nobody_else_gets_in() {
    let case = case();
    let server = Server::start(&case, &["--origin", "http://localhost:3000"]);
    let bearer = format!("Bearer {TOKEN}");
    let good =
        [("Authorization", bearer.as_str()), ("Content-Type", "application/json"), ("Accept", "application/json, text/event-stream")];
    let with = |more: &[(&'static str, &'static str)]| -> u16 {
        let headers: Vec<(&str, &str)> =
            good.iter().copied().filter(|(name, _)| !more.iter().any(|(other, _)| other == name)).chain(more.iter().copied()).collect();
        server.request("POST", "/mcp", &headers, &hello().to_string()).0
    };
    assert_eq!(with(&[]), 200);
    assert_eq!(with(&[("Origin", "http://localhost:3000")]), 200);
    assert_eq!(with(&[("Authorization", "bearer 0123456789abcdef-token")]), 200);
    assert_eq!(server.request("POST", "/mcp", &good, "{no json").0, 400);
    for headers in [
        &[("Authorization", "Bearer wrong")][..],
        &[("Authorization", "")],
        &[("Authorization", TOKEN)],
        &[("Authorization", "Basic 0123456789abcdef-token")],
    ] {
        assert_eq!(with(headers), 401, "{headers:?}");
    }
    for headers in [
        &[("Host", "evil.example")][..],
        &[("Origin", "http://evil.example")],
        &[("Origin", "null")],
        &[("Origin", "http://localhost:3001")],
    ] {
        assert_eq!(with(headers), 403, "{headers:?}");
    }
    assert_eq!(server.request("GET", "/", &good, "").0, 404);
    assert_eq!(server.request("GET", "/", &[], "").0, 401);
    assert_eq!(server.request("POST", "/mcp", &good, &"x".repeat(5 << 20)).0, 413);
}

/// A browser asks before it sends anything, without the token; what it is then answered is handed to a page of that origin, and to no other.
#[test]
fn a_page_that_is_allowed_hears_so() {
    let case = case();
    let server = Server::start(&case, &["--origin", "http://localhost:3000"]);
    let bearer = format!("Bearer {TOKEN}");
    let ask = |method: &str, origin: &str, more: &[(&str, &str)]| {
        let headers: Vec<(&str, &str)> = [("Origin", origin)].into_iter().chain(more.iter().copied()).collect();
        let (status, head, _) = server.request(method, "/mcp", &headers, if method == "POST" { "{}" } else { "" });
        let head = head.to_lowercase();
        let value = |name: &str| head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned));
        (status, value("access-control-allow-origin"), value("access-control-allow-headers"), value("access-control-expose-headers"))
    };
    let first =
        [("Access-Control-Request-Method", "POST"), ("Access-Control-Request-Headers", "authorization,content-type,mcp-session-id")];
    let (status, origin, headers, _) = ask("OPTIONS", "http://localhost:3000", &first);
    assert_eq!((status, origin.as_deref()), (204, Some("http://localhost:3000")));
    let headers = headers.unwrap();
    assert!(
        ["authorization", "content-type", "mcp-session-id", "mcp-protocol-version"].iter().all(|name| headers.contains(name)),
        "{headers}"
    );
    for token in [bearer.as_str(), "Bearer wrong"] {
        let (_, origin, _, shown) = ask("POST", "http://localhost:3000", &[("Authorization", token), ("Content-Type", "application/json")]);
        assert_eq!(origin.as_deref(), Some("http://localhost:3000"));
        assert!(shown.unwrap().contains("mcp-session-id"));
    }
    assert_eq!(ask("OPTIONS", "http://evil.example", &first), (401, None, None, None));
    assert_eq!(ask("POST", "http://evil.example", &[("Authorization", &bearer)]), (403, None, None, None));
}

#[test]
fn it_needs_a_token_and_an_address() {
    let case = case();
    case.sh("cw-mcp --http 0").exits(2).says("C09").says("CW_MCP_TOKEN");
    case.sh("CW_MCP_TOKEN=short cw-mcp --http 0").exits(2).says("C09");
    case.sh("echo 0123456789abcdef > ../token; chmod 644 ../token; cw-mcp --http 0 --token-file ../token")
        .exits(2)
        .says("C09")
        .says("others");
    case.sh("cw-mcp --http 0 --token-file nowhere").exits(2).says("C09");
    // The user's file may have it, if nobody else can read that.
    case.sh("mkdir -p ../home/.contextweaver; echo CW_MCP_TOKEN=0123456789abcdef > ../home/.contextweaver/.env; chmod 644 ../home/.contextweaver/.env; cw-mcp --http 0").exits(2).says("C09").says("C31");
    case.sh("chmod 600 ../home/.contextweaver/.env; cw-mcp --http x").exits(2).says("C10");
    for bad in ["127.0.0.1", "host.invalid:1", "x", "127.0.0.1:99999"] {
        case.sh(&format!("CW_MCP_TOKEN=0123456789abcdef cw-mcp --http {bad}")).exits(2).says("C10");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    case.sh(&format!("CW_MCP_TOKEN=0123456789abcdef cw-mcp --http {}", taken.local_addr().unwrap())).exits(4).says("C11");
    case.sh("cw-mcp --token-file x").exits(2).says("--http");
}
