//! 15.2 (not held): keno tickets. One type represents all of them: which number is in which group, how the groups
//! are combined, and for which games.

use crate::games::prelude::*;
use crate::{
    kept::spelled,
    kit::balls::{BALLS, Ball, Balls},
    submission::MOST_SPOTS,
    vocabulary::{Kinds, Vocabulary},
};
use core::fmt;

/// The largest number of ways and of games of a ticket: more than anybody sells.
const MOST_WAYS: u32 = 10_000;
pub(super) const MOST_GAMES: u16 = 1_000;

/// A ticket. Its wagers are the *ways*: sets of marked numbers, each of which the rate card pays separately.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ticket {
    /// The group of each number, from 1; 0 means not marked. Groups are in the order of their lowest
    /// numbers.
    group: [u8; BALLS as usize],
    plays: Plays,
    /// Which of its games comes next, and how many there are.
    game: u16,
    games: u16,
}

/// How the groups of a ticket are combined. Sets have a bit for each number of spots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Plays {
    /// One group.
    Straight,
    /// Each group by itself.
    Split,
    /// All sets of groups with one of these numbers of spots.
    Ways(u128),
    /// The same, each with the king, which is the first group.
    King(u128),
}

spelled!(Ticket, <Ticket as Vocabulary>::read, "a keno ticket");

impl Ticket {
    /// The section that lists it; it is not held.
    pub const CITE: Citation = cite!("15.2");

    /// The number of groups that are marked.
    pub fn groups(&self) -> u8 {
        self.group.iter().copied().max().unwrap_or_default()
    }

    /// The numbers of a group, counted from 1.
    pub fn group(&self, group: u8) -> Balls {
        let of = |ball: &Ball| self.group[usize::from(ball.number()) - 1] == group;
        Ball::all().filter(of).fold(Balls::default(), Balls::with)
    }

    /// Which of its games comes next, and how many there are.
    pub const fn games(&self) -> (u16, u16) {
        (self.game, self.games)
    }

    /// The number of games still to come.
    pub const fn left(&self) -> u16 {
        self.games - self.game + 1
    }

    /// The same ticket for the next game, if there is one.
    #[must_use]
    pub const fn next(self) -> Option<Ticket> {
        if self.game < self.games { Some(Ticket { game: self.game + 1, ..self }) } else { None }
    }

    /// The same ticket for only the game that comes next.
    #[must_use]
    pub const fn once(self) -> Ticket {
        Ticket { game: 1, games: 1, ..self }
    }

    /// Whether its first group is a king, which is in every way.
    pub const fn has_king(&self) -> bool {
        matches!(self.plays, Plays::King(_))
    }

    /// Whether one of its games has already been played.
    pub const fn is_begun(&self) -> bool {
        self.game > 1
    }

    /// The number of ways by their number of spots (the first index) and by how many of those are caught, given how
    /// many numbers of each group are drawn. Ways with more spots than any rate card has are not counted.
    pub fn ways_by(&self, caught: impl Fn(u8) -> u8) -> [[u32; SPOTS]; SPOTS] {
        let mut sets = [[0; SPOTS]; SPOTS];
        let mut wanted = u128::MAX;
        let size = |group| as_index(self.group(group).count());
        let alone = |sets: &mut [[u32; SPOTS]; SPOTS], group: u8| {
            if let Some(cell) =
                sets.get_mut(size(group)).and_then(|row| row.get_mut(usize::from(caught(group))))
            {
                *cell += 1;
            }
        };
        let first = match self.plays {
            Plays::Straight | Plays::Split => {
                (1..=self.groups()).for_each(|group| alone(&mut sets, group));
                return sets;
            }
            Plays::Ways(spots) => {
                (sets[0][0], wanted) = (1, spots);
                1
            }
            Plays::King(spots) => {
                alone(&mut sets, 1);
                wanted &= spots;
                2
            }
        };
        for group in first..=self.groups() {
            let (spots, hits) = (size(group), usize::from(caught(group)));
            for to in (spots..SPOTS).rev() {
                for hit in (hits..SPOTS).rev() {
                    sets[to][hit] = sets[to][hit].saturating_add(sets[to - spots][hit - hits]);
                }
            }
        }
        (0..SPOTS).filter(|at| wanted >> at & 1 == 0).for_each(|at| sets[at] = [0; SPOTS]);
        sets
    }

    /// The number of ways with each number of spots, over all possible numbers of spots.
    fn ways_of(&self) -> [u32; BALLS as usize + 1] {
        let mut sets = [0u32; BALLS as usize + 1];
        let size = |group| as_index(self.group(group).count());
        let (first, wanted) = match self.plays {
            Plays::Straight | Plays::Split => {
                (1..=self.groups()).for_each(|group| sets[size(group)] += 1);
                return sets;
            }
            Plays::Ways(spots) => (1, spots),
            Plays::King(spots) => (2, spots),
        };
        sets[if first == 2 { 1 } else { 0 }] = 1;
        for spots in (first..=self.groups()).map(size) {
            for to in (spots..sets.len()).rev() {
                sets[to] = sets[to].saturating_add(sets[to - spots]);
            }
        }
        (0..sets.len()).filter(|at| wanted >> at & 1 == 0).for_each(|at| sets[at] = 0);
        sets
    }

    /// The number of wagers that the ticket consists of.
    pub fn ways(&self) -> u32 {
        self.ways_of().into_iter().fold(0, u32::saturating_add)
    }

    /// The numbers of spots of its ways, lowest first.
    pub fn spots(&self) -> impl Iterator<Item = u8> {
        let ways = self.ways_of();
        (1..=BALLS).filter(move |spots| ways[usize::from(*spots)] > 0)
    }

    /// Whether it is sound: every number of spots it is played for can be made from its groups.
    fn is_sound(&self) -> bool {
        let sizes = || (1..=self.groups()).map(|group| self.group(group).count());
        let made = self.ways_of();
        let all_made = |spots: u128| {
            spots != 0
                && (0..128).filter(|at| spots >> at & 1 == 1).all(|at| made.get(at).is_some_and(|n| *n > 0))
        };
        let plays = match self.plays {
            Plays::Straight => self.groups() == 1,
            Plays::Split => self.groups() >= 2,
            Plays::Ways(spots) => self.groups() >= 2 && all_made(spots),
            Plays::King(spots) => self.groups() >= 2 && sizes().next() == Some(1) && all_made(spots),
        };
        plays
            && self.ways() <= MOST_WAYS
            && 1 <= self.game
            && self.game <= self.games
            && self.games <= MOST_GAMES
    }

    /// Whether all groups have the same size and are combined for only one number of spots, which makes it a way
    /// ticket. Any other ticket that combines groups is a combination ticket.
    fn is_way(&self) -> bool {
        let sizes = || (1..=self.groups()).map(|group| self.group(group).count());
        matches!(self.plays, Plays::Ways(spots) if spots.count_ones() == 1)
            && sizes().all(|size| Some(size) == sizes().next())
    }

    /// What players call this sort of ticket.
    fn word(&self) -> &'static str {
        match self.plays {
            Plays::Straight => "straight",
            Plays::Split => "split",
            Plays::Ways(_) if self.is_way() => "way",
            Plays::Ways(_) => "combination",
            Plays::King(_) => "king",
        }
    }
}

/// One more than the largest number of spots on a rate card.
const SPOTS: usize = MOST_SPOTS as usize + 1;

const fn as_index(count: u32) -> usize {
    count as usize
}

/// `straight 3,17,44`, `split 1,2/3,4`, `way 1,2/3,4/5,6 by 4`, `combination 1,2/3 by 2,3`, `king 7/1,2/3,4 by 3`;
/// followed by `for 5 games` or, once one of them is over, `game 2 of 5`.
impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.word())?;
        for group in 1..=self.groups() {
            let numbers = self.group(group).each().enumerate();
            f.write_str(if group == 1 { "" } else { "/" })?;
            for (at, ball) in numbers {
                write!(f, "{}{}", if at == 0 { "" } else { "," }, ball.number())?;
            }
        }
        if let Plays::Ways(spots) | Plays::King(spots) = self.plays {
            let each = (0..128).filter(|at| spots >> at & 1 == 1);
            for (at, spots) in each.enumerate() {
                write!(f, "{}{spots}", if at == 0 { " by " } else { "," })?;
            }
        }
        match (self.game, self.games) {
            (1, 1) => Ok(()),
            (1, games) => write!(f, " for {games} games"),
            (game, games) => write!(f, " game {game} of {games}"),
        }
    }
}

/// A number without sign or leading zeros.
fn number<T: core::str::FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_plain)
}

/// Reads the groups, and puts them in the order of their lowest numbers; a king stays first.
fn groups(text: &str, has_king: bool) -> Option<[u8; BALLS as usize]> {
    let mut written = [0; BALLS as usize];
    for (at, group) in text.split('/').enumerate() {
        for ball in group.split(',') {
            let slot = written.get_mut(usize::from(Ball::new(number(ball)?)?.number()) - 1)?;
            if *slot != 0 {
                return None;
            }
            *slot = u8::try_from(at + 1).ok()?;
        }
    }
    let mut order = [0; BALLS as usize + 1];
    let mut last = 0;
    if has_king {
        (order[1], last) = (1, 1);
    }
    for &group in written.iter().filter(|group| **group > 0) {
        let place = &mut order[usize::from(group)];
        if *place == 0 {
            last += 1;
            *place = last;
        }
    }
    Some(written.map(|group| order[usize::from(group)]))
}

/// Reads the numbers of spots after `by`.
fn spots(text: &str) -> Option<u128> {
    text.split(',').try_fold(0u128, |set, spots| {
        let spots: u8 = number(spots).filter(|spots| *spots <= BALLS)?;
        Some(set | 1 << spots)
    })
}

impl Vocabulary for Ticket {
    /// Lists one of every sort: tickets that differ only in their numbers are alike.
    fn each(tell: &mut dyn FnMut(Ticket)) {
        let plain = |group, plays| Ticket { group, plays, game: 1, games: 1 };
        for spots in 1..=MOST_SPOTS {
            let mut group = [0; BALLS as usize];
            group[..usize::from(spots)].fill(1);
            tell(plain(group, Plays::Straight));
        }
        SORTS.iter().filter_map(|text| Ticket::read(text)).for_each(tell);
    }

    fn read(text: &str) -> Option<Ticket> {
        let (text, game, games) = match (text.strip_suffix(" games"), text.rsplit_once(" game ")) {
            (Some(rest), _) => {
                let (rest, games) = rest.rsplit_once(" for ")?;
                (rest, 1, number::<u16>(games).filter(|games| *games > 1)?)
            }
            (None, Some((rest, which))) => {
                let (game, games) = which.split_once(" of ")?;
                (rest, number::<u16>(game).filter(|game| *game > 1)?, number(games)?)
            }
            (None, None) => (text, 1, 1),
        };
        let (word, rest) = text.split_once(' ')?;
        let (marked, by) = rest.split_once(" by ").map_or((rest, None), |(marked, by)| (marked, Some(by)));
        let plays = match (word, by) {
            ("straight", None) => Plays::Straight,
            ("split", None) => Plays::Split,
            ("way" | "combination", Some(by)) => Plays::Ways(spots(by)?),
            ("king", Some(by)) => Plays::King(spots(by)?),
            _ => return None,
        };
        let ticket = Ticket { group: groups(marked, word == "king")?, plays, game, games };
        (ticket.is_sound() && ticket.word() == word).then_some(ticket)
    }
}

/// One of every sort with several ways or several games.
const SORTS: [&str; 5] = [
    "split 1,2,3/4,5,6",
    "way 1,2/3,4/5,6 by 4",
    "combination 1,2/3,4,5/6 by 3,5",
    "king 1/2,3/4,5 by 3,5",
    "straight 1,2,3,4 for 2 games",
];

impl Kinds for Ticket {
    const PLACE: &'static str = "ticket";

    fn kind(self) -> &'static str {
        const STRAIGHT: [&str; SPOTS] = [
            "straight", "1-spot", "2-spot", "3-spot", "4-spot", "5-spot", "6-spot", "7-spot", "8-spot",
            "9-spot", "10-spot", "11-spot", "12-spot", "13-spot", "14-spot", "15-spot",
        ];
        match self.plays {
            Plays::Straight => STRAIGHT.get(as_index(self.group(1).count())).copied().unwrap_or(STRAIGHT[0]),
            _ => self.word(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    fn ticket(text: &str) -> Ticket {
        Ticket::read(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn tickets_read_as_they_are_written() {
        for text in [
            "straight 3,17,44",
            "split 1,2/3,4,5/80",
            "way 1,2/3,4/5,6 by 4",
            "combination 1,2/3,4,5/6 by 3,5,6",
            "combination 1,2/3,4 by 2,4",
            "king 7/1,2/3,4 by 3,5",
            "straight 3 for 1000 games",
            "king 7/1,2 by 3 game 5 of 5",
        ] {
            assert_eq!(ticket(text).to_string(), text);
        }
        assert_eq!(ticket("split 5,3/2,80").to_string(), "split 2,80/3,5");
        assert_eq!(ticket("king 9/5,3/2,80 by 3").to_string(), "king 9/2,80/3,5 by 3");
    }

    #[test]
    fn what_is_no_ticket_is_not_read() {
        for text in [
            "straight",
            "straight ",
            "straight 0",
            "straight 81",
            "straight 03",
            "straight 3,3",
            "straight 1/2",
            "straight 1 by 1",
            "split 1,2",
            "split 1,2/2,3",
            "way 1,2/3,4",
            "way 1,2/3,4 by 3",
            "way 1,2/3 by 3",
            "way 1,2/3,4 by 6",
            "combination 1,2/3,4 by 4",
            "king 1,2/3 by 3",
            "king 1/2,3 by 2",
            "king 1 by 1",
            "straight 1 for 1 games",
            "straight 1 for 0 games",
            "straight 1 for 1001 games",
            "straight 1 game 1 of 2",
            "straight 1 game 3 of 2",
            "straight 1,",
            "straight ,1",
            "way 1,2/3,4 by ",
            "way 1,2/3,4 by 4,",
        ] {
            assert_eq!(Ticket::read(text), None, "{text}");
        }
    }

    #[test]
    fn ways_are_counted() {
        for (text, ways) in [
            ("straight 3,17,44", 1),
            ("split 1,2/3,4,5/80", 3),
            ("way 1,2/3,4/5,6 by 4", 3),
            ("way 1/2/3/4/5/6/7/8 by 4", 70),
            ("combination 1,2/3,4,5/6 by 3,5,6", 4),
            ("king 7/1,2/3,4 by 3,5", 3),
        ] {
            assert_eq!(ticket(text).ways(), ways, "{text}");
        }
        assert!(ticket("combination 1,2/3,4,5/6 by 3,5").spots().eq([3, 5]));
        let four = (1..=20).map(|n| std::format!("{},{},{},{}", 4 * n - 3, 4 * n - 2, 4 * n - 1, 4 * n));
        let four: std::vec::Vec<_> = four.collect();
        assert_eq!(
            ticket(&std::format!("way {} by 8", four.join("/"))).ways(),
            190,
            "the 190-way eight spot"
        );
    }

    #[test]
    fn catches_are_counted_way_by_way() {
        let way = ticket("way 1,2/3,4/5,6 by 4").ways_by(|group| [2, 1, 0][usize::from(group) - 1]);
        assert_eq!((way[4][3], way[4][2], way[4][1], way[4].iter().sum::<u32>()), (1, 1, 1, 3));
        let king = ticket("king 7/1,2/3,4 by 3,5").ways_by(|group| [1, 2, 0][usize::from(group) - 1]);
        assert_eq!((king[3][3], king[3][1], king[5][3]), (1, 1, 1));
        let split = ticket("split 1,2/3,4,5").ways_by(|_| 2);
        assert_eq!((split[2][2], split[3][2]), (1, 1));
    }
}
