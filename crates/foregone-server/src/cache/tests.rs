use std::fs;
use std::path::PathBuf;

use super::opening::{HEAD, MAGIC};
use super::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("foregone-cache-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A cache of a file, and what it said.
fn open(path: &Path, bounds: Bounds) -> (Cache, Arc<Mutex<Vec<String>>>) {
    let said = Arc::new(Mutex::new(Vec::new()));
    let notes = Arc::clone(&said);
    let note: Note = Arc::new(move |text| locked(&notes).push(text.to_owned()));
    (Cache::open(Some(path), bounds, &note), said)
}

#[test]
fn what_is_kept_is_there_again() {
    let folder = folder("again");
    let path = folder.join("deep/answers.redb");
    let (cache, said) = open(&path, USUAL);
    cache.keep("a", &Bytes::from_static(b"first"));
    cache.keep("a", &Bytes::from_static(b"second"));
    cache.keep("b", &Bytes::from(vec![0; LARGEST + 1]));
    assert_eq!(cache.find("a").as_deref(), Some(&b"second"[..]));
    drop(cache);
    let (cache, again) = open(&path, USUAL);
    assert_eq!(cache.find("a").as_deref(), Some(&b"second"[..]));
    assert_eq!(cache.find("b"), None);
    assert_eq!((&*locked(&said), &*locked(&again)), (&vec![], &vec![]));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_oldest_go_first() {
    let folder = folder("bounds");
    let path = folder.join("answers.redb");
    let bounds = Bounds { memory: 2_000, file: 10_000 };
    let (cache, _) = open(&path, bounds);
    for number in 0..100 {
        cache.keep(&format!("question {number}"), &Bytes::from(vec![number; 500]));
    }
    assert!(locked(&cache.memory).bytes <= bounds.memory);
    assert!(cache.find("question 99").is_some());
    drop(cache);
    let (cache, _) = open(&path, bounds);
    let kept: Vec<u8> =
        (0..100).filter(|number| cache.find(&format!("question {number}")).is_some()).collect();
    assert!((15..=20).contains(&kept.len()) && kept.ends_with(&[97, 98, 99]), "{kept:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_second_server_goes_without() {
    let folder = folder("locked");
    let path = folder.join("answers.redb");
    let (_first, said) = open(&path, USUAL);
    let (second, told) = open(&path, USUAL);
    assert!(locked(&said).is_empty());
    assert!(locked(&told)[0].contains("another server has it open"), "{told:?}");
    second.keep("a", &Bytes::from_static(b"in memory"));
    assert_eq!(second.find("a").as_deref(), Some(&b"in memory"[..]));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_no_cache_is_set_aside() {
    let folder = folder("damaged");
    let path = folder.join("answers.redb");
    let (cache, _) = open(&path, USUAL);
    cache.keep("a", &Bytes::from_static(b"good"));
    drop(cache);
    let whole = fs::read(&path).unwrap();
    let half = whole[..whole.len() / 2].to_vec();
    let mut headless = whole.clone();
    headless[..512].fill(0xff);
    let texts = [b"a text of somebody's".to_vec(), vec![1; 10_000], half, headless];
    for (number, text) in (1..).zip(texts) {
        fs::write(&path, &text).unwrap();
        let (cache, said) = open(&path, USUAL);
        let aside = folder.join(format!("answers.redb.damaged-{number}"));
        assert!(fs::read(&aside).unwrap() == text, "{number}");
        assert_eq!(locked(&said).len(), 1, "{said:?}");
        assert!(!locked(&said)[0].contains('\n'));
        cache.keep("a", &Bytes::from_static(b"new"));
        drop(cache);
        assert_eq!(open(&path, USUAL).0.find("a").as_deref(), Some(&b"new"[..]));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_was_hardly_begun_is_begun_anew() {
    let folder = folder("unborn");
    let path = folder.join("answers");
    let begun = |head: u8| [&[0; MAGIC.len()][..], &vec![head; HEAD - MAGIC.len()], &[0; 5_000]].concat();
    for content in [Vec::new(), vec![0; 4], begun(0), begun(7)] {
        fs::write(&path, content).unwrap();
        let (cache, said) = open(&path, USUAL);
        assert_eq!(*locked(&said), Vec::<String>::new());
        cache.keep("a", &Bytes::from_static(b"new"));
        drop(cache);
        assert_eq!(open(&path, USUAL).0.find("a").as_deref(), Some(&b"new"[..]));
    }
    let full = [begun(7), vec![1]].concat();
    fs::write(&path, &full).unwrap();
    let (_, said) = open(&path, USUAL);
    assert!(locked(&said)[0].contains("left alone"), "{said:?}");
    assert_eq!(fs::read(&path).unwrap(), full);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_was_never_a_cache_is_left_alone() {
    let folder = folder("foreign");
    let (text, below) = (folder.join("notes.txt"), folder.join("thesis"));
    fs::write(&text, "years of work").unwrap();
    fs::create_dir(&below).unwrap();
    for path in [&text, &below, &folder] {
        let (cache, said) = open(path, USUAL);
        assert!(locked(&said)[0].contains("left alone"), "{said:?}");
        cache.keep("a", &Bytes::from_static(b"in memory"));
        assert!(cache.find("a").is_some() && path.exists());
    }
    assert_eq!(fs::read(&text).unwrap(), b"years of work");
    // A damaged one goes by how it begins, whatever it is called.
    let path = folder.join("cache");
    fs::write(&path, [&MAGIC[..], &[7; 5_000]].concat()).unwrap();
    let (_, said) = open(&path, USUAL);
    assert!(locked(&said)[0].contains("a new one is begun"), "{said:?}");
    fs::remove_dir_all(folder).unwrap();
}

/// Wherever the file is damaged, an answer is what it was, or there is none.
#[test]
fn a_damaged_answer_is_not_told() {
    let folder = folder("flipped");
    let path = folder.join("answers.redb");
    let (cache, _) = open(&path, USUAL);
    let answers: Vec<Bytes> = (0..20).map(|number| Bytes::from(vec![number; 3_000])).collect();
    for (number, answer) in answers.iter().enumerate() {
        cache.keep(&number.to_string(), answer);
    }
    drop(cache);
    let whole = fs::read(&path).unwrap();
    for step in 0..60 {
        let mut damaged = whole.clone();
        let (at, end) = (step * whole.len() / 60, (step + 1) * whole.len() / 60);
        damaged[at..end].iter_mut().step_by(97).for_each(|byte| *byte ^= 0x10);
        fs::write(&path, &damaged).unwrap();
        let (cache, _) = open(&path, USUAL);
        for (number, answer) in answers.iter().enumerate() {
            assert!(cache.find(&number.to_string()).is_none_or(|found| found == answer), "{step} {number}");
        }
        cache.keep("new", &Bytes::from_static(b"new"));
        drop(cache);
        for entry in fs::read_dir(&folder).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Wherever the head is damaged or the file ends: what was kept is told, or it is set aside as it was.
#[test]
fn no_damage_of_the_head_loses_anything() {
    let folder = folder("head");
    let path = folder.join("answers.redb");
    let (cache, _) = open(&path, USUAL);
    cache.keep("a", &Bytes::from_static(b"good"));
    drop(cache);
    let whole = fs::read(&path).unwrap();
    // All bits of each byte, and each of those that say which state is the newest, and whether there is any.
    let bits = [9, 65, 66, 193, 194].into_iter().flat_map(|at| (0..8).map(move |bit| (at, 1 << bit)));
    let flipped = (0..HEAD).map(|at| (at, 0xff)).chain(bits).map(|(at, bits)| {
        let mut damaged = whole.clone();
        damaged[at] ^= bits;
        damaged
    });
    let pages = (4_096..whole.len()).step_by(16 * 4_096).flat_map(|end| [end - 1, end]);
    let lengths = [1, 8, 9, 10, 63, 64, 191, 192, HEAD - 1, HEAD, HEAD + 1].into_iter().chain(pages);
    for damaged in flipped.chain(lengths.map(|length| whole[..length].to_vec())) {
        fs::write(&path, &damaged).unwrap();
        let (cache, said) = open(&path, USUAL);
        let (found, said) = (cache.find("a"), locked(&said).clone());
        assert!(found.as_deref().is_none_or(|found| found == b"good"));
        let aside = folder.join("answers.redb.damaged-1");
        if aside.exists() {
            assert!(fs::read(&aside).unwrap() == damaged, "{said:?}");
            assert_eq!(said.len(), 1, "{said:?}");
            fs::remove_file(&aside).unwrap();
        } else {
            assert!(found.is_some() && said.is_empty(), "{said:?}");
        }
        drop(cache);
        fs::remove_file(&path).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}
