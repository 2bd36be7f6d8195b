//! Hashes of the program's parts, which anyone can compare: recorded at each start and printed by `croupier about`.
//!
//! A data file's hash is that of the file of this path in the project, and the program's is that of the executable, so
//! that `sha256sum` gives the same. Note: the executable is read through the running process where the system
//! has that, so that a file put in its place since the start is not taken for it.

use crate::electronic;
use croupier_rules::{Registry, embedded};
use croupier_table::commitment::Digest;
use std::fs::File;
use std::io;
use std::path::PathBuf;

/// The hash of the running program.
pub fn program() -> io::Result<Digest> {
    Ok(Digest::of(&std::fs::read(executable()?)?))
}

/// The file the running program was loaded from, even if its name has gone to another.
fn executable() -> io::Result<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    if File::open(&running).is_ok() { Ok(running) } else { std::env::current_exe() }
}

/// The hashes of the data files built into the program: law, readings, paytables, house ways, electronic tables.
pub fn data(registry: &Registry) -> Vec<(String, Digest)> {
    let electronic = electronic(registry).into_iter();
    let electronic = electronic.map(|(name, submission)| (format!("submissions/{name}.toml"), submission));
    let files = embedded::all().map(|(path, file)| (path.to_owned(), file));
    files.chain(electronic).map(|(path, file)| (path, Digest::of(file.as_bytes()))).collect()
}

/// All of them, by name: the program, the code it knows the hash of, the data, and the submissions in use.
pub fn hashes(
    registry: &Registry,
    code: &[(&str, Digest)],
    submissions: &[(String, Vec<u8>)],
) -> io::Result<Vec<(String, Digest)>> {
    let mut hashes = vec![("program".to_owned(), program()?)];
    hashes.extend(code.iter().map(|(name, hash)| ((*name).to_owned(), *hash)));
    hashes.extend(data(registry));
    hashes.extend(submissions.iter().map(|(name, bytes)| (name.clone(), Digest::of(bytes))));
    Ok(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn project() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[test]
    fn every_data_file_has_the_hash_of_the_file_of_its_name() {
        for (path, hash) in data(Registry::standard()) {
            let bytes = std::fs::read(project().join(&path)).expect("a file of the project");
            assert_eq!(hash, Digest::of(&bytes), "{path}");
        }
    }

    #[test]
    fn no_file_of_law_and_no_paytable_is_left_out() {
        let known: BTreeSet<_> = data(Registry::standard()).into_iter().map(|(path, _)| path).collect();
        let mut folders = vec!["crates/rules/law".to_owned()];
        let games = "crates/rules/src/games";
        for entry in std::fs::read_dir(project().join(games)).expect("the games") {
            let name = entry.expect("an entry").file_name();
            folders.push(format!("{games}/{}", name.to_string_lossy()));
        }
        let mut found = 0;
        for folder in folders.iter().filter(|folder| project().join(folder).is_dir()) {
            for entry in std::fs::read_dir(project().join(folder)).expect("a folder") {
                let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
                if name.ends_with(".toml") {
                    assert!(known.contains(&format!("{folder}/{name}")), "{folder}/{name}");
                    found += 1;
                }
            }
        }
        assert_eq!(found + electronic(Registry::standard()).len(), known.len());
    }

    #[test]
    fn the_program_is_the_one_that_runs() {
        let this = std::env::current_exe().expect("a path");
        assert_eq!(program().expect("a hash"), Digest::of(&std::fs::read(this).expect("a file")));
    }
}
