//! Passwords and tokens. Neither is ever printed or stored, and both are wiped from memory when dropped.

use super::Denied;
use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version, password_hash::phc::PasswordHash,
};
use books::{Hash, read_hex};
use std::fmt::Write;
use zeroize::{Zeroize, Zeroizing};

/// The cost of hashing a password, and thus of guessing one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// KiB of memory.
    pub memory: u32,
    /// How many passes are made over the memory.
    pub passes: u32,
}

impl Cost {
    /// 19 MiB and two passes: the minimum that OWASP recommends.
    pub const USUAL: Cost = Cost { memory: 19 * 1024, passes: 2 };
}

/// Argon2id, and the hash that is checked for names that do not exist.
pub(super) struct Hasher {
    argon2: Argon2<'static>,
    stand_in: String,
}

impl Hasher {
    pub(super) fn new(cost: Cost) -> Result<Hasher, Denied> {
        let params = Params::new(cost.memory, cost.passes, 1, None);
        let params = params.map_err(|e| Denied::Broken(format!("argon2: {e}")))?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let mut hasher = Hasher { argon2, stand_in: String::new() };
        // Nobody knows the password for this hash, so nobody can sign in with it.
        hasher.stand_in = hasher.hash(Token::new()?.reveal())?;
        Ok(hasher)
    }

    pub(super) fn hash(&self, password: &str) -> Result<String, Denied> {
        let hash: Result<PasswordHash, _> = self.argon2.hash_password(password.as_bytes());
        Ok(hash.map_err(|e| Denied::Broken(format!("argon2: {e}")))?.to_string())
    }

    /// Whether this password has this hash. Without a hash the answer is no, after the same amount of work.
    pub(super) fn matches(&self, hash: Option<&str>, password: &str) -> bool {
        let kept = hash.and_then(|hash| PasswordHash::new(hash).ok());
        let known = kept.is_some();
        let tried = kept.or_else(|| PasswordHash::new(&self.stand_in).ok());
        tried.is_some_and(|hash| self.argon2.verify_password(password.as_bytes(), &hash).is_ok()) && known
    }
}

/// 256 random bits as 64 hexadecimal digits: the content of a cookie or a one-time link. It has no `Debug` on purpose.
#[derive(Clone)]
pub struct Token(Zeroizing<String>);

impl Token {
    /// A new random token.
    pub fn new() -> Result<Token, Denied> {
        let mut bytes = Zeroizing::new([0; 32]);
        getrandom::fill(bytes.as_mut()).map_err(|e| Denied::Broken(format!("no chance: {e}")))?;
        let mut text = Zeroizing::new(String::with_capacity(64));
        for byte in bytes.iter() {
            write!(text, "{byte:02x}").expect("a string takes everything");
        }
        Ok(Token(text))
    }

    /// Parses what somebody sent, if it can be a token.
    pub fn read(text: &str) -> Option<Token> {
        let mut bytes: [u8; 32] = read_hex(text)?;
        bytes.zeroize();
        Some(Token(Zeroizing::new(text.to_owned())))
    }

    /// The digits, for the cookie or the link.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash that is stored instead of the token.
    pub fn hash(&self) -> Hash {
        Hash::of(&[self.0.as_bytes()])
    }
}

/// Six digits to add to a name that is taken.
pub(super) fn digits() -> Result<String, Denied> {
    let mut bytes = [0; 3];
    getrandom::fill(&mut bytes).map_err(|e| Denied::Broken(format!("no chance: {e}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The cookie's name.
const NAME: &str = "ch47";

/// The `Set-Cookie` header for a token. It is valid until the browser is closed, or for `keep` milliseconds, since a
/// guest is known only by the cookie. The server may end the session sooner.
pub fn cookie(token: &Token, secure: bool, keep: Option<i64>) -> Zeroizing<String> {
    let keep = keep.map_or_else(String::new, |keep| format!("; Max-Age={}", keep / 1000));
    let secure = if secure { "; Secure" } else { "" };
    Zeroizing::new(format!("{NAME}={}; HttpOnly; SameSite=Strict; Path=/{keep}{secure}", token.reveal()))
}

/// The `Set-Cookie` header that removes it.
pub fn cookie_gone(secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{NAME}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0{secure}")
}

/// The token in the `Cookie` headers of a request. If there are two cookies of our name, neither counts: one of them
/// was planted.
pub fn token_in<'a>(headers: impl IntoIterator<Item = &'a str>) -> Option<Token> {
    let pairs = headers.into_iter().flat_map(|header| header.split(';'));
    let mut ours = pairs.filter_map(|pair| pair.trim().split_once('=')).filter(|(name, _)| *name == NAME);
    let (_, value) = ours.next()?;
    if ours.next().is_some() { None } else { Token::read(value) }
}

/// The token of a service in the `Authorization` headers of a request: `None` if no header has one, and an error if it
/// cannot be valid. Other schemes belong to a proxy and are ignored.
pub fn bearer_in<'a>(headers: impl IntoIterator<Item = &'a str>) -> Option<Result<Token, Denied>> {
    let mut bearers = headers.into_iter().filter_map(|header| {
        let (scheme, token) = header.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    let (token, second) = (bearers.next()?, bearers.next());
    Some(Token::read(token).filter(|_| second.is_none()).ok_or(Denied::Token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_comes_back_as_the_token_it_is() {
        let token = Token::new().expect("chance");
        assert!(cookie(&token, false, Some(60_000)).ends_with("; Path=/; Max-Age=60"));
        let cookie = cookie(&token, true, None);
        assert!(cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/; Secure"), "{}", &cookie[69..]);
        let sent = cookie.split(';').next().expect("a pair");
        for header in [sent.to_owned(), format!("a=b; {sent}"), format!("{sent};c=d")] {
            assert!(token_in([header.as_str()]).is_some_and(|read| read.hash() == token.hash()), "{header}");
        }
        let none = ["", "ch47=", "ch47=00", "xch47=00", &format!("{sent}0"), &sent.to_uppercase()];
        for header in none {
            assert!(token_in([header]).is_none(), "{header}");
        }
        assert!(token_in([sent, sent]).is_none() && token_in([format!("{sent}; {sent}").as_str()]).is_none());
        assert!(cookie_gone(false).ends_with("Max-Age=0"));
    }

    #[test]
    fn a_bearer_is_one_token_and_other_schemes_are_not_ours() {
        let token = Token::new().expect("chance");
        let sent = format!("Bearer {}", token.reveal());
        let read =
            |headers: &[&str]| bearer_in(headers.iter().copied()).map(|read| read.map(|token| token.hash()));
        assert_eq!(read(&[&sent]), Some(Ok(token.hash())));
        assert_eq!(read(&["Basic YTpi", &sent.replace("Bearer", "bearer")]), Some(Ok(token.hash())));
        assert_eq!(read(&[]), None);
        assert_eq!(read(&["Basic YTpi"]), None);
        for wrong in [&["Bearer x"][..], &["Bearer "], &[&sent, &sent]] {
            assert_eq!(read(wrong), Some(Err(Denied::Token)), "{wrong:?}");
        }
    }

    #[test]
    fn tokens_differ_and_a_kept_hash_is_no_token() {
        let (one, other) = (Token::new().expect("chance"), Token::new().expect("chance"));
        assert_ne!(one.reveal(), other.reveal());
        let stolen = Token::read(&one.hash().to_string()).expect("looks like one");
        assert_ne!(stolen.hash(), one.hash());
    }

    #[test]
    fn a_password_matches_its_own_hash_alone() {
        let hasher = Hasher::new(Cost { memory: 16, passes: 1 }).expect("a hasher");
        let hash = hasher.hash("a long pass phrase").expect("a hash");
        assert!(hash.starts_with("$argon2id$v=19$m=16,t=1,p=1$"), "{hash}");
        assert!(hasher.matches(Some(&hash), "a long pass phrase"));
        assert!(!hasher.matches(Some(&hash), "a long pass phrasf"));
        assert!(!hasher.matches(None, "a long pass phrase") && !hasher.matches(Some(""), ""));
        assert_ne!(hash, hasher.hash("a long pass phrase").expect("a hash"), "salted");
    }
}
