//! The roles people have on a floor, and whom something is open to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What somebody is here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays.
    Player,
    /// Deals.
    Dealer,
    /// Supervises tables: the law's floorperson and casino supervisor.
    Floorperson,
    /// Keeps the papers of a pit.
    PitClerk,
    /// Watches, and touches nothing.
    Surveillance,
    /// The Commission: reads everything that may be known, and touches nothing.
    Commission,
    /// Opens tables and admits people.
    Administrator,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 7] = [
        Role::Player,
        Role::Dealer,
        Role::Floorperson,
        Role::PitClerk,
        Role::Surveillance,
        Role::Commission,
        Role::Administrator,
    ];

    /// Its name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Floorperson => "floorperson",
            Role::PitClerk => "pit-clerk",
            Role::Surveillance => "surveillance",
            Role::Commission => "commission",
            Role::Administrator => "administrator",
        }
    }

    /// The role of this name.
    pub fn find(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whom an action is open to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Anyone, without a name.
    Anyone,
    /// Anyone who is logged in.
    Everyone,
    /// These roles.
    Only(&'static [Role]),
}

impl Scope {
    /// Whether it is open to this role; `None` is somebody who is not logged in.
    pub fn admits(self, role: Option<Role>) -> bool {
        match (self, role) {
            (Scope::Anyone, _) => true,
            (_, None) => false,
            (Scope::Everyone, Some(_)) => true,
            (Scope::Only(roles), Some(role)) => roles.contains(&role),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_open_to_anyone_needs_no_name() {
        assert!(Scope::Anyone.admits(None) && !Scope::Everyone.admits(None));
        assert!(!Scope::Only(&Role::ALL).admits(None));
    }
}
