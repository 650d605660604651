//! The roles people have on a floor, and which roles an action is open to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A person's role on a floor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A player.
    Player,
    /// A dealer.
    Dealer,
    /// A supervisor of tables: the law's floorperson and casino supervisor.
    Floorperson,
    /// A clerk who keeps the papers of a pit.
    PitClerk,
    /// Surveillance: may watch but not change anything.
    Surveillance,
    /// The Commission: reads everything that may be known, but changes nothing.
    Commission,
    /// An administrator, who opens tables and creates accounts.
    Administrator,
}

impl Role {
    /// Every role, in the order of the documents.
    pub const ALL: [Role; 7] = [
        Role::Player,
        Role::Dealer,
        Role::Floorperson,
        Role::PitClerk,
        Role::Surveillance,
        Role::Commission,
        Role::Administrator,
    ];

    /// The name of the role in files and messages.
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

    /// Finds a role by name.
    pub fn find(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who may take an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Anyone, signed in or not.
    Anyone,
    /// Anyone who is signed in.
    Everyone,
    /// Only people with one of these roles.
    Only(&'static [Role]),
}

impl Scope {
    /// Whether the action is open to this role; `None` means not signed in.
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
