//! A floor as people meet it: who may do what, hidden cards, tables with dealers, and the papers of the house.

#[path = "support/floor.rs"]
mod floor;
#[path = "floor/hidden.rs"]
mod hidden;
#[path = "floor/roles.rs"]
mod roles;
