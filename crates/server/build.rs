//! The pages are built by npm before this; when they change, they are embedded anew.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
