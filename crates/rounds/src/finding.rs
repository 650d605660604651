//! What is wrong with options as written, and what would be lawful.

use crate::{Settings, keys, nearest};
use rules::{Breach, Citation, Game, games};

/// A violation, with a guess at what was meant if there is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The key of the option.
    pub key: String,
    /// The value that was written, if any.
    pub written: Option<String>,
    /// The provision violated; `None` if only the spelling is wrong.
    pub cite: Option<Citation>,
    /// The kind of violation.
    pub breach: Breach,
    /// The key that was probably meant, if this one does not exist.
    pub meant: Option<&'static str>,
}

impl Finding {
    /// What is wrong, in one line.
    pub fn title(&self) -> String {
        match self.breach {
            Breach::UnknownKey => format!("no option is called `{}`", self.key),
            Breach::Undecided(_) => format!("`{}` must be decided", self.key),
            Breach::Twice => format!("`{}` is written twice", self.key),
            _ => format!("`{}` is not lawful as written", self.key),
        }
    }

    /// What would be lawful.
    pub fn help(&self) -> String {
        match (self.breach, self.meant) {
            (Breach::UnknownKey, Some(meant)) => format!("did you mean `{meant}`?"),
            (Breach::Twice, _) => "write it once".into(),
            (Breach::UnknownKey, None) => "`ch47 options GAME` lists the options".into(),
            (breach, _) => breach.to_string() + &self.spelling(),
        }
    }

    /// A hint about odds that were written in the wrong form.
    fn spelling(&self) -> String {
        let (Breach::Unlawful(_), Some(written)) = (self.breach, &self.written) else { return String::new() };
        let text = written.trim_matches('"');
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if let Some((to, per)) = text.split_once(':')
            && is_number(to.trim())
            && is_number(per.trim())
        {
            return format!("; write \"{} to {}\"", to.trim(), per.trim());
        }
        match text.split_once(" to ") {
            Some((to, per)) if is_number(to) && is_number(per) && is_too_large(to, per) => {
                format!("; neither figure may be above {}", u16::MAX)
            }
            _ => String::new(),
        }
    }

    /// The title and the help in a few words, for logs and scripts.
    pub fn brief(&self) -> String {
        let written = self.written.as_ref().map_or_else(String::new, |written| format!(" = {written}"));
        let hint = self.meant.map_or_else(String::new, |meant| format!("; did you mean {meant}?"));
        format!("{}{written}: {}{hint}", self.key, self.breach)
    }
}

/// Whether one of the two figures is too large for odds.
fn is_too_large(to: &str, per: &str) -> bool {
    [to, per].iter().any(|text| text.parse::<u16>().is_err())
}

/// Returns the options, or every violation.
pub fn judge<G: Game>(settings: &Settings) -> Result<G::Options, Vec<Finding>> {
    let entries = settings.entries();
    let mut findings = Vec::new();
    let options = games::options::<G>(&entries, &mut |v| {
        let unknown = v.breach == Breach::UnknownKey;
        findings.push(Finding {
            key: v.key.to_owned(),
            written: v.written.map(|w| w.to_string()),
            cite: v.cite,
            breach: v.breach,
            meant: unknown.then(|| nearest(v.key, keys::<G>())).flatten(),
        });
    });
    options.filter(|_| findings.is_empty()).ok_or(findings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::big_six::BigSix;

    #[test]
    fn odds_that_cannot_be_read_are_explained() {
        let help = |written: &str| {
            let mut settings = Settings::default();
            settings.set("odds.flag", written);
            let findings = judge::<BigSix>(&settings).expect_err("unlawful");
            findings.iter().find(|finding| finding.key == "odds.flag").expect("a finding").help()
        };
        let lawful = "lawful is odds of at least \"45 to 1\"";
        assert_eq!(help("45:1"), format!("{lawful}; write \"45 to 1\""));
        assert_eq!(help("70000 to 1"), format!("{lawful}; neither figure may be above 65535"));
        assert_eq!(help("44 to 1"), lawful);
    }
}
