//! What came of holding one answer against another, and of holding claimed answers against the right ones.

pub mod claims;

use std::fmt::Write as _;

use foregone::Known;
use foregone::verify::{Difference, VerifiedOf};
use schemars::JsonSchema;
use serde::Serialize;

use crate::drawing::{Align, Table, best};
use crate::game::{Game, MoveOf, PositionOf, ValueOf};
use crate::schema::{self, Answer, Cost, View};
use crate::text;

/// Where two answers differ, for programs. Values are as the mover sees them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Differing {
    /// `value`, `move`, `best`, `behind`, `missing` or `extra`: see [`Difference`].
    kind: &'static str,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<View>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<View>,
    /// Whether the move is among the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<bool>,
}

/// Two solvers' answers compared, for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Verification<B> {
    #[serde(flatten)]
    answer: Answer<B>,
    /// What the other solver's answer cost.
    cost_against: Cost,
    /// Whether all values are the same; `null` if none differ but some are not known.
    agrees: Option<bool>,
    /// Values compared: the position's and the moves'.
    values: usize,
    /// Those of them that are not known by both.
    open: usize,
    differences: Vec<Differing>,
}

/// A difference in a few words: what it is of, what is claimed, what is right.
fn in_words<G: Game>(
    position: &PositionOf<G>,
    difference: &Difference<MoveOf<G>, ValueOf<G>>,
) -> [String; 3] {
    let name = |mv| G::move_name(position, mv);
    let said = |is: bool| if is { "best" } else { "not best" }.to_owned();
    let short = |known: &Known<ValueOf<G>>| text::short::<G>(known);
    match difference {
        Difference::Value { claimed, right } => ["value".to_owned(), short(claimed), short(right)],
        Difference::Move { mv, claimed, right } => [name(*mv), short(claimed), short(right)],
        Difference::Best { mv, right } => [name(*mv), said(!right), said(*right)],
        Difference::Behind { mv, claimed, right } => {
            let far = |value: &ValueOf<G>| format!("{} behind", G::label(value).trim_start_matches('+'));
            [name(*mv), far(claimed), far(right)]
        }
        Difference::Missing { mv, right } => [name(*mv), "nothing".to_owned(), short(right)],
        Difference::Extra { mv, claimed } => [name(*mv), short(claimed), "no such move".to_owned()],
    }
}

fn differing<G: Game>(position: &PositionOf<G>, difference: &Difference<MoveOf<G>, ValueOf<G>>) -> Differing {
    let empty = Differing { kind: "value", mv: None, claimed: None, right: None, best: None };
    let name = |mv: &MoveOf<G>| Some(G::move_name(position, *mv));
    let view = |known: &Known<ValueOf<G>>| Some(schema::view::<G>(known));
    let exact = |value: &ValueOf<G>| view(&Known::Exact(value.clone()));
    match difference {
        Difference::Value { claimed, right } => {
            Differing { claimed: view(claimed), right: view(right), ..empty }
        }
        Difference::Move { mv, claimed, right } => {
            Differing { kind: "move", mv: name(mv), claimed: view(claimed), right: view(right), ..empty }
        }
        Difference::Best { mv, right } => {
            Differing { kind: "best", mv: name(mv), best: Some(*right), ..empty }
        }
        Difference::Behind { mv, claimed, right } => {
            Differing { kind: "behind", mv: name(mv), claimed: exact(claimed), right: exact(right), ..empty }
        }
        Difference::Missing { mv, right } => {
            Differing { kind: "missing", mv: name(mv), right: view(right), ..empty }
        }
        Difference::Extra { mv, claimed } => {
            Differing { kind: "extra", mv: name(mv), claimed: view(claimed), ..empty }
        }
    }
}

/// Two solvers' answers compared, for a person.
pub fn text<G: Game>(position: &PositionOf<G>, verified: &VerifiedOf<G::Solver>) -> String {
    let (found, against, compared) = (&verified.found, &verified.against, &verified.comparison);
    let names = [found.report.method, against.report.method];
    let mut said = format!("{}\n", text::heading::<G>(position, &found.report));
    let values = if compared.values == 1 {
        "the value".to_owned()
    } else {
        format!("all {} values, the position's and its moves'", compared.values)
    };
    let [one, other] = names;
    let _ = match compared.agrees() {
        Some(true) => {
            let verdict = text::verdict::<G>(position, &found.value, &found.report);
            writeln!(said, "{verdict}.\n{}", best(&format!("{one} and {other} agree in {values}.")))
        }
        None => writeln!(
            said,
            "{one} and {other} do not disagree, but {} of {} values are not known by both.",
            compared.open, compared.values
        ),
        Some(false) => {
            let differences = text::counted(compared.differences.len(), ["difference", "differences"]);
            let mut table = Table::new(&[("", Align::Left), (one, Align::Right), (other, Align::Right)]);
            for difference in &compared.differences {
                table.row(in_words::<G>(position, difference).into(), false);
            }
            writeln!(said, "{}\n\n{table}", best(&format!("{one} and {other} disagree: {differences}.")))
        }
    };
    said + &text::cost(&found.report) + &text::cost(&against.report)
}

/// Two solvers' answers compared, for a program.
pub fn object<G: Game>(position: &PositionOf<G>, verified: &VerifiedOf<G::Solver>) -> Verification<G::Board> {
    let compared = &verified.comparison;
    let differences = compared.differences.iter().map(|difference| differing::<G>(position, difference));
    Verification {
        answer: schema::solution::<G>(
            position,
            &foregone::Solution {
                value: verified.found.value.clone(),
                report: verified.found.report.clone(),
            },
        ),
        cost_against: schema::cost(&verified.against.report),
        agrees: compared.agrees(),
        values: compared.values,
        open: compared.open,
        differences: differences.collect(),
    }
}

#[cfg(test)]
mod tests {
    use foregone::dots::{Method, Solver};
    use foregone::verify::{Statement, compare, verify};
    use foregone::{Known, Limits, Margin, Solver as _};

    use super::*;
    use crate::Dots;

    #[test]
    fn two_answers_that_differ_are_told_value_by_value() {
        let position = "1x1:1100".parse().unwrap();
        let (mut solver, mut plain) = (Solver::new(), Solver::with_method(Method::Oracle));
        let mut verified = verify(&mut solver, &mut plain, &position, &Limits::none()).unwrap();
        // No solver of ours is wrong, so one is made so.
        verified.found.value = Known::Exact(Margin::new(1));
        verified.found.moves[0].value = Known::AtLeast(Margin::new(0));
        verified.comparison = compare(&Statement::from(&verified.found), &Statement::from(&verified.against));
        let said = anstream::adapter::strip_str(&text::<Dots>(&position, &verified)).to_string();
        let table = "exact and oracle disagree: 2 differences.\n\n       exact  oracle\n\
                     value     +1      -1\nv,0,0     ≥0      -1\n";
        assert!(said.contains(table), "{said}");
        let object = serde_json::to_value(object::<Dots>(&position, &verified)).unwrap();
        assert_eq!((&object["agrees"], &object["values"]), (&false.into(), &3.into()));
        assert_eq!(
            object["differences"][1],
            serde_json::json!({
                "kind": "move",
                "move": "v,0,0",
                "claimed": { "certainty": "lower", "margin": 0 },
                "right": { "certainty": "exact", "margin": -1 },
            })
        );
    }
}
