//! The reasons of Dots and Boxes as an object.

use foregone::Margin;
use foregone::dots::Control;
use foregone::dots::why::{Choice, Doing, End, Group, Kind, Offer, Shape, Why};
use schemars::JsonSchema;
use serde::Serialize;

use super::{clause, hearted, names, strings, word};

/// The reasons for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DotsReasons")]
pub struct Reasons {
    /// Boxes to take, chains and loops.
    pieces: Vec<PieceTold>,
    /// Boxes with three or four open sides, once all that can be captured is.
    junctions: Vec<JunctionTold>,
    /// How many parts there are then.
    parts: usize,
    /// What can be captured now.
    now: OfferTold,
    /// What the closed form goes by in the rest; absent if there is more in it than chains and loops.
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<ControlTold>,
    /// Chains of three boxes or more that stand alone.
    long_chains: usize,
    /// Loops that stand alone.
    loops: usize,
    /// Absent while boxes can be handed back.
    #[serde(skip_serializing_if = "Option::is_none")]
    long_chain_rule: Option<Rule>,
    /// Moves that do the same and are worth the same, best first.
    groups: Vec<GroupTold>,
    /// Every move, in ascending order.
    moves: Vec<MoveTold>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct PieceTold {
    name: String,
    kind: &'static str,
    /// Whether opening it changes nothing else.
    independent: bool,
    size: usize,
    boxes: Vec<String>,
    edges: Vec<String>,
    /// Of a chain: `ground`, or the box of a junction.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<[String; 2]>,
    /// Of boxes to take: how many of them may be handed back.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_back: Option<i64>,
    /// Which part it is in, from 0; absent for boxes to take.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct JunctionTold {
    #[serde(rename = "box")]
    cell: String,
    edges: Vec<String>,
    part: usize,
}

/// What can be captured; margins as the side that captures sees them, absent if they are not known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct OfferTold {
    boxes: i64,
    hand_back: i64,
    /// What the rest is worth to the side that moves in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    take_all: Option<i64>,
    /// Absent if there is no choice, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    handing_back: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<&'static str>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct ControlTold {
    ones: i64,
    twos: i64,
    /// Of three boxes or more.
    chains: i64,
    loops: i64,
    fcv: i64,
    tb: i64,
    c: i64,
    /// `v` without the chains of one and two boxes.
    long: i64,
    v: i64,
    clause: &'static str,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Rule {
    /// Long chains of the position now.
    chains: usize,
    wants_odd: bool,
    /// Whether the rule lets the side to move have control, if the number of chains stays.
    favours_mover: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct GroupTold {
    does: &'static str,
    /// Of an opening: what it opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handout: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<i64>,
    best: bool,
    closes: i64,
    opens: i64,
    loony: bool,
    /// What can be captured then, by the other side, or by the same one if the move closes a box.
    then: OfferTold,
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<ControlTold>,
    moves: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct MoveTold {
    #[serde(rename = "move")]
    mv: String,
    /// The number of its group, from 0.
    group: usize,
    /// The name of the piece that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
}

impl From<&Offer> for OfferTold {
    fn from(offer: &Offer) -> Self {
        Self {
            boxes: offer.boxes,
            hand_back: offer.hand_back,
            rest: offer.rest,
            take_all: offer.take_all(),
            handing_back: offer.handing_back(),
            better: offer.choice().map(|choice| match choice {
                Choice::TakeAll => "take all",
                Choice::HandBack => "hand back",
                Choice::Either => "either",
            }),
        }
    }
}

impl From<&Control> for ControlTold {
    fn from(control: &Control) -> Self {
        Self {
            ones: control.ones,
            twos: control.twos,
            chains: control.chains,
            loops: control.loops,
            fcv: control.controlled,
            tb: control.bonus,
            c: control.kept(),
            long: control.long,
            v: control.value,
            clause: clause(control.clause).0,
        }
    }
}

fn group(told: &Group) -> GroupTold {
    let effect = &told.effect;
    let (mut kind, mut size, mut handout) = (None, None, None);
    let does = match effect.doing {
        Doing::Takes => "takes",
        Doing::HandsBack => "hands back",
        Doing::Safe => "safe",
        Doing::Opens { kind: opened, size: boxes, handout: how } => {
            kind = Some(word(opened));
            size = Some(boxes);
            handout = how.map(hearted);
            "opens"
        }
    };
    GroupTold {
        does,
        kind,
        size,
        handout,
        margin: effect.value.exact().map(|margin| margin.points()),
        behind: told.behind.map(Margin::points),
        best: told.is_best(),
        closes: effect.closes,
        opens: effect.opens,
        loony: effect.is_loony(),
        then: (&effect.offer).into(),
        control: effect.control.as_ref().map(Into::into),
        moves: strings(&told.moves),
    }
}

/// The reasons, for programs.
pub(super) fn reasons(why: &Why) -> Reasons {
    let names = names(why);
    let pieces = why.structure.pieces.iter().zip(&names).map(|(piece, name)| {
        let kind = piece.shape.kind();
        let (ends, hand_back) = match piece.shape {
            Shape::Open { hand_back } => (None, Some(hand_back)),
            Shape::Chain { ends } => (Some(ends.map(end)), None),
            Shape::Loop => (None, None),
        };
        PieceTold {
            name: name.clone(),
            kind: word(kind),
            independent: kind.is_independent(),
            size: piece.boxes.len(),
            boxes: piece.boxes.iter().map(ToString::to_string).collect(),
            edges: strings(&piece.edges),
            ends,
            hand_back,
            part: piece.part,
        }
    });
    let junctions = why.structure.junctions.iter().map(|junction| JunctionTold {
        cell: junction.cell.to_string(),
        edges: strings(&junction.edges),
        part: junction.part,
    });
    let moves = why.moves.iter().map(|mv| MoveTold {
        mv: mv.edge.to_string(),
        group: mv.group,
        piece: mv.piece.map(|piece| names[piece].clone()),
    });
    Reasons {
        pieces: pieces.collect(),
        junctions: junctions.collect(),
        parts: why.structure.parts,
        now: (&why.now).into(),
        control: why.control.as_ref().map(Into::into),
        long_chains: why.structure.count(Kind::Chain, 3),
        loops: why.structure.count(Kind::Loop, 1),
        long_chain_rule: why.rule.map(|rule| Rule {
            chains: rule.chains,
            wants_odd: rule.wants_odd,
            favours_mover: rule.mover_wins(),
        }),
        groups: why.groups.iter().map(group).collect(),
        moves: moves.collect(),
    }
}

fn end(end: End) -> String {
    match end {
        End::Ground => "ground".to_owned(),
        End::Junction(cell) => cell.to_string(),
    }
}
