//! A round at the compiled table: the deal, each box in turn, the dealer, and the settlement of the wagers.

use super::{
    Rounds,
    shoe::Shoe,
    sums::{MOST_BOXES, Outcome, bin},
    tables::{self, DOUBLED, Gains, SPLITS, STOPS, SURRENDERS, Tables, class, dealer, worth},
};
use crate::sim::draw::Quick;
use arrayvec::ArrayVec;
use rules::{
    Fate,
    blackjack::{self, SecondCard, Side, Supply},
    hands::blackjack::is_ace_and_ten,
    kit::cards::Card,
};

/// The most hands of all boxes together.
const MOST_HANDS: usize = MOST_BOXES * blackjack::MOST_HANDS as usize;

/// The hand has not ended.
const OPEN: u8 = u8::MAX;

/// A hand of a box.
#[derive(Clone, Debug)]
struct Hand {
    place: u8,
    cards: ArrayVec<u8, 22>,
    /// The class of the hand, once it has ended.
    left: u8,
    /// Whether it is decided, and its cards are in the discard rack.
    is_over: bool,
}

/// 2.15(f): there is no card left to continue with.
struct NoCard;

/// A table while it plays a chunk.
#[derive(Clone)]
pub(super) struct Table<'a> {
    pub rounds: &'a Rounds,
    chance: Quick,
    pub shoes: [Shoe; 2],
    side: usize,
    hands: ArrayVec<Hand, MOST_HANDS>,
    dealer: ArrayVec<u8, 22>,
    /// How many hands each box has become.
    hands_of: [u8; MOST_BOXES],
    /// The cards of the round in the order in which they left the shoe, for tests.
    #[cfg(test)]
    pub dealt: Vec<u8>,
    pub shoes_begun: u64,
}

impl<'a> Table<'a> {
    pub(super) fn new(rounds: &'a Rounds, chance: Quick) -> Table<'a> {
        let options = &rounds.options;
        let mut table = Table {
            rounds,
            chance,
            shoes: Side::ALL.map(|side| {
                Shoe::new(options.decks_in(side), rounds.last[side as usize], rounds.count.clone())
            }),
            side: 0,
            hands: ArrayVec::new(),
            dealer: ArrayVec::new(),
            hands_of: [1; MOST_BOXES],
            #[cfg(test)]
            dealt: Vec::new(),
            shoes_begun: 0,
        };
        Side::ALL.into_iter().for_each(|side| table.reload(side as usize));
        table
    }

    #[inline(always)]
    fn reload(&mut self, side: usize) {
        self.shoes[side].reload(self.rounds.burned);
        self.shoes_begun += u64::from(self.shoes[side].len > 0);
    }

    /// 2.6(l): the cards are shuffled after the round in which the cutting card came out. Returns on which sides.
    #[inline(always)]
    pub(super) fn end(&mut self) -> [bool; 2] {
        let due = [0, 1].map(|side| self.shoes[side].is_due());
        if due != [false; 2] {
            (0..2).filter(|&side| due[side]).for_each(|side| self.reload(side));
        }
        due
    }

    /// The true count after the cards dealt so far, one of which may be face down.
    #[inline(always)]
    pub(super) fn true_count(&self, hidden: Option<u8>) -> i32 {
        let Some(count) = &self.rounds.count else { return 0 };
        let shoe = &self.shoes[0];
        let unseen = hidden.map_or(0, |card| count.of(card));
        count.true_count(shoe.running(shoe.pos) - unseen, shoe.left())
    }

    /// The index of the true count before a round, if cards are counted.
    #[inline(always)]
    pub(super) fn bin(&self) -> Option<usize> {
        let (count, shoe) = (self.rounds.count.as_ref()?, &self.shoes[0]);
        Some(count.bin(shoe.running(shoe.pos), shoe.left()))
    }

    /// Brings this many cards of the current side into their final order, and returns the position of the next one.
    #[inline(always)]
    pub(super) fn ready(&mut self, cards: usize) -> usize {
        let shoe = &mut self.shoes[self.side];
        shoe.shuffle_to(shoe.pos + cards, &mut self.chance);
        shoe.pos
    }

    /// Brings the cards of a side up to this position into their final order.
    #[inline(always)]
    pub(super) fn shuffle_to(&mut self, side: usize, place: usize) {
        self.shoes[side].shuffle_to(place, &mut self.chance);
    }

    /// How far each side has been dealt.
    #[cfg(test)]
    pub(super) fn places(&self) -> [usize; 2] {
        [0, 1].map(|side| self.shoes[side].pos)
    }

    /// The value of the card at this position of the current side.
    #[inline(always)]
    pub(super) fn worth_at(&self, at: usize) -> usize {
        worth(self.shoes[self.side].at(at))
    }

    /// Moves to this position, unless that many cards are not in their final order yet.
    #[inline(always)]
    pub(super) fn goes_to(&mut self, at: usize) -> bool {
        let shoe = &mut self.shoes[self.side];
        let is_dealt = shoe.has(at);
        shoe.pos = if is_dealt { at } else { shoe.pos };
        is_dealt
    }

    /// The gain of additional wagers on the first two cards of each box, dealt from this position on.
    pub(super) fn side_of(&self, from: usize, gains: &Gains) -> i64 {
        let place = |at: usize| self.rounds.cards[usize::from(self.shoes[self.side].at(at))].index();
        let boxes = self.rounds.boxes;
        let two = |at: usize| gains.by_cards[place(from + at) * 52 + place(from + boxes + 1 + at)];
        (0..boxes).map(two).sum()
    }

    #[inline(always)]
    fn draw(&mut self) -> Result<u8, NoCard> {
        if let Some(card) = self.shoes[self.side].draw(&mut self.chance) {
            #[cfg(test)]
            self.dealt.push(card);
            return Ok(card);
        }
        self.run_out()
    }

    /// 2.15(f): the shoe is empty. Returns the first card after the shuffle.
    #[cold]
    fn run_out(&mut self) -> Result<u8, NoCard> {
        let live = self.hands.iter().filter(|hand| !hand.is_over);
        let on_table = live.flat_map(|hand| hand.cards.iter()).chain(&self.dealer).copied();
        if self.shoes[self.side].run_out(on_table) < 2 {
            return Err(NoCard);
        }
        // 2.15(f), 2.20: one card is burned, but not by a device.
        if !matches!(self.rounds.options.supply(), Supply::Continuous { .. }) {
            self.shoes[self.side].draw(&mut self.chance);
        }
        self.draw()
    }

    /// 2.6(d): the determinant card decides from which side the round is dealt; if it is the other side, the card is
    /// burned.
    pub(super) fn determine(&mut self) {
        self.side = 0;
        if let Supply::Double { red, .. } = self.rounds.options.supply() {
            let from = if self.shoes[0].left() > 0 { Side::Left } else { Side::Right };
            let shoe = &mut self.shoes[from as usize];
            shoe.shuffle_to(shoe.pos + 1, &mut self.chance);
            let card = shoe.at(shoe.pos);
            let side = Side::meant_by(self.rounds.cards[usize::from(card)], red);
            if side != from {
                shoe.pos += 1;
                #[cfg(test)]
                self.dealt.push(card);
            }
            self.side = side as usize;
        }
    }

    /// Plays a round with everything that may happen.
    #[inline(always)]
    pub(super) fn round(&mut self, gains: &Gains) -> Outcome {
        #[cfg(test)]
        self.dealt.clear();
        self.determine();
        self.rest_of_round(gains)
    }

    /// The same from this side, to which the determinant card has sent it.
    pub(super) fn round_from(&mut self, side: usize, gains: &Gains) -> Outcome {
        #[cfg(test)]
        self.dealt.clear();
        self.side = side;
        self.rest_of_round(gains)
    }

    /// The same, once it is known from which side it is dealt.
    pub(super) fn rest_of_round(&mut self, gains: &Gains) -> Outcome {
        let mut out = Outcome::new(gains, self.rounds.boxes, self.rounds.spots);
        let spots = i64::from(self.rounds.spots);
        let mut played = 0;
        let all = self.play(gains, &mut out, &mut played);
        if all.is_err() {
            // 2.15(f): what was decided before stays decided.
            for hand in self.hands.iter().filter(|hand| hand.is_over) {
                out.by_box[usize::from(hand.place)] += gains.of(hand.left, 0) * (spots - played);
            }
        }
        out.net = out.by_box.iter().sum();
        out
    }

    fn play(&mut self, gains: &Gains, out: &mut Outcome, played: &mut i64) -> Result<(), NoCard> {
        self.deal()?;
        let (up, options) = (self.dealer[0], &self.rounds.options);
        if !gains.by_cards.is_empty() {
            let place = |byte: u8| self.rounds.cards[usize::from(byte)].index();
            let two = |hand: &Hand| gains.by_cards[place(hand.cards[0]) * 52 + place(hand.cards[1])];
            out.side = self.hands.iter().map(two).sum();
        }
        let at_once = blackjack::is_paid_at_once(up & 15).0;
        for hand in &mut self.hands {
            if is_ace_and_ten(hand.cards[0] & 15, hand.cards[1] & 15) {
                hand.left = special(self.rounds, hand, false).unwrap_or(class::BLACKJACK);
                hand.is_over = at_once;
                out.events.blackjacks += 1;
            }
        }
        let is_insured = options.insurance() && up & 15 == 1 && self.insures();
        if is_insured {
            out.events.insured = self.rounds.boxes as u64;
            out.wagered += gains.insurance[0] * i64::from(self.rounds.spots) * self.rounds.boxes as i64;
        }
        let shows = self.dealer.get(1).is_some_and(|&second| is_ace_and_ten(up & 15, second & 15));
        if !(shows && tables::looks(options)) {
            self.turns(out)?;
            let more = i64::try_from(out.events.doubled + out.events.split).unwrap_or(0)
                * i64::from(self.rounds.spots);
            out.wagered += more * gains.stake;
        }
        for spot in 0..i64::from(self.rounds.spots) {
            *played = spot;
            self.dealers_hand(gains, is_insured, out)?;
            self.dealer.truncate(1);
        }
        Ok(())
    }

    /// 2.6(e), (j) and (k): two cards to each box, one or two to the dealer.
    fn deal(&mut self) -> Result<(), NoCard> {
        self.hands.clear();
        self.dealer.clear();
        self.hands_of = [1; MOST_BOXES];
        for place in (0..).take(self.rounds.boxes) {
            self.hands.push(Hand { place, cards: ArrayVec::new(), left: OPEN, is_over: false });
            let card = self.draw()?;
            self.hands[usize::from(place)].cards.push(card);
        }
        let up = self.draw()?;
        self.dealer.push(up);
        for at in 0..self.rounds.boxes {
            let card = self.draw()?;
            self.hands[at].cards.push(card);
        }
        if self.rounds.options.second_card() != SecondCard::AfterPlayers {
            let second = self.draw()?;
            self.dealer.push(second);
        }
        Ok(())
    }

    /// Whether insurance is taken: as the chart says, or from a certain true count on.
    fn insures(&self) -> bool {
        match self.rounds.insurance_at {
            Some(least) => self.count_now() >= least,
            None if self.rounds.varied.is_empty() => self.rounds.insures,
            None => self.rounds.varied[bin(self.count_now())].1,
        }
    }

    /// The true count of all face-up cards.
    fn count_now(&self) -> i32 {
        let hidden = match self.rounds.options.second_card() {
            SecondCard::FaceUp => None,
            _ => self.dealer.get(1).copied(),
        };
        self.true_count(hidden)
    }

    /// The tables to play by: those of the chart, or those for the true count when a hand's turn comes.
    fn tables(&self) -> &'a Tables {
        let rounds = self.rounds;
        if rounds.varied.is_empty() { &rounds.tables } else { &rounds.varied[bin(self.count_now())].0 }
    }

    /// Each box decides, starting from the dealer's left; hands that are split off come next.
    fn turns(&mut self, out: &mut Outcome) -> Result<(), NoCard> {
        let second = self.dealer.get(1).map_or(0, |&card| worth(card));
        let up = match self.rounds.options.second_card() {
            SecondCard::FaceUp => self.rounds.tables.column[worth(self.dealer[0]) << 4 | second].into(),
            _ => worth(self.dealer[0]),
        };
        let most = self.rounds.options.most_hands();
        let mut at = 0;
        while at < self.hands.len() {
            if self.hands[at].left != OPEN {
                at += 1;
                continue;
            }
            if self.hands[at].cards.len() == 1 {
                let card = self.draw()?;
                self.hands[at].cards.push(card);
            }
            let tables = self.tables();
            let (hand, place) = (&self.hands[at], usize::from(self.hands[at].place));
            let two = up << 8 | worth(hand.cards[0]) << 4 | worth(hand.cards[1]);
            let is_split = self.hands_of[place] > 1;
            let first = match is_split {
                true => tables.split[usize::from(self.hands_of[place] < most)][two],
                false => tables.first[two],
            };
            match first {
                SPLITS => {
                    let card = self.hands[at].cards.pop();
                    let cards = card.into_iter().collect();
                    let hand = Hand { place: self.hands[at].place, cards, left: OPEN, is_over: false };
                    self.hands.insert(at + 1, hand);
                    self.hands_of[place] += 1;
                    out.events.split += 1;
                }
                SURRENDERS => {
                    self.hands[at].left = class::SURRENDERED;
                    self.hands[at].is_over = !tables::may_be(self.dealer[0]);
                    out.events.surrendered += 1;
                }
                score => {
                    self.finish(at, up, score, is_split, tables)?;
                    out.events.doubled += u64::from(self.hands[at].left & class::DOUBLED != 0);
                    out.events.busted += u64::from(self.hands[at].is_over);
                }
            }
        }
        Ok(())
    }

    /// A hand draws until it ends.
    fn finish(
        &mut self,
        at: usize,
        up: usize,
        mut score: u8,
        is_split: bool,
        tables: &Tables,
    ) -> Result<(), NoCard> {
        while score & STOPS == 0 {
            let card = self.draw()?;
            self.hands[at].cards.push(card);
            score = tables.play[up << 11 | usize::from(score) << 4 | worth(card)];
        }
        let (rounds, hand) = (self.rounds, &mut self.hands[at]);
        hand.left = rounds.tables.class[usize::from(score & 127)];
        hand.is_over = class::is_bust(hand.left);
        if hand.left & (class::DOUBLED - 1) == 21 {
            let doubled = if score & DOUBLED == 0 { 0 } else { class::DOUBLED };
            match special(rounds, hand, is_split) {
                _ if hand.cards.len() == 2 => hand.left = class::SPLIT_21,
                Some(bonus) => hand.left = bonus | doubled,
                None => {}
            }
        }
        Ok(())
    }

    /// The dealer's second card if anything depends on it, the cards drawn to it, and the settlement of the wagers.
    fn dealers_hand(&mut self, gains: &Gains, is_insured: bool, out: &mut Outcome) -> Result<(), NoCard> {
        let (up, rounds) = (self.dealer[0], self.rounds);
        let live = || self.hands.iter().filter(|hand| !hand.is_over);
        // A hand that has not ended is exposed to a blackjack that is shown.
        let draws = live().any(|hand| hand.left != OPEN && rounds.tables.draws[usize::from(hand.left)]);
        let waits = tables::may_be(up) && live().next().is_some();
        if self.dealer.len() == 1 {
            if !(draws || waits || is_insured) {
                self.settle(gains, 0, out);
                return Ok(());
            }
            let second = self.draw()?;
            self.dealer.push(second);
        }
        let second = self.dealer[1] & 15;
        if is_insured {
            let won = usize::from(blackjack::insurance(second) == Fate::Won);
            (0..rounds.boxes).for_each(|at| out.by_box[at] += gains.insurance[1 + won]);
        }
        let mut his = rounds.tables.second[worth(up) << 4 | usize::from(second)];
        while his & STOPS == 0 && draws {
            let card = self.draw()?;
            self.dealer.push(card);
            his = rounds.tables.dealer[usize::from(his & 63) << 4 | worth(card)];
        }
        match usize::from(rounds.tables.ends[usize::from(his & 63)]) {
            dealer::BLACKJACK => self.settle_blackjack(gains, out),
            ends => self.settle(gains, ends, out),
        }
        Ok(())
    }

    fn settle(&self, gains: &Gains, ends: usize, out: &mut Outcome) {
        for hand in &self.hands {
            out.by_box[usize::from(hand.place)] += gains.of(hand.left, ends);
        }
    }

    /// 2.10(b), 2.11(d): the first hand of a box loses and the others do not; none loses if one already went over 21.
    fn settle_blackjack(&mut self, gains: &Gains, out: &mut Outcome) {
        let mut has_lost = [false; MOST_BOXES];
        for hand in self.hands.iter().filter(|hand| class::is_bust(hand.left)) {
            has_lost[usize::from(hand.place)] = true;
        }
        for hand in &self.hands {
            let place = usize::from(hand.place);
            let left = if hand.left == OPEN { shown(hand) } else { hand.left };
            let ends = if has_lost[place] { dealer::SPARED } else { dealer::BLACKJACK };
            out.by_box[place] += gains.of(left, ends);
            has_lost[place] = true;
        }
    }

    /// Whether the cards were shuffled in mid-round.
    #[cfg(test)]
    pub(super) fn has_run_out(&self) -> bool {
        self.shoes.iter().any(|shoe| shoe.ran_out)
    }
}

/// The class of two cards against a blackjack that ends the round at once.
fn shown(hand: &Hand) -> u8 {
    rules::hands::blackjack::Total::of(hand.cards.iter().map(|card| card & 15)).count()
}

/// What is special about a hand of 21.
fn special(rounds: &Rounds, hand: &Hand, is_split: bool) -> Option<u8> {
    let cards: ArrayVec<Card, 22> = hand.cards.iter().map(|&card| rounds.cards[usize::from(card)]).collect();
    tables::class_of(blackjack::special(&cards, is_split, &rounds.options))
}
