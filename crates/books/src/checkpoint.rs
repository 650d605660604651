//! Checkpoints: the signed head of a table's journal.
//!
//! Anyone who keeps a checkpoint (a patron, an auditor, the commission) can show later that lines were changed, removed
//! or rolled back. The signed text has the form of a C2SP tlog-checkpoint, with the time as its only extension line:
//!
//! ```text
//! ch47/baccarat-1
//! 1042
//! 5dynmacCZ1mtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=
//! 1763254937000
//! ```
//!
//! Each line ends in a line feed. They are: the origin, which is `ch47/` and the table's name; the number of lines in
//! the journal; the RFC 6962 root over them in base64; and the time in milliseconds since 1970, UTC.
//! [`Checkpoint::note`] adds an empty line and the Ed25519 signature in C2SP's signed-note format, so that witnesses
//! and other tools for transparency logs can read it.

use crate::{
    hash::{Hash, read_hex},
    merkle::{self, Consistency},
};
use ed25519_dalek::{Signature, Signer};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The key that signs checkpoints. It cannot be printed or serialized, and is wiped from memory when dropped.
///
/// ```compile_fail
/// println!("{:?}", books::SigningKey::from_bytes(&[7; 32]));
/// ```
/// ```compile_fail
/// serde_json::to_string(&books::SigningKey::from_bytes(&[7; 32]));
/// ```
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// Makes a key from these 32 bytes of entropy.
    pub fn from_bytes(bytes: &[u8; 32]) -> SigningKey {
        SigningKey(ed25519_dalek::SigningKey::from_bytes(bytes))
    }

    /// The public key that checks its signatures.
    pub fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey(self.0.verifying_key())
    }

    /// Signs a text that is not a checkpoint; returns hexadecimal digits.
    pub fn sign(&self, text: &[u8]) -> String {
        format!("{:x}", self.0.sign(text))
    }

    /// Signs a text of the given kind, such as `high-water`; returns 128 hexadecimal digits. A text of one kind can
    /// never pass for one of another kind, nor for a checkpoint.
    pub fn sign_text(&self, kind: &str, text: &str) -> String {
        self.sign(of_kind(kind, text).as_bytes())
    }
}

/// The text that is signed. It cannot be a checkpoint, which begins with `ch47/`, and the kind ends at the first line
/// break.
fn of_kind(kind: &str, text: &str) -> String {
    format!("ch47 {kind}\n{text}")
}

/// The public key that checks signatures, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VerifyingKey(ed25519_dalek::VerifyingKey);

impl VerifyingKey {
    /// The bytes of the key.
    pub fn bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// Whether this key signed a text of this kind.
    pub fn has_signed(&self, kind: &str, text: &str, signature: &str) -> bool {
        self.signed(of_kind(kind, text).as_bytes(), signature)
    }

    /// Whether this signature, in hexadecimal digits, is valid for this text.
    pub fn signed(&self, text: &[u8], signature: &str) -> bool {
        let signature = read_hex(signature).map(|bytes| Signature::from_bytes(&bytes));
        signature.is_some_and(|signature| self.0.verify_strict(text, &signature).is_ok())
    }

    /// The key in C2SP's signed-note format, for tools for transparency logs: `ch47/craps-1+89f47012+AW4y…`.
    pub fn note_key(&self, table: &str) -> String {
        let key = [&[ED25519][..], self.0.as_bytes()].concat();
        let id = self.id(table).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        format!("{}+{id}+{}", origin(table), base64(&key))
    }

    /// The first bytes of a hash of the name and the key. They tell the signatures of several keys apart.
    fn id(&self, table: &str) -> [u8; 4] {
        let hash = Hash::of(&[origin(table).as_bytes(), b"\n", &[ED25519], self.0.as_bytes()]);
        [hash.0[0], hash.0[1], hash.0[2], hash.0[3]]
    }
}

/// The signed-note type number of Ed25519.
const ED25519: u8 = 1;

impl fmt::Display for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hash(self.0.to_bytes()).fmt(f)
    }
}

/// Not an Ed25519 key in 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAKey;

impl fmt::Display for NotAKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an Ed25519 key in 64 lower-case hexadecimal digits")
    }
}

impl std::error::Error for NotAKey {}

impl FromStr for VerifyingKey {
    type Err = NotAKey;
    fn from_str(text: &str) -> Result<VerifyingKey, NotAKey> {
        let key = read_hex(text).and_then(|bytes| ed25519_dalek::VerifyingKey::from_bytes(&bytes).ok());
        // Under a key of small order, one signature is valid for many texts.
        key.filter(|key| !key.is_weak()).map(VerifyingKey).ok_or(NotAKey)
    }
}

impl TryFrom<String> for VerifyingKey {
    type Error = NotAKey;
    fn try_from(text: String) -> Result<VerifyingKey, NotAKey> {
        text.parse()
    }
}

impl From<VerifyingKey> for String {
    fn from(key: VerifyingKey) -> String {
        key.to_string()
    }
}

/// The signed head of a table's journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The table.
    pub table: String,
    /// How many lines its journal has.
    pub size: u64,
    /// The RFC 6962 root over them.
    pub root: Hash,
    /// When it was signed: milliseconds since 1970, UTC.
    pub at: i64,
    /// The Ed25519 signature of the text, in 128 hexadecimal digits.
    pub signature: String,
}

/// Why a checkpoint is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsound {
    /// The table's name is empty, or has a space, a control character or a plus sign in it.
    Name,
    /// The key did not sign this text.
    Signature,
    /// The two checkpoints are of different tables.
    OtherTable,
    /// The later checkpoint has fewer lines, or an earlier time, than the earlier one.
    Backwards,
    /// The journal has fewer lines than the checkpoint.
    Short,
    /// The checkpoint covers lines that, as the journal says, were lost when the floor was restored from a backup copy.
    Lost,
    /// The journal's lines do not have the root of the earlier checkpoint.
    Earlier,
    /// The journal's lines do not have the root of the later checkpoint.
    Later,
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsound::Name => "the table's name is empty or has a space, a control character or a plus sign",
            Unsound::Signature => "the key has not signed this checkpoint",
            Unsound::OtherTable => "the checkpoints are of two tables",
            Unsound::Backwards => "the later checkpoint has fewer lines or an earlier time",
            Unsound::Short => "the journal has fewer lines than the checkpoint",
            Unsound::Lost => {
                "it covers lines that were lost when the floor was restored from a copy, and the journal says so"
            }
            Unsound::Earlier => "the journal does not have the root of the earlier checkpoint",
            Unsound::Later => "the journal does not have the root of the later checkpoint",
        })
    }
}

impl std::error::Error for Unsound {}

impl Checkpoint {
    /// Signs the head of a journal.
    pub fn sign(
        key: &SigningKey,
        table: &str,
        size: u64,
        root: Hash,
        at: i64,
    ) -> Result<Checkpoint, Unsound> {
        let mut checkpoint = Checkpoint { table: table.to_owned(), size, root, at, signature: String::new() };
        checkpoint.named()?;
        checkpoint.signature = format!("{:x}", key.0.sign(checkpoint.body().as_bytes()));
        Ok(checkpoint)
    }

    /// Checks that the key signed this checkpoint.
    pub fn verify(&self, key: &VerifyingKey) -> Result<(), Unsound> {
        self.named()?;
        let signature = Signature::from_bytes(&self.signature_bytes()?);
        key.0.verify_strict(self.body().as_bytes(), &signature).map_err(|_| Unsound::Signature)
    }

    /// The text that is signed.
    pub fn body(&self) -> String {
        format!("{}\n{}\n{}\n{}\n", origin(&self.table), self.size, base64(&self.root.0), self.at)
    }

    /// The text with its signature, in C2SP's signed-note format.
    pub fn note(&self, key: &VerifyingKey) -> Result<String, Unsound> {
        let signature = [&key.id(&self.table)[..], &self.signature_bytes()?].concat();
        Ok(format!("{}\n— {} {}\n", self.body(), origin(&self.table), base64(&signature)))
    }

    /// Checks that these leaves, a whole journal or the beginning of one, match both checkpoints, and that the later
    /// one only added lines. It does not check signatures.
    pub fn follows(&self, earlier: &Checkpoint, leaves: &[Hash]) -> Result<(), Unsound> {
        self.comes_after(earlier)?;
        let head = |size: u64| usize::try_from(size).ok().and_then(|size| leaves.get(..size));
        let (Some(before), Some(after)) = (head(earlier.size), head(self.size)) else {
            return Err(Unsound::Short);
        };
        if merkle::root(before) != earlier.root {
            return Err(Unsound::Earlier);
        }
        if merkle::root(after) != self.root {
            return Err(Unsound::Later);
        }
        Ok(())
    }

    /// Checks a proof that the later checkpoint only added lines. For callers that do not have the journal.
    pub fn proved(&self, earlier: &Checkpoint, proof: &Consistency) -> Result<(), Unsound> {
        self.comes_after(earlier)?;
        let grown = proof.verify((earlier.size, earlier.root), (self.size, self.root));
        if grown { Ok(()) } else { Err(Unsound::Later) }
    }

    fn comes_after(&self, earlier: &Checkpoint) -> Result<(), Unsound> {
        if self.table != earlier.table {
            return Err(Unsound::OtherTable);
        }
        if self.size < earlier.size || self.at < earlier.at {
            return Err(Unsound::Backwards);
        }
        Ok(())
    }

    /// With a name that can be read as more than a name, one signature could be valid for two texts.
    fn named(&self) -> Result<(), Unsound> {
        let odd = |c: char| c.is_whitespace() || c.is_control() || c == '+';
        if self.table.is_empty() || self.table.contains(odd) { Err(Unsound::Name) } else { Ok(()) }
    }

    fn signature_bytes(&self) -> Result<[u8; 64], Unsound> {
        read_hex(&self.signature).ok_or(Unsound::Signature)
    }
}

fn origin(table: &str) -> String {
    format!("ch47/{table}")
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, at| word << 8 | usize::from(*chunk.get(at).unwrap_or(&0)));
        for digit in 0..4 {
            let value = word >> (18 - 6 * digit) & 63;
            text.push(if digit <= chunk.len() { DIGITS[value].into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[47; 32])
    }

    fn journal(lines: u8) -> Vec<Hash> {
        (0..lines).map(|n| Hash::leaf(&[n])).collect()
    }

    fn head(leaves: &[Hash], at: i64) -> Checkpoint {
        Checkpoint::sign(&key(), "craps-1", leaves.len() as u64, merkle::root(leaves), at).expect("a name")
    }

    /// RFC 8032, 7.1, tests 1 to 3.
    #[test]
    fn ed25519_known_answers() {
        for (secret, public, message, signature) in [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                &[][..],
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                &[0x72],
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
            ),
            (
                "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
                "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
                &[0xaf, 0x82],
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
            ),
        ] {
            let key = SigningKey::from_bytes(&read_hex(secret).expect("hexadecimal"));
            assert_eq!(key.verifying_key().to_string(), public);
            assert_eq!(public.parse(), Ok(key.verifying_key()));
            assert_eq!(format!("{:x}", key.0.sign(message)), signature);
        }
    }

    #[test]
    fn the_text_is_stable() {
        let checkpoint = head(&journal(3), 1_763_254_937_000);
        assert_eq!(
            checkpoint.body(),
            "ch47/craps-1\n3\nO2zM1+PgI/85MAbwMDFe562esRGwIrQfun5bejlz9og=\n1763254937000\n"
        );
        let verifier = key().verifying_key();
        // Computed with another implementation of Ed25519 and base64.
        assert_eq!(
            verifier.note_key("craps-1"),
            "ch47/craps-1+89f47012+AW4ywZdB8K+CYGEq6Z/RPYo4lEci4Ilk3SOXOPVSphU7"
        );
        let signature =
            "ifRwErKnOxWiEOlg8q2dsYxATe9i83DbpeE0HbJjdGk/3MVqtHWX0hEMUI2Qux9ySNyAqvQmF9LU32yGbthfC8RLZQU=";
        assert_eq!(
            checkpoint.note(&verifier).expect("a signature"),
            format!("{}\n— ch47/craps-1 {signature}\n", checkpoint.body())
        );
        let text = serde_json::to_string(&checkpoint).expect("JSON");
        assert_eq!(serde_json::from_str::<Checkpoint>(&text).expect("a checkpoint"), checkpoint);
    }

    /// RFC 4648, 10.
    #[test]
    fn base64_known_answers() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let codes = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(texts.map(|text| base64(text.as_bytes())), codes);
    }

    #[test]
    fn whatever_is_changed_the_signature_does_not_fit() {
        let (signed, verifier) = (head(&journal(9), 5), key().verifying_key());
        assert_eq!(signed.verify(&verifier), Ok(()));
        let spoil = |change: &dyn Fn(&mut Checkpoint)| {
            let mut other = signed.clone();
            change(&mut other);
            other.verify(&verifier)
        };
        assert_eq!(spoil(&|c| c.table = "craps-2".into()), Err(Unsound::Signature));
        assert_eq!(spoil(&|c| c.size = 8), Err(Unsound::Signature));
        assert_eq!(spoil(&|c| c.root.0[31] ^= 1), Err(Unsound::Signature));
        assert_eq!(spoil(&|c| c.at = -5), Err(Unsound::Signature));
        assert_eq!(spoil(&|c| c.signature = c.signature.to_uppercase()), Err(Unsound::Signature));
        assert_eq!(spoil(&|c| c.signature.clear()), Err(Unsound::Signature));
        assert_eq!(
            signed.verify(&SigningKey::from_bytes(&[48; 32]).verifying_key()),
            Err(Unsound::Signature)
        );
        for digit in 0..128 {
            let turn = |c: &mut Checkpoint| {
                let other = if &c.signature[digit..=digit] == "0" { "1" } else { "0" };
                c.signature.replace_range(digit..=digit, other);
            };
            assert_eq!(spoil(&turn), Err(Unsound::Signature), "digit {digit}");
        }
    }

    #[test]
    fn names_that_could_be_read_as_more_are_refused() {
        for name in ["", "a b", "a\n3", "a+b", "a\u{2028}b", "a\0"] {
            let signed = Checkpoint::sign(&key(), name, 0, merkle::root(&[]), 0);
            assert_eq!(signed, Err(Unsound::Name), "{name:?}");
            let forged = Checkpoint { table: name.into(), ..head(&[], 0) };
            assert_eq!(forged.verify(&key().verifying_key()), Err(Unsound::Name), "{name:?}");
        }
    }

    #[test]
    fn keys_are_spelt_one_way() {
        let text = key().verifying_key().to_string();
        assert_eq!(text.parse(), Ok(key().verifying_key()));
        let small_order = format!("01{}", "00".repeat(31));
        for text in ["", &text[1..], &text.to_uppercase(), &small_order] {
            assert_eq!(text.parse::<VerifyingKey>(), Err(NotAKey), "{text:?}");
        }
    }

    #[test]
    fn a_later_checkpoint_has_only_grown() {
        let lines = journal(20);
        let (earlier, later) = (head(&lines[..7], 1), head(&lines, 2));
        assert_eq!(later.follows(&earlier, &lines), Ok(()));
        assert_eq!(later.follows(&later, &lines), Ok(()));
        assert_eq!(earlier.follows(&later, &lines), Err(Unsound::Backwards));
        assert_eq!(head(&lines, 0).follows(&earlier, &lines), Err(Unsound::Backwards));
        assert_eq!(later.follows(&earlier, &lines[..19]), Err(Unsound::Short));
        let elsewhere = Checkpoint { table: "craps-2".into(), ..earlier.clone() };
        assert_eq!(later.follows(&elsewhere, &lines), Err(Unsound::OtherTable));

        let proof = Consistency::prove(&lines, 7).expect("an earlier tree");
        assert_eq!(later.proved(&earlier, &proof), Ok(()));
        assert_eq!(earlier.proved(&later, &proof), Err(Unsound::Backwards));
        assert_eq!(later.proved(&elsewhere, &proof), Err(Unsound::OtherTable));
    }

    #[test]
    fn a_rewritten_or_rolled_back_journal_is_noticed() {
        let lines = journal(20);
        let earlier = head(&lines[..12], 1);
        for changed in 0..12 {
            let mut other = lines.clone();
            other[changed] = Hash::leaf(b"another line");
            let later = head(&other, 2);
            assert_eq!(later.follows(&earlier, &other), Err(Unsound::Earlier), "line {changed}");
            assert_eq!(later.follows(&earlier, &lines), Err(Unsound::Later), "line {changed}");
            let proof = Consistency::prove(&other, 12).expect("an earlier tree");
            assert_eq!(later.proved(&earlier, &proof), Err(Unsound::Later), "line {changed}");
        }
        assert_eq!(head(&lines[..11], 2).follows(&earlier, &lines[..11]), Err(Unsound::Backwards));
    }
}
