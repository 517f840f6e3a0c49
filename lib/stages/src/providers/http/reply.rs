//! Embeddings out of a reply, checked to the last number. **Pure.**

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// What is wrong with a reply.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bad {
    /// It is an error in the clothes of a success.
    Error,
    /// It is not what was asked for. Whole vectors of another size say so apart: that may be another model.
    Shape(String),
    /// All its vectors have another size than they should.
    Dims {
        /// As they should.
        want: usize,
        /// As they have.
        got: usize,
    },
}

/// The vectors of `body`, in the order of the inputs, as many as `count`, each normalised. All have `dims` numbers, or if that is not known, equally many.
pub(super) fn vectors(body: &[u8], count: usize, dims: Option<usize>) -> Result<Vec<Vec<f32>>, Bad> {
    let value: Value =
        serde_json::from_slice(body).map_err(|error| Bad::Shape(format!("the reply is not JSON ({error}): {}", beginning(body))))?;
    if value.get("error").is_some_and(|error| !error.is_null()) {
        return Err(Bad::Error);
    }
    let items = match value.get("data").and_then(Value::as_array) {
        Some(items) => items,
        // An error of some services has no other mark.
        None if ["message", "detail", "code"].iter().any(|name| value.get(name).is_some()) => return Err(Bad::Error),
        None => return Err(Bad::Shape(format!("the reply has no list 'data': {}", beginning(body)))),
    };
    if items.len() != count {
        return Err(Bad::Shape(format!("the reply has {} vectors for {count} texts", items.len())));
    }
    let mut ordered: Vec<Option<Vec<f32>>> = vec![None; count];
    let numbered = items.iter().filter(|item| item.get("index").is_some()).count();
    if numbered != 0 && numbered != count {
        return Err(Bad::Shape("some vectors of the reply have an index and some have none".into()));
    }
    for (place, item) in items.iter().enumerate() {
        // Without any index, the order of the list is all there is.
        let place = match item.get("index") {
            None => place,
            Some(index) => {
                let index = index.as_u64().and_then(|index| usize::try_from(index).ok());
                index.filter(|index| *index < count).ok_or_else(|| Bad::Shape("an index of the reply is out of range".into()))?
            }
        };
        let vector = numbers(item.get("embedding").unwrap_or(&Value::Null))
            .map_err(|what| Bad::Shape(format!("vector {place} of the reply {what}")))?;
        if ordered[place].replace(vector).is_some() {
            return Err(Bad::Shape(format!("the reply has index {place} twice")));
        }
    }
    let mut vectors: Vec<Vec<f32>> = ordered.into_iter().flatten().collect();
    let own = vectors.first().map_or(0, Vec::len);
    if vectors.iter().any(|vector| vector.len() != own) {
        return Err(Bad::Shape("the vectors of the reply differ in size".into()));
    }
    if let Some(want) = dims.filter(|dims| count > 0 && *dims != own) {
        return Err(Bad::Dims { want, got: own });
    }
    for (place, vector) in vectors.iter_mut().enumerate() {
        crate::providers::embedded::normalise(vector);
        if vector.iter().all(|number| *number == 0.0) {
            return Err(Bad::Shape(format!("vector {place} of the reply is all zeros")));
        }
    }
    Ok(vectors)
}

/// The numbers of one embedding: a list, or base64 of little-endian 32-bit floats.
fn numbers(value: &Value) -> Result<Vec<f32>, String> {
    let numbers: Vec<f32> = match value {
        Value::Array(list) => {
            let number = |value: &Value| value.as_f64().map(|number| number as f32).ok_or("has something that is no number");
            list.iter().map(number).collect::<Result<_, _>>()?
        }
        Value::String(text) => {
            let bytes = STANDARD.decode(text).map_err(|_| "is text that is not base64")?;
            if bytes.len() % 4 != 0 {
                return Err(format!("has {} bytes, which are no floats", bytes.len()));
            }
            bytes.chunks_exact(4).map(|four| four.try_into().map_or(f32::NAN, f32::from_le_bytes)).collect()
        }
        _ => return Err("is missing".into()),
    };
    if numbers.is_empty() {
        return Err("has no numbers".into());
    }
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err("has a number that is not finite".into());
    }
    Ok(numbers)
}

/// The beginning of a body, for a message.
pub(super) fn beginning(body: &[u8]) -> String {
    format!("'{}'", String::from_utf8_lossy(&body[..body.len().min(200)]).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Vec<Vec<f32>>, Bad> {
        vectors(body.as_bytes(), 2, Some(2))
    }

    /// F2 and more: the place of a vector is its index, not its turn.
    #[test]
    fn good_replies() {
        let want = vec![vec![0.6, 0.8], vec![1.0, 0.0]];
        let base64 = STANDARD.encode([3f32.to_le_bytes(), 4f32.to_le_bytes()].concat());
        for body in [
            r#"{"data":[{"index":0,"embedding":[0.6,0.8]},{"index":1,"embedding":[1,0]}]}"#.to_owned(),
            r#"{"object":"list","data":[{"index":1,"embedding":[5,0]},{"index":0,"embedding":[3,4]}],"usage":{"total_tokens":3},"error":null}"#.to_owned(),
            r#"{"data":[{"embedding":[3,4]},{"embedding":[2,0]}]}"#.to_owned(),
            format!(r#"{{"data":[{{"index":0,"embedding":"{base64}"}},{{"index":1,"embedding":[1e-3,0]}}]}}"#),
        ] {
            assert_eq!(read(&body).unwrap(), want, "{body}");
        }
        assert_eq!(vectors(br#"{"data":[{"embedding":[1,0,0]}]}"#, 1, None).unwrap()[0].len(), 3);
        assert_eq!(vectors(br#"{"data":[]}"#, 0, Some(2)).unwrap(), Vec::<Vec<f32>>::new());
    }

    /// F7 and more: nothing that is not exactly an answer is used.
    #[test]
    fn bad_replies() {
        let item = |index: &str, embedding: &str| format!(r#"{{"index":{index},"embedding":{embedding}}}"#);
        let of = |items: &[String]| format!(r#"{{"data":[{}]}}"#, items.join(","));
        let good = item("0", "[1,0]");
        for body in [
            String::new(),
            "<html><body>Sign in</body></html>".into(),
            of(&[good.clone(), item("1", "[1,0]")])[..40].to_owned(),
            "[]".into(),
            "null".into(),
            "{}".into(),
            r#"{"data":null}"#.into(),
            r#"{"data":{}}"#.into(),
            of(&[]),
            of(std::slice::from_ref(&good)),
            of(&[good.clone(), item("1", "[1,0]"), item("2", "[1,0]")]),
            of(&[good.clone(), good.clone()]),
            of(&[good.clone(), item("2", "[1,0]")]),
            of(&[good.clone(), item("-1", "[1,0]")]),
            of(&[good.clone(), item("1.5", "[1,0]")]),
            of(&[good.clone(), item("\"1\"", "[1,0]")]),
            of(&[good.clone(), item("null", "[1,0]")]),
            of(&[good.clone(), r#"{"embedding":[1,0]}"#.into()]),
            of(&[good.clone(), r#"{"index":1}"#.into()]),
            of(&[good.clone(), item("1", "null")]),
            of(&[good.clone(), item("1", "[]")]),
            of(&[good.clone(), item("1", "[1,null]")]),
            of(&[good.clone(), item("1", "[1,\"0.5\"]")]),
            of(&[good.clone(), item("1", "[1,\"NaN\"]")]),
            of(&[good.clone(), item("1", "[1,NaN]")]),
            of(&[good.clone(), item("1", "[1,1e39]")]),
            of(&[good.clone(), item("1", "[1,1e400]")]),
            of(&[good.clone(), item("1", "[0,0]")]),
            of(&[good.clone(), item("1", "[1,0,0]")]),
            of(&[good.clone(), item("1", "[[1,0]]")]),
            of(&[good.clone(), item("1", "\"AAAA\"")]),
            of(&[good.clone(), item("1", "\"****\"")]),
            of(&[good.clone(), item("1", &format!("\"{}\"", STANDARD.encode([f32::NAN.to_le_bytes(), 1f32.to_le_bytes()].concat())))]),
        ] {
            assert!(matches!(read(&body), Err(Bad::Shape(_))), "{body}: {:?}", read(&body));
        }
        for body in [
            r#"{"error":{"message":"no"}}"#,
            r#"{"error":"no","data":[]}"#,
            r#"{"detail":"no"}"#,
            r#"{"code":20015,"message":"blank","data":null}"#,
        ] {
            assert_eq!(read(body), Err(Bad::Error), "{body}");
        }
        assert_eq!(read(&of(&[item("0", "[1,0,0]"), item("1", "[1,0,0]")])), Err(Bad::Dims { want: 2, got: 3 }));
    }
}
