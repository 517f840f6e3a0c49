//! Whether code may leave the machine for a question: asked of the person behind the client, by a form, once for all calls that wait for it. A client that cannot ask gets the command that does.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cw_stages::scan;
use rmcp::model::{BooleanSchema, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, PrimitiveSchemaDefinition};
use rmcp::{Peer, RoleServer};
use serde_json::{Value, json};

use super::call::{Call, Event};
use super::reply::{Reply, Stop};
use super::trees::lock;
use crate::consent::{self, Recipient};
use crate::cw::plan::listing;

/// How often a waiting call looks whether it is cancelled.
const TICK: Duration = Duration::from_millis(50);

/// What a person said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Yes.
    Agreed,
    /// No, in one of several ways.
    Declined(&'static str),
    /// Nothing: the call that asked was cancelled.
    Aborted,
}

/// A question that a person is being asked, and what came of it.
type Pending = Arc<Mutex<Option<Outcome>>>;

/// The questions under way, by tree.
#[derive(Default)]
pub struct Asking(Mutex<HashMap<PathBuf, Pending>>);

impl Asking {
    /// The question about `root`; true if nobody asked it yet, so that the caller must.
    fn begin(&self, root: &Path) -> (Pending, bool) {
        let mut asked = lock(&self.0);
        match asked.get(root) {
            Some(pending) => (pending.clone(), false),
            None => (asked.entry(root.to_owned()).or_default().clone(), true),
        }
    }

    fn end(&self, root: &Path, pending: &Pending, outcome: Outcome) {
        *lock(pending) = Some(outcome);
        lock(&self.0).remove(root);
    }
}

impl Call {
    /// Makes sure that somebody agreed, if code of the tree at `root` leaves the machine for a question about it.
    pub fn authorize(&self, root: &Path) -> Result<(), Stop> {
        let recipients = consent::recipients(&self.trees().services);
        if recipients.is_empty() {
            return Ok(());
        }
        let place = &self.trees().tree(root)?.place;
        let Some(scan) = listing(&self.env, place)? else {
            // Its listing was given from outside: nobody can be shown what would be sent, so somebody must have agreed before.
            let judge = self.trees().services.reranker.as_deref().and_then(Recipient::of_reranker);
            let lex = cw_index::Store::open(&place.index)?.need_lex()?;
            return Ok(consent::for_index(judge.as_slice(), root, &lex.manifest.made_with, false)?);
        };
        loop {
            self.env.check()?;
            let unknown = consent::unknown(&recipients, &scan.root, &scan.made_with());
            if unknown.is_empty() {
                return Ok(());
            }
            if !self.can_ask() {
                return Err(refusal("authorization_required", "elicitation_unsupported", &unknown, &scan));
            }
            let (pending, is_mine) = self.asking().begin(root);
            let outcome = if is_mine {
                let outcome = self.ask(&unknown, &scan);
                self.asking().end(root, &pending, *outcome.as_ref().unwrap_or(&Outcome::Aborted));
                outcome?
            } else {
                self.outcome_of(&pending)?
            };
            if let Outcome::Declined(reason) = outcome {
                return Err(refusal("declined", reason, &unknown, &scan));
            }
            // Agreed, and remembered; or whoever asked is gone, and another call must.
        }
    }

    /// Asks, and remembers a yes.
    fn ask(&self, unknown: &[Recipient], scan: &scan::Options) -> Result<Outcome, Stop> {
        let lines = consent::preview(&self.env, unknown, scan)?;
        let message = format!("Matched code of this repository would leave this machine.\n{}\nSend it there?", lines.join("\n"));
        let (answer, said) = channel();
        self.tell(Event::Ask(message, answer));
        let outcome = loop {
            self.env.check()?;
            match said.recv_timeout(TICK) {
                Ok(outcome) => break outcome,
                Err(RecvTimeoutError::Disconnected) => break Outcome::Aborted,
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        if outcome == Outcome::Agreed {
            consent::agree(unknown, scan)?;
        }
        Ok(outcome)
    }

    /// Waits for what another call asks.
    fn outcome_of(&self, pending: &Pending) -> Result<Outcome, Stop> {
        loop {
            self.env.check()?;
            if let Some(outcome) = *lock(pending) {
                return Ok(outcome);
            }
            std::thread::sleep(TICK);
        }
    }
}

/// Puts the form to the person behind the client.
pub async fn elicit(client: &Peer<RoleServer>, message: String) -> Outcome {
    let approve = BooleanSchema::new().title("Send this code").description("Yes: it may be sent, now and later").with_default(false);
    let schema = ElicitationSchema::builder().required_property("approve", PrimitiveSchemaDefinition::Boolean(approve)).build_unchecked();
    let form = ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema: schema };
    client.create_elicitation(form).await.map_or(Outcome::Declined("elicitation_failed"), |result| judge(&result))
}

fn judge(result: &ElicitResult) -> Outcome {
    match result.action {
        ElicitationAction::Accept => match result.content.as_ref().and_then(|content| content.get("approve")).and_then(Value::as_bool) {
            Some(true) => Outcome::Agreed,
            Some(false) => Outcome::Declined("approval_false"),
            None => Outcome::Declined("invalid_elicitation_response"),
        },
        ElicitationAction::Decline => Outcome::Declined("elicitation_declined"),
        ElicitationAction::Cancel => Outcome::Declined("elicitation_cancelled"),
        _ => Outcome::Declined("invalid_elicitation_response"),
    }
}

/// No answer, and what the user can do about it.
fn refusal(status: &str, reason: &str, unknown: &[Recipient], scan: &scan::Options) -> Stop {
    let error = consent::refusal(unknown, &scan.root);
    let mut reply = Reply::refusal(status, format!("{}: {}", error.code, error.message), error.hint.as_deref());
    let root = scan.root.to_string_lossy();
    let authorization = json!({
        "repo_path": root, "reason": reason, "recipients": unknown.iter().map(|recipient| recipient.origin.clone()).collect::<Vec<_>>(),
        "cli_executable": "cw", "cli_args": ["index", root], "cli_command": format!("cw index {}", consent::quoted(&scan.root))
    });
    reply.insert("code", error.code.into());
    reply.insert("authorization", authorization);
    reply
}
