//! The frame of a stage that must see all hits before it writes one: `fuse` and `rerank`. Holds the hits of one stream.

use cw_records::{Header, Hit, Order, Record};

use crate::{Error, Stream};

/// Collects the hits of each stream in `input`, hands them to `work` with the header, and writes header, hits, end. What is not a hit goes round, before the hits.
pub fn barrier<'a>(
    input: Stream<'a>,
    stage: &'static str,
    mut work: impl FnMut(&mut Header, Vec<Hit>) -> Result<Vec<Hit>, Error> + Send + 'a,
) -> Stream<'a> {
    let mut header = Header::new(Order::None);
    let mut hits = Vec::new();
    let mut round = Vec::new();
    let mut failed = false;
    let mut step = move |item: Result<Record, Error>| -> Result<Vec<Record>, Error> {
        match item? {
            Record::Header(found) => header = found,
            Record::Hit(hit) => hits.push(hit),
            Record::End(end) => {
                header.via.push(crate::via(stage));
                let done = work(&mut header, std::mem::take(&mut hits))?;
                let head = std::mem::replace(&mut header, Header::new(Order::None));
                let records = std::iter::once(head.into()).chain(std::mem::take(&mut round));
                return Ok(records.chain(done.into_iter().map(Into::into)).chain([end.into()]).collect());
            }
            other => round.push(other),
        }
        Ok(Vec::new())
    };
    Box::new(input.flat_map(move |item| {
        if failed {
            return Vec::new();
        }
        match step(item) {
            Ok(records) => records.into_iter().map(Ok).collect(),
            Err(error) => {
                failed = true;
                vec![Err(error)]
            }
        }
    }))
}
