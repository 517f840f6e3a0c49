//! Messages as lines: JSON-RPC in on one stream, out on the other. **Streams.**
//!
//! Two threads of their own read and write, so that neither ever stops the other. What cannot be taken is answered by its id if it has one, however deep, long or
//! wrong the rest of it is; a line that is no JSON object or array has nobody to answer to and is passed over. A list of messages is taken one by one.

use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};

/// Longest line that is read as a whole.
const LONGEST: u64 = 4 << 20;
/// Messages that wait to be taken, and to be written.
const WAITING: usize = 256;

/// The two ends, as the protocol wants them.
pub struct Wire {
    incoming: mpsc::Receiver<RxJsonRpcMessage<RoleServer>>,
    outgoing: Option<mpsc::Sender<Vec<u8>>>,
}

/// What is left when the wire is given away: how it ends.
pub struct Ends {
    /// Told when nothing more comes in, or nobody reads any more.
    pub over: Arc<Notify>,
    written: std::sync::mpsc::Receiver<()>,
}

impl Ends {
    /// Waits until everything is written, as long as `patience`.
    pub fn flush(self, patience: Duration) {
        let _ = self.written.recv_timeout(patience);
    }
}

/// What of a message is needed to answer it, whatever else is in it.
#[derive(Deserialize)]
struct Envelope {
    id: Option<Value>,
    method: Option<IgnoredAny>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

/// Starts to read and to write.
pub fn wire(input: impl Read + Send + 'static, output: impl Write + Send + 'static) -> std::io::Result<(Wire, Ends)> {
    let (to_server, incoming) = mpsc::channel(WAITING);
    let (outgoing, from_server) = mpsc::channel::<Vec<u8>>(WAITING);
    let (last, written) = std::sync::mpsc::channel();
    let over = Arc::new(Notify::new());
    let reading = Reading { to_server, answers: outgoing.clone() };
    let end = over.clone();
    let named = |name: &str| std::thread::Builder::new().name(name.into());
    named("cw-read").spawn(move || {
        reading.run(BufReader::with_capacity(1 << 16, input));
        end.notify_one();
    })?;
    let end = over.clone();
    named("cw-write").spawn(move || {
        if write(from_server, output).is_err() {
            end.notify_one();
        }
        let _ = last.send(());
    })?;
    Ok((Wire { incoming, outgoing: Some(outgoing) }, Ends { over, written }))
}

/// Writes whole messages; holds them back only while there are more.
fn write(mut messages: mpsc::Receiver<Vec<u8>>, mut output: impl Write) -> std::io::Result<()> {
    while let Some(mut bytes) = messages.blocking_recv() {
        while bytes.len() < 1 << 16 {
            let Ok(more) = messages.try_recv() else { break };
            bytes.extend(more);
        }
        output.write_all(&bytes)?;
        output.flush()?;
    }
    Ok(())
}

struct Reading {
    to_server: mpsc::Sender<RxJsonRpcMessage<RoleServer>>,
    answers: mpsc::Sender<Vec<u8>>,
}

impl Reading {
    /// Reads until the end, or until nobody takes what is read.
    fn run(self, mut input: impl BufRead) {
        let mut line = Vec::new();
        loop {
            line.clear();
            match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST;
            let taken = if whole { self.take(&line) } else { self.refuse_long(&line, &mut input) };
            if taken.is_none() {
                return;
            }
        }
    }

    /// Takes a line. `None` if nobody listens any more.
    fn take(&self, line: &[u8]) -> Option<()> {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
        match line.first() {
            Some(b'{') => self.take_one(line),
            Some(b'[') => match serde_json::from_slice::<Vec<&RawValue>>(line) {
                Ok(list) if list.is_empty() => self.answer(&Value::Null, -32600, "an empty list of messages"),
                Ok(list) => list.into_iter().try_for_each(|message| match message.get().as_bytes() {
                    message @ [b'{', ..] => self.take_one(message),
                    _ => self.answer(&Value::Null, -32600, "a message is an object"),
                }),
                Err(_) => Some(()),
            },
            _ => Some(()),
        }
    }

    fn take_one(&self, line: &[u8]) -> Option<()> {
        match serde_json::from_slice(line) {
            Ok(message) => self.to_server.blocking_send(message).ok(),
            Err(_) => match serde_json::from_slice::<Envelope>(line) {
                Ok(envelope) => self.refuse(envelope, "the message is not one that the protocol has, or it is nested too deeply"),
                Err(_) => Some(()),
            },
        }
    }

    /// A line that is too long is read to its end, but not kept.
    fn refuse_long(&self, start: &[u8], input: &mut impl BufRead) -> Option<()> {
        let mut rest = Line { input, over: false };
        let envelope = serde_json::from_reader::<_, Envelope>(BufReader::new(Cursor::new(start).chain(&mut rest)));
        let _ = std::io::copy(&mut rest, &mut std::io::sink());
        match envelope {
            Ok(envelope) => self.refuse(envelope, &format!("the message has more than {LONGEST} bytes")),
            Err(_) => Some(()),
        }
    }

    /// Answers a request that cannot be taken. Notifications and answers have nobody who waits.
    fn refuse(&self, envelope: Envelope, why: &str) -> Option<()> {
        let Envelope { id, method, result, error } = envelope;
        let is_answer = method.is_none() && (result.is_some() || error.is_some());
        match id {
            Some(id @ (Value::String(_) | Value::Number(_))) if !is_answer => self.answer(&id, -32600, why),
            None if method.is_some() => Some(()),
            _ if is_answer => Some(()),
            _ => self.answer(&Value::Null, -32600, why),
        }
    }

    fn answer(&self, id: &Value, code: i32, message: &str) -> Option<()> {
        let line = format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } }));
        self.answers.blocking_send(line.into_bytes()).ok()
    }
}

/// What is left of a line.
struct Line<'a, R> {
    input: &'a mut R,
    over: bool,
}

impl<R: BufRead> Read for Line<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.over || buffer.is_empty() {
            return Ok(0);
        }
        let there = self.input.fill_buf()?;
        let end = there.iter().position(|byte| *byte == b'\n');
        let count = end.map_or(there.len(), |end| end + 1).min(buffer.len());
        self.over = count == 0 || there[count - 1] == b'\n';
        buffer[..count].copy_from_slice(&there[..count]);
        self.input.consume(count);
        Ok(count)
    }
}

impl Transport<RoleServer> for Wire {
    type Error = std::io::Error;

    fn send(&mut self, item: TxJsonRpcMessage<RoleServer>) -> impl Future<Output = std::io::Result<()>> + Send + 'static {
        let outgoing = self.outgoing.clone();
        async move {
            let mut line = serde_json::to_vec(&item)?;
            line.push(b'\n');
            let gone = || std::io::ErrorKind::BrokenPipe.into();
            outgoing.ok_or_else(gone)?.send(line).await.map_err(|_| gone())
        }
    }

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleServer>>> + Send {
        self.incoming.recv()
    }

    async fn close(&mut self) -> std::io::Result<()> {
        self.outgoing = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out for what goes in, in order, and what the server got.
    fn passes(input: &str) -> (Vec<Value>, usize) {
        let (to_server, mut incoming) = mpsc::channel(WAITING);
        let (answers, mut outgoing) = mpsc::channel(WAITING);
        Reading { to_server, answers }.run(input.as_bytes());
        let lines = std::iter::from_fn(|| outgoing.try_recv().ok()).map(|line| serde_json::from_slice(&line).unwrap()).collect();
        (lines, std::iter::from_fn(|| incoming.try_recv().ok()).count())
    }

    #[test]
    fn what_cannot_be_taken_is_answered_by_its_id() {
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let deep = format!(r#"{{"method":"tools/call","params":{{"a":{}{}}},"id":"x"}}"#, "[".repeat(5000), "]".repeat(5000));
        let long = format!(r#"{{"method":"ping","params":{{"a":"{}"}},"jsonrpc":"2.0","id":7}}"#, "y".repeat(LONGEST as usize));
        for (input, ids, taken) in [
            (ping.to_owned(), vec![], 1),
            (format!("{ping}\r\n\n  {ping}"), vec![], 2),
            (format!("\u{feff}{ping}\n"), vec![], 1),
            (format!("[{ping},{ping},1]\n[]\n"), vec![Value::Null, Value::Null], 2),
            ("no json\n{\"a\n[1,\n12\n\"x\"\n".to_owned(), vec![], 0),
            ("{\"foo\":1}\n".to_owned(), vec![Value::Null], 0),
            (r#"{"jsonrpc":"2.0","id":5,"method":7}"#.to_owned(), vec![json!(5)], 0),
            (r#"{"id":9,"result":3}"#.to_owned(), vec![], 0),
            (format!("{deep}\n{ping}\n"), vec![json!("x")], 1),
            (format!("{long}\n{ping}\n"), vec![json!(7)], 1),
        ] {
            let (answers, got) = passes(&input);
            let shown = &input[..input.len().min(80)];
            assert_eq!(answers.iter().map(|answer| answer["id"].clone()).collect::<Vec<_>>(), ids, "{shown}");
            assert!(answers.iter().all(|answer| answer["error"]["code"] == -32600), "{shown}");
            assert_eq!(got, taken, "{shown}");
        }
    }
}
