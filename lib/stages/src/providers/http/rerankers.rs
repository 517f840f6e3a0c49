//! Rerankers in the four shapes that are spoken: Jina (also Cohere, SiliconFlow, vLLM), TEI, Voyage, DashScope. **Effects**: the network, the clock.
//!
//! The shape decides what is sent; what comes back is understood in any of them. Somebody waits for it, so there is one more try and a last moment.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::exchange::{Line, Patience, Session, Stop};
use super::reply::{Bad, beginning};
use super::{Endpoint, Service};
use crate::Env;
use crate::providers::{Reranker, Trouble};

/// What a service wants to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `{model, query, documents, top_n, return_documents}`; also Cohere, SiliconFlow and vLLM.
    Jina,
    /// `{query, texts, raw_scores, truncate}`.
    Tei,
    /// `{model, query, documents, top_k}`.
    Voyage,
    /// `{model, input: {query, documents}, parameters: {top_n, return_documents}}`.
    DashScope,
}

impl Shape {
    /// What an address most likely wants.
    pub fn guess(endpoint: &Endpoint) -> Shape {
        let host = endpoint.host();
        if host.contains("dashscope") && !endpoint.path().contains("compatible") {
            Shape::DashScope
        } else if host.ends_with("voyageai.com") {
            Shape::Voyage
        } else if endpoint.path().trim_end_matches('/') == "/rerank" {
            Shape::Tei
        } else {
            Shape::Jina
        }
    }

    fn body(self, model: &str, query: &str, texts: &[String]) -> Value {
        let count = texts.len();
        match self {
            Shape::Jina => json!({ "model": model, "query": query, "documents": texts, "top_n": count, "return_documents": false }),
            Shape::Tei => json!({ "query": query, "texts": texts, "raw_scores": false, "truncate": true }),
            Shape::Voyage => json!({ "model": model, "query": query, "documents": texts, "top_k": count }),
            Shape::DashScope => json!({
                "model": model,
                "input": { "query": query, "documents": texts },
                "parameters": { "top_n": count, "return_documents": false },
            }),
        }
    }
}

/// A reranker behind HTTP.
pub struct Rerank {
    line: Line,
    model: String,
    shape: Shape,
}

impl Rerank {
    /// The model `model` of `service`, spoken to in `shape`, or the one that its address suggests.
    pub fn new(service: Service, model: &str, shape: Option<Shape>) -> Rerank {
        let shape = shape.unwrap_or_else(|| Shape::guess(&service.endpoint));
        Rerank { line: Line::new(service, format!("reranker '{model}'")), model: model.to_owned(), shape }
    }
}

impl Reranker for Rerank {
    fn name(&self) -> &str {
        &self.model
    }

    fn sends_to(&self) -> Option<String> {
        self.line.sends_to()
    }

    fn judge(&self, env: &Env, query: &str, texts: &[String]) -> Result<Vec<Option<f64>>, Trouble> {
        let session = Session::new(&self.line, env, Patience::of_a_question(self.line.service(), env));
        let mut all = vec![None; texts.len()];
        let mut left = vec![(0, texts.len())];
        while let Some((start, end)) = left.pop().filter(|(start, end)| start < end) {
            let some = &texts[start..end];
            let body = self.shape.body(&self.model, query, some).to_string();
            match session.ask(&body, query, |body| scores(body, some.len())) {
                Ok(scores) => all[start..end].clone_from_slice(&scores),
                // Too many at once, or one that is not wanted: the others go without it.
                Err(Stop::Refused { .. }) if some.len() > 1 => {
                    let middle = start + some.len() / 2;
                    left.extend([(middle, end), (start, middle)]);
                }
                Err(Stop::Refused { why, .. }) if !session.has_succeeded() => return Err(Trouble::Settings(why)),
                Err(Stop::Refused { .. }) => {}
                Err(Stop::Trouble(trouble)) => return Err(trouble),
            }
        }
        Ok(all)
    }
}

/// The scores of `body` by the place of their texts; a text that is not in the reply has none.
fn scores(body: &[u8], count: usize) -> Result<Vec<Option<f64>>, Bad> {
    let value: Value =
        serde_json::from_slice(body).map_err(|error| Bad::Shape(format!("the reply is not JSON ({error}): {}", beginning(body))))?;
    let lists = [Some(&value), value.get("results"), value.get("data"), value.get("output").and_then(|output| output.get("results"))];
    let Some(list) = lists.into_iter().flatten().find_map(Value::as_array) else {
        let is_error = ["error", "message", "detail", "code"].iter().any(|name| value.get(name).is_some_and(|value| !value.is_null()));
        return Err(if is_error { Bad::Error } else { Bad::Shape(format!("the reply has no list of scores: {}", beginning(body))) });
    };
    let mut found = BTreeMap::new();
    for item in list {
        let index = item.get("index").and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok()).filter(|index| *index < count);
        let index = index.ok_or_else(|| Bad::Shape("an entry of the reply has no index, or one out of range".into()))?;
        let score =
            ["relevance_score", "score"].iter().find_map(|name| item.get(name)).and_then(Value::as_f64).filter(|score| score.is_finite());
        let score = score.ok_or_else(|| Bad::Shape(format!("entry {index} of the reply has no score")))?;
        if found.insert(index, score).is_some() {
            return Err(Bad::Shape(format!("the reply has index {index} twice")));
        }
    }
    if found.is_empty() && count > 0 {
        return Err(Bad::Shape("the reply has no scores".into()));
    }
    Ok((0..count).map(|place| found.get(&place).copied()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::providers::http::Allow;

    #[test]
    fn shapes_by_address() {
        for (address, shape) in [
            ("https://api.jina.ai/v1/rerank", Shape::Jina),
            ("https://api.cohere.com/v2/rerank", Shape::Jina),
            ("https://api.siliconflow.cn/v1/rerank", Shape::Jina),
            ("http://127.0.0.1:8080/rerank", Shape::Tei),
            ("https://api.voyageai.com/v1/rerank", Shape::Voyage),
            ("https://dashscope.aliyuncs.com/api/v1/services/rerank/text-rerank/text-rerank", Shape::DashScope),
            ("https://dashscope.aliyuncs.com/compatible-api/v1/reranks", Shape::Jina),
        ] {
            assert_eq!(Shape::guess(&Endpoint::parse(address, Allow::default()).unwrap()), shape, "{address}");
        }
    }

    #[test]
    fn replies_in_any_shape() {
        for body in [
            r#"{"results":[{"index":2,"relevance_score":0.9},{"index":0,"relevance_score":0.1}],"model":"m"}"#,
            r#"[{"index":2,"score":0.9},{"index":0,"score":0.1}]"#,
            r#"{"object":"list","data":[{"index":0,"relevance_score":0.1},{"index":2,"relevance_score":0.9}]}"#,
            r#"{"output":{"results":[{"index":2,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]},"request_id":"x","code":"","message":""}"#,
        ] {
            assert_eq!(scores(body.as_bytes(), 3).unwrap(), [Some(0.1), None, Some(0.9)], "{body}");
        }
        // Logits are numbers like others.
        assert_eq!(scores(br#"[{"index":0,"score":-7.5}]"#, 1).unwrap(), [Some(-7.5)]);
    }

    #[test]
    fn bad_replies() {
        for body in [
            "",
            "<html>",
            "{}",
            "[]",
            r#"{"results":[]}"#,
            r#"[{"index":0,"score":0.1},{"index":0,"score":0.1}]"#,
            r#"[{"index":9,"score":0.1}]"#,
            r#"[{"index":-1,"score":0.1}]"#,
            r#"[{"score":0.1}]"#,
            r#"[{"index":0,"score":null}]"#,
            r#"[{"index":0,"score":"0.1"}]"#,
            r#"[{"index":0}]"#,
            r#"[0.1,0.2]"#,
            r#"[{"index":0,"score":0.1}"#,
        ] {
            assert!(matches!(scores(body.as_bytes(), 3), Err(Bad::Shape(_))), "{body}");
        }
        for body in [r#"{"error":"overloaded"}"#, r#"{"code":"InvalidApiKey","message":"no"}"#] {
            assert_eq!(scores(body.as_bytes(), 3), Err(Bad::Error), "{body}");
        }
    }
}
