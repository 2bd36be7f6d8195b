//! Makes sure that there are pages to embed. A program is built without Node too, and then says where its pages are.

use std::path::Path;

const NOTICE: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Croupier</title>
<h1>The pages are not built</h1>
<p>The house is open. Its API is described at <a href=\"/api/openapi.json\">/api/openapi.json</a>.
Run <code>cargo xtask serve</code> to build the pages.</p>
</html>
";

fn main() -> std::io::Result<()> {
    let pages = Path::new("../../web/dist");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", pages.display());
    if !pages.join("index.html").exists() {
        std::fs::create_dir_all(pages)?;
        std::fs::write(pages.join("index.html"), NOTICE)?;
    }
    Ok(())
}
