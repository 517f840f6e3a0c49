//! What an answer says of the index that it came from.

use cw_records::{Fault, Level, Record};

use crate::{Error, Stream};

/// While an index is brought up to date, one part may be new and the other not yet: a hit of one that does not fit the other is no loss, its file is found by the new one.
pub(super) fn between_commits(item: Result<Record, Error>) -> Result<Record, Error> {
    item.map(|record| match record {
        Record::Fault(mut fault) if fault.code == "S07" => {
            fault.level = Level::Note;
            fault.into()
        }
        other => other,
    })
}

/// Says in `stream` that there is nothing to ask `model` about.
pub(super) fn without_vectors(stream: Stream<'_>, model: String) -> Stream<'_> {
    Box::new(stream.flat_map(move |item| match item {
        Ok(Record::End(mut end)) => {
            crate::degrade(&mut end, "embed");
            let fault = Fault::note("S33", None, format!("the answer is by words only: the index has no vectors of '{model}' yet"));
            vec![Ok(fault.into()), Ok(end.into())]
        }
        other => vec![other],
    }))
}
