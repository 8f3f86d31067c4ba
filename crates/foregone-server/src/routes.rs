//! What can be asked: one table, of which the router and the description of the interface are both made.

use crate::desk::{Format, Verb};
use crate::query::{Parameter, Takes};

/// A thing that can be asked.
#[derive(Debug)]
pub(crate) struct Route {
    /// Where; `{game}` stands for the name of a game.
    pub(crate) path: &'static str,
    pub(crate) method: Method,
    pub(crate) does: Does,
    pub(crate) parameters: &'static [&'static Parameter],
    /// What it answers, in a line.
    pub(crate) summary: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Get,
    Post,
}

/// What a request is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Does {
    Games,
    Show,
    Picture(Format),
    Ask(Verb),
    Events(Verb),
    Batch,
    Read,
    Convert,
    Game,
    Forecast,
    OpenApi,
    Health,
    Metrics,
}

const POSITION: &Parameter = &Parameter::required(
    "position",
    Takes::Text,
    "The position, in any form; the one-line notation is the shortest",
);
const FROM: &Parameter = &Parameter::optional(
    "from",
    Takes::Text,
    "The form that the position is in; `auto`, which is the default, finds it out",
);
const METHOD: &Parameter = &Parameter::optional("method", Takes::Text, "How to find the answer");
const TURNS: &Parameter = &Parameter::optional(
    "turns",
    Takes::Text,
    "Hex: who fills the next cell: `alternating`, `coin`, or `coin:P`, White with probability P",
);
const PLIES: &Parameter = &Parameter::optional(
    "plies",
    Takes::Whole(0),
    "How many plies of the line; to the end of the game if not given",
);
const TIME: &Parameter = &Parameter::optional(
    "time",
    Takes::Text,
    "Longest time to take, such as 500ms or 2s; no more than the server allows",
);
const MEMORY: &Parameter = &Parameter::optional(
    "memory",
    Takes::Text,
    "Most memory to take, such as 500M; no more than the server allows",
);
const STATES: &Parameter = &Parameter::optional("states", Takes::Whole(0), "Most states to visit");
const PICTURE: &Parameter = &Parameter::optional(
    "picture",
    Takes::Word(&["board", "analysis", "why", "line"]),
    "What the picture shows; the board if not given",
);
const THEME: &Parameter = &Parameter::optional(
    "theme",
    Takes::Word(&["light", "dark", "auto"]),
    "How it is coloured; light if not given",
);
const SCALE: &Parameter = &Parameter::optional(
    "scale",
    Takes::Number,
    "Pixels of the PNG for each of the SVG, from 0.1 to 32; 2 if not given",
);
const TO: &Parameter = &Parameter::required("to", Takes::Text, "The form to write");
const START: &Parameter =
    &Parameter::required("start", Takes::Text, "The position that the game begins at, in any form");
const MOVES: &Parameter = &Parameter::optional("moves", Takes::Text, "The moves, divided by `;`");
const SIZE: &Parameter = &Parameter::optional("size", Takes::Text, "Rows and columns, such as 5x5");
const FROM_POSITION: &Parameter =
    &Parameter::optional("position", Takes::Text, "Hex, dots: where random play begins, in place of `size`");
const PUZZLE: &Parameter =
    &Parameter::optional("puzzle", Takes::Flag, "Only puzzles: positions in which one move is best");
const LEVEL: &Parameter = &Parameter::optional("level", Takes::Whole(1), "How hard, from 1 to 5");
const SEED: &Parameter = &Parameter::optional(
    "seed",
    Takes::Whole(0),
    "What the choices come from: the same number, the same positions",
);
const COUNT: &Parameter = &Parameter::optional("count", Takes::Whole(1), "How many, up to 1000");
const GAP: &Parameter =
    &Parameter::optional("gap", Takes::Text, "By how much a puzzle's best move is better than any other");
const SCORES: &Parameter =
    &Parameter::optional("scores", Takes::Text, "Contour: the least score and the greatest, as 0..9");
const TAKEN: &Parameter =
    &Parameter::optional("taken", Takes::Text, "Contour: how many cells are taken, as 3 or 3..6");
const STONES: &Parameter =
    &Parameter::optional("stones", Takes::Text, "Hex: how many stones are put down, as 3 or 3..6");
const FILL: &Parameter = &Parameter::optional(
    "fill",
    Takes::Text,
    "Hex: on which part of the empty cells stones are put down, as 0.3",
);
const COLOUR: &Parameter =
    &Parameter::optional("colour", Takes::Word(&["white", "black"]), "Which colour; White if not given");
const LATTICE: &Parameter = &Parameter::optional(
    "lattice",
    Takes::Word(&["none", "hexagonal", "square"]),
    "Ask of another lattice, for the colour that joins top and bottom",
);
const AT: &Parameter = &Parameter::optional(
    "at",
    Takes::Text,
    "Where to take the polynomial's value: probabilities, divided by commas; 1/2 if not given",
);

const FORETOLD: &Parameter = &Parameter::optional(
    "verb",
    Takes::Word(&["analyze", "solve", "line", "why"]),
    "What would be asked; `analyze` if not given",
);
const AFTER: &Parameter = &Parameter::optional(
    "after",
    Takes::Text,
    "Hex: the frontiers after this cell, such as b2; the last if not given",
);
const VERB: &Parameter = &Parameter::optional(
    "verb",
    Takes::Word(&["solve", "analyze", "line", "why"]),
    "What is asked of each position; `solve` if not given",
);

const PLACE: &[&Parameter] = &[POSITION, FROM];
const QUESTION: &[&Parameter] = &[POSITION, FROM, METHOD, TURNS, TIME, MEMORY, STATES];
const LINE: &[&Parameter] = &[POSITION, FROM, METHOD, TURNS, PLIES, TIME, MEMORY, STATES];
const BATCH: &[&Parameter] = &[VERB, FROM, METHOD, TURNS, PLIES, TIME, MEMORY, STATES];
const DRAWING: &[&Parameter] = &[POSITION, FROM, PICTURE, THEME, SCALE, METHOD, TURNS, TIME, MEMORY, STATES];
const MAKING: &[&Parameter] = &[
    SIZE,
    FROM_POSITION,
    FROM,
    PUZZLE,
    LEVEL,
    SEED,
    COUNT,
    GAP,
    SCORES,
    TAKEN,
    STONES,
    FILL,
    TURNS,
    TIME,
    MEMORY,
    STATES,
];

const fn get(
    path: &'static str,
    does: Does,
    parameters: &'static [&'static Parameter],
    summary: &'static str,
) -> Route {
    Route { path, method: Method::Get, does, parameters, summary }
}

const fn post(
    path: &'static str,
    does: Does,
    parameters: &'static [&'static Parameter],
    summary: &'static str,
) -> Route {
    Route { path, method: Method::Post, does, parameters, summary }
}

/// All of them.
pub(crate) static ROUTES: &[Route] = &[
    get("/v1/games", Does::Games, &[], "The games, their forms and methods"),
    get("/v1/{game}/show", Does::Show, PLACE, "The board"),
    get("/v1/{game}/show.svg", Does::Picture(Format::Svg), DRAWING, "A picture as SVG"),
    get("/v1/{game}/show.png", Does::Picture(Format::Png), DRAWING, "A picture as PNG"),
    get("/v1/{game}/solve", Does::Ask(Verb::Solve), QUESTION, "The value of a position"),
    get("/v1/{game}/analyze", Does::Ask(Verb::Analyze), QUESTION, "The value of every move"),
    get("/v1/{game}/line", Does::Ask(Verb::Line), LINE, "The best line"),
    get("/v1/{game}/why", Does::Ask(Verb::Why), QUESTION, "Why each move is worth what it is"),
    get("/v1/{game}/solve/events", Does::Events(Verb::Solve), QUESTION, "The same as events, with progress"),
    get(
        "/v1/{game}/analyze/events",
        Does::Events(Verb::Analyze),
        QUESTION,
        "The same as events, with progress",
    ),
    get("/v1/{game}/line/events", Does::Events(Verb::Line), LINE, "The same as events, with progress"),
    get("/v1/{game}/why/events", Does::Events(Verb::Why), QUESTION, "The same as events, with progress"),
    post("/v1/{game}/batch", Does::Batch, BATCH, "An answer for each line of a text, as JSON Lines"),
    get("/v1/{game}/choose", Does::Ask(Verb::Choose), QUESTION, "The move of the engine"),
    get("/v1/{game}/game", Does::Game, &[START, FROM, MOVES], "How a game stands after some moves"),
    get(
        "/v1/{game}/forecast",
        Does::Forecast,
        &[POSITION, FROM, FORETOLD, METHOD, TURNS, TIME, MEMORY],
        "What an answer would cost, before it is begun",
    ),
    post("/v1/{game}/read", Does::Read, &[FROM], "The positions of a text in any form"),
    get("/v1/{game}/convert", Does::Convert, &[POSITION, FROM, TO], "A position in another form"),
    get(
        "/v1/{game}/generate",
        Does::Ask(Verb::Generate),
        MAKING,
        "Positions made up from a seed, or puzzles",
    ),
    get(
        "/v1/{game}/influence",
        Does::Ask(Verb::Influence),
        &[POSITION, FROM, TURNS, TIME, MEMORY, STATES],
        "Hex: the probability of each cell that it is pivotal",
    ),
    get(
        "/v1/{game}/polynomial",
        Does::Ask(Verb::Polynomial),
        &[POSITION, FROM, COLOUR, LATTICE, AT, TIME, MEMORY, STATES],
        "Hex: how many sets of cells of each size connect a colour",
    ),
    get(
        "/v1/{game}/nimber",
        Does::Ask(Verb::Nimber),
        &[POSITION, FROM, TIME, MEMORY, STATES],
        "Dots and Boxes: who gets control",
    ),
    get(
        "/v1/{game}/hood",
        Does::Ask(Verb::Hood),
        &[POSITION, FROM, AFTER, TURNS, TIME, MEMORY, STATES],
        "Contour, Hex, Dots and Boxes: what the method keeps",
    ),
    get("/openapi.json", Does::OpenApi, &[], "This description"),
    get("/healthz", Does::Health, &[], "Whether the server takes requests"),
    get("/metrics", Does::Metrics, &[], "Counters for Prometheus"),
];
