//! Bytes to text: byte order mark, then UTF-8, then a guess over the whole file. The text has no mark; line ends stay as they are.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, GBK, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use unicode_general_category::{GeneralCategory, get_general_category};

use super::{east_asian, skip::Reason};

/// A decoded file.
#[derive(Debug, PartialEq, Eq)]
pub struct Text {
    /// Without a byte order mark.
    pub text: String,
    /// WHATWG name in lower case; `None` is UTF-8.
    pub encoding: Option<String>,
    /// So many characters could not be read and became U+FFFD.
    pub lost: usize,
}

/// Decodes a whole file. `Err(Binary)`: it is no text. `Err(Encoding)`: nobody knows how to read it.
pub fn decode(bytes: Vec<u8>) -> Result<Text, Reason> {
    let found = |text: String, encoding: Option<String>| {
        if text.contains('\0') { Err(Reason::Binary) } else { Ok(Text { text, encoding, lost: 0 }) }
    };
    // UTF-32 first: its little-endian mark begins like that of UTF-16.
    for (mark, big) in [(&[0xff, 0xfe, 0, 0], false), (&[0, 0, 0xfe, 0xff], true)] {
        if let Some(rest) = bytes.strip_prefix(mark)
            && let Some(text) = utf32(rest, big)
        {
            return found(text, Some((if big { "utf-32be" } else { "utf-32le" }).into()));
        }
    }
    if let Some((encoding, length)) = Encoding::for_bom(&bytes)
        && encoding != UTF_8
    {
        let (text, bad) = encoding.decode_without_bom_handling(&bytes[length..]);
        return if bad && text.contains('\0') { Err(Reason::Binary) } else { found(text.into_owned(), Some(name(encoding))) };
    }
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => rest.to_vec(),
        None => bytes,
    };
    if memchr::memchr(0, &bytes).is_some() {
        return wide(&bytes).ok_or(Reason::Binary);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Text { text, encoding: None, lost: 0 }),
        Err(error) => legacy(error.as_bytes()),
    }
}

fn name(encoding: &'static Encoding) -> String {
    if encoding == GBK { "gb18030".into() } else { encoding.name().to_ascii_lowercase() }
}

/// Not UTF-8, no NUL.
fn legacy(bytes: &[u8]) -> Result<Text, Reason> {
    // A slip in a UTF-8 file must not turn all of it into another alphabet.
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let mut guess = east_asian::better(bytes, detector.guess(None, Utf8Detection::Deny));
    // Text of East Asia has some pairs that are UTF-8 by chance, other text has none.
    if good >= 4 * bad || good >= bad && guess.is_single_byte() {
        return Ok(Text { text: String::from_utf8_lossy(bytes).into_owned(), encoding: None, lost: bad });
    }
    // A sign or two, such as those of micro and degree, say nothing of an alphabet.
    if guess.is_single_byte() && bytes.iter().filter(|byte| !byte.is_ascii()).count() < 4 {
        guess = WINDOWS_1252;
    }
    for encoding in [guess, WINDOWS_1252] {
        let (text, failed) = encoding.decode_without_bom_handling(bytes);
        if failed {
            continue;
        }
        let strange = text.chars().filter(|letter| letter.is_control() && !matches!(letter, '\t' | '\n' | '\r' | '\x0c' | '\x1b')).count();
        if strange * 50 <= text.chars().count() {
            return Ok(Text { text: text.into_owned(), encoding: Some(name(encoding)), lost: 0 });
        }
    }
    Err(Reason::Encoding)
}

/// UTF-16 and UTF-32 without a mark: nearly every character has only its lowest byte, or what comes out is made of assigned characters with blanks
/// between them.
fn wide(bytes: &[u8]) -> Option<Text> {
    mostly_ascii(bytes).or_else(|| {
        let found = |text: String, encoding: &str| reads_well(&text).then(|| Text { text, encoding: Some(encoding.into()), lost: 0 });
        let thirty_two = |big| utf32(bytes, big).and_then(|text| found(text, if big { "utf-32be" } else { "utf-32le" }));
        let sixteen = |encoding: &'static Encoding| {
            let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
            found(text.into_owned(), &name(encoding))
        };
        thirty_two(false).or_else(|| thirty_two(true)).or_else(|| sixteen(UTF_16LE)).or_else(|| sixteen(UTF_16BE))
    })
}

/// True for lines or words of assigned characters, of which a twentieth is ASCII: of noise a sixth is none of that.
fn reads_well(text: &str) -> bool {
    let (mut all, mut ascii, mut blanks) = (0usize, 0usize, 0usize);
    for letter in text.chars() {
        let is_blank = matches!(letter, ' ' | '\t' | '\n' | '\r');
        let kind = get_general_category(letter);
        let strange = matches!(kind, GeneralCategory::Control | GeneralCategory::PrivateUse | GeneralCategory::Unassigned);
        if strange && !is_blank {
            return false;
        }
        all += 1;
        ascii += usize::from(letter.is_ascii());
        blanks += usize::from(is_blank);
    }
    all >= 8 && blanks > 0 && ascii * 20 >= all
}

/// The same where nearly every character has only its lowest byte.
fn mostly_ascii(bytes: &[u8]) -> Option<Text> {
    let sample = &bytes[..bytes.len().min(4096)];
    let share = |width: usize, place: usize| {
        let units = sample.len() / width;
        let full =
            sample.chunks_exact(width).filter(|unit| unit.iter().enumerate().all(|(at, byte)| (*byte != 0) == (at == place))).count();
        units >= 4 && full * 10 >= units * 8
    };
    let (text, encoding) = if bytes.len().is_multiple_of(4) && (share(4, 0) || share(4, 3)) {
        let big = share(4, 3);
        (utf32(bytes, big)?, String::from(if big { "utf-32be" } else { "utf-32le" }))
    } else if bytes.len().is_multiple_of(2) && (share(2, 0) || share(2, 1)) {
        let encoding = if share(2, 1) { UTF_16BE } else { UTF_16LE };
        (encoding.decode_without_bom_handling_and_without_replacement(bytes)?.into_owned(), name(encoding))
    } else {
        return None;
    };
    (!text.contains('\0')).then_some(Text { text, encoding: Some(encoding), lost: 0 })
}

fn utf32(bytes: &[u8], big: bool) -> Option<String> {
    if !bytes.len().is_multiple_of(4) {
        return None;
    }
    let number = |unit: &[u8]| {
        let unit = [unit[0], unit[1], unit[2], unit[3]];
        if big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) }
    };
    bytes.chunks_exact(4).map(|unit| char::from_u32(number(unit))).collect()
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS};

    use super::*;

    fn wide_bytes(text: &str, width: usize, big: bool) -> Vec<u8> {
        let mut out = Vec::new();
        let mut push = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            if big {
                bytes.reverse();
            }
            out.extend(bytes);
        };
        if width == 2 {
            text.encode_utf16().for_each(|unit| push(&unit.to_le_bytes()));
        } else {
            text.chars().for_each(|letter| push(&u32::from(letter).to_le_bytes()));
        }
        out
    }

    /// A2, A4: marks are read and taken off.
    #[test]
    fn marks() {
        let text = "class Kunde { /* é漢🚀 */ }\r\n";
        assert_eq!(decode([b"\xef\xbb\xbf", text.as_bytes()].concat()), Ok(Text { text: text.into(), encoding: None, lost: 0 }));
        for (width, big, encoding) in [(2, false, "utf-16le"), (2, true, "utf-16be"), (4, false, "utf-32le"), (4, true, "utf-32be")] {
            let wanted = Ok(Text { text: text.into(), encoding: Some(encoding.into()), lost: 0 });
            assert_eq!(decode(wide_bytes(&format!("\u{feff}{text}"), width, big)), wanted);
            assert_eq!(decode(wide_bytes(text, width, big)), wanted, "without a mark");
        }
    }

    /// A4: other alphabets, without a mark.
    #[test]
    fn wide_alphabets() {
        for text in
            ["# Проверка соединения\ndef f(): pass\n", "# 연결 시간 초과\nx = 1\n", "# Έλεγχος\nx = 1\n", "// 连接池超时 重试\nint x;\n"]
        {
            for (width, big, encoding) in [(2, false, "utf-16le"), (2, true, "utf-16be"), (4, false, "utf-32le"), (4, true, "utf-32be")] {
                assert_eq!(decode(wide_bytes(text, width, big)), Ok(Text { text: text.into(), encoding: Some(encoding.into()), lost: 0 }));
            }
        }
        // Numbers of two bytes, and noise.
        let numbers: Vec<u8> = (0..400u16).flat_map(|number| (number * 3).to_le_bytes()).collect();
        assert_eq!(decode(numbers), Err(Reason::Binary));
        let noise: Vec<u8> = (0..4000u32).map(|step| (step.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        assert_eq!(decode([&noise[..], b"\0 \0\n"].concat()), Err(Reason::Binary));
    }

    /// A7: a slip or a sign is no other alphabet.
    #[test]
    fn few_bytes_that_are_not_utf_8() {
        let slip = decode(b"# \xc3\xa9\nx = \"\xc3\xa9\"\ny = \"caf\xe9\"\n".to_vec()).unwrap();
        assert_eq!((slip.text.as_str(), slip.encoding, slip.lost), ("# é\nx = \"é\"\ny = \"caf\u{fffd}\"\n", None, 1));
        let signs = decode(b"/* 10\xb5s delay \xb1 5% */\n".to_vec()).unwrap();
        assert_eq!((signs.text.as_str(), signs.encoding.as_deref()), ("/* 10µs delay ± 5% */\n", Some("windows-1252")));
    }

    /// A5, A6: Chinese, Japanese and Korean, also when a long ASCII part comes first.
    #[test]
    fn east_asian() {
        let cases: [(&'static Encoding, &str, &str); 6] = [
            (GB18030, "gb18030", "// 连接池超时\nint pool_timeout = 3;\n"),
            (GB18030, "gb18030", "# 采购订单自动审批流程\nx = 1\n"),
            (BIG5, "big5", "// 連線逾時的時候重新嘗試\nint t = 3;\n"),
            (SHIFT_JIS, "shift_jis", "// 接続がタイムアウトしたら再試行する\nint t = 3;\n"),
            (EUC_JP, "euc-jp", "// 接続がタイムアウトしたら再試行する\nint t = 3;\n"),
            (EUC_KR, "euc-kr", "// 연결 시간이 초과되면 다시 시도한다\nint t = 3;\n"),
        ];
        for (encoding, name, text) in cases {
            for text in [text.to_owned(), format!("{}{text}", "int a = 1;\n".repeat(900))] {
                let (bytes, _, bad) = encoding.encode(&text);
                assert!(!bad);
                assert_eq!(decode(bytes.into_owned()), Ok(Text { text, encoding: Some(name.into()), lost: 0 }));
            }
        }
    }

    /// A7: one bad byte does not lose the file, nor its alphabet.
    #[test]
    fn one_bad_byte() {
        let latin = decode(b"def ok():\n    s = \"caf\xe9\"\n    return s\n".to_vec()).unwrap();
        assert_eq!((latin.text.contains("café"), latin.encoding.as_deref()), (true, Some("windows-1252")));
        let mut bytes = "# 采购订单自动审批流程\n".as_bytes().to_vec();
        bytes.extend(b"x = '\xe9'\n");
        let slip = decode(bytes).unwrap();
        assert_eq!((slip.text.contains("自动审批"), slip.encoding, slip.lost), (true, None, 1));
    }

    /// D18: a NUL anywhere is binary.
    #[test]
    fn nul_is_binary() {
        for bytes in [b"\0abc".to_vec(), vec![0; 4096], [&b"a\n".repeat(10_000)[..], b"\0"].concat(), b"a\0b\0".to_vec()] {
            assert_eq!(decode(bytes), Err(Reason::Binary));
        }
        let noise: Vec<u8> = (0..4000u32).map(|step| (step.wrapping_mul(2_654_435_761) >> 13) as u8 | 1).collect();
        assert_eq!(decode(noise), Err(Reason::Encoding));
    }
}
