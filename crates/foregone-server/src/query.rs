//! The parameters of a request: their names, what each takes, and how they are read.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use percent_encoding::percent_decode;

use crate::fault::Fault;

/// A parameter that a request may have.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    /// What it is, in a line.
    pub(crate) summary: &'static str,
    pub(crate) required: bool,
}

/// What a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    Text,
    /// A whole number, this or more.
    Whole(u64),
    Number,
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
}

impl Parameter {
    pub(crate) const fn optional(name: &'static str, takes: Takes, summary: &'static str) -> Self {
        Self { name, takes, summary, required: false }
    }

    pub(crate) const fn required(name: &'static str, takes: Takes, summary: &'static str) -> Self {
        Self { name, takes, summary, required: true }
    }
}

/// The parameters that a request has.
#[derive(Clone, Default, Debug)]
pub(crate) struct Asked {
    texts: BTreeMap<&'static str, String>,
}

impl Asked {
    /// Reads the query of a request, which may have these parameters.
    ///
    /// # Errors
    /// What is no parameter, is there twice or is missing, and what is no text.
    pub(crate) fn read(query: Option<&str>, known: &'static [&'static Parameter]) -> Result<Self, Fault> {
        let mut asked = Self::default();
        for part in query.unwrap_or_default().split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (name, value) = (decoded(name, "a name")?, decoded(value, name)?);
            let Some(parameter) = known.iter().find(|parameter| parameter.name == name) else {
                let known: Vec<_> = known.iter().map(|parameter| parameter.name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(Fault::query(format!(
                    "no parameter is called `{}`: expected {known}",
                    shown(&name)
                )));
            };
            if asked.texts.insert(parameter.name, value).is_some() {
                return Err(Fault::query(format!("{name}: it is there twice")));
            }
        }
        let missing = known.iter().find(|known| known.required && !asked.texts.contains_key(known.name));
        match missing {
            Some(Parameter { name, .. }) => Err(Fault::query(format!("{name}: it is missing"))),
            None => Ok(asked),
        }
    }

    /// The text of a parameter.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// The text of one that is required.
    pub(crate) fn required(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// What a parameter says, by whatever reads it.
    pub(crate) fn read_as<T, E: Display>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Option<T>, Fault> {
        let Some(text) = self.text(name) else { return Ok(None) };
        read(text).map(Some).map_err(|error| Fault::query(format!("{name}: {error}")))
    }

    /// A number, 0 or more.
    pub(crate) fn whole<T: FromStr>(&self, name: &str) -> Result<Option<T>, Fault> {
        self.read_as(name, |text| text.parse().map_err(|_| "expected a whole number, 0 or more"))
    }

    /// A number within a range.
    pub(crate) fn within<T: FromStr + PartialOrd + Display>(
        &self,
        name: &str,
        range: &RangeInclusive<T>,
    ) -> Result<Option<T>, Fault> {
        self.read_as(name, |text| {
            let number = text.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
        })
    }

    /// A number, or the least and the greatest of a range.
    pub(crate) fn range<T: FromStr + Copy>(&self, name: &str) -> Result<Option<RangeInclusive<T>>, Fault> {
        self.read_as(name, |text| {
            let (least, most) = text.split_once("..").unwrap_or((text, text));
            match (least.parse(), most.parse()) {
                (Ok(least), Ok(most)) => Ok(least..=most),
                _ => Err("expected a whole number, or a range such as 2..5, both ends counted"),
            }
        })
    }

    /// Whether something is asked for.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Fault> {
        let flag = self.read_as(name, |text| match text {
            "true" | "" => Ok(true),
            "false" => Ok(false),
            _ => Err("expected `true` or `false`"),
        });
        Ok(flag?.unwrap_or(false))
    }

    /// One of some words, of which the first goes without saying.
    pub(crate) fn word<T: Copy>(&self, name: &str, words: &[(&'static str, T)]) -> Result<T, Fault> {
        let found = self.read_as(name, |text| {
            let found = words.iter().find(|(word, _)| *word == text);
            let expected = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
            found.map(|(_, meaning)| *meaning).ok_or_else(|| format!("expected one of {}", expected()))
        });
        Ok(found?.unwrap_or(words[0].1))
    }

    /// A span of time, such as `2s`.
    pub(crate) fn time(&self, name: &str) -> Result<Option<Duration>, Fault> {
        self.read_as(name, |text| {
            humantime::parse_duration(text).map_err(|_| "expected a time such as 500ms, 60s or 2h")
        })
    }

    /// A size of memory, such as `500M`.
    pub(crate) fn memory(&self, name: &str) -> Result<Option<u64>, Fault> {
        self.read_as(name, |text| {
            let size = text.parse::<bytesize::ByteSize>();
            size.map(|size| size.as_u64()).map_err(|_| "expected a size such as 500M or 8GiB")
        })
    }
}

/// A part of a query as text.
fn decoded(part: &str, what: &str) -> Result<String, Fault> {
    let spaced = part.replace('+', " ");
    let text = percent_decode(spaced.as_bytes()).decode_utf8();
    let text = text.map_err(|_| Fault::query(format!("{}: expected UTF-8 text", shown(what))))?;
    Ok(text.into_owned())
}

/// A piece of a request as errors repeat it.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{}{more}", short.escape_debug())
}
