//! Every coup of a shoe: against a naive deal of every card, against published counts, and against published edges.

use odds::{
    Fraction, Results, Tally, Unsolved,
    baccarat::{Coups, coups},
    seen,
};
use rules::{
    Money,
    hands::{
        baccarat::{Coup, Winner},
        vigorish::vigorish,
    },
    kit::cards::{Card, Unseen},
};
use std::collections::BTreeMap;

const STAKE: Money = Money::dollars(100);

fn decks(decks: u8) -> Coups {
    Coups::of(&Unseen::decks(decks)).expect("a whole shoe")
}

/// One deck of which only these cards are left.
fn only(left: &str) -> Unseen {
    let keep: Vec<&str> = left.split(' ').collect();
    let seen: Vec<String> =
        Card::all().map(|c| c.to_string()).filter(|c| !keep.contains(&c.as_str())).collect();
    let unseen = seen::unseen(&seen.join(" "), 1).expect("one of each");
    assert_eq!(usize::from(unseen.total()), keep.len());
    unseen
}

/// What a coup is identified by: both final counts and both numbers of cards.
type Told = (u8, u8, usize, usize);

fn told(coup: &Coup) -> Told {
    (coup.player.count(), coup.banker.count(), coup.player.len(), coup.banker.len())
}

/// The rules as a croupier learns them, written independently of the tables, for four or more cards in the order
/// dealt.
fn naive(cards: &[u8; 6]) -> Told {
    let [p1, b1, p2, b2, fifth, sixth] = *cards;
    let (player, banker) = ((p1 + p2) % 10, (b1 + b2) % 10);
    if player > 7 || banker > 7 {
        return (player, banker, 2, 2);
    }
    if player >= 6 {
        return if banker < 6 { (player, (banker + fifth) % 10, 2, 3) } else { (player, banker, 2, 2) };
    }
    let drew = (player + fifth) % 10;
    let draws = match (banker, fifth) {
        (0..=2, _) => true,
        (3, third) => third != 8,
        (4, third) => (2..=7).contains(&third),
        (5, third) => (4..=7).contains(&third),
        (6, third) => third == 6 || third == 7,
        _ => false,
    };
    if draws { (drew, (banker + sixth) % 10, 3, 3) } else { (drew, banker, 3, 2) }
}

/// Every ordered deal of six of these cards, one by one.
fn every_deal(values: &[u8]) -> BTreeMap<Told, u128> {
    fn deal(left: &mut Vec<u8>, dealt: &mut Vec<u8>, tell: &mut impl FnMut(&[u8; 6])) {
        if let Ok(six) = <&[u8; 6]>::try_from(dealt.as_slice()) {
            return tell(six);
        }
        for at in 0..left.len() {
            let card = left.remove(at);
            dealt.push(card);
            deal(left, dealt, tell);
            dealt.pop();
            left.insert(at, card);
        }
    }
    let mut found = BTreeMap::new();
    deal(&mut values.to_vec(), &mut Vec::new(), &mut |six| *found.entry(naive(six)).or_default() += 1);
    found
}

#[test]
fn small_shoes_are_dealt_card_by_card_to_the_same_counts() {
    for left in [
        "As 2s 3s 4s 5s 6s 7s 8s 9s Ts",
        "4c 4d 5h 5s 6c 6d 7h 7s Kc Kd 9h",
        "Ah Ad 9c 9d 9h 9s",
        "2c 2d 2h 3c 3d 3h Jc Qc Kc 8s",
    ] {
        let unseen = only(left);
        let values: Vec<u8> = left
            .split(' ')
            .map(|card| match card.as_bytes()[0] {
                b'A' => 1,
                pips @ b'2'..=b'9' => pips - b'0',
                _ => 0,
            })
            .collect();
        let mut found: BTreeMap<Told, u128> = BTreeMap::new();
        coups(&unseen, &mut |coup, ways| *found.entry(told(coup)).or_default() += ways).expect("six cards");
        assert_eq!(found, every_deal(&values), "{left}");
        let mut merged: BTreeMap<Told, u128> = BTreeMap::new();
        Coups::of(&unseen)
            .expect("six cards")
            .iter()
            .for_each(|(coup, ways)| *merged.entry(told(coup)).or_default() += ways);
        assert_eq!(merged, found, "{left}");
    }
}

#[test]
fn a_shoe_of_five_cards_cannot_finish_every_coup() {
    let unseen = only("As 2s 3s 4s 5s");
    assert_eq!(Coups::of(&unseen), Err(Unsolved::ShortShoe { cards: 5 }));
}

/// Decks, banker, player, tie: wizardofodds.com/games/baccarat/one-to-twelve-decks (which drops digits from seven decks
/// on); eight decks: casinoexploit.com/baccarat.html.
const DEALS: &str = "\
1\t6737232640\t6548674432\t1372227328
2\t501543728128\t487816735232\t103154274240
3\t6000349195008\t5837305562496\t1238768922816
4\t34543624867840\t33608344225792\t7145601996928
5\t133700037548800\t130087780016000\t27690387926400
6\t403095751234560\t392220492728832\t83552962932288
8\t2292252566437888\t2230518282592256\t475627426473216";

#[test]
fn counts_of_whole_shoes_are_the_published_ones() {
    for row in DEALS.lines() {
        let [of, banker, player, tie] =
            row.split('\t').map(|n| n.parse::<u128>().expect("a number")).collect::<Vec<_>>()[..]
        else {
            panic!("{row}: four columns");
        };
        let coups = decks(u8::try_from(of).expect("few"));
        let count = |winner| coups.count(|coup| coup.winner() == winner);
        assert_eq!(
            [Winner::Banker, Winner::Player, Winner::Tie].map(count),
            [banker, player, tie],
            "{of} decks"
        );
        let n = of * 52;
        assert_eq!(coups.deals(), (0..6).map(|k| n - k).product(), "{of} decks");
        assert_eq!(banker + player + tie, coups.deals());
    }
}

/// wizardofodds.com/games/baccarat/appendix/5 and /6, side-bets/side-totals, excelpunks.com: eight decks.
#[test]
fn counts_of_parts_are_the_published_ones() {
    let coups = decks(8);
    let margin = |winner: Winner, by: u8| {
        coups.count(|c| {
            !c.has_natural() && c.winner() == winner && c.player.count().abs_diff(c.banker.count()) == by
        })
    };
    let by = [9, 8, 7, 6, 5, 4];
    let player = by.map(|by| margin(Winner::Player, by));
    assert_eq!(
        player,
        [18409431764992, 34097645543424, 89590261473280, 141238897317888, 166169165987840, 186780352174080]
    );
    let banker = by.map(|by| margin(Winner::Banker, by));
    assert_eq!(
        banker,
        [15390342909952, 28305092784128, 79517099278336, 119200072366080, 157275882332160, 201147167287296]
    );
    let natural = |winner| coups.count(|c| c.has_natural() && c.winner() == winner);
    assert_eq!(
        [Winner::Player, Winner::Banker, Winner::Tie].map(natural),
        [812685054124032, 812685054124032, 89325908267520]
    );
    assert_eq!(coups.count(dragon_7), 112633011329024);
    let on = |n| coups.count(|c| c.winner() == Winner::Banker && c.banker.count() == n);
    assert_eq!([1, 6, 7, 9].map(on), [24291119898624, 269232304455680, 384279324919808, 586850279002112]);
    let of = |n| coups.count(|c| c.player.count() == n);
    assert_eq!([9, 5, 0].map(of), [668220074600448, 372435601541376, 469796508410880]);
    let banker_of = |n| coups.count(|c| c.banker.count() == n);
    assert_eq!([6, 4].map(banker_of), [605184530090752, 466997733545984]);
}

fn dragon_7(coup: &Coup) -> bool {
    coup.winner() == Winner::Banker && coup.banker.count() == 7 && coup.banker.len() == 3
}

fn won(paid: Money) -> Tally {
    Tally { paid, ..Tally::default() }
}

fn lost(stake: Money) -> Tally {
    Tally { taken: stake, ..Tally::default() }
}

fn to_one(stake: Money, to: i64) -> Money {
    Money::cents(stake.as_cents() * to)
}

/// The bargains of subchapter 7, deliberately written here a second time: the games must agree with them.
fn settle(wager: &str, stake: Money, coup: &Coup) -> Tally {
    let winner = coup.winner();
    let side = |on: Winner, win: Tally| match winner {
        Winner::Tie => Tally::default(),
        _ if winner == on => win,
        _ => lost(stake),
    };
    let charged =
        |percent, unit| Tally { paid: stake, charged: vigorish(stake, percent, unit), ..Tally::default() };
    let (kind, more) = wager.split_once(' ').unwrap_or((wager, ""));
    match (kind, more) {
        ("player", "") => side(Winner::Player, won(stake)),
        ("banker", "5%") => side(Winner::Banker, charged(5, None)),
        ("banker", "4%") => side(Winner::Banker, charged(4, None)),
        ("banker", "5% by 25 cents") => side(Winner::Banker, charged(5, Some(Money::cents(25)))),
        ("banker", "4% by 20 cents") => side(Winner::Banker, charged(4, Some(Money::cents(20)))),
        ("banker", "25% of ties") if winner == Winner::Tie => {
            Tally { charged: Money::cents(stake.as_cents() / 4), ..Tally::default() }
        }
        ("banker", "25% of ties") => side(Winner::Banker, won(stake)),
        ("banker", "half on six") if coup.banker.count() == 6 => side(Winner::Banker, won(stake.half_down())),
        ("banker", "half on six") => side(Winner::Banker, won(stake)),
        ("banker", "push on dragon 7") if dragon_7(coup) => Tally::default(),
        ("banker", "push on dragon 7") => side(Winner::Banker, won(stake)),
        ("tie", to) if winner == Winner::Tie => won(to_one(stake, to.parse().expect("a number"))),
        ("dragon-7", to) if dragon_7(coup) => won(to_one(stake, to.parse().expect("a number"))),
        ("tie" | "dragon-7", _) => lost(stake),
        ("cards", number) if coup.cards() != number.parse::<usize>().expect("a number") => lost(stake),
        ("cards", "4") => won(stake + stake.half_down()),
        ("cards", _) => won(to_one(stake, 2)),
        ("bonus", which) => bonus(which, stake, coup),
        _ => panic!("{wager}: no such wager"),
    }
}

/// Lines of the bonus schedules: by 9, 8, 7, 6, 5, 4, and a natural.
fn bonus(which: &str, stake: Money, coup: &Coup) -> Tally {
    let (side, schedule) = which.split_once(' ').expect("a side and a schedule");
    let side = if side == "player" { Winner::Player } else { Winner::Banker };
    let lines = match schedule {
        "A" => [30, 10, 6, 4, 2, 1, 1],
        "B" => [20, 8, 7, 4, 3, 1, 1],
        "C" => [30, 10, 4, 4, 2, 2, 1],
        _ => panic!("{schedule}: no such schedule"),
    };
    let margin = usize::from(coup.player.count().abs_diff(coup.banker.count()));
    match (coup.winner(), coup.has_natural()) {
        (Winner::Tie, true) => Tally::default(),
        (winner, true) if winner == side => won(to_one(stake, lines[6])),
        (winner, false) if winner == side && margin >= 4 => won(to_one(stake, lines[9 - margin])),
        _ => lost(stake),
    }
}

fn price(coups: &Coups, wager: &str, stake: Money) -> Results {
    coups.price(stake, |coup| settle(wager, stake, coup))
}

/// Decks, wager, edge in percent, source.
const PUBLISHED: &str = "\
8\tbanker 5%\t1.0579\tnetbet.org/casino-games/baccarat/baccarat-house-edge-odds.html; wizardofodds.com
8\tbanker 4%\t0.5993\tnetbet.org
8\tplayer\t1.2351\tnetbet.org
8\ttie 8\t14.3596\tnetbet.org
8\ttie 9\t4.8440\tnetbet.org
6\tbanker 5%\t1.0558\tnetbet.org
6\tbanker 4%\t0.5972\tnetbet.org
6\tplayer\t1.2374\tnetbet.org
6\ttie 8\t14.4382\tnetbet.org
6\ttie 9\t4.9313\tnetbet.org
1\tbanker 5%\t1.01\tnetbet.org
1\tplayer\t1.29\tnetbet.org
1\ttie 8\t15.75\twizardofodds.com, 1372227328 of 14658134400; netbet.org has 15.57, two digits changed about
8\tbanker half on six\t1.4581\tamericancasinoguide.com (Jacobson); wizardofodds.com/games/baccarat/appendix/6
6\tbanker half on six\t1.4548\twizardofodds.com/games/baccarat/appendix/6: 0.014548
8\tbanker push on dragon 7\t1.0183\tamericancasinoguide.com (Jacobson); EZ baccarat, wizardofodds.com
8\tdragon-7 40\t7.6113\twizardofodds.com, EZ baccarat: 0.076113
8\tbonus player A\t2.6517\twizardofodds.com/games/baccarat/appendix/5: 0.026517
8\tbonus banker A\t9.3731\twizardofodds.com/games/baccarat/appendix/5: 0.093731
6\tbonus player A\t2.67\twizardofodds.com/games/baccarat/appendix/5
6\tbonus banker A\t9.39\twizardofodds.com/games/baccarat/appendix/5
8\tcards 4\t5.283\twizardofodds.com/games/baccarat/appendix/5, 4-5-6: 0.05283
8\tcards 5\t8.97\twizardofodds.com, 4-5-6: 0.089668, from the chance rounded to six digits
8\tcards 6\t4.69\twizardofodds.com, 4-5-6: 0.046939, so made too
6\tcards 4\t5.27\twizardofodds.com, 4-5-6: 0.052688, so made too
6\tcards 5\t8.94\twizardofodds.com, 4-5-6: 0.089380, so made too
6\tcards 6\t4.74\twizardofodds.com, 4-5-6: 0.047395, so made too";

#[test]
fn edges_are_the_published_ones() {
    let mut shoes: BTreeMap<&str, Coups> = BTreeMap::new();
    for row in PUBLISHED.lines() {
        let [of, wager, edge, _source] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: four columns");
        };
        let coups = shoes.entry(of).or_insert_with(|| decks(of.parse().expect("a number")));
        let found = price(coups, wager, STAKE);
        let digits = edge.split_once('.').map_or(0, |(_, digits)| digits.len());
        assert_eq!(found.edge().percent(digits), edge, "{row}");
    }
}

/// No figures are published for these; they are computed from published counts.
#[test]
fn edges_by_arithmetic_on_published_counts() {
    let (banker, player, tie) = (2292252566437888_i128, 2230518282592256, 475627426473216);
    let deals = banker + player + tie;
    let coups = decks(8);
    let edge = |wager: &str, stake| price(&coups, wager, stake).edge();
    assert_eq!(edge("banker 25% of ties", STAKE), Fraction::new(4 * (player - banker) + tie, 4 * deals));
    let a_dollar = Money::dollars(1);
    let quarter = Fraction::new(4 * player - 3 * banker, 4 * deals);
    assert_eq!(edge("banker 5% by 25 cents", a_dollar), quarter);
    assert_eq!(edge("banker 5% by 25 cents", Money::dollars(5)), edge("banker 5%", STAKE));
    assert_eq!(edge("banker 4% by 20 cents", a_dollar), Fraction::new(5 * player - 4 * banker, 5 * deals));
    let lines = [
        (
            "player",
            [
                18409431764992_i128,
                34097645543424,
                89590261473280,
                141238897317888,
                166169165987840,
                186780352174080,
                812685054124032,
            ],
        ),
        (
            "banker",
            [
                15390342909952,
                28305092784128,
                79517099278336,
                119200072366080,
                157275882332160,
                201147167287296,
                812685054124032,
            ],
        ),
    ];
    for (side, counts) in lines {
        for (schedule, pays) in [("B", [20, 8, 7, 4, 3, 1, 1]), ("C", [30, 10, 4, 4, 2, 2, 1])] {
            let back: i128 = counts.iter().zip(pays).map(|(n, to)| n * (to + 1)).sum();
            let expected = Fraction::new(deals - 89325908267520 - back, deals);
            assert_eq!(edge(&format!("bonus {side} {schedule}"), STAKE), expected, "{side} {schedule}");
        }
    }
}

/// wizardofodds.com/games/baccarat/appendix/5, 4-5-6: decks, and the chances of four, five and six cards.
#[test]
fn chances_of_four_five_and_six_cards_are_the_published_ones() {
    for (of, chances) in
        [(8, ["0.378868", "0.303444", "0.317687"]), (6, ["0.378925", "0.303540", "0.317535"])]
    {
        let coups = decks(of);
        let chance = |cards| Fraction::ratio(coups.count(|c| c.cards() == cards), coups.deals());
        assert_eq!([4, 5, 6].map(|cards| chance(cards).decimal(6)), chances.map(str::to_owned));
    }
}

#[test]
fn results_tell_chances_and_count_deals() {
    let found = price(&decks(8), "banker push on dragon 7", STAKE);
    let counted = found.combinations().expect("counted");
    assert_eq!(counted.total, 4998398275503360);
    let nets: Vec<(String, u128)> = counted.nets.iter().map(|(net, ways)| (net.to_string(), *ways)).collect();
    let expected =
        [("-1", 2230518282592256), ("0", 475627426473216 + 112633011329024), ("1", 2179619555108864)];
    assert_eq!(nets, expected.map(|(net, ways)| (net.to_owned(), ways)));
    assert_eq!(found.nets().values().cloned().sum::<Fraction>(), Fraction::ONE);
    assert_eq!(found.wins(), Fraction::ratio(2179619555108864, counted.total));
    let tie = price(&decks(8), "tie 8", STAKE);
    let p = tie.wins();
    assert_eq!(tie.variance(), &(&p * &(Fraction::ONE - p.clone())) * &Fraction::new(81, 1));
}

#[test]
fn a_part_used_shoe_has_odds_of_its_own() {
    // All fours gone from one deck: nobody can draw one.
    let left = seen::unseen("4c 4d 4h 4s # all fours", 1).expect("possible");
    let coups = Coups::of(&left).expect("48 cards");
    assert_eq!(coups.deals(), (43..=48).product::<u128>());
    assert_eq!(coups.iter().map(|(_, ways)| ways).sum::<u128>(), coups.deals());
    assert_eq!(coups.count(|c| c.player.third().is_some_and(|card| card.rank() == 4)), 0);
    assert_ne!(price(&coups, "player", STAKE).edge(), price(&decks(1), "player", STAKE).edge());
}

/// The compiled game counts the same deals in which each side wins, on full and part-used shoes, as coups dealt by the
/// tables alone.
#[test]
fn compiled_coups_are_as_many_as_those_of_the_tables() {
    use odds::{Priced, Visitor, exact, stake_for, visit};
    use rounds::standard;
    use rules::{GameId, Vocabulary, games};
    struct Compare<'a>(&'a Unseen);
    impl Visitor for Compare<'_> {
        type Out = ();
        fn visit<G: Priced>(self) {
            let options = games::options::<G>(&standard::<G>().entries(), &mut |_| ()).expect("lawful");
            let coups = Coups::of(self.0).expect("six cards");
            for (name, winner) in
                [("player", Winner::Player), ("banker", Winner::Banker), ("tie", Winner::Tie)]
            {
                let wager = G::Wager::read(name).expect(name);
                let on = *G::offered(options).iter().find(|on| on.wager == wager).expect(name);
                let stake = stake_for(&on, Money::dollars(100));
                let found = exact::<G>(options, Some(self.0), &on, stake).expect("solvable");
                assert_eq!(found.combinations().map(|all| all.total), Some(coups.deals()), "{name}");
                let ways = coups.count(|coup| coup.winner() == winner);
                assert_eq!(found.wins(), Fraction::ratio(ways, coups.deals()), "{name}");
            }
        }
    }
    let seen = "9c 9d 9h 9s 8c 8d 8h 8s As Kd Kd Kd 4c 4c 4d 4d 5h 5h 5s 6s 6s 6d";
    for unseen in [
        Unseen::decks(8),
        seen::unseen(seen, 6).expect("possible"),
        seen::unseen("2c 3d", 1).expect("possible"),
    ] {
        visit(GameId::PuntoBanco, Compare(&unseen));
        visit(GameId::Minibaccarat, Compare(&unseen));
    }
    let five =
        Card::all().take(47).fold(Unseen::decks(1), |unseen, card| unseen.seeing(card).expect("there"));
    let options = games::options::<rules::punto_banco::PuntoBanco>(
        &standard::<rules::punto_banco::PuntoBanco>().entries(),
        &mut |_| (),
    )
    .expect("lawful");
    let on = rules::punto_banco::PuntoBanco::offered(options)[0];
    let short = exact::<rules::punto_banco::PuntoBanco>(options, Some(&five), &on, on.least);
    assert_eq!(short, Err(Unsolved::ShortShoe { cards: 5 }));
}

/// 7.3(f)2: together with total-card wagers of the same amount, a Banker's wager is not charged vigorish. 7.2(b): a
/// bonus wager that needs a base wager has the value it would have without one.
#[test]
fn wagers_beside_others_are_priced_alone() {
    use odds::{Priced, exact};
    use rules::{Game, Money, Vocabulary, games, minibaccarat::Minibaccarat};
    let edge = |settings: &str, wager: &str, beside: Option<&str>| {
        let read = |name| <Minibaccarat as Game>::Wager::read(name).expect("a wager");
        let settings = rounds::Settings::read(settings).expect("key=value");
        let options = games::options::<Minibaccarat>(&settings.entries(), &mut |v| panic!("{}", v.breach));
        let options = options.expect("lawful");
        let all = Minibaccarat::offered(options);
        let mut on = *all.iter().find(|on| on.wager == read(wager)).expect("offered");
        on.beside = beside.map(read).or(on.beside);
        exact::<Minibaccarat>(options, None, &on, Money::dollars(100)).expect("solvable").edge().percent(4)
    };
    let base = "decks=8 shuffle=lace deal=face-up vigorish=5% pay-order=1 disclosed-card=2";
    let waiver = format!("{base} total-cards=true vigorish-waiver=true");
    assert_eq!(edge(&waiver, "banker", None), "1.0579");
    // Without vigorish the Banker's Hand is better than even: 45.8597 % against 44.6247 %.
    assert_eq!(edge(&waiver, "banker", Some("four-cards")), "-1.2351");
    assert_eq!(edge(&waiver, "banker", Some("six-cards")), "-1.2351");
    assert_eq!(edge(&waiver, "banker", Some("tie")), "1.0579");
    let bonus = format!("{base} bonus=true bonus-paytable=A");
    let needs = format!("{bonus} bonus-needs-base=true");
    assert_eq!(edge(&bonus, "bonus-player", None), "2.6517");
    assert_eq!(edge(&needs, "bonus-player", None), "2.6517");
}
