//! A perfect dealer, a clumsy one, and what neither may do.

use super::*;

fn open(game: GameId, seed: u64, of: Option<u32>) -> Deal {
    Deal::open(game, &Settings::standard(game), seed, of).unwrap_or_else(|| panic!("{game:?}"))
}

fn correct(deal: &Deal) -> DealSaid {
    deal.asked.as_ref().expect("a question").correct.clone()
}

/// An answer of the same kind that is not the right one.
fn wrong(deal: &Deal) -> Option<DealSaid> {
    let asked = deal.asked.as_ref()?;
    match (&asked.asks, &asked.correct) {
        (DealAsks::Next {}, correct) => deal
            .steps
            .iter()
            .filter(|line| deal.play.engine.after_line(line).is_none())
            .map(|line| DealSaid::Step { line: line.clone() })
            .find(|said| said != correct),
        (DealAsks::Attempt { .. }, DealSaid::Allow {}) => Some(DealSaid::Refuse {}),
        (DealAsks::Attempt { .. }, _) => Some(DealSaid::Allow {}),
        (DealAsks::Wrong { choices, .. }, DealSaid::Demand { choice }) => {
            let other = choices.iter().find(|one| *one != choice)?;
            Some(DealSaid::Demand { choice: other.clone() })
        }
        (_, DealSaid::Pay { cents }) => Some(DealSaid::Pay { cents: cents + 100 }),
        _ => None,
    }
}

fn kind(asks: &DealAsks) -> &'static str {
    match asks {
        DealAsks::Next {} => "next",
        DealAsks::Attempt { .. } => "attempt",
        DealAsks::Wrong { .. } => "wrong",
        DealAsks::Payout { .. } => "payout",
    }
}

/// A moment must contain neither the answer nor a card that the dealer has not seen.
fn assert_tells_nothing(deal: &Deal, moment: &DealMoment, game: GameId) {
    let Some(asked) = &deal.asked else { return };
    if let DealAsks::Payout { bet } = &asked.asks {
        assert!(moment.scene.bets.contains(bet), "{game:?}: {bet:?} still lies there");
        let told = moment.news.last().expect("what decided it");
        assert!(!told.facts.iter().any(is_money), "{game:?}: {told:?}");
    }
    for laid in &moment.scene.picture.cards {
        assert!(laid.card.is_none() || laid.to.is_none_or(|to| to == Actor::Dealer), "{game:?}: {laid:?}");
    }
    for told in moment.news.iter().flat_map(|said| &said.facts) {
        assert!(
            !matches!(told.what, What::Privately { to, .. } if to != Actor::Dealer),
            "{game:?}: {told:?}"
        );
    }
}

#[test]
fn a_perfect_dealer_deals_a_whole_shoe_of_every_game_without_an_interruption() {
    let mut all = BTreeSet::new();
    for &game in GameId::ALL {
        let mut deal = open(game, 7, None);
        let steps = deal.steps.clone();
        let (mut kinds, mut most, mut least) = (BTreeSet::new(), 0, u32::MAX);
        while deal.asked.is_some() {
            let moment = deal.moment();
            assert_tells_nothing(&deal, &moment, game);
            kinds.insert(kind(moment.asks.as_ref().expect("a question")));
            let told = deal.tell(&correct(&deal)).unwrap_or_else(|why| panic!("{game:?}: {why}"));
            assert!(told.right && told.stop.is_none(), "{game:?}: {told:?}");
            let left = deal.play.left();
            most = most.max(left.unwrap_or(0));
            least = least.min(left.unwrap_or(u32::MAX));
            assert!(deal.told < 20_000, "{game:?} never ends");
        }
        let met = deal.steps.strip_prefix(steps.as_slice()).expect("no step loses its place");
        assert!(met.len() <= 2, "{game:?}: nearly every step was known beforehand, but not {met:?}");
        assert_eq!(deal.right, deal.told, "{game:?}");
        match deal.has_shoe {
            false => assert_eq!(deal.rounds, ROUNDS, "{game:?}"),
            true => {
                assert!(least * 3 < most && deal.rounds > ROUNDS, "{game:?}: {least} of {most} left");
            }
        }
        assert!(kinds.len() >= 3, "{game:?}: nobody tempted the dealer: {kinds:?}");
        all.extend(kinds);
        assert!(deal.tell(&DealSaid::Show {}).is_err());
    }
    assert_eq!(all.len(), 4, "questions of every kind: {all:?}");
}

#[test]
fn a_wrong_answer_is_interrupted_with_its_provision_and_the_table_goes_on() {
    for &game in GameId::ALL {
        let mut deal = open(game, 3, Some(8));
        let mut stopped = BTreeSet::new();
        while let Some(asks) = deal.moment().asks {
            let (right, cite) = (correct(&deal), deal.cite().expect("a provision"));
            let Some(said) = wrong(&deal) else {
                deal.tell(&right).expect("taken");
                continue;
            };
            let told = deal.tell(&said).unwrap_or_else(|why| panic!("{game:?}: {why}"));
            let stop = told.stop.unwrap_or_else(|| panic!("{game:?}: {said:?} was let pass"));
            assert!(!told.right && stop.correct == right && stop.cite == cite.id(), "{game:?}: {stop:?}");
            if let (DealAsks::Next {}, DealSaid::Step { .. }) = (&asks, &said) {
                assert!(stop.refused.is_some(), "{game:?}: the rules say why {said:?} is refused");
            }
            // The correction of a wrong answer does not give away the next one.
            if let Some(DealAsks::Payout { .. }) = &told.moment.asks {
                assert!(!stop.why.iter().any(is_money), "{game:?}: {stop:?}");
            }
            stopped.insert(kind(&asks));
            assert!(deal.told < 5000, "{game:?} never ends");
        }
        assert!(deal.rounds >= 8 && deal.right < deal.told, "{game:?}");
        assert!(stopped.len() >= 3, "{game:?}: {stopped:?}");
    }
}

#[test]
fn the_same_answers_lead_to_the_same_table() {
    let game = GameId::find("blackjack").expect("a game");
    let [mut one, mut other] = [open(game, 11, Some(3)), open(game, 11, Some(3))];
    for n in 0.. {
        assert_eq!(one.moment(), other.moment());
        if one.asked.is_none() {
            break;
        }
        let said = if n % 3 == 0 { wrong(&one) } else { None }.unwrap_or_else(|| correct(&one));
        // A text that is not an answer changes nothing.
        assert!(other.tell(&DealSaid::Demand { choice: "no such choice".into() }).is_err());
        let [first, second] = [&mut one, &mut other].map(|deal| deal.tell(&said).expect("taken"));
        assert_eq!(first, second);
    }
    let roulette = GameId::find("roulette").expect("a game");
    assert_ne!(open(roulette, 12, None).moment(), open(roulette, 11, None).moment());
}

#[test]
fn nobody_deals_for_patrons_or_for_chance() {
    let mut deal = open(GameId::find("roulette").expect("a game"), 5, Some(2));
    while !matches!(deal.moment().asks, Some(DealAsks::Next {})) {
        deal.tell(&correct(&deal)).expect("taken");
    }
    for line in ["p1 red 5.00", "ball 17", "irregularity foreign object", "dealer whistles"] {
        assert!(deal.tell(&DealSaid::Step { line: line.to_owned() }).is_err(), "{line}");
    }
    assert!(deal.tell(&DealSaid::Pay { cents: 5 }).is_err());
    assert_eq!(deal.told, 0);
}

/// What patrons try to do with the cards, and the provisions under which it is refused.
#[test]
fn patrons_touch_the_cards() {
    let mut tried = BTreeSet::new();
    for seed in 1..=8 {
        let mut deal = open(GameId::Blackjack, seed, Some(40));
        while let Some(asked) = &deal.asked {
            if let DealAsks::Attempt { act: OfferKind::Deed, what, .. } = &asked.asks {
                tried.insert((what.clone(), asked.cite.id(), asked.correct == DealSaid::Refuse {}));
            }
            let said = correct(&deal);
            deal.tell(&said).unwrap_or_else(|why| panic!("{why}"));
        }
    }
    // 2.6(n): only staff handle the cards.
    assert!(tried.contains(&(PUTS_BACK.to_owned(), "2.6(n)", true)), "{tried:?}");
    let staffs =
        ["deals", "turns the hole card", "draws"].map(|act| tried.iter().any(|(what, ..)| what == act));
    assert!(staffs[0] || staffs[1], "{tried:?}");
    assert!(tried.iter().any(|(.., is_refused)| !is_refused), "some of what they try is allowed: {tried:?}");
}
