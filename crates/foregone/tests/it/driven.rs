//! Work cut into tasks, driven as an engine would, and as none should.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use foregone::shards::{Task, TaskError, schedule};
use foregone::{Limits, Shards, StopReason};

/// Does all tasks, each within the memory that it says and twice, the second time into a buffer that is not empty; then
/// the answer. Checks that tasks are called apart, need earlier ones and refuse what is not for them.
pub(crate) fn driven<S: Shards>(shards: &S) -> S::Answer {
    let tasks = shards.tasks();
    let names: HashSet<&str> = tasks.iter().map(|task| &*task.name).collect();
    assert_eq!(names.len(), tasks.len(), "no two tasks are called the same");
    assert!(!shards.identity().contains('\n') && shards.rate() > 0.0);
    let mut outputs: Vec<Vec<u8>> = Vec::new();
    for (index, task) in tasks.iter().enumerate() {
        assert!(task.needs.iter().all(|&need| need < index), "{}", task.name);
        let kind = task.name.split(' ').next().unwrap();
        assert!(kind.chars().all(|letter| letter.is_ascii_lowercase()), "{}", task.name);
        let inputs = inputs(task, &outputs);
        let limits = Limits::none().memory(task.memory);
        let mut output = vec![0; task.bytes];
        let done = shards.run(index, &inputs, &mut output, &limits);
        assert_eq!(done, Ok(()), "{} of {}", task.name, shards.identity());
        // From an odd address on.
        let mut dirty = vec![0xA5; task.bytes + 1];
        shards.run(index, &inputs, &mut dirty[1..], &limits).unwrap();
        assert!(output == dirty[1..], "{} of {}", task.name, shards.identity());
        outputs.push(output);
    }
    let wanted: Vec<&[u8]> = shards.wanted().iter().map(|&want| &*outputs[want]).collect();
    refuses(shards, &outputs);
    let (alone, many) = (schedule(shards, 1), schedule(shards, 3));
    assert!(alone.span >= many.span && alone.moved == 0);
    shards.answer(&wanted).unwrap()
}

fn refuses<S: Shards>(shards: &S, outputs: &[Vec<u8>]) {
    let tasks = shards.tasks();
    let limits = Limits::none();
    let missing = shards.run(tasks.len(), &[], &mut [], &limits);
    assert!(matches!(missing, Err(TaskError::NoSuchTask { .. })));
    // Of many tasks, the last and some others.
    for index in (0..tasks.len()).rev().step_by(1 + tasks.len() / 5) {
        let task = &tasks[index];
        let inputs = inputs(task, outputs);
        let short = shards.run(index, &inputs, &mut vec![0; task.bytes - 1], &limits);
        assert!(matches!(short, Err(TaskError::Bytes { .. })), "{}", task.name);
        let more: Vec<&[u8]> = inputs.iter().copied().chain([&[][..]]).collect();
        let more = shards.run(index, &more, &mut vec![0; task.bytes], &limits);
        assert!(matches!(more, Err(TaskError::Inputs { .. })), "{}", task.name);
        let flag = AtomicBool::new(true);
        let stopped = shards.run(index, &inputs, &mut vec![0; task.bytes], &limits.cancel(&flag));
        assert_eq!(stopped, Err(TaskError::Stopped(StopReason::Cancelled)), "{}", task.name);
        for damaged in 0..inputs.len() {
            let bytes = broken(inputs[damaged]);
            let mut inputs = inputs.clone();
            inputs[damaged] = &bytes;
            let found = shards.run(index, &inputs, &mut vec![0; task.bytes], &limits);
            assert!(matches!(found, Err(TaskError::Damaged { .. })), "{}", task.name);
        }
    }
    let wanted: Vec<&[u8]> = shards.wanted().iter().map(|&want| &*outputs[want]).collect();
    for place in 0..wanted.len() {
        let bytes = broken(wanted[place]);
        let mut damaged = wanted.clone();
        damaged[place] = &bytes;
        assert!(matches!(shards.answer(&damaged), Err(TaskError::Damaged { .. })));
    }
    let fewer = shards.answer(&wanted[1..]);
    assert!(matches!(fewer, Err(TaskError::Inputs { .. })));
}

/// What a task reads.
fn inputs<'a>(task: &Task, outputs: &'a [Vec<u8>]) -> Vec<&'a [u8]> {
    task.needs.iter().zip(&task.reads).map(|(&need, read)| &outputs[need][read.clone()]).collect()
}

/// The same with one bit another.
fn broken(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    bytes
}
