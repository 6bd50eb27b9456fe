//! Access control of the page. Any web page in a browser can send requests to this machine, so the server accepts only requests to
//! its own address, from its own origin, and sessions that know its key.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names that the loopback interface goes by.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// The address of the page and its key.
pub struct Guard {
    port: u16,
    key: String,
}

impl Guard {
    /// Guards the page at this port with a key.
    pub fn new(port: u16, key: String) -> Guard {
        Guard { port, key }
    }

    /// Returns the address to open. The key is in its fragment, which browsers do not send.
    pub fn address(&self) -> String {
        format!("http://{}:{}/#key={}", NAMES[0], self.port, self.key)
    }

    /// Returns whether a session's first message is the key.
    pub fn knows(&self, message: &str) -> bool {
        let Some(word) = message.strip_prefix("key ") else { return false };
        let differences = word.bytes().zip(self.key.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
        // Compares in constant time, so that the time reveals no prefix of the key.
        word.len() == self.key.len() && differences == 0
    }

    fn is_own_host(&self, host: &str) -> bool {
        NAMES.iter().any(|name| host == format!("{name}:{}", self.port) || self.port == 80 && host == *name)
    }

    fn is_own_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.is_own_host(host))
    }

    /// Says why a request is refused.
    fn refusal(&self, method: &Method, headers: &HeaderMap, is_session: bool) -> Option<(StatusCode, &'static str)> {
        let value = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        if !value(HOST).is_some_and(|host| self.is_own_host(host)) {
            return Some((StatusCode::MISDIRECTED_REQUEST, "the Host is not this page's"));
        }
        let is_foreign = headers.contains_key(ORIGIN) && !value(ORIGIN).is_some_and(|origin| self.is_own_origin(origin));
        if is_foreign || is_session && !headers.contains_key(ORIGIN) {
            return Some((StatusCode::FORBIDDEN, "the Origin is not this page's"));
        }
        let is_read = method == Method::GET || method == Method::HEAD;
        (!is_read).then_some((StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD"))
    }
}

/// What the page may load: its own files, and the sockets of its own server.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      object-src 'none'";

/// Refuses foreign requests, and adds the headers that keep foreign pages out of every answer.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let is_session = request.uri().path() == "/session";
    let mut response = match guard.refusal(request.method(), request.headers(), is_session) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let rules: [(HeaderName, &'static str); 6] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    response.headers_mut().extend(rules.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_address_origin_and_key() {
        let guard = Guard { port: 8080, key: "00ff".into() };
        for host in ["127.0.0.1:8080", "localhost:8080"] {
            assert!(guard.is_own_host(host) && guard.is_own_origin(&format!("http://{host}")), "{host}");
        }
        for host in ["", "127.0.0.1", "127.0.0.1:80", "evil.example:8080", "127.0.0.1:8080.evil.example", "localhost:8080@evil"] {
            assert!(!guard.is_own_host(host) && !guard.is_own_origin(&format!("http://{host}")), "{host}");
        }
        assert!(!guard.is_own_origin("null") && !guard.is_own_origin("https://127.0.0.1:8080"));
        assert!(guard.knows("key 00ff"));
        for message in ["", "key", "key ", "key 00fe", "key 00ff0", "key 00f", "00ff", "name"] {
            assert!(!guard.knows(message), "{message}");
        }
        assert!(guard.address().ends_with("#key=00ff"));
    }
}
