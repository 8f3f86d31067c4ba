//! What the search of Dots and Boxes keeps.

use std::fmt::Write as _;

use foregone::dots::{self, Edge, Finds, Hood, Position};
use foregone::{Limits, Solution, SolveError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::dots::Dots;
use crate::hood::HoodGame;
use crate::text::{counted, listed};

/// What the method keeps of a position, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DotsHood")]
pub struct Told {
    /// Boxes that can be captured at once, and how many of them may be handed back.
    take: i64,
    hand_back: i64,
    /// The sizes of chains and loops that stand alone once those are captured.
    chains: Vec<u32>,
    loops: Vec<u32>,
    /// What counts of them.
    kept: Kept,
    /// The rest.
    core: Core,
    /// How the value is found.
    method: Method,
    /// What tells the position apart in the search's table, in hexadecimal digits; absent where no search keeps keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DotsKept")]
struct Kept {
    /// Chains of 1 and of 2: pairs cancel.
    ones: usize,
    twos: usize,
    chains: Vec<u32>,
    loops: Vec<u32>,
}

/// What is neither chain nor loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DotsCore")]
struct Core {
    edges: usize,
    boxes: usize,
    parts: usize,
}

/// How a value is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "DotsFinds")]
enum Method {
    ClosedForm,
    Search,
    WideSearch,
    None,
}

/// A key in all its digits.
fn digits(key: u128) -> String {
    format!("{key:027x}")
}

/// `a chain of 3`, `chains of 3, 3 and 5`.
fn sizes(sizes: &[u32], [one, several]: [&str; 2]) -> Option<String> {
    let name = match sizes {
        [] => return None,
        [_] => one,
        _ => several,
    };
    Some(format!("{name} of {}", listed(sizes.iter().map(u32::to_string))))
}

impl HoodGame for Dots {
    type Found = Hood;
    type Hood = Told;

    fn find_hood(
        _: &mut dots::Solver,
        position: &Position,
        _: Option<Edge>,
        limits: &Limits<'_>,
    ) -> Result<Solution<Hood>, SolveError> {
        dots::hood(position, limits)
    }

    fn hood_text(_: &Position, hood: &Hood) -> String {
        let mut told = String::new();
        if hood.take > 0 {
            let boxes = counted(hood.take as usize, ["box is", "boxes are"]);
            let _ = match hood.hand_back {
                0 => writeln!(told, "{boxes} to be taken at once."),
                back => writeln!(told, "{boxes} to be taken at once, {back} of which may be handed back."),
            };
        }
        let [chains, loops] = [["a chain", "chains"], ["a loop", "loops"]];
        let alone =
            |chained, looped| listed([sizes(chained, chains), sizes(looped, loops)].into_iter().flatten());
        let all = alone(&hood.chains, &hood.loops);
        if !all.is_empty() {
            let _ = writeln!(told, "Alone: {all}.");
            let kept = &hood.kept;
            let short = std::iter::repeat_n(1, kept.ones).chain(std::iter::repeat_n(2, kept.twos));
            let counted: Vec<u32> = short.chain(kept.chains.iter().copied()).collect();
            if counted.len() < hood.chains.len() {
                let counted = alone(&counted, &kept.loops);
                let counted = if counted.is_empty() { "nothing".to_owned() } else { counted };
                let _ = writeln!(
                    told,
                    "Two chains of 1 cancel each other, and so do two chains of 2: what counts is {counted}."
                );
            }
        }
        if hood.core.parts > 0 {
            let _ = writeln!(
                told,
                "Core: {} between {} in {}.",
                counted(hood.core.strings, ["undrawn edge", "undrawn edges"]),
                counted(hood.core.coins, ["box", "boxes"]),
                counted(hood.core.parts, ["part", "parts"])
            );
        }
        told.push_str(match hood.finds {
            Finds::ClosedForm if all.is_empty() => "Nothing else is left.\n",
            Finds::ClosedForm => "The closed form for chains and loops gives the value.\n",
            Finds::Search => "A search gives the value, and remembers positions by keys.\n",
            Finds::WideSearch => "The plain search for wide boards gives the value.\n",
            Finds::Nothing => "The core is too large for the searches.\n",
        });
        if let Some(key) = hood.key {
            let _ = writeln!(
                told,
                "Key: {}, the same for all positions that are the same graph of boxes and undrawn edges.",
                digits(key)
            );
        }
        told
    }

    fn hood(_: &Position, hood: &Hood) -> Told {
        let dots::Kept { ones, twos, chains, loops } = hood.kept.clone();
        let dots::Core { strings, coins, parts } = hood.core;
        Told {
            take: hood.take,
            hand_back: hood.hand_back,
            chains: hood.chains.clone(),
            loops: hood.loops.clone(),
            kept: Kept { ones, twos, chains, loops },
            core: Core { edges: strings, boxes: coins, parts },
            method: match hood.finds {
                Finds::ClosedForm => Method::ClosedForm,
                Finds::Search => Method::Search,
                Finds::WideSearch => Method::WideSearch,
                Finds::Nothing => Method::None,
            },
            key: hood.key.map(digits),
        }
    }
}
