//! Where texts may be sent: an address that was checked. **Pure** but for the look-up of names.
//!
//! `https` anywhere; plain `http` only to this machine and to private networks; never to link-local addresses (the metadata services of clouds), never with a password in the
//! address. What a name resolves to is checked too, and the connection goes to exactly the addresses that were checked.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};

use reqwest::Url;

use super::client::Miss;
use crate::Error;

/// What is allowed beyond the usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allow {
    /// Plain `http` to public addresses.
    pub plain: bool,
    /// Link-local addresses.
    pub link_local: bool,
}

/// An address that may be posted to.
#[derive(Clone, Debug)]
pub struct Endpoint {
    url: Url,
    allow: Allow,
}

/// How far away an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Here,
    Private,
    LinkLocal,
    Public,
    /// No address of one machine.
    Nowhere,
}

impl Endpoint {
    /// Reads and checks an address. Errors: S32.
    pub fn parse(text: &str, allow: Allow) -> Result<Endpoint, Error> {
        let url = Url::parse(text.trim()).map_err(|error| refused("(address)", &error.to_string()))?;
        let endpoint = Endpoint { url, allow };
        let origin = endpoint.origin();
        if !matches!(endpoint.url.scheme(), "http" | "https") || endpoint.url.host_str().is_none_or(str::is_empty) {
            return Err(refused(&origin, "only http and https are spoken"));
        }
        if !endpoint.url.username().is_empty() || endpoint.url.password().is_some() {
            return Err(refused(&origin, "an address must not hold a name or password"));
        }
        match endpoint.literal() {
            Some(address) => endpoint.check(address).map_err(|why| refused(&origin, why))?,
            // What a name is good for shows when it is looked up.
            None if endpoint.url.scheme() == "http" && !allow.plain && !endpoint.is_loopback() && !is_private_name(endpoint.host()) => {
                return Err(refused(&origin, PLAIN));
            }
            None => {}
        }
        Ok(endpoint)
    }

    /// Scheme, host and port: what people are told, and what their consent is about.
    pub fn origin(&self) -> String {
        let port = self.url.port().map(|port| format!(":{port}")).unwrap_or_default();
        format!("{}://{}{port}", self.url.scheme(), self.host())
    }

    /// True if it is on this machine, so that nothing leaves it.
    pub fn is_loopback(&self) -> bool {
        match self.literal() {
            Some(address) => reach(address) == Reach::Here,
            None => is_loopback_name(self.host()),
        }
    }

    /// The whole address. It may hold what is not to be shown.
    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// The path, for guesses about what is spoken there.
    pub fn path(&self) -> &str {
        self.url.path()
    }

    /// The host as written.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// The same endpoint with another address of the same origin; `None` for another origin.
    pub(super) fn moved(&self, location: &str) -> Option<Url> {
        self.url.join(location).ok().filter(|url| url.origin() == self.url.origin())
    }

    fn literal(&self) -> Option<IpAddr> {
        self.host().trim_start_matches('[').trim_end_matches(']').parse().ok()
    }

    fn check(&self, address: IpAddr) -> Result<(), &'static str> {
        match reach(address) {
            Reach::Nowhere => Err("that is no address of one machine"),
            Reach::LinkLocal if !self.allow.link_local => Err("link-local addresses (metadata services) are not asked"),
            Reach::Public if self.url.scheme() == "http" && !self.allow.plain => Err(PLAIN),
            _ => Ok(()),
        }
    }

    /// The addresses behind the host, all checked. A name that means this machine must resolve to it.
    pub(super) fn resolve(&self) -> Result<Vec<SocketAddr>, Miss> {
        let port = self.url.port_or_known_default().unwrap_or(443);
        let found: Vec<SocketAddr> = match self.literal() {
            Some(address) => vec![SocketAddr::new(address, port)],
            None => (self.host(), port)
                .to_socket_addrs()
                .map_err(|error| Miss::Broken(format!("cannot find '{}': {error}", self.host())))?
                .collect(),
        };
        let local = self.is_loopback();
        for address in &found {
            let why = match self.check(address.ip()) {
                Ok(()) if local && reach(address.ip()) != Reach::Here => Err("a name of this machine resolves to another"),
                other => other,
            };
            why.map_err(|why| Miss::Never(format!("it is not asked: '{}' resolves to {}: {why}", self.host(), address.ip())))?;
        }
        if found.is_empty() { Err(Miss::Broken(format!("cannot find '{}'", self.host()))) } else { Ok(found) }
    }
}

const PLAIN: &str = "plain http is only for this machine and private networks";

fn refused(origin: &str, why: &str) -> Error {
    Error::usage("S32", format!("cannot send texts to '{origin}': {why}"))
        .hint("cw-pipeline(7) says where texts may be sent, and how to allow more")
}

fn is_loopback_name(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    host == "localhost" || host.ends_with(".localhost")
}

/// Names that only a private network gives out. Others in plain http are refused before they are looked up.
fn is_private_name(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    !host.contains('.') || [".local", ".internal", ".lan", ".home.arpa"].iter().any(|end| host.ends_with(end))
}

/// RFC 1918, 4193, 3927, 4291, 6598.
fn reach(address: IpAddr) -> Reach {
    match address.to_canonical() {
        IpAddr::V4(four) => match four.octets() {
            _ if four.is_loopback() => Reach::Here,
            _ if four.is_unspecified() || four.is_multicast() || four.is_broadcast() => Reach::Nowhere,
            _ if four.is_link_local() => Reach::LinkLocal,
            [100, 64..=127, ..] => Reach::Private,
            _ if four.is_private() => Reach::Private,
            _ => Reach::Public,
        },
        IpAddr::V6(six) => match six.segments() {
            _ if six.is_loopback() => Reach::Here,
            _ if six.is_unspecified() || six.is_multicast() => Reach::Nowhere,
            // The metadata service of a large cloud, within the private range.
            [0xfd00, 0xec2, ..] => Reach::LinkLocal,
            [first, ..] if first & 0xffc0 == 0xfe80 => Reach::LinkLocal,
            [first, ..] if first & 0xfe00 == 0xfc00 => Reach::Private,
            _ => Reach::Public,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Endpoint, Error> {
        Endpoint::parse(text, Allow::default())
    }

    #[test]
    fn what_may_be_asked() {
        for good in [
            "https://api.example.org/v1/embeddings?api-version=3",
            "http://127.0.0.1:8080/v1/embeddings",
            "http://localhost/v1",
            "http://[::1]:9/x",
            "http://192.168.1.7/v1",
            "http://10.0.0.1/v1",
            "http://gpu-box:8080/v1",
            "http://gpu.lan/v1",
            "https://93.184.215.14/v1",
        ] {
            assert!(parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "api.example.org/v1",
            "file:///etc/passwd",
            "ftp://example.org/",
            "unix:/run/x",
            "http://api.example.org/v1",
            "http://93.184.215.14/v1",
            "http://169.254.169.254/latest/meta-data",
            "https://169.254.169.254/",
            "http://[fd00:ec2::254]/",
            "http://[fe80::1]/",
            "http://[::ffff:169.254.169.254]/",
            "http://0.0.0.0:80/",
            "http://2852039166/",
            "https://user:word@example.org/",
            "https://user@example.org/",
            "https://224.0.0.1/",
        ] {
            let error = parse(bad).expect_err(bad);
            assert_eq!(
                (error.code, error.message.contains("word")),
                ("S32", bad.contains("example.org/") && error.message.contains("password")),
                "{bad}: {error}"
            );
        }
        let all = Allow { plain: true, link_local: true };
        assert!(Endpoint::parse("http://api.example.org/v1", all).is_ok());
        assert!(Endpoint::parse("http://169.254.169.254/", all).is_ok());
    }

    #[test]
    fn what_is_here_and_what_is_told() {
        for (text, here, origin) in [
            ("http://127.0.0.1:8080/v1?k=1", true, "http://127.0.0.1:8080"),
            ("http://127.1/v1", true, "http://127.0.0.1"),
            ("https://LOCALHOST./", true, "https://localhost."),
            ("http://[::1]:9/x", true, "http://[::1]:9"),
            ("http://10.0.0.1/v1", false, "http://10.0.0.1"),
            ("https://api.example.org:443/v1?key=abc", false, "https://api.example.org"),
        ] {
            let endpoint = parse(text).unwrap();
            assert_eq!((endpoint.is_loopback(), endpoint.origin().as_str()), (here, origin), "{text}");
        }
        let endpoint = parse("https://a.example/v1/e").unwrap();
        assert!(endpoint.moved("/v2").is_some());
        for other in ["https://b.example/v1", "http://a.example/v1/e", "https://a.example:444/", "file:///etc/passwd", "//169.254.169.254/"]
        {
            assert!(endpoint.moved(other).is_none(), "{other}");
        }
    }
}
