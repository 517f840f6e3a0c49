//! Whether a LEX segment is what its tables say, to the last byte if that is asked for.

use super::SECTIONS;
use super::read::LexSegment;
use crate::{Error, dictionary, paths};

impl LexSegment {
    /// Checks the sums of all sections, and unless `quick` decodes every piece.
    pub(crate) fn verify(&self, quick: bool) -> Result<(), Error> {
        for section in SECTIONS {
            self.frame().section(section)?;
        }
        if quick {
            return Ok(());
        }
        for section in ["PATHS", "TERMS", "SYMBOLS"] {
            dictionary::check(&self.map(section)?).map_err(|what| self.damage(format!("section '{section}': {what}")))?;
        }
        if !paths::counts(&self.map("PATHS")?, self.files()) {
            return Err(self.damage("section 'PATHS' does not count the files"));
        }
        for number in 0..self.files() {
            let (text, meta) = self.content(number)?;
            let row = self.file(number)?;
            for place in row.first_chunk..row.first_chunk + row.chunks {
                if self.chunk(place)?.file != number {
                    return Err(self.damage(format!("a chunk of file number {number} is of another file")));
                }
            }
            let mut at = 0;
            for chunk in &meta.chunks {
                if chunk.bytes.0 as usize != at || chunk.bytes.1 <= chunk.bytes.0 || !text.is_char_boundary(chunk.bytes.1 as usize) {
                    return Err(self.damage(format!("the chunks of file number {number} do not tile it")));
                }
                at = chunk.bytes.1 as usize;
            }
            if at != text.len() {
                return Err(self.damage(format!("the chunks of file number {number} do not tile it")));
            }
        }
        Ok(())
    }
}
