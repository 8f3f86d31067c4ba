//! Several clients at once: every answer is right, whoever else asks.

use serde_json::Value;

use crate::{Running, settings};

/// Questions, and a part of each answer.
const QUESTIONS: &[(&str, &str, &str)] = &[
    ("/v1/hex/solve?position=3x3:W2/3/2B:w", "/value/mover/numerator", r#""24""#),
    ("/v1/contour/solve?position=2x3:2,7,3/9,1,2|3,7,2/2,3,1", "/value/mover/margin", "2"),
    ("/v1/dots/analyze?position=2x2", "/value/mover/margin", "2"),
    ("/v1/hex-perfect/solve?position=3x3", "/value/mover/outcome", r#""win""#),
    ("/v1/dots/show?position=2x2", "/board/rows", "2"),
    ("/v1/hex/game?start=2x2&moves=a1", "/to_move", r#""second""#),
    ("/v1/hex/solve?position=nonsense", "/code", r#""position""#),
];

#[test]
fn many_clients_are_answered_at_once() {
    let mut settings = settings();
    settings.queue = 100;
    let server = Running::new(&settings);
    std::thread::scope(|scope| {
        for client in 0..8 {
            let server = &server;
            scope.spawn(move || {
                for round in 0..50 {
                    let (question, pointer, expected) = QUESTIONS[(client + round) % QUESTIONS.len()];
                    let answer: Value = server.get(question).json();
                    let found = answer.pointer(pointer).map(ToString::to_string);
                    assert_eq!(found.as_deref(), Some(expected), "{question}: {answer}");
                }
            });
        }
    });
    assert_eq!(
        (server.metric("running"), server.metric("queued"), server.metric("cancelled_total")),
        (0, 0, 0)
    );
}
