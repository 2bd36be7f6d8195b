//! The three pure crates as others get them: packaged, unpacked, and a program built against them outside the
//! workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CRATES: [&str; 3] = ["croupier-rules", "croupier-table", "croupier-odds"];

/// The program that is built, its dependencies by version, as on a machine that has them from a registry.
const PROGRAM: &str = include_str!("packaged/program.rs");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

fn cargo(folder: &Path, target: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(folder).env("CARGO_TARGET_DIR", target).env_remove("RUSTFLAGS");
    cargo
}

fn output(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_program_outside_the_workspace_builds_against_the_packaged_crates() {
    let target = root().join("target/packaged");
    let mut package = cargo(&root(), &target);
    package.args(["package", "--no-verify", "--allow-dirty", "--offline", "--quiet"]);
    output(package.args(CRATES.iter().flat_map(|name| ["--package", name])));

    let folder = target.join("program");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let version = env!("CARGO_PKG_VERSION");
    let mut manifest = String::from("[package]\nname = \"program\"\nedition = \"2024\"\n\n[dependencies]\n");
    for name in CRATES {
        manifest +=
            &format!("{name} = {{ version = \"{version}\", default-features = {} }}\n", name != "croupier-odds");
    }
    manifest += "\n[workspace]\n\n[patch.crates-io]\n";
    for name in CRATES {
        let packed = target.join(format!("package/{name}-{version}.crate"));
        output(Command::new("tar").arg("-xzf").arg(packed).arg("-C").arg(&folder));
        manifest += &format!("{name} = {{ path = \"{name}-{version}\" }}\n");
    }
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    fs::write(folder.join("src/main.rs"), PROGRAM).expect("a file");
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("a file");

    let printed = output(cargo(&folder, &target).args(["run", "--offline", "--quiet"]));
    assert!(printed.contains("659a.11(f)(1)(ii)") && printed.contains("33.33 %"), "{printed}");
}
