//! A client of `cw-mcp` over pipes: raw JSON-RPC lines in, lines out.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::Case;

const PATIENCE: Duration = Duration::from_secs(60);

/// A running server. Every line that it writes is parsed.
pub struct Client {
    pub child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Value>,
    next: u64,
    /// What this client answers to the requests of the server, by method.
    pub replies: BTreeMap<String, Value>,
    /// What the server asked.
    pub asked: Vec<Value>,
    /// What it told.
    pub told: Vec<Value>,
}

impl Client {
    pub fn start(case: &Case, args: &[&str]) -> Client {
        Client::with(case, args, &[])
    }

    /// One with settings.
    pub fn with(case: &Case, args: &[&str], settings: &[(&str, &str)]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cw-mcp"));
        command.args(args).env_clear().env("HOME", case.beside("home")).env("GIT_CONFIG_NOSYSTEM", "1");
        command.envs(settings.iter().copied());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in stdout.lines() {
                let line = line.unwrap();
                let value: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("not JSON: {error}: {line}"));
                assert_eq!(value["jsonrpc"], "2.0", "{line}");
                if sender.send(value).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Client { child, stdin, lines, next: 0, replies: BTreeMap::new(), asked: Vec::new(), told: Vec::new() }
    }

    pub fn ready(case: &Case, args: &[&str]) -> Client {
        let mut client = Client::start(case, args);
        client.initialize();
        client
    }

    pub fn initialize(&mut self) -> Value {
        self.initialize_with(json!({}))
    }

    /// The handshake of a client that can do this.
    pub fn initialize_with(&mut self, capabilities: Value) -> Value {
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": capabilities, "clientInfo": { "name": "test", "version": "1" } });
        let answer = self.ask("initialize", params);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        answer["result"].clone()
    }

    pub fn send(&mut self, message: &Value) {
        self.raw(&message.to_string());
    }

    pub fn raw(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    pub fn receive(&self) -> Value {
        self.lines.recv_timeout(PATIENCE).unwrap()
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.answer_to(id)
    }

    /// The answer to request `id`.
    pub fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.answer_to_any();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The next answer; answers what the server asks in between.
    pub fn answer_to_any(&mut self) -> Value {
        loop {
            let message = self.receive();
            match message["method"].as_str() {
                None => return message,
                Some(_) if message["id"].is_null() => self.told.push(message),
                Some(method) => {
                    let reply =
                        self.replies.get(method).cloned().unwrap_or_else(|| json!({ "error": { "code": -32601, "message": "no" } }));
                    let mut whole = json!({ "jsonrpc": "2.0", "id": message["id"] });
                    whole.as_object_mut().unwrap().extend(reply.as_object().unwrap().clone());
                    self.asked.push(message);
                    self.send(&whole);
                }
            }
        }
    }

    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))["result"].clone()
    }

    #[track_caller]
    pub fn status(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        let object = result["structuredContent"].clone();
        let fails = !["ok", "stale", "indexing", "nothing_relevant", "not_found", "not_indexed", "budget_too_small"]
            .contains(&object["status"].as_str().unwrap());
        assert_eq!(result["isError"], fails, "{result}");
        assert!(!result["content"][0]["text"].as_str().unwrap().is_empty());
        object
    }

    /// Closes stdin; how long it takes to end.
    pub fn end(mut self) -> Duration {
        let start = Instant::now();
        drop(self.stdin.take());
        assert!(self.child.wait().unwrap().success());
        start.elapsed()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
