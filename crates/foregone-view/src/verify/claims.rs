//! Claimed answers: read from our own JSON or from a judges' output, held against the right ones, and what came of it.

use std::fmt::Write as _;

use foregone::verify::{Difference, MoveStatement, Statement, compare, says};
use foregone::{JudgeFormat as _, Known, Margin, Odds, Outcome, Report, Rules as _, Side, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Differing, differing, in_words};
use crate::form::{ReadError, from_json, in_one_line};
use crate::game::{Game, MoveOf, PositionOf, ValueOf};
use crate::play::{self, PlayedGame, shown};
use crate::schema::{Certainty, SummaryKind, VERSION};
use crate::text::counted;

/// An answer that somebody claims to be right.
pub struct Claim(Said);

enum Said {
    /// A line of a judges' output.
    Line(String),
    /// An answer in JSON.
    Answer(Box<Answer>),
}

/// An answer in JSON, as far as it is checked.
#[derive(Deserialize)]
struct Answer {
    schema: u32,
    game: String,
    kind: Option<String>,
    position: Option<String>,
    turns: Option<String>,
    value: Option<Views>,
    moves: Option<Vec<Move>>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Views {
    mover: View,
    first: Option<View>,
}

#[derive(Deserialize)]
struct View {
    certainty: Certainty,
    #[serde(flatten)]
    numbers: Numbers,
}

/// The numbers of which an amount is made.
#[derive(Deserialize)]
pub struct Numbers {
    margin: Option<i64>,
    numerator: Option<String>,
    denominator: Option<String>,
    outcome: Option<String>,
}

#[derive(Deserialize)]
struct Move {
    #[serde(rename = "move")]
    mv: String,
    value: Views,
    best: Option<bool>,
    behind: Option<Numbers>,
}

/// A value that is read from an answer.
pub trait ClaimedValue: Value {
    /// The value of these numbers, if they make one.
    fn read(numbers: &Numbers) -> Option<Self>;
}

impl ClaimedValue for Margin {
    fn read(numbers: &Numbers) -> Option<Self> {
        // The least number has no counterpart as the other side sees it.
        numbers.margin.filter(|points| *points != i64::MIN).map(Self::new)
    }
}

impl ClaimedValue for Outcome {
    fn read(numbers: &Numbers) -> Option<Self> {
        let outcomes = [Self::Win, Self::Loss];
        outcomes.into_iter().find(|outcome| numbers.outcome == Some(outcome.to_string()))
    }
}

impl ClaimedValue for Odds {
    fn read(numbers: &Numbers) -> Option<Self> {
        let [numerator, denominator] = [&numbers.numerator, &numbers.denominator];
        Self::new(numerator.as_ref()?.parse().ok()?, denominator.as_ref()?.parse().ok()?).ok()
    }
}

/// What is said of one position from one view.
type StatementOf<G> = Statement<MoveOf<G>, ValueOf<G>>;

/// Reads claimed answers: our own JSON, one object after the other or an array of them, if the text begins so; a line of
/// a judges' output for each line that is not blank if not.
///
/// # Errors
/// What is no answer, and where.
pub fn read(text: &str) -> Result<Vec<Claim>, ReadError> {
    if text.trim_start().starts_with('[') {
        let answers: Vec<Answer> = from_json(text)?;
        return claims(answers.into_iter().map(Ok));
    }
    if !text.trim_start().starts_with('{') {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return Ok(lines.map(|line| Claim(Said::Line(line.to_owned()))).collect());
    }
    claims(serde_json::Deserializer::from_str(text).into_iter::<Answer>())
}

/// Answers, without the summary at the end of JSON Lines.
fn claims(answers: impl Iterator<Item = Result<Answer, serde_json::Error>>) -> Result<Vec<Claim>, ReadError> {
    let mut claims = Vec::new();
    for (answer, number) in answers.zip(1..) {
        let answer = answer.map_err(|error| format!("answer {number}: {}", in_one_line(&error)))?;
        if answer.schema != VERSION {
            let found = answer.schema;
            return Err(format!("answer {number}: expected schema {VERSION}, found {found}").into());
        }
        if answer.kind.as_deref() != Some("summary") {
            claims.push(Claim(Said::Answer(Box::new(answer))));
        }
    }
    Ok(claims)
}

impl Claim {
    /// Whether it says what moves are worth.
    #[must_use]
    pub fn speaks_of_moves(&self) -> bool {
        matches!(&self.0, Said::Answer(answer) if answer.moves.is_some())
    }
}

/// What came of a case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The claim is right.
    Right,
    /// It is wrong.
    Wrong,
    /// There is none.
    Missing,
    /// There is no case that it could be of.
    Surplus,
    /// Nothing speaks against it, but not all is known.
    Open,
}

/// A case and what came of it, for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Case {
    schema: u32,
    game: &'static str,
    /// Which one, from 1.
    case: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// `null` if nothing speaks against the claim, but not all is known.
    agrees: Option<bool>,
    /// What is wrong besides values, or why not all is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// A line of a judges' output, and the right one.
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<Differing>,
    #[serde(skip)]
    finding: Finding,
    /// The differences in words.
    #[serde(skip)]
    words: Vec<String>,
}

/// The differences that a person is told.
const TOLD: usize = 5;

impl Case {
    fn new<G: Game>(case: usize, position: Option<&PositionOf<G>>, finding: Finding) -> Self {
        let agrees = match finding {
            Finding::Right => Some(true),
            Finding::Wrong | Finding::Missing | Finding::Surplus => Some(false),
            Finding::Open => None,
        };
        Self {
            schema: VERSION,
            game: G::NAME,
            case,
            position: position.map(ToString::to_string),
            agrees,
            reason: None,
            claimed: None,
            right: None,
            differences: Vec::new(),
            finding,
            words: Vec::new(),
        }
    }

    fn because(self, reason: String) -> Self {
        Self { reason: Some(reason), ..self }
    }

    /// A claim for which there is no case.
    #[must_use]
    pub fn surplus<G: Game>(case: usize, claim: &Claim) -> Self {
        let claimed = match &claim.0 {
            Said::Line(line) => Some(line.clone()),
            Said::Answer(_) => None,
        };
        Self { claimed, ..Self::new::<G>(case, None, Finding::Surplus) }
            .because("an answer of no case".to_owned())
    }

    /// A case that the solver did not take on.
    #[must_use]
    pub fn refused<G: Game>(case: usize, position: &PositionOf<G>, error: &str) -> Self {
        Self::new::<G>(case, Some(position), Finding::Open).because(error.to_owned())
    }

    /// What came of it.
    #[must_use]
    pub const fn finding(&self) -> Finding {
        self.finding
    }

    /// The case in a line for a person.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("case {}: ", self.case);
        text.push_str(match self.finding {
            Finding::Right => "ok",
            Finding::Wrong => "wrong",
            Finding::Missing => "missing",
            Finding::Surplus => "too many",
            Finding::Open => "not known",
        });
        let mut parts: Vec<String> = self.reason.iter().cloned().collect();
        let claimed = self.claimed.iter().map(|claimed| format!("claimed `{}`", shown(claimed)));
        let right = self.right.iter().map(|right| format!("right is `{right}`"));
        parts.extend(claimed.chain(right));
        parts.extend(self.words.iter().take(TOLD).cloned());
        if self.words.len() > TOLD {
            parts.push(format!("{} more", self.words.len() - TOLD));
        }
        if !parts.is_empty() {
            let _ = write!(text, ": {}", parts.join("; "));
        }
        text + "\n"
    }
}

/// Holds a claim, or the want of one, against what is right of a position, by a run with this report.
pub fn check<G: PlayedGame>(
    case: usize,
    position: &PositionOf<G>,
    claim: Option<&Claim>,
    right: &StatementOf<G>,
    report: &Report,
) -> Case
where
    ValueOf<G>: ClaimedValue,
{
    let found = |finding| Case::new::<G>(case, Some(position), finding);
    let line = right.value.exact().map(PositionOf::<G>::judge_answer);
    let answer = match claim.map(|claim| &claim.0) {
        None => return Case { right: line, ..found(Finding::Missing) },
        Some(Said::Line(claimed)) => {
            let Some(value) = right.value.exact() else {
                return found(Finding::Open).because(stopped(report));
            };
            if says::<PositionOf<G>>(claimed, value) {
                return found(Finding::Right);
            }
            return Case { claimed: Some(claimed.clone()), right: line, ..found(Finding::Wrong) };
        }
        Some(Said::Answer(answer)) => answer,
    };
    let statements = match statements::<G>(position, answer, report) {
        Ok(statements) => statements,
        Err(reason) => return found(Finding::Wrong).because(reason),
    };
    let mut finding = Finding::Right;
    for claimed in &statements {
        let compared = compare(claimed, right);
        match compared.agrees() {
            Some(true) => {}
            None => finding = Finding::Open,
            Some(false) => {
                let differences =
                    compared.differences.iter().map(|difference| differing::<G>(position, difference));
                let words = compared.differences.iter().map(|difference| sentence::<G>(position, difference));
                return Case {
                    differences: differences.collect(),
                    words: words.collect(),
                    ..found(Finding::Wrong)
                };
            }
        }
    }
    if finding == Finding::Open { found(finding).because(stopped(report)) } else { found(finding) }
}

/// Why a value is not known.
fn stopped(report: &Report) -> String {
    crate::text::limit(report.stop).unwrap_or("the claim leaves it open").to_owned()
}

/// A difference as a part of a sentence.
fn sentence<G: Game>(position: &PositionOf<G>, difference: &Difference<MoveOf<G>, ValueOf<G>>) -> String {
    let [of, claimed, right] = in_words::<G>(position, difference);
    format!("{of}: claimed {claimed}, right is {right}")
}

/// What an answer says of a position: as the mover sees it and, if that is said, too, as the first side sees it,
/// turned into the mover's view.
///
/// # Errors
/// Why it says nothing of it.
fn statements<G: PlayedGame>(
    position: &PositionOf<G>,
    answer: &Answer,
    report: &Report,
) -> Result<Vec<StatementOf<G>>, String>
where
    ValueOf<G>: ClaimedValue,
{
    if answer.game != G::NAME {
        return Err(format!("an answer about `{}`, not about `{}`", shown(&answer.game), G::NAME));
    }
    if let Some(error) = &answer.error {
        return Err(format!("no answer, but an error: {}", shown(error)));
    }
    let same =
        |text: &String| play::position::<G>(text).is_ok_and(|read| read.to_string() == position.to_string());
    if let Some(other) = answer.position.as_ref().filter(|text| !same(text)) {
        return Err(format!("an answer to another position: {}", shown(other)));
    }
    let turns = report.coin.as_ref().map(|first| format!("coin:{first}"));
    if answer.turns != turns {
        let name = |turns: &Option<String>| shown(turns.as_deref().unwrap_or("alternating"));
        return Err(format!("an answer for turns {}, not {}", name(&answer.turns), name(&turns)));
    }
    let value = answer.value.as_ref().ok_or("an answer without a value")?;
    let mut views = answer.moves.iter().flatten().map(|said| &said.value).chain([value]);
    let has_first = views.all(|views| views.first.is_some());
    let mut all = vec![statement::<G>(position, answer, value, |views| known(&views.mover))?];
    if has_first {
        let turned = |known: Known<ValueOf<G>>| match position.to_move() {
            Side::First => known,
            Side::Second => known.map(false, G::other_view),
        };
        let first = |views: &Views| views.first.as_ref().map_or(Ok(Known::Unknown), known).map(turned);
        all.push(statement::<G>(position, answer, value, first)?);
    }
    Ok(all)
}

/// What an answer with this value says of a position by one of its views, which `view` reads.
///
/// # Errors
/// What in it names no move or no value.
fn statement<G: PlayedGame>(
    position: &PositionOf<G>,
    answer: &Answer,
    value: &Views,
    view: impl Fn(&Views) -> Result<Known<ValueOf<G>>, String>,
) -> Result<StatementOf<G>, String>
where
    ValueOf<G>: ClaimedValue,
{
    let said = |said: &Move| -> Result<_, String> {
        let mv = G::read_move(position, &said.mv).map_err(|error| error.to_string())?;
        let behind = said.behind.as_ref().map(|numbers| ClaimedValue::read(numbers).ok_or(NO_NUMBERS));
        Ok(MoveStatement { mv, value: view(&said.value)?, best: said.best, behind: behind.transpose()? })
    };
    let moves = answer.moves.as_ref().map(|moves| moves.iter().map(said).collect::<Result<_, _>>());
    Ok(Statement { value: view(value)?, moves: moves.transpose()? })
}

const NO_NUMBERS: &str = "an answer without the numbers of a value";

/// How much a view says is known.
fn known<V: ClaimedValue>(view: &View) -> Result<Known<V>, String> {
    let value = || V::read(&view.numbers).ok_or(NO_NUMBERS);
    Ok(match view.certainty {
        Certainty::Exact => Known::Exact(value()?),
        Certainty::Lower => Known::AtLeast(value()?),
        Certainty::Upper => Known::AtMost(value()?),
        Certainty::Unknown => Known::Unknown,
    })
}

/// How many cases came out how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Total {
    schema: u32,
    game: &'static str,
    /// What tells it from a case: always `summary`.
    kind: SummaryKind,
    /// Whether every answer is right; `null` if none is wrong but not all is known.
    agrees: Option<bool>,
    cases: usize,
    right: usize,
    wrong: usize,
    missing: usize,
    surplus: usize,
    open: usize,
}

impl Total {
    /// Of no case yet.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Self {
            schema: VERSION,
            game: G::NAME,
            kind: SummaryKind::Summary,
            agrees: Some(true),
            cases: 0,
            right: 0,
            wrong: 0,
            missing: 0,
            surplus: 0,
            open: 0,
        }
    }

    /// Adds a case.
    pub fn add(&mut self, finding: Finding) {
        self.cases += usize::from(finding != Finding::Surplus);
        *match finding {
            Finding::Right => &mut self.right,
            Finding::Wrong => &mut self.wrong,
            Finding::Missing => &mut self.missing,
            Finding::Surplus => &mut self.surplus,
            Finding::Open => &mut self.open,
        } += 1;
        self.agrees = match finding {
            Finding::Right => self.agrees,
            Finding::Open => self.agrees.filter(|agrees| !agrees),
            Finding::Wrong | Finding::Missing | Finding::Surplus => Some(false),
        };
    }

    /// Whether every answer is right; `None` if none is wrong but not all is known.
    #[must_use]
    pub const fn agrees(&self) -> Option<bool> {
        self.agrees
    }

    /// The counts in a line for a person.
    #[must_use]
    pub fn text(&self) -> String {
        let cases = counted(self.cases, ["case", "cases"]);
        let mut text = format!("{cases}: {} right", self.right);
        for (count, what) in [
            (self.wrong, "wrong"),
            (self.missing, "missing"),
            (self.surplus, "too many"),
            (self.open, "not known"),
        ] {
            if count > 0 {
                let _ = write!(text, ", {count} {what}");
            }
        }
        text + ".\n"
    }
}

/// All cases and how many came out how, for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Checked {
    #[serde(flatten)]
    total: Total,
    checked: Vec<Case>,
}

impl Checked {
    /// All in one object.
    #[must_use]
    pub const fn new(total: Total, checked: Vec<Case>) -> Self {
        Self { total, checked }
    }
}

#[cfg(test)]
mod tests {
    use foregone::verify::state;
    use foregone::{Limits, contour};

    use super::*;
    use crate::Contour;

    #[test]
    fn errors_are_one_line_whatever_they_repeat() {
        let view =
            "{\"schema\": 1, \"game\": \"dots\", \"value\": {\"mover\": {\"certainty\": \"a\\n\\u001bb\"}}}";
        for text in [view.to_owned(), format!("[{view}]")] {
            let error = read(&text).err().unwrap().to_string();
            assert!(error.contains("unknown variant `a\\n\\u{1b}b`, expected "), "{error:?}");
        }
    }

    #[test]
    fn margins_at_the_end_of_their_range_are_no_trouble() {
        // The second side is to move, so that a margin of the first is turned round.
        let position = "1x2:1,2|3,4|1".parse().unwrap();
        let (right, report) =
            state(&mut contour::Solver::default(), &position, false, &Limits::none()).unwrap();
        for (margin, expected) in [
            (i64::MIN, "case 1: wrong: an answer without the numbers of a value\n"),
            (i64::MIN + 1, "case 1: wrong: value: claimed -9223372036854775807, right is +4\n"),
            (i64::MAX, "case 1: wrong: value: claimed +9223372036854775807, right is +4\n"),
            (4, "case 1: wrong: value: claimed -4, right is +4\n"),
        ] {
            let view = format!("{{\"certainty\": \"exact\", \"margin\": {margin}}}");
            let answer = format!(
                "{{\"schema\": 1, \"game\": \"contour\", \"value\": {{\"mover\": {view}, \"first\": {view}}}}}"
            );
            let claims = read(&answer).unwrap();
            let found = check::<Contour>(1, &position, claims.first(), &right, &report);
            assert_eq!(found.text(), expected);
        }
    }
}
