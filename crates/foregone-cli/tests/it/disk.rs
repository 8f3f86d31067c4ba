//! Disks that are full, folders and files that may not be touched, and files with damage anywhere in their heads: an error in
//! a line, and whatever was there is there still.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::checkpoint::{board, told};
use crate::serve::Serving;
use crate::{Ran, answer, directory, fed, foregone, root};

/// A script that runs the rest of its arguments where no file may grow beyond some blocks of 512 bytes.
const SMALL_FILES: &str = r#"trap '' XFSZ; ulimit -f "$2"; shift 2; exec "$@""#;
/// A script that runs them with a disk of so many blocks in the place of a folder. What is left on it comes back there.
const SMALL_DISK: &str = r#"
real=$(mktemp -d) && mount --bind "$1" "$real" && mount -t tmpfs -o size=$(($2 * 512)) none "$1" && cp -a "$real/." "$1/" || exit 99
shift_folder="$1"; shift 2
"$@"; code=$?
find "$real" -mindepth 1 -delete && cp -a "$shift_folder/." "$real/" || exit 98
umount "$real" && rmdir "$real"
exit $code"#;

/// Ways to have a full disk: all that this machine and whoever runs the tests allow.
fn full_disks() -> Vec<&'static [&'static str]> {
    let mut ways = vec![&["sh", "-c", SMALL_FILES, "sh"][..]];
    let trial = Command::new("unshare")
        .args(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
        .stderr(Stdio::null())
        .status();
    if trial.is_ok_and(|status| status.success()) {
        ways.push(&["unshare", "-rm", "sh", "-c", SMALL_DISK, "sh"]);
    }
    ways
}

/// Runs the command with no more room in a folder than for so many bytes besides what is there.
fn cramped(way: &[&str], folder: &Path, bytes: u64, arguments: &[&str]) -> Command {
    let mut command = Command::new(way[0]);
    command.args(&way[1..]).arg(folder).arg((bytes / 512).to_string());
    command.arg(env!("CARGO_BIN_EXE_foregone")).args(arguments).current_dir(root());
    command
}

/// All that a folder has, by name.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<_> = fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| {
            let entry = entry.expect("it can be read");
            (
                entry.file_name().into_string().expect("it is text"),
                fs::read(entry.path()).expect("it can be read"),
            )
        })
        .collect();
    all.sort();
    all
}

/// Asks for one line of complaint, which has a text in it, and nothing else.
fn check_refused(ran: &Ran, expected: &str) {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("error: ") && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
}

#[test]
fn a_run_goes_on_without_checkpoints_when_the_disk_is_full() {
    let (folder, path) = directory("disk/checkpoint");
    let (file, board) = (path("c"), board(13, 1));
    let call = ["contour", "solve", &board, "--format", "json", "--checkpoint", &file];
    let (expected, _) = told(&answer(&call[..5], ""));
    let stopped_at = |states| [&call[..], &["--states", states]].concat();
    assert_eq!(foregone(&stopped_at("4000000"), "").code, Some(3));
    let large = fs::metadata(&file).expect("it is there").len();
    fs::remove_file(&file).expect("it can go");
    assert_eq!(foregone(&stopped_at("1000000"), "").code, Some(3));
    let before = content(&folder);
    let small = before[0].1.len() as u64;
    let complaint = format!("{file}: the checkpoint could not be written: ");
    for way in full_disks() {
        let room = if way.len() == 4 { (small + large) / 2 } else { small + large / 2 };
        let ran = fed(cramped(way, &folder, room, &stopped_at("3000000")), "");
        assert_eq!(ran.code, Some(3), "{}", ran.stderr);
        let expected =
            [complaint.as_str(), &format!("checkpoint kept in {file}: the same command goes on from there")];
        assert!(
            ran.stderr.lines().zip(expected).all(|(line, expected)| line.starts_with(expected)),
            "{}",
            ran.stderr
        );
        assert!(content(&folder) == before);
    }
    for way in full_disks() {
        let call = [&call[..], &["--checkpoint-every", "0s"]].concat();
        let ran = fed(cramped(way, &folder, 4096 + small, &call), "");
        assert_eq!((ran.code, told(&ran.stdout).0), (Some(0), expected.clone()), "{}", ran.stderr);
        assert!(
            !ran.stderr.is_empty() && ran.stderr.lines().all(|line| line.starts_with(&complaint)),
            "{}",
            ran.stderr
        );
        assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0);
    }
}

#[test]
fn a_table_is_gone_on_with_when_there_is_room_again() {
    let (folder, path) = directory("disk/table");
    let (whole, file) = (path("whole"), path("t/t"));
    let build = |file: &str| {
        ["dots", "table", "build", "4x4:swedish", "--format", "json", "--file", file].map(str::to_owned)
    };
    answer(&build(&whole).each_ref().map(String::as_str), "");
    let expected = fs::read(&whole).expect("it is there");
    fs::create_dir(folder.join("t")).expect("it can be made");
    for way in full_disks() {
        let call = build(&file);
        let call = call.each_ref().map(String::as_str);
        // Room for hardly more than a head, and for two of four pages.
        for (room, pages) in [(512, 0), (expected.len() as u64 / 2 + 4096, 2)] {
            check_refused(&fed(cramped(way, &folder.join("t"), room, &call), ""), "t.partial: ");
            if let [(_, left)] = &content(&folder.join("t"))[..] {
                assert!(expected.starts_with(left));
            } else {
                assert_eq!(pages, 0);
            }
            let told: serde_json::Value =
                serde_json::from_str(&answer(&call, "")).expect("the answer is JSON");
            assert_eq!(told["table"]["pages_found"], pages, "{told}");
            assert!(fs::read(&file).expect("it is there") == expected);
            fs::remove_file(&file).expect("it can go");
        }
    }
}

#[test]
fn pictures_and_games_are_whole_or_not_there() {
    let (folder, path) = directory("disk/outputs");
    let (svg, game) = (path("b.svg"), path("game.txt"));
    fs::write(&svg, "a picture of before").expect("it can be written");
    let before = content(&folder);
    for way in full_disks() {
        let call = ["dots", "show", "30x30", "--svg", &svg, "--force"];
        let ran = fed(cramped(way, &folder, 512, &call), "");
        assert_eq!(ran.code, Some(2));
        assert!(
            ran.stderr.starts_with(&format!("error: {svg}: ")) && ran.stderr.lines().count() == 1,
            "{}",
            ran.stderr
        );
        assert!(content(&folder) == before);
        let play = cramped(way, &folder, 512, &["contour", "play", &board(13, 1), "--quiet"]);
        let ran = fed(play, format!("save {game}\n"));
        assert!(ran.code == Some(0) && ran.stdout.contains("not saved: "), "{}{}", ran.stdout, ran.stderr);
        assert!(content(&folder) == before);
    }
}

#[test]
fn a_server_goes_on_when_its_cache_cannot_grow() {
    let (folder, path) = directory("disk/cache");
    let file = path("answers.redb");
    // No room for a cache, and little more than an empty one takes.
    // The first way alone: in the others a signal does not reach the server.
    for (way, room) in full_disks().into_iter().take(1).flat_map(|way| [(way, 65_536), (way, 1_700_000)]) {
        let server = Serving::of(cramped(way, &folder, room, &["serve", "--port", "0", "--cache", &file]));
        let question = |seed| format!("/v1/contour/generate?size=4x4&count=100&seed={seed}");
        let first = server.get(&question(0));
        for seed in 1..40 {
            assert!(server.get(&question(seed)).starts_with('{'));
        }
        assert_eq!(server.get(&question(0)), first);
        let begun = server.notes.concat();
        let (code, said) = server.signal("TERM");
        assert_eq!(code, Some(0));
        let notes = begun + &said;
        assert!(notes.lines().all(|line| line.starts_with(&format!("cache {file}: "))), "{notes}");
        assert!(notes.lines().count() <= 1 && (room > 65_536 || !notes.is_empty()), "{notes}");
        for (name, _) in content(&folder) {
            fs::remove_file(path(&name)).expect("it can go");
        }
    }
}

/// A folder in which permissions hold, and a command that they hold for: to the superuser they do not apply.
struct Bound {
    folder: PathBuf,
    program: PathBuf,
    /// Whom to run the command as, if not as oneself.
    nobody: Option<u32>,
}

impl Bound {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("foregone-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("it can be made");
        let nobody = (fs::metadata(&folder).expect("it is there").uid() == 0).then_some(65_534);
        let program = PathBuf::from(env!("CARGO_BIN_EXE_foregone"));
        let program = if nobody.is_some() {
            // The usual place may be one that only the superuser reaches.
            let copy = folder.join("foregone");
            // Not by this process: what it has open, others that it starts at that moment have open, too.
            let copied = Command::new("cp").args([&program, &copy]).status();
            assert!(copied.expect("there is a command `cp`").success());
            copy
        } else {
            program
        };
        let bound = Self { folder, program, nobody };
        fs::create_dir(bound.path("open")).expect("it can be made");
        bound.allow("open", 0o777);
        bound
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).to_str().expect("the path is UTF-8").to_owned()
    }

    fn allow(&self, name: &str, mode: u32) {
        fs::set_permissions(self.folder.join(name), Permissions::from_mode(mode)).expect("they can be set");
    }

    /// The command, for those whom permissions bind.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder);
        if let Some(nobody) = self.nobody {
            command.uid(nobody).gid(nobody);
        }
        command
    }
}

impl Drop for Bound {
    fn drop(&mut self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let _ = fs::set_permissions(entry.path(), Permissions::from_mode(0o755));
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn what_may_not_be_read_or_written_is_told_by_its_name() {
    let bound = Bound::new("permissions");
    let path = |name: &str| bound.path(name);
    let small = "2x3:2,7,3/9,1,2|3,7,2/2,3,1";
    // Files of somebody else's, and a folder with a file and no room for another.
    for folder in ["hidden", "closed"] {
        fs::create_dir(path(folder)).expect("it can be made");
        bound.allow(folder, 0o777);
    }
    for name in ["text", "c", "t", "d.partial", "t2.partial", "l.lock", "answers.redb", "old.svg"] {
        let name = format!("hidden/{name}");
        fs::write(path(&name), "somebody's").expect("it can be written");
        bound.allow(&name, 0);
    }
    fs::write(path("closed/old.svg"), "somebody's").expect("it can be written");
    bound.allow("closed", 0o555);
    let calls: &[(&[&str], &str)] = &[
        (&["dots", "solve", &path("hidden/text")], "hidden/text: "),
        (&["contour", "solve", small, "--checkpoint", &path("hidden/c")], "hidden/c: "),
        (&["contour", "solve", small, "--checkpoint", &path("hidden/d")], "hidden/d.partial: "),
        (&["contour", "solve", small, "--checkpoint", &path("hidden/l")], "hidden/l.lock: "),
        (&["contour", "solve", small, "--checkpoint", &path("closed/c")], "closed/c.lock: "),
        (&["dots", "table", "query", &path("hidden/t"), "2x2"], "hidden/t: "),
        (&["dots", "table", "check", &path("hidden/t")], "hidden/t: "),
        (&["dots", "solve", "2x2", "--table", &path("hidden/t")], "hidden/t: "),
        (&["dots", "table", "build", "2x2", "--file", &path("hidden/t2")], "hidden/t2.partial: "),
        (&["dots", "table", "build", "2x2", "--file", &path("closed/t")], "closed/t.partial: "),
        (&["dots", "show", "2x2", "--svg", &path("closed/b.svg")], "closed/b.svg.partial: "),
        (&["dots", "show", "2x2", "--force", "--svg", &path("closed/old.svg")], "closed/old.svg.partial: "),
        (&["man", &path("closed/man")], "closed/man: "),
    ];
    for (call, expected) in calls {
        check_refused(&fed(bound.command(call), ""), expected);
    }
    let saved =
        fed(bound.command(&["dots", "play", "1x1", "--quiet"]), format!("save {}\n", path("closed/g")));
    assert!(saved.code == Some(0) && saved.stdout.contains("not saved: "), "{}", saved.stdout);
    for cache in ["hidden/answers.redb", "closed/answers.redb", "closed/deeper/answers.redb"] {
        let server = Serving::of(bound.command(&["serve", "--port", "0", "--cache", &path(cache)]));
        assert!(server.get("/v1/dots/solve?position=2x2").starts_with('{'));
        assert!(
            server.notes.len() == 1 && server.notes[0].contains("answers are not kept"),
            "{:?}",
            server.notes
        );
        assert_eq!(server.signal("TERM"), (Some(0), String::new()));
    }
    bound.allow("closed", 0o755);
    for (folder, files) in [("hidden", 8), ("closed", 1)] {
        let left = fs::read_dir(path(folder)).expect("it is there");
        let left: Vec<PathBuf> = left.map(|entry| entry.expect("it can be read").path()).collect();
        assert_eq!(left.len(), files, "{left:?}");
        for file in left {
            fs::set_permissions(&file, Permissions::from_mode(0o644)).expect("they can be set");
            assert_eq!(fs::read(&file).expect("it can be read"), b"somebody's");
        }
    }
}

/// Harms a file byte by byte in its first ones, and cuts it off after each number of them; whoever reads it is to refuse it and
/// leave it as it is.
fn check_head(file: &str, whole: &[u8], head: usize, calls: &[&[&str]]) {
    let harmed = (0..head).map(|at| {
        let mut harmed = whole.to_vec();
        harmed[at] ^= 1 << (at % 8);
        harmed
    });
    for content in harmed.chain((0..=head).map(|length| whole[..length].to_vec())) {
        fs::write(file, &content).expect("it can be written");
        for call in calls {
            check_refused(&foregone(call, ""), "");
            assert!(fs::read(file).expect("it is there") == content, "{call:?}");
        }
    }
}

#[test]
fn a_checkpoint_with_damage_anywhere_in_its_head_is_refused() {
    let (folder, path) = directory("disk/damaged-checkpoint");
    let file = path("c");
    let call = ["dots", "solve", "3x3", "--threads", "1", "--checkpoint", &file];
    assert_eq!(foregone(&[&call[..], &["--states", "100"]].concat(), "").code, Some(3));
    let whole = fs::read(&file).expect("it is there");
    // All before the payload, and its first number.
    let head =
        12 + 4 + 4 + u32::from_le_bytes(whole[16..20].try_into().expect("4 bytes")) as usize + 4 + 3 + 8 + 8;
    check_head(&file, &whole, head + 8, &[&call]);
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1, "nothing else is left");
}

#[test]
fn a_table_with_damage_anywhere_in_its_head_is_refused() {
    let (folder, path) = directory("disk/damaged-table");
    let (file, partial) = (path("t"), path("t.partial"));
    answer(&["dots", "table", "build", "2x2", "--file", &file], "");
    let whole = fs::read(&file).expect("it is there");
    let head = 12 + 4 + 4 + 25 + 4 + 3 + 8;
    check_head(
        &file,
        &whole,
        head,
        &[&["dots", "table", "check", &file], &["dots", "solve", "2x3", "--table", &file]],
    );
    // What is being built is refused when it begins as nothing of ours does; what only ends too soon is gone on with.
    fs::remove_file(&file).expect("it can go");
    for at in 0..head {
        let mut harmed = whole.clone();
        harmed[at] ^= 1 << (at % 8);
        fs::write(&partial, &harmed).expect("it can be written");
        check_refused(&foregone(&["dots", "table", "build", "2x2", "--file", &file], ""), "t.partial: ");
        assert!(fs::read(&partial).expect("it is there") == harmed);
        fs::write(&partial, &whole[..at]).expect("it can be written");
        answer(&["dots", "table", "build", "2x2", "--file", &file], "");
        assert!(fs::read(&file).expect("it is there") == whole);
        fs::remove_file(&file).expect("it can go");
    }
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0, "nothing is left");
}
