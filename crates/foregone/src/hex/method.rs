//! The methods by which odds are found, by name.

use std::fmt;
use std::str::FromStr;

/// How the odds of a position are found.
///
/// ```
/// use foregone::hex::Method;
/// assert_eq!("enumerate".parse(), Ok(Method::Enumerate));
/// assert!("guess".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Sweeps over minimal frontiers by transfer tables: the fast one. The shorter side is at most 16, unless a side
    /// is connected already.
    #[default]
    Transfer,
    /// A sweep over labelled frontiers in a hash map, with big counts: the classic solution, for any rectangle.
    LabelledFrontier,
    /// Every filling with the right numbers of stones, for at most 40 empty cells.
    Enumerate,
    /// The rules played out, position by position ([`crate::oracle`]).
    Oracle,
}

impl Method {
    /// Every method.
    pub const ALL: &[Self] = &[Self::Transfer, Self::LabelledFrontier, Self::Enumerate, Self::Oracle];

    /// The name that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::LabelledFrontier => "labelled-frontier",
            Self::Enumerate => "enumerate",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Transfer => {
                "transfer tables over minimal frontiers; every move in two sweeps (short side up to 16)"
            }
            Self::LabelledFrontier => "the classic sweep with labelled frontiers in a hash map",
            Self::Enumerate => "try every filling of the board (up to 40 empty cells)",
            Self::Oracle => "play the rules out, position by position",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no method.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{}` is no method for Hex: expected {}", .0.escape_debug(), known())]
pub struct MethodError(String);

fn known() -> String {
    Method::ALL.iter().map(|method| format!("`{method}`")).collect::<Vec<_>>().join(", ")
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let found = Self::ALL.iter().find(|method| method.name() == text);
        found.copied().ok_or_else(|| MethodError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_select_methods() {
        for method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(*method));
        }
        assert_eq!(
            "x\n".parse::<Method>().unwrap_err().to_string(),
            "`x\\n` is no method for Hex: expected `transfer`, `labelled-frontier`, `enumerate`, `oracle`"
        );
    }
}
