//! Methods by name: what a wing can be asked to answer with.

use std::fmt;

/// The methods of one wing.
pub trait Method: Copy + Default + Eq + fmt::Debug + Send + Sync + 'static {
    /// All of them, the default first.
    const ALL: &'static [Self];

    /// The name that selects it.
    #[must_use]
    fn name(self) -> &'static str;

    /// What it does, in one line without a full stop.
    #[must_use]
    fn summary(self) -> &'static str;

    /// The method of a name.
    ///
    /// ```
    /// use foregone::Method as _;
    /// use foregone::hex::Method;
    /// assert_eq!(Method::by_name("enumerate"), Ok(Method::Enumerate));
    /// assert!(Method::by_name("guess").is_err());
    /// ```
    ///
    /// # Errors
    /// [`UnknownMethod`], which tells the names that there are.
    fn by_name(name: &str) -> Result<Self, UnknownMethod> {
        let found = Self::ALL.iter().find(|method| method.name() == name);
        found.copied().ok_or_else(|| UnknownMethod {
            name: name.to_owned(),
            known: Self::ALL.iter().map(|method| method.name()).collect(),
        })
    }
}

/// A name that is no method's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no method is called `{}`: expected one of {}", .name.escape_debug(), .known.join(", "))]
pub struct UnknownMethod {
    /// The name asked for.
    pub name: String,
    /// The names of all methods.
    pub known: Vec<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<M: Method>() {
        for &method in M::ALL {
            assert_eq!(M::by_name(method.name()), Ok(method));
        }
        assert_eq!(M::ALL[0], M::default());
    }

    #[test]
    fn names_select_methods_and_others_are_refused() {
        check::<crate::contour::Method>();
        check::<crate::contour::poset::Method>();
        check::<crate::hex::Method>();
        check::<crate::dots::Method>();
        assert_eq!(
            crate::hex::Method::by_name("x\n").unwrap_err().to_string(),
            "no method is called `x\\n`: expected one of transfer, labelled-frontier, enumerate, oracle"
        );
    }
}
