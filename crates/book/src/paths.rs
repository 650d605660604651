//! Paths of the repository, always written from its root with `/`, and where their targets are in the book.

/// The path that a link on a page leads to; `None` if it leaves the repository.
pub fn join(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The path of a repository file in the book: pages become `.html`, the front page `index.html`, and files
/// outside `docs` go to a separate folder.
pub fn output(path: &str) -> String {
    let Some(inside) = path.strip_prefix("docs/") else { return format!("files/{path}") };
    match inside.strip_suffix(".md") {
        Some("README") => "index.html".to_owned(),
        Some(page) => format!("{page}.html"),
        None => inside.to_owned(),
    }
}

/// The link from one file of the book to another.
pub fn relative(from: &str, to: &str) -> String {
    let (mut from, mut to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    from.pop();
    let name = to.pop().unwrap_or_default();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = vec![".."; from.len() - shared];
    up.into_iter().chain(to.split_off(shared)).chain([name]).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_inside_the_repository_alone() {
        assert_eq!(join("docs/cli/odds.md", "../player.md").as_deref(), Some("docs/player.md"));
        assert_eq!(join("docs/cli/odds.md", "../../examples/a.toml").as_deref(), Some("examples/a.toml"));
        assert_eq!(join("README.md", "docs/./api.md").as_deref(), Some("docs/api.md"));
        assert_eq!(join("docs/api.md", "../../elsewhere"), None);
    }

    #[test]
    fn every_file_has_one_place_and_links_find_it() {
        assert_eq!(output("docs/README.md"), "index.html");
        assert_eq!(output("docs/cli/odds.md"), "cli/odds.html");
        assert_eq!(output("docs/schema/odds.json"), "schema/odds.json");
        assert_eq!(output("examples/a.toml"), "files/examples/a.toml");
        assert_eq!(relative("cli/odds.html", "cli/sim.html"), "sim.html");
        assert_eq!(relative("cli/odds.html", "api.html"), "../api.html");
        assert_eq!(relative("index.html", "felts/craps.jpg"), "felts/craps.jpg");
        assert_eq!(relative("start/player.html", "felts/craps.jpg"), "../felts/craps.jpg");
    }
}
