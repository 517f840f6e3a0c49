//! Rows that were paid for: what a costly model gave, kept as it comes, so that a writer that is killed loses nothing of it and a branch that comes back costs nothing. See
//! `FORMAT.md`, rows.
//!
//! A local cache beside the segments. It decides nothing: a row is found by the hash of what was embedded, and a file that is cut or damaged is cut back to what is whole.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cw_records::Blob;
use xxhash_rust::xxh3::xxh3_64;

use super::Row;
use crate::{Error, Merge, VecSegment, durable};

const NAME: &str = "rows";
const MAGIC: &[u8; 4] = b"CWRW";
const HEAD: usize = 8;

/// The kept rows of one part. Whoever has it is the part's writer.
pub struct Kept {
    path: PathBuf,
    file: File,
    dims: usize,
    places: HashMap<Blob, u64>,
    end: u64,
}

impl<F> Merge<VecSegment, F> {
    /// The kept rows of this part, of so many numbers.
    pub fn kept(&self, dims: u32) -> Result<Kept, Error> {
        Kept::open(self.folder(), dims)
    }
}

impl Kept {
    fn open(folder: &Path, dims: u32) -> Result<Kept, Error> {
        let path = folder.join(NAME);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = durable::again(|| options.open(&path)).map_err(|error| Error::system(&path, "open", &error))?;
        let mut kept = Kept { path, file, dims: dims as usize, places: HashMap::new(), end: 0 };
        kept.load().and_then(|()| kept.begin()).map_err(|error| Error::system(&kept.path, "read", &error))?;
        Ok(kept)
    }

    fn size(&self) -> usize {
        16 + 4 + self.dims + 8
    }

    fn head(&self) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(MAGIC);
        head[4..].copy_from_slice(&(self.dims as u32).to_le_bytes());
        head
    }

    /// Finds the rows that are whole.
    fn load(&mut self) -> std::io::Result<()> {
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let mut head = [0; HEAD];
        if reader.read_exact(&mut head).is_err() || head != self.head() {
            return Ok(());
        }
        let mut row = vec![0; self.size()];
        let (mut places, mut end) = (HashMap::new(), HEAD as u64);
        while reader.read_exact(&mut row).is_ok() {
            let (data, check) = row.split_at(row.len() - 8);
            if xxh3_64(data).to_le_bytes() != check {
                break;
            }
            let mut key = [0; 16];
            key.copy_from_slice(&data[..16]);
            places.insert(Blob(key), end);
            end += row.len() as u64;
        }
        (self.places, self.end) = (places, end);
        Ok(())
    }

    /// Cuts off what is not whole.
    fn begin(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        if self.end == 0 {
            self.file.write_all(&self.head())?;
            self.end = HEAD as u64;
        }
        Ok(())
    }

    /// Forgets all.
    pub fn clear(&mut self) -> Result<(), Error> {
        (self.places, self.end) = (HashMap::new(), 0);
        self.begin().map_err(|error| Error::system(&self.path, "write", &error))
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// True if there is a row of what has this hash.
    pub fn has(&self, key: &Blob) -> bool {
        self.places.contains_key(key)
    }

    /// The row of what has this hash.
    pub fn get(&mut self, key: &Blob) -> Result<Option<Row>, Error> {
        let Some(place) = self.places.get(key).copied() else { return Ok(None) };
        let mut data = vec![0; self.size()];
        let done = self.file.seek(SeekFrom::Start(place)).and_then(|_| self.file.read_exact(&mut data));
        done.map_err(|error| Error::system(&self.path, "read", &error))?;
        let scale = f32::from_le_bytes([data[16], data[17], data[18], data[19]]);
        Ok(Some(Row { bytes: data[20..20 + self.dims].iter().map(|byte| *byte as i8).collect(), scale }))
    }

    /// Keeps rows; afterwards they survive a power cut. Rows of another size are not kept.
    pub fn put(&mut self, rows: &[(Blob, Row)]) -> Result<(), Error> {
        let mut data = Vec::with_capacity(rows.len() * self.size());
        for (key, row) in rows.iter().filter(|(_, row)| row.bytes.len() == self.dims) {
            let start = data.len();
            data.extend_from_slice(&key.0);
            data.extend_from_slice(&row.scale.to_le_bytes());
            data.extend(row.bytes.iter().map(|byte| *byte as u8));
            let check = xxh3_64(&data[start..]);
            data.extend_from_slice(&check.to_le_bytes());
            self.places.insert(*key, self.end + start as u64);
        }
        let done = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(&data)).and_then(|()| self.file.sync_data());
        done.map_err(|error| Error::system(&self.path, "write", &error))?;
        self.end += data.len() as u64;
        Ok(())
    }

    /// Forgets the older half if there are more than `most` bytes of rows.
    pub fn trim(mut self, most: u64) -> Result<(), Error> {
        if self.end <= most.max(HEAD as u64) {
            return Ok(());
        }
        let size = self.size() as u64;
        let middle = HEAD as u64 + ((self.end - HEAD as u64) / size / 2) * size;
        let mut bytes = self.head().to_vec();
        let done = self.file.seek(SeekFrom::Start(middle)).and_then(|_| self.file.read_to_end(&mut bytes));
        done.map_err(|error| Error::system(&self.path, "read", &error))?;
        durable::write_file(&self.path, &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u8) -> (Blob, Row) {
        (Blob([number; 16]), Row { bytes: vec![number as i8, -1, 127], scale: f32::from(number) / 8.0 })
    }

    #[test]
    fn what_is_whole_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let rows: Vec<_> = (1..=9).map(row).collect();
        let mut kept = Kept::open(folder.path(), 3).unwrap();
        kept.put(&rows[..4]).unwrap();
        kept.put(&rows[4..]).unwrap();
        kept.put(&[(Blob([77; 16]), Row { bytes: vec![1], scale: 1.0 })]).unwrap();
        drop(kept);
        let path = folder.path().join(NAME);
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut kept = Kept::open(folder.path(), 3).unwrap();
            let count = cut.saturating_sub(HEAD) / 31;
            assert_eq!(kept.len(), count, "{cut}");
            for (place, (key, row)) in rows.iter().enumerate() {
                assert_eq!(kept.get(key).unwrap().as_ref(), (place < count).then_some(row), "{cut}");
            }
            // It goes on from there.
            kept.put(&rows).unwrap();
            drop(kept);
            assert_eq!(Kept::open(folder.path(), 3).unwrap().len(), 9);
        }
        // A flipped bit ends what counts; other dims count for nothing.
        let mut bad = whole.clone();
        bad[HEAD + 3 * 31 + 5] ^= 1;
        std::fs::write(&path, &bad).unwrap();
        assert_eq!(Kept::open(folder.path(), 3).unwrap().len(), 3);
        std::fs::write(&path, &whole).unwrap();
        assert!(Kept::open(folder.path(), 4).unwrap().is_empty());
    }

    #[test]
    fn the_newer_half_stays() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = Kept::open(folder.path(), 3).unwrap();
        kept.put(&(1..=9).map(row).collect::<Vec<_>>()).unwrap();
        kept.trim(9 * 31 + 8).unwrap();
        let kept = Kept::open(folder.path(), 3).unwrap();
        assert_eq!(kept.len(), 9);
        kept.trim(9 * 31).unwrap();
        let mut kept = Kept::open(folder.path(), 3).unwrap();
        assert_eq!((kept.len(), kept.get(&row(4).0).unwrap(), kept.get(&row(5).0).unwrap()), (5, None, Some(row(5).1)));
    }
}
