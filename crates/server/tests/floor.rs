//! A floor as people see it: who may do what, hidden cards, tables with dealers, and the papers of the house.

#[path = "floor/absent.rs"]
mod absent;
#[path = "floor/attack.rs"]
mod attack;
#[path = "floor/back.rs"]
mod back;
#[path = "floor/balance.rs"]
mod balance;
#[path = "floor/busy.rs"]
mod busy;
#[path = "floor/cage.rs"]
mod cage;
#[path = "floor/cash.rs"]
mod cash;
#[path = "floor/company.rs"]
mod company;
#[path = "floor/console.rs"]
mod console;
#[path = "floor/dealt.rs"]
mod dealt;
#[path = "support/floor.rs"]
mod floor;
#[path = "floor/guests.rs"]
mod guests;
#[path = "floor/hidden.rs"]
mod hidden;
#[path = "floor/house.rs"]
mod house;
#[path = "floor/lobby.rs"]
mod lobby;
#[path = "support/journal.rs"]
mod long;
#[path = "floor/look.rs"]
mod look;
#[path = "floor/over_time.rs"]
mod over_time;
#[path = "floor/parts.rs"]
mod parts;
#[path = "support/postgres.rs"]
mod postgres;
#[path = "floor/print.rs"]
mod print;
#[path = "floor/ready.rs"]
mod ready;
#[path = "floor/recovery.rs"]
mod recovery;
#[path = "floor/roles.rs"]
mod roles;
#[path = "floor/school.rs"]
mod school;
#[path = "floor/services.rs"]
mod services;
#[path = "floor/sessions.rs"]
mod sessions;
