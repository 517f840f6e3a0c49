//! Makes a VEC segment from files in path order; the bytes are a function of the files alone.

use cw_records::{Blob, RecordPath};

use super::{Head, INSIDE, KIND};
use crate::codec::{encode as table, map_of};
use crate::frame;

/// A quantised vector: value = byte x scale.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// As many bytes as the part has dims.
    pub bytes: Vec<i8>,
    /// The step.
    pub scale: f32,
}

/// One file as it goes into a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VecFile {
    /// Where it is.
    pub path: RecordPath,
    /// Hash of the bytes on disk.
    pub blob: Blob,
    /// Bytes of its text.
    pub text: u32,
    /// Last line of its last chunk.
    pub lines: u32,
    /// Length of the sum of its chunks' vectors.
    pub length: f32,
    /// Its chunks.
    pub chunks: Vec<VecChunk>,
}

/// One chunk of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VecChunk {
    /// Hash of the chunk's text.
    pub blob: Blob,
    /// Where it begins in the file's text; it ends where the next one begins.
    pub start: u32,
    /// First line, below 2^31.
    pub line: u32,
    /// True if it ends inside a line.
    pub ends_inside: bool,
    /// Its vector.
    pub row: Row,
}

/// The bytes of a segment. `files` ascend by path; rows that are not `dims` long are cut or filled with zeros.
pub fn encode(dims: u32, files: &[VecFile]) -> Vec<u8> {
    let mut head = Head { files: files.len() as u32, chunks: 0, dims };
    let (mut file_rows, mut chunk_rows) = (Vec::new(), Vec::new());
    let (mut rows, mut scales) = (Vec::new(), Vec::new());
    let put = |row: &Row, rows: &mut Vec<u8>, scales: &mut Vec<u8>| {
        let end = rows.len() + dims as usize;
        rows.extend(row.bytes.iter().take(dims as usize).map(|byte| *byte as u8));
        rows.resize(end, 0);
        scales.extend_from_slice(&row.scale.to_le_bytes());
    };
    for file in files {
        file_rows.extend_from_slice(&file.blob.0);
        file_rows.extend_from_slice(&head.chunks.to_le_bytes());
        file_rows.extend_from_slice(&(file.chunks.len() as u32).to_le_bytes());
        file_rows.extend_from_slice(&file.text.to_le_bytes());
        file_rows.extend_from_slice(&file.lines.to_le_bytes());
        file_rows.extend_from_slice(&file.length.to_le_bytes());
        for chunk in &file.chunks {
            chunk_rows.extend_from_slice(&chunk.blob.0);
            chunk_rows.extend_from_slice(&chunk.start.to_le_bytes());
            let line = chunk.line & !INSIDE | if chunk.ends_inside { INSIDE } else { 0 };
            chunk_rows.extend_from_slice(&line.to_le_bytes());
            put(&chunk.row, &mut rows, &mut scales);
            head.chunks += 1;
        }
    }
    let paths = map_of(files.iter().zip(0..).map(|(file, number)| (file.path.as_bytes(), number)));
    frame::assemble(
        KIND,
        &[("HEAD", table(&head)), ("PATHS", paths), ("FILES", file_rows), ("CHUNKS", chunk_rows), ("ROWS", rows), ("SCALES", scales)],
    )
}
