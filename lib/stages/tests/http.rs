//! Embeddings over HTTP against a service that shows every fault of the field: no vector is wrong, none is lost that could be had, and every loop ends.

mod stub;

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use cw_records::{Chunk, RecordPath};
use cw_stages::providers::http::{Allow, Embeddings, Encoding, Endpoint, Secret, Service};
use cw_stages::providers::{Embedder, Trouble, Wish};
use cw_stages::{Clock, Env};
use serde_json::json;
use stub::{DIMS, Reply, Stub, unit};

const KEY: &str = "sk-TESTKEY-0123456789abcdef";

/// Time passes by sleeping only, and at once.
#[derive(Clone, Default)]
struct Fast {
    nanos: Arc<AtomicU64>,
    slept: Arc<Mutex<Vec<Duration>>>,
}

impl Clock for Fast {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.nanos.load(Ordering::SeqCst))
    }

    fn sleep(&self, time: Duration) {
        self.slept.lock().unwrap().push(time);
        self.nanos.fetch_add(time.as_nanos() as u64, Ordering::SeqCst);
        std::thread::yield_now();
    }

    fn calendar(&self) -> Option<SystemTime> {
        Some(SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_770) + self.now())
    }
}

fn env() -> (Env, Fast) {
    let clock = Fast::default();
    (Env::new(2).unwrap().with_clock(clock.clone()), clock)
}

fn service(stub: &Stub) -> Service {
    let mut service = Service::new(Endpoint::parse(&stub.url("/v1/embeddings?version=secretquery"), Allow::default()).unwrap());
    service.key = Some(Secret(KEY.into()));
    service
}

fn embeddings(stub: &Stub) -> Embeddings {
    Embeddings::new(service(stub), "m")
}

fn chunk(text: &str) -> Chunk {
    Chunk { path: RecordPath::from("a/b.rs"), breadcrumb: vec!["c".into()], text: text.into(), ..Chunk::default() }
}

/// What the service is sent of such a chunk.
fn sent(text: &str) -> String {
    format!("a/b.rs > c\n{text}")
}

fn ask(embedder: &dyn Embedder, env: &Env, texts: &[String]) -> Vec<Result<Vec<f32>, Trouble>> {
    let chunks: Vec<Chunk> = texts.iter().map(|text| chunk(text)).collect();
    embedder.chunks(env, &chunks.iter().collect::<Vec<_>>(), Wish { dims: Some(DIMS as u32), hurry: false })
}

fn texts(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("fn item_{number}() {{ {} }}", "x".repeat(number % 40))).collect()
}

fn requests() -> usize {
    std::env::var("CW_REQUESTS").ok().and_then(|count| count.parse().ok()).unwrap_or(4_000)
}

/// F1, F2, F3, F7: thousands of requests, each third of them with a fault, and every vector belongs to its text. `CW_REQUESTS=10000` makes it longer.
#[test]
fn every_vector_belongs_to_its_text() {
    for seed in [1, 2] {
        let stub = Stub::new(move |request| {
            let dice = stub::mix(seed, request.turn as u64);
            match dice % 3 {
                0 => stub::fault((dice / 3) as usize, &request.texts()),
                1 => stub::disguised((dice / 3) as usize, &request.texts()),
                _ => Reply::Json(stub::good(&request.texts())),
            }
        });
        let mut service = service(&stub);
        // A third fails, so that about one request in 3^20 would be given up.
        (service.retries, service.concurrency) = (20, 8);
        let embedder = Embeddings::new(service, "m").with_sizes(4, 1000, 8192);
        let (env, _) = env();
        let texts = texts(requests() * 4 / 2);
        let found = ask(&embedder, &env, &texts);
        assert_eq!(found.len(), texts.len());
        for (text, found) in texts.iter().zip(found) {
            assert_eq!(found.as_deref(), Ok(&unit(&sent(text))[..]), "{text}");
        }
        assert!(stub.count() > texts.len() / 4, "{}", stub.count());
        assert!(stub.most() <= 8);
    }
}

/// Each fault alone, for ever: trouble, bounded, and no key in what is said.
#[test]
fn a_fault_that_stays_is_trouble() {
    for number in 0..stub::FAULTS {
        let stub = Stub::new(move |request| stub::fault(number, &request.texts()));
        let (env, clock) = env();
        let mut service = service(&stub);
        service.concurrency = 3;
        let found = ask(&Embeddings::new(service, "m").with_sizes(2, 1000, 8192), &env, &texts(400));
        for found in &found {
            let trouble = found.as_ref().expect_err("nothing good came");
            assert!(matches!(trouble, Trouble::Down(_) | Trouble::Dims { .. }), "{number}: {trouble:?}");
            assert!(!trouble.message().contains("TESTKEY") && !trouble.message().contains("secretquery"), "{trouble:?}");
        }
        // Not 200 batches of six tries: who is down is down for all.
        assert!(stub.count() <= 3 * 6 + 3, "{number}: {}", stub.count());
        assert!(clock.now() < Duration::from_secs(120), "{number}: {:?}", clock.now());
    }
}

/// F1: it waits as long as it is told, by seconds, a date, or a sentence; then it goes on.
#[test]
fn it_waits_as_long_as_it_is_told() {
    type Make = fn() -> Reply;
    let cases: [(Make, f64); 4] = [
        (|| Reply::status(429, json!({})).with("retry-after", "7"), 7.0),
        (|| Reply::status(429, json!({})).with("retry-after", "Sun, 06 Nov 1994 08:49:41 GMT"), 11.0),
        (
            || {
                Reply::status(503, json!({}))
                    .with("retry-after", "Sun, 06 Nov 1994 08:49:41 GMT")
                    .with("date", "Sun, 06 Nov 1994 08:49:36 GMT")
            },
            5.0,
        ),
        (|| Reply::status(429, json!({ "error": { "message": "Rate limit. Please try again in 1m30s." } })), 90.0),
    ];
    for (make, seconds) in cases {
        let stub = Stub::new(move |request| if request.turn == 0 { make() } else { Reply::Json(stub::good(&request.texts())) });
        let (env, clock) = env();
        let found = ask(&embeddings(&stub), &env, &texts(3));
        assert!(found.iter().all(Result::is_ok), "{found:?}");
        let waited = clock.now().as_secs_f64();
        assert!(waited >= seconds && waited <= seconds * 1.3 + 1.0, "{waited} for {seconds}");
        assert_eq!(stub.count(), 2);
    }
    // But not for ever.
    let stub = Stub::new(|_| Reply::status(429, json!({})).with("retry-after", "86400"));
    let (env, clock) = env();
    let found = ask(&embeddings(&stub), &env, &texts(3));
    assert!(found[0].as_ref().is_err_and(|trouble| trouble.message().contains("86400 s")), "{found:?}");
    assert!(clock.now() < Duration::from_secs(10));
}

/// F5: blank texts are not sent, and a text that is refused is refused alone.
#[test]
fn one_bad_text_fails_alone() {
    let stub = Stub::new(|request| {
        let texts = request.texts();
        let blank = texts.iter().any(|text| text.lines().skip(1).all(|line| line.trim().is_empty()) && text != "text");
        match blank || texts.iter().any(|text| text.contains("forbidden")) {
            true => Reply::status(400, json!({ "error": { "message": "input is invalid" } })),
            false => Reply::Json(stub::good(&texts)),
        }
    });
    let mut all = texts(40);
    all[7] = "  \n\t\n".into();
    all[8] = String::new();
    all[11] = "forbidden".into();
    let (env, _) = env();
    let found = ask(&embeddings(&stub), &env, &all);
    for (place, (text, found)) in all.iter().zip(&found).enumerate() {
        match place {
            7 | 8 => assert_eq!(found, &Ok(Vec::new())),
            11 => assert!(matches!(found, Err(Trouble::Refused(why)) if why.contains("input is invalid")), "{found:?}"),
            _ => assert_eq!(found.as_deref(), Ok(&unit(&sent(text))[..])),
        }
    }
    // Alone and first, it is still about the text, since another text goes.
    let found = ask(&embeddings(&stub), &env, &["forbidden".to_owned()]);
    assert!(matches!(&found[0], Err(Trouble::Refused(_))), "{found:?}");
    // Where nothing goes, it is about the settings, and that is found out soon.
    let stub = Stub::new(|_| Reply::status(400, json!({ "error": { "message": "unknown field 'dimensions'" } })));
    let found = ask(&embeddings(&stub), &env, &texts(1000));
    assert!(found.iter().all(|found| matches!(found, Err(Trouble::Settings(why)) if why.contains("dimensions"))));
    assert!(stub.count() < 40, "{}", stub.count());
}

/// F6: a text over the limit is split at lines, each piece with its head, and pooled by length; others are not touched.
#[test]
fn a_long_text_is_split_and_pooled() {
    let limit = 300;
    let stub = Stub::new(move |request| {
        let texts = request.texts();
        match texts.iter().find(|text| text.len() > limit) {
            Some(text) => Reply::status(
                400,
                json!({ "error": { "message": format!("maximum context length is {limit} tokens, you sent {}", text.len()) } }),
            ),
            None => Reply::Json(stub::good(&texts)),
        }
    });
    let long: String = (0..50).map(|number| format!("let line_{number} = {number};\n")).collect();
    let all = ["short".to_owned(), long.clone(), "other".to_owned()];
    let (env, _) = env();
    // The service has the last word (a limit of ours of 8,192), or we know its limit.
    for tokens in [8192, 150] {
        let before = stub.texts().len();
        let found = ask(&embeddings(&stub).with_sizes(32, 100_000, tokens), &env, &all);
        assert_eq!(found[0].as_deref(), Ok(&unit(&sent("short"))[..]));
        assert_eq!(found[2].as_deref(), Ok(&unit(&sent("other"))[..]));
        let pooled = found[1].as_ref().unwrap();
        let length: f32 = pooled.iter().map(|number| number * number).sum();
        assert!((length - 1.0).abs() < 1e-5);
        let pieces: Vec<String> =
            stub.texts()[before..].iter().filter(|text| text.len() <= limit && text.contains("line_")).cloned().collect();
        assert!(pieces.len() > 3 && pieces.iter().all(|piece| piece.starts_with("a/b.rs > c\n") && piece.ends_with('\n')), "{pieces:?}");
        let mut sum = [0f32; DIMS];
        let mut bodies = String::new();
        let mut ordered = pieces.clone();
        ordered.sort_by_key(|piece| long.find(&piece["a/b.rs > c\n".len()..]));
        for piece in &ordered {
            let body = &piece["a/b.rs > c\n".len()..];
            bodies += body;
            sum.iter_mut().zip(unit(piece)).for_each(|(sum, number)| *sum += number * body.len() as f32);
        }
        assert_eq!(bodies, long, "nothing is left out");
        cw_stages::providers::embedded::normalise(&mut sum);
        assert!(sum.iter().zip(pooled).all(|(a, b)| (a - b).abs() < 1e-5));
    }
}

/// F4: a model of another size is another model.
#[test]
fn another_size_is_trouble() {
    let stub = Stub::embedding();
    let (env, _) = env();
    let chunk = chunk("text");
    let found = embeddings(&stub).chunks(&env, &[&chunk], Wish { dims: Some(16), hurry: false });
    assert_eq!(found, [Err(Trouble::Dims { want: 16, got: DIMS })]);
    assert_eq!(embeddings(&stub).query(&env, "x", Some(4)), Err(Trouble::Dims { want: 4, got: DIMS }));
    assert_eq!(embeddings(&stub).query(&env, "x", None).unwrap(), unit("x"));
}

/// What is sent is what was configured, and nothing else.
#[test]
fn requests_hold_what_was_configured() {
    let stub = Stub::embedding();
    let (env, _) = env();
    embeddings(&stub).query(&env, "where", None).unwrap();
    let plain = &stub.requests()[0];
    assert_eq!(plain.body, json!({ "model": "m", "input": ["where"] }));
    assert_eq!(plain.path, "/v1/embeddings?version=secretquery");
    assert_eq!(plain.headers["authorization"], format!("Bearer {KEY}"));
    let mut service = service(&stub);
    service.key = None;
    service.headers.push(("X-Tenant".into(), Secret("t1".into())));
    let embedder = Embeddings::new(service, "m")
        .with_dims(Some(DIMS as u32))
        .with_encoding(Some(Encoding::Base64))
        .with_prefixes("query: ", "passage: ");
    embedder.query(&env, "where", None).unwrap();
    ask(&embedder, &env, &["here".to_owned()]);
    let [_, query, document] = &stub.requests()[..] else { panic!("{:?}", stub.requests()) };
    assert_eq!(query.body, json!({ "model": "m", "input": ["query: where"], "dimensions": DIMS, "encoding_format": "base64" }));
    assert_eq!(document.body["input"], json!([format!("passage: {}", sent("here"))]));
    assert_eq!((query.headers.get("authorization"), query.headers["x-tenant"].as_str()), (None, "t1"));
    // Prefixes and sizes are other spaces.
    assert_ne!(embedder.identity().part(), embeddings(&stub).identity().part());
    assert_eq!(embeddings(&stub).identity().part(), "http-m");
}

/// Redirects stay within the origin.
#[test]
fn redirects_stay_at_home() {
    let away = Stub::embedding();
    let target = away.url("/v1/embeddings");
    let stub = Stub::new(move |request| match request.path.as_str() {
        "/there" => Reply::Json(stub::good(&request.texts())),
        path if path.contains("far") => Reply::status(308, json!({})).with("location", &target),
        path if path.contains("meta") => Reply::status(307, json!({})).with("location", "http://169.254.169.254/latest"),
        path if path.contains("file") => Reply::status(302, json!({})).with("location", "file:///etc/passwd"),
        path if path.contains("circle") => Reply::status(307, json!({})).with("location", path),
        _ => Reply::status(307, json!({})).with("location", "/there"),
    });
    let (env, _) = env();
    let at = |path: &str| {
        let mut service = Service::new(Endpoint::parse(&stub.url(path), Allow::default()).unwrap());
        service.key = Some(Secret(KEY.into()));
        Embeddings::new(service, "m").query(&env, "x", None)
    };
    assert_eq!(at("/near").unwrap(), unit("x"));
    for path in ["/far", "/meta", "/file", "/circle"] {
        assert!(matches!(at(path), Err(Trouble::Settings(_))), "{path}: {:?}", at(path));
    }
    assert_eq!(away.count(), 0);
}

/// A wrong key is said once, not tried a thousand times; nor is a service that is not there.
#[test]
fn what_cannot_work_is_not_tried_again() {
    let stub = Stub::new(|_| {
        Reply::status(401, json!({ "error": { "message": format!("Incorrect API key provided: {KEY}. Or half: {}", &KEY[..15]) } }))
    });
    let (env, clock) = env();
    let found = ask(&embeddings(&stub), &env, &texts(1000));
    assert!(stub.count() <= 4, "{}", stub.count());
    let Err(Trouble::Settings(why)) = &found[0] else { panic!("{found:?}") };
    assert!(why.contains("401") && why.contains("***") && !why.contains("TESTKEY"), "{why}");
    assert!(found.iter().all(Result::is_err));
    assert_eq!(clock.now(), Duration::ZERO);
    let gone = stub.url("/v1");
    drop(stub);
    std::thread::sleep(Duration::from_millis(50));
    let dead = Embeddings::new(Service::new(Endpoint::parse(&gone, Allow::default()).unwrap()), "m");
    let found = ask(&dead, &env, &texts(1000));
    assert!(found.iter().all(|found| matches!(found, Err(Trouble::Down(_)))), "{:?}", found[0]);
    assert!(clock.now() < Duration::from_secs(120), "{:?}", clock.now());
}

/// F9: time limits are for each request, not for the run; a question has one of its own.
#[test]
fn time_is_limited() {
    let stub = Stub::new(|request| match request.texts()[0].contains("slow") {
        true => Reply::Late(Duration::from_secs(3), Box::new(Reply::Json(stub::good(&request.texts())))),
        false => Reply::Late(Duration::from_millis(60), Box::new(Reply::Json(stub::good(&request.texts())))),
    });
    let mut service = service(&stub);
    (service.timeout, service.retries, service.concurrency, service.question) =
        (Duration::from_millis(400), 1, 1, Duration::from_millis(300));
    let embedder = Embeddings::new(service, "m").with_sizes(1, 1000, 8192);
    let (env, _) = env();
    // Twenty requests take longer together than one may.
    assert!(ask(&embedder, &env, &texts(20)).iter().all(Result::is_ok));
    assert!(matches!(&ask(&embedder, &env, &["slow".to_owned()])[0], Err(Trouble::Down(why)) if why.contains("no reply in time")));
    assert!(matches!(embedder.query(&env, "slow", None), Err(Trouble::Down(_))));
}

/// Concurrency: as many at once as allowed, one after a refusal, more again later.
#[test]
fn the_pace_follows_the_service() {
    let refused = AtomicUsize::new(0);
    let running = Arc::new(AtomicUsize::new(0));
    let own = running.clone();
    let stub = Stub::new(move |request| {
        let now = own.fetch_add(1, Ordering::SeqCst) + 1;
        std::thread::sleep(Duration::from_millis(3));
        own.fetch_sub(1, Ordering::SeqCst);
        // It can do two at once.
        if now > 2 {
            refused.fetch_add(1, Ordering::SeqCst);
            return Reply::status(429, json!({ "error": { "message": "Too many requests" } }));
        }
        Reply::Json(stub::good(&request.texts()))
    });
    let mut service = service(&stub);
    (service.concurrency, service.retries) = (8, 10);
    let (env, _) = env();
    let texts = texts(400);
    let found = ask(&Embeddings::new(service, "m").with_sizes(2, 1000, 8192), &env, &texts);
    assert!(found.iter().all(Result::is_ok));
    assert!(stub.most() > 1 && stub.most() <= 8);
}

#[test]
fn cancelled_work_stops() {
    let stub = Stub::new(|_| Reply::status(503, json!({})));
    let (env, _) = env();
    env.cancel();
    assert!(ask(&embeddings(&stub), &env, &texts(10)).iter().all(|found| *found == Err(Trouble::Cancelled)));
    assert_eq!(stub.count(), 0);
}
