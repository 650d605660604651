//! What players see: the table's picture as numbers.

use super::{
    core::{Ask, Core, DECK, SEEN, Setup, patron},
    played::{Opening, Played},
};
use rules::{Actor, Eyes, Item, Seat, Spot};

/// Observations.
impl<G: Played> Core<G> {
    /// The parts of an observation: name, length, minimum and maximum.
    pub fn layout(setup: &Setup<G>) -> Vec<(&'static str, usize, f32, f32)> {
        let cards = Self::kinds();
        let most = if G::SUITS { f32::from(setup.decks) } else { 4.0 * f32::from(setup.decks) };
        let stakes = if G::OPENING == Opening::Any { setup.wagers.len() } else { 1 };
        let mut parts = vec![("phase", 1, 0.0, 3.0)];
        if G::DECKS.is_some() || G::SUITS {
            parts.extend([
                ("hand", cards, 0.0, most),
                ("table", cards, 0.0, most),
                ("unseen", cards, 0.0, most),
            ]);
            parts.extend([("total", 1, 0.0, 31.0), ("soft", 1, 0.0, 1.0), ("pair", 1, 0.0, 13.0)]);
            parts.extend([("hand_number", 1, 0.0, 8.0), ("hands", 1, 0.0, 8.0), ("spread", 1, 0.0, 13.0)]);
            parts.push(("banker", 1, 0.0, 1.0));
        } else {
            parts.extend([("point", 1, 0.0, 10.0), ("last", 1, 0.0, 18.0), ("shooter", 1, 0.0, 1.0)]);
        }
        if G::PLACES > 0 {
            parts.push(("places", G::PLACES, 0.0, SEEN as f32));
        }
        parts.push(("stakes", stakes, 0.0, 1e6));
        parts
    }

    /// How many kinds of cards an observation distinguishes.
    fn kinds() -> usize {
        match (G::SUITS, G::JOKER) {
            (true, true) => SEEN,
            (true, false) => DECK,
            (false, _) => 13,
        }
    }

    /// What a player sees now.
    pub fn observe(&self, at: usize, out: &mut [f32]) {
        out.fill(0.0);
        let (me, my_seat) = (Actor::Patron(patron(at)), self.seat(at));
        out[0] = match self.ask {
            Ask::Over => 3.0,
            _ if self.is_open() => 0.0,
            _ if self.table.awaits_wagers() => 1.0,
            _ => 2.0,
        };
        let rest = match G::DECKS.is_some() || G::SUITS {
            true => self.observe_cards(me, my_seat, out),
            false => self.observe_dice(me, out),
        };
        self.observe_places(me, my_seat, &mut out[rest..rest + G::PLACES]);
        let rest = rest + G::PLACES;
        let unit = self.setup.unit.as_cents() as f32;
        let mine = self.table.bets().iter().filter(|bet| bet.patron == patron(at));
        for bet in mine {
            let place = match G::OPENING {
                Opening::Any => self.setup.wagers.iter().position(|&wager| wager == bet.wager),
                Opening::One(_) => Some(0),
            };
            if let Some(place) = place {
                out[rest + place] += bet.stake.as_cents() as f32 / unit;
            }
        }
    }

    fn observe_dice(&self, me: Actor, out: &mut [f32]) -> usize {
        self.table.picture(&mut |item| match item {
            Item::Puck(Some(point)) => out[1] = f32::from(point),
            Item::Shooter(patron) if Actor::Patron(patron) == me => out[3] = 1.0,
            _ => {}
        });
        out[2] = self.last;
        4
    }

    fn observe_cards(&self, me: Actor, my_seat: Seat, out: &mut [f32]) -> usize {
        let kinds = Self::kinds();
        let place = |index: usize| if G::SUITS { index } else { index % 13 };
        let (hand, table, unseen, rest) = (1, 1 + kinds, 1 + 2 * kinds, 1 + 3 * kinds);
        let full = if G::SUITS { f32::from(self.setup.decks) } else { 4.0 * f32::from(self.setup.decks) };
        out[unseen..unseen + kinds].fill(full);
        for (index, &gone) in self.gone[..kinds.max(DECK)].iter().enumerate() {
            out[unseen + place(index)] -= f32::from(gone);
        }
        let mut turn = 0;
        let mut hands = [0_u8; 8];
        let mut banker = false;
        self.table.picture(&mut |item| match item {
            Item::Turn { seat, hand } if seat == my_seat => turn = hand,
            Item::Banker(patron) => banker = Actor::Patron(patron) == me,
            _ => {}
        });
        let own = if banker { Spot::Banker } else { Spot::Player };
        let mut pair = [0_u8; 2];
        let mut held = 0;
        self.table.picture(&mut |item| match item {
            Item::Card { at, card, eyes, .. } => {
                let card = card.filter(|_| eyes == Eyes::All || eyes == Eyes::Only(me));
                let mine = match at {
                    Spot::Hand { seat, hand } if seat == my_seat => {
                        hands[usize::from(hand).min(7)] = 1;
                        hand == turn || turn == 0
                    }
                    at => at == own,
                };
                if let Some(card) = card {
                    // Cards of other players count only as seen.
                    if mine || !matches!(at, Spot::Hand { .. } | Spot::Aside) {
                        out[if mine { hand } else { table } + place(card.index())] += 1.0;
                    }
                    if eyes != Eyes::All {
                        out[unseen + place(card.index())] -= 1.0;
                    }
                    if mine {
                        if let Some(rank) = pair.get_mut(held) {
                            *rank = card.rank();
                        }
                        held += 1;
                    }
                }
            }
            Item::Total { at, points, soft } => {
                let mine = match at {
                    Spot::Hand { seat, hand } => seat == my_seat && (hand == turn || turn == 0),
                    at => at == own,
                };
                if mine {
                    (out[rest], out[rest + 1]) = (f32::from(points), f32::from(u8::from(soft)));
                }
            }
            Item::Spread(spread) => out[rest + 5] = f32::from(spread),
            _ => {}
        });
        out[unseen..unseen + kinds].iter_mut().for_each(|left| *left = left.max(0.0));
        if held == 2 && pair[0].min(10) == pair[1].min(10) {
            out[rest + 2] = f32::from(pair[0]);
        }
        out[rest + 3] = f32::from(turn);
        out[rest + 4] = hands.iter().map(|&hand| f32::from(hand)).sum();
        out[rest + 6] = f32::from(u8::from(banker));
        rest + 7
    }

    /// The player's own cards or tiles in order, numbered from 1, where a decision names them by their places.
    fn observe_places(&self, me: Actor, my_seat: Seat, places: &mut [f32]) {
        if places.is_empty() {
            return;
        }
        let mut places = places.iter_mut();
        self.table.picture(&mut |item| {
            let (at, index, eyes) = match item {
                Item::Card { at, card: Some(card), eyes, .. } => (at, card.index(), eyes),
                Item::Tile { at, tile: Some(tile), eyes } => (at, tile.index(), eyes),
                _ => return,
            };
            let is_mine = matches!(at, Spot::Hand { seat, .. } if seat == my_seat);
            if is_mine
                && (eyes == Eyes::All || eyes == Eyes::Only(me))
                && let Some(place) = places.next()
            {
                *place = (index + 1) as f32;
            }
        });
    }

    /// The table in words, as everyone sees it.
    pub fn text(&self) -> String {
        let mut words = vec![format!("{}, {}", G::TITLE, self.table.phase())];
        self.table.picture(&mut |item| {
            if let Item::Card { at, card, eyes: Eyes::All, .. } = item {
                words.push(format!("{at:?}: {}", card.map_or("??".to_owned(), |card| card.to_string())));
            }
        });
        words.extend(
            self.table.bets().iter().map(|bet| format!("{}: {} {}", bet.patron, bet.wager, bet.stake)),
        );
        words.join("\n")
    }
}
