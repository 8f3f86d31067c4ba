//! SGF FF\[4\] with GM\[11\]: Black joins top and bottom and moves first; sizes have columns first.
//!
//! ```text
//! (;FF[4]GM[11]SZ[13:9]AB[a1][c4]AW[b2]PL[W];W[e5];B[f3](;W[g2])(;W[h1]))
//!   root node: size, setup stones, turn      moves       ╰ main line  ╰ variations: read past
//! ```
//!
//! A text may hold several records, one after the other. Those of Little Golem name cells by two letters, `W[mf]`, and
//! say neither that they are of Hex nor who joins which sides: they are refused at the first such cell.

use std::collections::HashSet;

use crate::text::{Scanner, SyntaxError};

use super::super::board::{Axis, Colour, Position};
use super::form::{black_or_white, colour, mover, stones};
use super::record::{Action, Record, illegal};
use super::{NotationError, SIDES};

/// Rows and columns if a record names no size.
const USUAL_SIDE: usize = 11;

/// A property of a node: its name, and for each of its values a scanner at the value's beginning.
struct Property<'a> {
    name: &'a str,
    /// At the name.
    at: Scanner<'a>,
    values: Vec<Scanner<'a>>,
}

/// Reads the main line of a record.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
    scanner.literal("(")?;
    let mut record = None;
    // Trees that are open. The main line is all nodes before the first that closes.
    let mut depth = 1_usize;
    let mut on_main_line = true;
    while depth > 0 {
        scanner.skip_space();
        match scanner.peek() {
            Some(';') => {
                scanner.next_char();
                let node = read_node(scanner)?;
                if on_main_line {
                    let so_far = match record.take() {
                        Some(record) => record,
                        None => begin(&node)?,
                    };
                    record = Some(go_on(so_far, &node)?);
                }
            }
            Some('(') if record.is_some() => {
                scanner.next_char();
                depth += 1;
            }
            Some(')') if record.is_some() => {
                scanner.next_char();
                depth -= 1;
                on_main_line = false;
            }
            _ if record.is_some() => return Err(scanner.expected("`;`, `(` or `)`").into()),
            _ => return Err(scanner.expected("`;`").into()),
        }
    }
    match record {
        Some(record) => Ok(record.position()?),
        None => Err(scanner.expected("a node").into()),
    }
}

/// Reads the properties of a node.
fn read_node<'a>(scanner: &mut Scanner<'a>) -> Result<Vec<Property<'a>>, SyntaxError> {
    let mut properties = Vec::new();
    loop {
        scanner.skip_space();
        let at = scanner.clone();
        let name = scanner.take_while(|c| c.is_ascii_uppercase());
        if name.is_empty() {
            return Ok(properties);
        }
        let mut values = Vec::new();
        loop {
            scanner.skip_space();
            if !scanner.accept("[") {
                break;
            }
            values.push(scanner.clone());
            while scanner.peek().is_some_and(|next| next != ']') {
                if scanner.next_char() == Some('\\') {
                    scanner.next_char();
                }
            }
            scanner.literal("]")?;
        }
        if values.is_empty() {
            return Err(scanner.expected(format!("`[` and a value of {name}")));
        }
        properties.push(Property { name, at, values });
        only_once(&properties)?;
    }
}

/// Asks that the last property of a node be no second size, turn or move, and have no second value if it is one.
fn only_once(node: &[Property<'_>]) -> Result<(), SyntaxError> {
    let Some((Property { name, at, values }, before)) = node.split_last() else { return Ok(()) };
    let alike: &[&str] = match *name {
        "B" | "W" => &["B", "W"],
        "GM" | "SZ" | "PL" => std::slice::from_ref(name),
        _ => return Ok(()),
    };
    if before.iter().any(|property| alike.contains(&property.name)) {
        return Err(at.expected(format!("no second {} in this node", alike.join(" or "))));
    }
    match values.get(1) {
        Some(second) => Err(second.expected(format!("no second value of {name}"))),
        None => Ok(()),
    }
}

/// The empty board that the root speaks of.
fn begin(root: &[Property<'_>]) -> Result<Record, NotationError> {
    let (mut rows, mut columns) = (USUAL_SIDE, USUAL_SIDE);
    for Property { name, values, .. } in root {
        for mut value in values.iter().cloned() {
            match *name {
                "GM" if value.accept("11") => {}
                "GM" => return Err(value.expected("`11`, which is the game of Hex").into()),
                "SZ" => {
                    columns = value.integer("a number of columns", SIDES)? as usize;
                    rows = match value.accept(":") {
                        true => value.integer("a number of rows", SIDES)? as usize,
                        false => columns,
                    };
                }
                _ => continue,
            }
            value.literal("]")?;
        }
    }
    Ok(Record::new(rows, columns, Axis::LeftRight)?)
}

/// Does what a node says: setup first, whatever the order of its properties, and then moves. Setup goes by what the node
/// says, not by what is there; it may speak of a cell once.
fn go_on(mut record: Record, node: &[Property<'_>]) -> Result<Record, NotationError> {
    let mut set = HashSet::new();
    for Property { name, values, .. } in node {
        for mut value in values.iter().cloned() {
            value.skip_space();
            let place = value.place();
            match *name {
                "AB" | "AW" | "AE" => {
                    let cell = record.cell(&mut value)?;
                    if !set.insert(cell) {
                        let reason = "this node has set it up already".to_owned();
                        return Err(illegal(place, cell.to_string(), reason));
                    }
                    record.set(
                        cell,
                        match *name {
                            "AB" => Some(Colour::Black),
                            "AW" => Some(Colour::White),
                            _ => None,
                        },
                    );
                }
                "PL" => {
                    record.to_move = colour(&mut value)?;
                }
                _ => continue,
            }
            value.skip_space();
            value.literal("]")?;
        }
    }
    for Property { name, values, .. } in node {
        let colour = match *name {
            "B" => Colour::Black,
            "W" => Colour::White,
            _ => continue,
        };
        for mut value in values.iter().cloned() {
            value.skip_space();
            let place = value.place();
            let action = if value.peek() == Some(']') { Action::Pass } else { record.action(&mut value)? };
            value.skip_space();
            value.literal("]")?;
            record.play(place, colour, action)?;
        }
    }
    Ok(record)
}

/// Writes stones and whose turn it is as setup.
pub(super) fn write(position: &Position) -> String {
    let (rows, columns) = (position.rows(), position.columns());
    let mut text = format!("(;FF[4]GM[11]SZ[{columns}");
    if rows != columns {
        text += &format!(":{rows}");
    }
    text += "]";
    for (name, axis) in [("AB", Axis::TopBottom), ("AW", Axis::LeftRight)] {
        let stones = stones(position, axis);
        if !stones.is_empty() {
            text += &format!("{name}[{}]", stones.join("]["));
        }
    }
    let turn = black_or_white(mover(position))[..1].to_ascii_uppercase();
    text + &format!("PL[{turn}])")
}
