//! Vectors: plain `attach` puts one on each chunk, `add` stores them, `find` finds by them.

mod add;
mod attach;
mod find;

pub(crate) use add::publish;
pub use add::{Options as AddOptions, add};
pub use attach::{Format, attach};
pub use find::{Options as FindOptions, find, part_of, without};
