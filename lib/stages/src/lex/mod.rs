//! Words: `add` stores what files say, `find` finds files by it.

mod add;
mod find;

pub(crate) use add::publish;
pub use add::{Options as AddOptions, add};
pub use find::{Options as FindOptions, find};
