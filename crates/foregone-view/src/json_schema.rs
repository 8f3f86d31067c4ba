//! The JSON Schema of all that is answered in JSON, made from the types themselves.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::explain::ExplainedGame;
use crate::forecast;
use crate::game::Game;
use crate::generate::{GeneratedGame, Told, ToldPuzzle};
use crate::hex_fillings::{Counts, Estimated, Filled, Influence, Samples};
use crate::hood::{self, HoodGame};
use crate::schema::{Answer, ExplainedAnswer, Placed, Refusal, Summary, VERSION};
use crate::service::{Choice, Fault, Games, Readings, Record};
use crate::verify::{Verification, claims};
use crate::{Contour, ContourPoset, Dots, DotsCoins, Hex, HexPerfect, dots_nimber, dots_table};

/// The kinds of answers, and what their parts are.
struct Kinds {
    generator: SchemaGenerator,
    kinds: Vec<Value>,
}

impl Kinds {
    /// A kind of object, by what asks for it.
    fn add<A: JsonSchema>(&mut self, game: Option<&str>, title: &str) {
        let mut kind = A::json_schema(&mut self.generator).to_value();
        kind["title"] = game.map_or_else(|| title.to_owned(), |game| format!("{game} {title}")).into();
        if let Some(game) = game {
            kind["properties"]["game"] = json!({ "const": game });
        }
        self.kinds.push(kind);
    }

    /// What every game answers.
    fn game<G: Game<Board: JsonSchema>>(&mut self) {
        self.add::<Placed<'_, Answer<G::Board>>>(Some(G::NAME), "solve, analyze, line, show");
        self.add::<Record<G::Board>>(Some(G::NAME), "game");
        self.add::<Placed<'_, Verification<G::Board>>>(Some(G::NAME), "verify");
        self.add::<Placed<'_, forecast::Told>>(Some(G::NAME), "cost");
    }

    fn explained<G: ExplainedGame<Board: JsonSchema, Why: JsonSchema>>(&mut self) {
        self.game::<G>();
        self.add::<Placed<'_, ExplainedAnswer<G::Board, G::Why>>>(Some(G::NAME), "why");
    }

    fn hooded<G: HoodGame<Board: JsonSchema, Hood: JsonSchema>>(&mut self) {
        self.add::<Placed<'_, hood::Told<G::Board, G::Hood>>>(Some(G::NAME), "hood");
    }

    fn generated<G: GeneratedGame<Board: JsonSchema, Grade: JsonSchema>>(&mut self) {
        self.add::<Placed<'_, Told<G::Board, String>>>(Some(G::NAME), "generate");
        self.add::<Placed<'_, Told<G::Board, ToldPuzzle<G::Grade>>>>(Some(G::NAME), "generate --puzzle");
    }
}

/// The document: an answer is one of its kinds.
#[must_use]
pub fn document() -> Value {
    let (kinds, definitions) = kinds();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("What foregone answers in JSON, schema {VERSION}"),
        "anyOf": kinds,
        "$defs": definitions,
    })
}

/// The schema of each kind of object, which its title tells from the others, and of what they refer to as `#/$defs/…`.
#[must_use]
pub fn kinds() -> (Vec<Value>, Map<String, Value>) {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut kinds = Kinds { generator, kinds: Vec::new() };
    kinds.explained::<Contour>();
    kinds.hooded::<Contour>();
    kinds.generated::<Contour>();
    kinds.explained::<ContourPoset>();
    kinds.explained::<Hex>();
    kinds.hooded::<Hex>();
    kinds.generated::<Hex>();
    let hex = Some(Hex::NAME);
    kinds.add::<Placed<'_, Filled<Influence>>>(hex, "influence");
    kinds.add::<Placed<'_, Filled<Counts>>>(hex, "polynomial");
    kinds.add::<Placed<'_, Filled<Estimated>>>(hex, "estimate");
    kinds.add::<Placed<'_, Filled<Samples>>>(hex, "sample");
    kinds.game::<HexPerfect>();
    kinds.explained::<Dots>();
    let dots = Some(Dots::NAME);
    kinds.add::<Placed<'_, dots_nimber::Told>>(dots, "nimber");
    kinds.hooded::<Dots>();
    kinds.generated::<Dots>();
    kinds.add::<Placed<'_, dots_table::Told<dots_table::ToldBuilt>>>(dots, "table build");
    kinds.add::<Placed<'_, dots_table::Told<dots_table::ToldChecked>>>(dots, "table check");
    kinds.game::<DotsCoins>();
    kinds.add::<claims::Case>(None, "verify --answers: one of them");
    kinds.add::<claims::Total>(None, "verify --answers: the last line of JSON Lines");
    kinds.add::<claims::Checked>(None, "verify --answers: all of them");
    kinds.add::<Refusal>(None, "a line that is no position, or one that was not taken on");
    kinds.add::<Summary>(None, "the last line of JSON Lines");
    kinds.add::<Games>(None, "games");
    kinds.add::<Readings>(None, "read");
    kinds.add::<Choice>(None, "choose");
    kinds.add::<Fault>(None, "an error over HTTP");
    let definitions = kinds.generator.take_definitions(true);
    (kinds.kinds, definitions)
}
