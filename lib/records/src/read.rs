//! Reads a stream and holds it to its discipline: a header first, an end last, no newer version, no line too long. **Streams.**
//!
//! It does not look into the order of paths or the sense of offsets; the stage that relies on them does.

use std::io::BufRead;

use crate::{Error, Fault, LINE_MAX, Record, VERSION};

/// Iterator over the records of `input`. After a fatal error it ends.
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    line: u64,
    records: u64,
    open: bool,
    keep_going: bool,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `input`; with `keep_going` a bad line becomes a `fault` record (level loss) instead of the end.
    pub fn new(input: R, keep_going: bool) -> Reader<R> {
        Reader { input, buffer: Vec::new(), line: 0, records: 0, open: false, keep_going, done: false }
    }

    /// Fills `buffer` with the next line that is not blank; false at the end of the input.
    fn fill(&mut self) -> Result<bool, Error> {
        loop {
            self.buffer.clear();
            self.line += 1;
            let mut limited = std::io::Read::take(&mut self.input, LINE_MAX as u64 + 1);
            if limited.read_until(b'\n', &mut self.buffer)? == 0 {
                return Ok(false);
            }
            if self.buffer.len() > LINE_MAX {
                self.skip_line()?;
                return Err(Error::Long { line: self.line });
            }
            if self.line == 1 && self.buffer.starts_with(b"\xEF\xBB\xBF") {
                self.buffer.drain(..3);
            }
            while matches!(self.buffer.last(), Some(b'\n' | b'\r')) {
                self.buffer.pop();
            }
            if !self.buffer.iter().all(u8::is_ascii_whitespace) {
                return Ok(true);
            }
        }
    }

    fn skip_line(&mut self) -> Result<(), Error> {
        loop {
            let available = self.input.fill_buf()?;
            let (used, found) = match available.iter().position(|byte| *byte == b'\n') {
                Some(place) => (place + 1, true),
                None => (available.len(), available.is_empty()),
            };
            self.input.consume(used);
            if found {
                return Ok(());
            }
        }
    }

    fn step(&mut self) -> Result<Option<Record>, Error> {
        if !self.fill()? {
            return if self.open || self.records == 0 { Err(Error::Cut { records: self.records }) } else { Ok(None) };
        }
        let local = |what: String| Error::Line { line: self.line, what };
        let text = std::str::from_utf8(&self.buffer).map_err(|_| local("it is not UTF-8".into()))?;
        let record = Record::parse(text).map_err(local)?;
        match &record {
            Record::Header(header) if header.v > VERSION => return Err(Error::Version { found: header.v.into() }),
            Record::Header(_) if self.open => return Err(Error::Cut { records: self.records }),
            Record::Header(_) => self.open = true,
            _ if !self.open => {
                return Err(Error::NoHeader { line: self.line, found: record.kind().to_owned() });
            }
            Record::End(_) => self.open = false,
            _ => {}
        }
        self.records += 1;
        Ok(Some(record))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        match self.step() {
            Ok(Some(record)) => Some(Ok(record)),
            Ok(None) => {
                self.done = true;
                None
            }
            Err(error) if error.is_local() && self.keep_going && self.open => {
                Some(Ok(Fault::loss(error.code(), None, error.to_string()).into()))
            }
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}
