//! What a reply means for the next try. **Pure.**

use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::client::Answer;

/// What to do about a reply that is no success.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    /// Try again; not before `after`, if the service said so. `slower`: it has too much to do.
    Again { after: Option<Duration>, slower: bool, why: String },
    /// It does not want what it was given; fewer or shorter texts may go. `long`: they are too long.
    Refused { long: bool, why: String },
    /// It will not work like this.
    Settings(String),
}

/// Judges a reply with an error in it: by status, then by what it says. `calendar` is the time here.
pub(super) fn judge(answer: &Answer, calendar: Option<SystemTime>) -> Verdict {
    let said = message(&answer.body);
    let words = said.to_ascii_lowercase();
    let has = |any: &[&str]| any.iter().any(|word| words.contains(word));
    let why = if said.is_empty() { format!("it answers {}", answer.status) } else { format!("it answers {}: {said}", answer.status) };
    let after = answer.retry_after.as_deref().and_then(|text| wait(text, answer.date.as_deref(), calendar)).or_else(|| hint(&words));
    match answer.status {
        // A limit that waiting does not lift.
        429 | 402 | 403 if has(&["insufficient_quota", "insufficient balance", "billing", "payment required"]) => Verdict::Settings(why),
        429 | 503 | 529 => Verdict::Again { after, slower: true, why },
        408 | 409 | 425 | 500..=599 => Verdict::Again { after, slower: answer.status >= 500, why },
        413 => Verdict::Refused { long: true, why },
        400 | 422 => {
            let long = has(&[
                "too long",
                "context length",
                "maximum length",
                "max length",
                "too many tokens",
                "token limit",
                "exceed",
                "too large",
                "must have less than",
                "at most",
            ]) && has(&["token", "length", "long", "context", "input", "large", "chars"]);
            Verdict::Refused { long, why }
        }
        // Some services say with a success that they have too much to do.
        200..=299 if has(&["rate limit", "rate_limit", "too many requests", "try again"]) => Verdict::Again { after, slower: true, why },
        _ => Verdict::Settings(why),
    }
}

/// What an error body says: the message of the usual shapes, else its beginning.
pub(super) fn message(body: &[u8]) -> String {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    if let Ok(value) = serde_json::from_slice::<Value>(body) {
        let error = value.get("error").unwrap_or(&value);
        let said = text(error).or_else(|| ["message", "detail", "msg", "error"].iter().find_map(|name| error.get(name).and_then(text)));
        let code = ["code", "type", "error_type"].iter().find_map(|name| error.get(name).and_then(text));
        let parts: Vec<String> = said.into_iter().chain(code).collect();
        if !parts.is_empty() {
            return parts.join(" ");
        }
    }
    String::from_utf8_lossy(&body[..body.len().min(200)]).trim().to_owned()
}

/// `Retry-After`: seconds, or a date, which is meant by the clock of whoever wrote it.
fn wait(text: &str, date: Option<&str>, calendar: Option<SystemTime>) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return duration(seconds);
    }
    let here = || Some(calendar?.duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs() as i64);
    let now = date.and_then(http_date).or_else(here)?;
    duration((http_date(text)? - now).max(0) as f64)
}

fn duration(seconds: f64) -> Option<Duration> {
    if seconds >= 0.0 { Duration::try_from_secs_f64(seconds).ok() } else { None }
}

/// "try again in 1.5s", "retry after 20 seconds", "please wait 300ms", "try again in 1m30s".
fn hint(words: &str) -> Option<Duration> {
    let start = ["again in ", "retry after ", "retry in ", "wait ", "retry-after: "]
        .iter()
        .find_map(|lead| words.find(lead).map(|at| at + lead.len()))?;
    let (mut rest, mut total) = (&words[start..], None);
    loop {
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
        let Ok(number) = rest[..end].trim_end_matches('.').parse::<f64>() else { break };
        let unit = rest[end..].trim_start();
        let word = unit.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(unit.len());
        let factor = match &unit[..word] {
            "ms" | "millisecond" | "milliseconds" => 0.001,
            "" | "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
            "h" | "hour" | "hours" => 3600.0,
            _ => break,
        };
        total = Some(total.unwrap_or(0.0) + number * factor);
        rest = &unit[word..];
    }
    duration(total?)
}

/// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7, the form that is to be written).
fn http_date(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = text.split_once(", ")?.1.split(' ');
    let day: i64 = words.next()?.parse().ok()?;
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as i64 + 1;
    let year: i64 = words.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let clock: Vec<i64> = words.next()?.split(':').filter_map(|part| part.parse().ok()).collect();
    let [hours, minutes, seconds] = clock[..] else { return None };
    // Days of the civil calendar, years counted from March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
    Some(days * 86_400 + hours * 3600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, retry_after: Option<&str>, date: Option<&str>, body: &str) -> Answer {
        let (retry_after, date) = (retry_after.map(Into::into), date.map(Into::into));
        Answer { status, retry_after, date, etag: None, length: None, body: body.into() }
    }

    #[test]
    fn dates() {
        assert_eq!(http_date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(http_date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(http_date("Thu, 29 Feb 2024 12:00:00 GMT"), Some(1_709_208_000));
        assert_eq!(http_date("Sun, 06 Foo 1994 08:49:37 GMT"), None);
        assert_eq!(http_date("soon"), None);
    }

    /// F1: seconds, a date, or a sentence say how long to wait.
    #[test]
    fn how_long_to_wait() {
        let seconds = |number: f64| Some(Duration::from_secs_f64(number));
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770);
        let date = "Sun, 06 Nov 1994 08:49:37 GMT";
        for (retry_after, own, body, want) in [
            (Some("2"), None, "", seconds(2.0)),
            (Some(" 0 "), None, "", seconds(0.0)),
            (Some("1.5"), None, "", seconds(1.5)),
            (Some("-3"), None, "", None),
            (Some("nan"), None, "", None),
            (Some("1e300"), None, "", None),
            (Some(date), None, "", seconds(7.0)),
            (Some(date), Some("Sun, 06 Nov 1994 08:49:30 GMT"), "", seconds(7.0)),
            (Some(date), Some("Sun, 06 Nov 1994 09:49:37 GMT"), "", seconds(0.0)),
            (Some("soon"), None, r#"{"error":{"message":"Please try again in 20s."}}"#, seconds(20.0)),
            (None, None, r#"{"error":{"message":"Rate limit reached. Please try again in 1.5s. Visit"}}"#, seconds(1.5)),
            (None, None, r#"{"message":"retry after 300 milliseconds"}"#, seconds(0.3)),
            (None, None, r#"{"detail":"try again in 1m30s"}"#, seconds(90.0)),
            (None, None, r#"{"error":"slow down"}"#, None),
        ] {
            match judge(&answer(429, retry_after, own, body), Some(now)) {
                Verdict::Again { after, slower: true, .. } => assert_eq!(after, want, "{retry_after:?} {body}"),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(wait(date, None, None), None);
    }

    #[test]
    fn what_is_tried_again() {
        for (status, body, want) in [
            (500, "", "again slower"),
            (502, "<html>Bad gateway</html>", "again slower"),
            (503, "", "again slower"),
            (529, "", "again slower"),
            (408, "", "again"),
            (429, r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#, "settings"),
            (401, r#"{"error":{"message":"Incorrect API key"}}"#, "settings"),
            (403, "", "settings"),
            (404, r#"{"error":{"message":"The model `x` does not exist"}}"#, "settings"),
            (413, "", "long"),
            (400, r#"{"error":{"message":"This model's maximum context length is 8192 tokens, however you requested 9000"}}"#, "long"),
            (
                422,
                r#"{"error":"Input validation error: `inputs` must have less than 512 tokens. Given: 600","error_type":"Validation"}"#,
                "long",
            ),
            (400, r#"{"error":{"message":"input must not be blank"}}"#, "refused"),
            // The word "generate" has "rate" in it.
            (400, r#"{"error":{"message":"cannot generate embeddings"}}"#, "refused"),
            (200, r#"{"error":{"message":"Rate limit reached, try again in 1s"}}"#, "again slower"),
            (200, r#"{"error":{"message":"no such model"}}"#, "settings"),
            (418, "", "settings"),
        ] {
            let got = match judge(&answer(status, None, None, body), None) {
                Verdict::Again { slower: true, .. } => "again slower",
                Verdict::Again { .. } => "again",
                Verdict::Refused { long: true, .. } => "long",
                Verdict::Refused { .. } => "refused",
                Verdict::Settings(_) => "settings",
            };
            assert_eq!(got, want, "{status} {body}");
        }
    }
}
