//! Vectors for texts: the model that is compiled in, and the kernel that compares vectors. **Streams**, once it is a stage.

mod model;
pub mod scan;
mod wordpiece;

pub use model::{Embedder, Model, normalise, quantise};
