//! Writes a stream and keeps its counts, so that no stage has to. **Streams.**

use std::io::Write;

use crate::{Level, Record};

/// What went by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Records of the present stream.
    pub records: u64,
    /// Faults among them.
    pub faults: u64,
    /// Skips among them.
    pub skips: u64,
    /// Faults of level `loss`, over all streams.
    pub losses: u64,
    /// Hits and contexts, over all streams.
    pub answers: u64,
    /// Streams that came to their end.
    pub ends: u64,
}

impl Counts {
    /// Counts `record`; sets the counts of an `end` record to what was seen.
    pub fn take(&mut self, record: &mut Record) {
        self.records += 1;
        match record {
            Record::Fault(fault) => {
                self.faults += 1;
                self.losses += u64::from(fault.level == Level::Loss);
            }
            Record::Skip(_) => self.skips += 1,
            Record::Hit(_) | Record::Context(_) => self.answers += 1,
            Record::End(end) => {
                (end.records, end.faults, end.skips) = (self.records, self.faults, self.skips);
                (self.records, self.faults, self.skips) = (0, 0, 0);
                self.ends += 1;
            }
            _ => {}
        }
    }
}

/// Writes records to `out`, one a line.
pub struct Writer<W> {
    out: W,
    counts: Counts,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which should be buffered.
    pub fn new(out: W) -> Writer<W> {
        Writer { out, counts: Counts::default() }
    }

    /// Writes one record; an `end` gets the counts of what was written and is flushed.
    pub fn write(&mut self, mut record: Record) -> std::io::Result<()> {
        self.counts.take(&mut record);
        record.print(&mut self.out)?;
        self.out.write_all(b"\n")?;
        if let Record::End(_) = record {
            self.out.flush()?;
        }
        Ok(())
    }

    /// Hands over what is buffered.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// What went by.
    pub fn counts(&self) -> Counts {
        self.counts
    }
}
