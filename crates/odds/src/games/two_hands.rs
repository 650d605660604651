//! Games in which both sides set two hands the house way: what pairs of hands come to, rounds dealt at random, and what the
//! rules pay in each.

use crate::{
    Fraction, Generator, Moments, Plan, Priced, Results, Staked, Tally, Unsolved,
    certificate::{Proof, Proofs},
    priced::Rounds,
    round::{ready, usual_step},
    sim::{draw::Quick, engine::Engine, walk::LANES},
    steps::Steps,
};
use rules::{
    Act, Actor, Awaits, Citation, EventOf, Game, Input, Money, Patron, Seat, Tender,
    hands::two_hands::{Hands, Outcome},
    kit::cards::Unseen,
    table::two_hands::Wager,
};
use std::{collections::VecDeque, fmt::Debug, marker::PhantomData};

/// How pairs of hands compare, both set by the house way, of so many in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deals<const PAIRS: u128> {
    /// The player's hands are both higher.
    pub wins: u128,
    /// Neither is higher.
    pub loses: u128,
    /// The high hands are copies.
    pub high_copies: u128,
    /// The low hands are copies.
    pub low_copies: u128,
}

impl<const PAIRS: u128> Deals<PAIRS> {
    /// One hand of the player's is higher.
    pub const fn pushes(&self) -> u128 {
        PAIRS - self.wins - self.loses
    }

    /// What a player loses on average of a unit staked, if so many percent of winnings are charged.
    pub fn edge(&self, percent: u8) -> Fraction {
        Self::lost(self.loses, self.wins, percent)
    }

    /// What a player loses on average who banks against one hand.
    pub fn bank_edge(&self, percent: u8) -> Fraction {
        Self::lost(self.wins, self.loses, percent)
    }

    fn lost(losses: u128, wins: u128, percent: u8) -> Fraction {
        let charged = Fraction::ratio(u128::from(percent) * wins, 100 * PAIRS);
        Fraction::ratio(losses, PAIRS) - Fraction::ratio(wins, PAIRS) + charged
    }

    /// In how many the player wins, neither wins, and the bank wins.
    pub const fn ways(&self) -> [u128; 3] {
        [self.wins, self.pushes(), self.loses]
    }
}

/// One way to set a hand, and how often it wins of `AGAINST` hands that the bank may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting<H, const AGAINST: u64> {
    /// The places of the two that make the low hand.
    pub low: [usize; 2],
    /// The hands.
    pub hands: H,
    /// Against how many hands of the bank it wins.
    pub wins: u64,
    /// Against how many it loses.
    pub loses: u64,
}

impl<H, const AGAINST: u64> Setting<H, AGAINST> {
    /// Against how many hands it neither wins nor loses.
    pub const fn pushes(&self) -> u64 {
        AGAINST - self.wins - self.loses
    }
}

/// The house way of a table.
pub trait Sets: Send + Sync {
    /// What hands are made of.
    type Piece: Copy + Eq + Debug + Send + Sync;
    /// How high hands rank.
    type High: Copy + Ord;
    /// How low hands rank.
    type Low: Copy + Ord;
    /// How many make a hand.
    const HAND: usize;

    /// All that are dealt.
    fn deck() -> Vec<Self::Piece>;

    /// Sets a hand.
    fn set(&self, pieces: &[Self::Piece]) -> Hands<Self::High, Self::Low>;
}

/// A game in which both sides set hands the house way.
pub trait HouseWay: Priced + Game<Wager = Wager> {
    /// The way.
    type Way: Sets;

    /// The way of a table.
    fn way(options: Self::Options) -> Self::Way;

    /// In how many pairs of hands the player wins, neither wins, and the bank wins.
    fn counted(options: Self::Options) -> [u128; 3];

    /// What somebody else needs to confirm that count, with the patron's gain if both hands are higher, one is, or none.
    ///
    /// # Errors
    /// If there are too many hands for that.
    fn proof(options: Self::Options, gains: [i64; 3]) -> Result<Proof, Unsolved>;

    /// Whether part of a hand is shown; otherwise it is where the deal begins.
    fn is_piece(chance: Self::Chance) -> bool;

    /// Part of a hand, as it is shown.
    fn shown(piece: <Self::Way as Sets>::Piece) -> Self::Chance;

    /// The engine that deals such rounds.
    fn dealt(rounds: SetRounds<Self::Way>) -> Engine;
}

/// Whether a charge is rounded on this stake.
pub fn is_rounded(charge: impl Fn(Money) -> Money, stake: Money) -> bool {
    // On an amount of which every rate is a whole number of units.
    let whole = Money::dollars(10_000);
    let [charge, exact] = [charge(stake), charge(whole)].map(Money::as_cents);
    i128::from(charge) * i128::from(whole.as_cents()) != i128::from(exact) * i128::from(stake.as_cents())
}

/// A table at which every hand is set by the house way.
pub struct ByHouseWay<G: Game>(G::Options, PhantomData<fn() -> G>);

impl<G: HouseWay> Rounds<G> for ByHouseWay<G> {
    fn prepare(options: G::Options, _: &[Staked<G>]) -> Result<Self, Unsolved> {
        Ok(ByHouseWay(options, PhantomData))
    }

    fn exact(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Vec<Result<Results, Unsolved>> {
        if unseen.is_some() {
            return vec![Err(Unsolved::NoShoe); bets.len()];
        }
        let results = |bet: &Staked<G>| {
            let nets = gains::<G>(self.0, bet)?.map(Money::cents);
            Ok(Results::weighed(bet.1, nets.into_iter().zip(G::counted(self.0))))
        };
        bets.iter().map(results).collect()
    }

    fn proofs(&self, bets: &[Staked<G>], unseen: Option<&Unseen>) -> Proofs {
        let mut proofs = Proofs::default();
        for bet in bets {
            proofs.push(match unseen {
                Some(_) => Err(Unsolved::NoShoe),
                None => gains::<G>(self.0, bet).and_then(|gains| G::proof(self.0, gains)),
            });
        }
        proofs
    }

    fn engine(&self, plan: &Plan<G>) -> Result<Engine, Unsolved> {
        Engine::at_tables(plan, |plan| {
            // No round, but the wagers find their places.
            G::play_by_rules(plan, &mut Generator::first(), 0, &mut [])?;
            let gains = plan.bets.iter().map(|bet| gains::<G>(self.0, bet)).collect::<Result<_, _>>()?;
            Ok(G::dealt(SetRounds { way: G::way(self.0), gains }))
        })
    }
}

/// The patron's gain in cents if both hands are higher, one is, or none, as the rules pay it.
///
/// # Errors
/// If the rules do not take such a wager, or a table cannot be played.
pub fn gains<G: HouseWay>(options: G::Options, (offered, stake): &Staked<G>) -> Result<[i64; 3], Unsolved> {
    let mut generator = Generator::first();
    let table: G = ready(options, &mut generator)?;
    let way = G::way(options);
    let mut gains = [None; 3];
    let mut steps = Steps::until("dealt in every way");
    while gains.contains(&None) {
        steps.take()?;
        let mut deck = G::Way::deck();
        let mut pieces = VecDeque::new();
        for _ in 0..2 * G::Way::HAND {
            let drawn = generator.below(u32::try_from(deck.len()).unwrap_or(1)) as usize;
            pieces.push_back(deck.swap_remove(drawn));
        }
        let (bank, player) = pieces.make_contiguous().split_at(G::Way::HAND);
        let gain = &mut gains[place(way.set(player).against(way.set(bank)))];
        if gain.is_none() {
            *gain = Some(play::<G>(&table, offered.wager, *stake, pieces)?.net().as_cents());
        }
    }
    Ok(gains.map(Option::unwrap_or_default))
}

/// The place of an outcome among gains.
const fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Wins => 0,
        Outcome::Push => 1,
        Outcome::Loses => 2,
    }
}

/// Plays one round by the rules with these hands, the dealer's first, at a table that is ready.
fn play<G: HouseWay>(
    ready: &G,
    wager: Wager,
    stake: Money,
    mut pieces: VecDeque<<G::Way as Sets>::Piece>,
) -> Result<Tally, Unsolved> {
    let (mut table, mut tally) = (ready.clone(), Tally::default());
    let mut apply = |table: &mut G, input| {
        let mut post = |_: Citation, event: EventOf<G>| {
            if let Some((_, gain)) = Tally::of::<G>(&event) {
                tally += gain;
            }
        };
        table.apply(input, &mut post).map_err(Unsolved::Refused)
    };
    let act = Act::Place { seat: Seat(1), wager, stake, tender: Tender::Chips };
    apply(&mut table, Input::Act { by: Actor::Patron(Patron(1)), act })?;
    let mut steps = Steps::until("at the end of the round");
    while !table.bets().is_empty() {
        steps.take()?;
        let input = match table.awaits() {
            Awaits::Equipment => {
                let mut shown = None;
                table.outcomes(&mut |chance, _| shown = shown.or(Some(chance)));
                Input::Chance(match shown.ok_or(Unsolved::Stuck)? {
                    chance if G::is_piece(chance) => G::shown(pieces.pop_front().ok_or(Unsolved::Stuck)?),
                    start => start,
                })
            }
            _ => usual_step(&table).ok_or(Unsolved::Stuck)?,
        };
        apply(&mut table, input)?;
    }
    Ok(tally)
}

/// The number of pieces, rounded up to a power of two.
const PLACES: usize = 64;

/// Rounds dealt at random: every hand is set by the house way, and paid what the rules paid for an example.
pub struct SetRounds<W> {
    way: W,
    /// Each patron's gain if both hands are higher, one is, or none, in cents.
    gains: Vec<[i64; 3]>,
}

impl<W: Sets> SetRounds<W> {
    /// How many pieces of a round matter.
    pub fn pieces(&self) -> usize {
        W::HAND * self.gains.len() + W::HAND
    }

    /// Plays this many rounds, at four tables side by side.
    pub fn play(&self, quick: &mut Quick, rounds: u64, moments: &mut [Moments]) {
        let whole = W::deck();
        let mut deck = [[whole[0]; PLACES]; LANES];
        deck.iter_mut().for_each(|deck| deck[..whole.len()].copy_from_slice(&whole));
        let mut counts = vec![[0_u64; 3]; self.gains.len()];
        for round in 0..rounds.div_ceil(LANES as u64) {
            for at in 0..self.pieces() {
                let drawn = quick.four_below(whole.len() - at);
                for (deck, other) in deck.iter_mut().zip(drawn) {
                    deck.swap(at % PLACES, (at + usize::from(other)) % PLACES);
                }
            }
            let left = usize::try_from(rounds - round * LANES as u64).unwrap_or(LANES);
            for deck in deck.iter().take(left) {
                self.round(&deck[..self.pieces()], |patron, outcome| counts[patron][outcome] += 1);
            }
        }
        for ((sum, gains), counts) in moments.iter_mut().zip(&self.gains).zip(&counts) {
            gains.iter().zip(counts).for_each(|(&cents, &times)| sum.add_times(times, cents));
        }
    }

    /// Plays one round of these hands: the dealer's, then each patron's.
    fn round(&self, pieces: &[W::Piece], mut tell: impl FnMut(usize, usize)) {
        let mut hands = pieces.chunks_exact(W::HAND).map(|pieces| self.way.set(pieces));
        let Some(dealer) = hands.next() else { return };
        hands.enumerate().for_each(|(patron, hands)| tell(patron, place(hands.against(dealer))));
    }

    /// What each patron gains in one round of these hands, for the test of agreement.
    #[cfg(test)]
    pub fn nets(&self, pieces: &[W::Piece]) -> Vec<i64> {
        let mut nets = vec![0; self.gains.len()];
        self.round(pieces, |patron, outcome| nets[patron] = self.gains[patron][outcome]);
        nets
    }
}
