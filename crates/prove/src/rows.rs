//! The bounds within which each game is searched: the widest that take about a minute.

use crate::{bounds::Bounds, lens::Depth};
use rules::{Money, Tender, kit::cards::Card};

/// The rows of a game, each of them a separate search.
pub fn rows(game: &str) -> Vec<Bounds> {
    let usual = Bounds::default;
    let coupons = vec![Tender::Chips, Tender::Color, Tender::Cash, Tender::Coupon];
    let forms = vec!["documents", "voids a form"];
    match game {
        // The small games are compared as a whole.
        "big-six" => vec![Bounds { patrons: 2, wagers: 7, take_back: true, merges: 300_000, ..usual() }],
        "sic-bo" => vec![Bounds { patrons: 2, take_back: true, ..usual() }],
        // The examples of these sorts mark no number above six: all other numbers are alike.
        "keno" => vec![Bounds { kinds: KENO.to_vec(), take_back: true, ..usual() }],
        "roulette" => vec![
            Bounds { patrons: 2, take_back: true, without: vec!["asks for", "hands back"], ..usual() },
            Bounds {
                tenders: coupons,
                colors: vec!["blue", "tan"],
                take_back: true,
                merges: 100_000,
                ..usual()
            },
        ],
        "craps" => vec![
            Bounds { tenders: coupons, take_back: true, ..usual() },
            Bounds { patrons: 2, kinds: vec!["pass", "dont-pass", "come"], take_back: true, ..usual() },
        ],
        "red-dog" => vec![
            Bounds {
                wagers: 2,
                take_back: true,
                tenders: vec![Tender::Chips, Tender::Cash],
                merges: 50_000,
                ..usual()
            },
            Bounds {
                wagers: 2,
                take_back: true,
                depth: Depth::Short(14),
                cards: vec![1, 7, 8, 13],
                irregularities: false,
                ..usual()
            },
        ],
        "minibaccarat" => vec![
            Bounds { irregularities: false, without: forms.clone(), ..usual() },
            Bounds {
                kinds: vec!["banker", "tie"],
                cards: vec![0, 3, 6, 9],
                without: forms.clone(),
                ..usual()
            },
            Bounds {
                cards: vec![0, 3, 9],
                depth: Depth::Short(14),
                irregularities: false,
                without: forms,
                ..usual()
            },
        ],
        "punto-banco" => vec![
            Bounds { irregularities: false, ..usual() },
            Bounds { kinds: vec!["banker", "tie"], cards: vec![0, 3, 6, 9], ..usual() },
            Bounds { cards: vec![0, 3, 9], depth: Depth::Short(14), irregularities: false, ..usual() },
        ],
        "chemin-de-fer" => vec![
            Bounds {
                patrons: 2,
                most: Some(Money::dollars(2)),
                cards: vec![0, 3, 4, 5, 9],
                irregularities: false,
                ..usual()
            },
            Bounds {
                patrons: 2,
                most: Some(Money::dollars(2)),
                cards: vec![5],
                without: vec!["leaves", "takes pre-shuffled"],
                ..usual()
            },
            Bounds {
                patrons: 2,
                most: Some(Money::dollars(2)),
                cards: vec![0, 9],
                without: vec!["leaves", "takes pre-shuffled"],
                states: 300_000,
                ..usual()
            },
        ],
        "blackjack" => vec![
            Bounds { kinds: vec!["hand"], irregularities: false, ..usual() },
            Bounds { kinds: vec!["hand"], cards: vec![1, 6, 10], ..usual() },
            Bounds { wagers: 4, cards: vec![1, 8, 10], irregularities: false, ..usual() },
        ],
        "caribbean-stud" => vec![Bounds { wagers: 3, cards: vec![1, 2], ..usual() }],
        // With fewer than four values, five cards always make a winning hand.
        "double-down-stud" => {
            vec![Bounds { wagers: 2, cards: vec![1, 2, 7, 11], take_back: true, ..usual() }]
        }
        "let-it-ride" => vec![Bounds { wagers: 3, cards: vec![1, 2, 7, 11], take_back: true, ..usual() }],
        // Where a tile lies among four says which hand it is in: 6-6 and 2-4 are told from all others.
        "pai-gow" => vec![Bounds { cards: vec![0, 17], take_back: true, ..usual() }],
        // Where a card lies among seven says which hand it is in: two cards are told from all others.
        "pai-gow-poker" => vec![Bounds { faces: faces("As joker"), take_back: true, ..usual() }],
        _ => vec![usual()],
    }
}

/// Sorts of tickets whose examples mark only the lowest numbers.
const KENO: [&str; 6] = ["1-spot", "4-spot", "split", "way", "combination", "king"];

/// These cards, given by name.
fn faces(names: &str) -> Vec<Card> {
    names.split(' ').filter_map(Card::read_with_joker).collect()
}

/// Options with equipment or procedures that the usual ones lack, and the bounds of a search for what can go wrong with
/// them.
pub fn others(game: &str) -> Vec<(&'static str, Bounds)> {
    let hand = |names| Bounds { kinds: vec!["hand"], faces: faces(names), tries: 0, ..Bounds::default() };
    match game {
        "blackjack" => vec![
            ("second-card=face-down card-reader=true approvals.card-reader=true", hand("6c Kc")),
            ("double-shoe=true red-suits=left decks=2", hand("Kh Kc")),
            ("multiple-action=two-or-three", Bounds { wagers: 2, ..hand("Kc") }),
        ],
        _ => Vec::new(),
    }
}

/// The default number of pairs of states that a comparison visits in each row.
pub const PAIRS: usize = 20_000;

/// The bounds within which two tables of a game are compared, the narrowest first. Where single cards matter, only rows
/// that name cards are searched.
pub fn pairs(game: &str, by_card: bool) -> Vec<Bounds> {
    let mut rows = after_preparation(game, by_card);
    if rows.iter().any(|bounds| bounds.prepared) {
        // The preparation of cards is searched separately, without any wager.
        rows.insert(0, Bounds { wagers: 0, states: PAIRS, tries: 0, ..Bounds::default() });
    }
    rows
}

/// The same rows, starting after the cards are prepared.
fn after_preparation(game: &str, by_card: bool) -> Vec<Bounds> {
    let prepared = !matches!(game, "big-six" | "craps" | "keno" | "roulette" | "sic-bo");
    let usual = || Bounds { irregularities: false, states: PAIRS, tries: 0, prepared, ..Bounds::default() };
    let wrong = || Bounds { irregularities: true, ..usual() };
    let coupons = || vec![Tender::Chips, Tender::Coupon];
    let two = || Bounds { patrons: 2, ..usual() };
    match game {
        "big-six" => vec![Bounds { wagers: 2, take_back: true, ..wrong() }, Bounds { patrons: 2, ..wrong() }],
        "sic-bo" => vec![
            Bounds { take_back: true, ..wrong() },
            Bounds { wagers: 2, kinds: vec!["small", "total-10", "one-of-a-kind"], ..usual() },
        ],
        "keno" => vec![
            Bounds { kinds: vec!["1-spot"], take_back: true, ..wrong() },
            Bounds { kinds: KENO.to_vec(), ..usual() },
        ],
        "roulette" => vec![
            Bounds { take_back: true, without: vec!["asks for", "hands back"], ..wrong() },
            Bounds {
                tenders: vec![Tender::Chips, Tender::Color, Tender::Cash, Tender::Coupon],
                take_back: true,
                ..usual()
            },
            Bounds {
                wagers: 2,
                kinds: vec!["straight", "red"],
                without: vec!["asks for", "hands back"],
                ..usual()
            },
        ],
        "craps" => vec![
            usual(),
            Bounds { tenders: coupons(), take_back: true, ..wrong() },
            Bounds {
                wagers: 2,
                kinds: vec!["pass", "dont-pass", "pass-odds", "dont-pass-odds", "come", "come-odds"],
                ..usual()
            },
            Bounds { patrons: 2, kinds: vec!["pass"], ..usual() },
        ],
        "red-dog" => vec![
            Bounds { wagers: 2, tenders: coupons(), cards: vec![1, 5, 7, 8, 13], ..wrong() },
            Bounds { wagers: 2, cards: vec![2, 4, 7, 12], ..usual() },
            Bounds { wagers: 2, depth: Depth::Short(14), cards: vec![1, 7], prepared: false, ..usual() },
            Bounds { wagers: 2, cards: vec![1, 7], ..two() },
        ],
        "minibaccarat" | "punto-banco" => {
            let forms = || vec!["documents", "voids a form"];
            vec![
                Bounds { cards: vec![0, 3, 6, 9], tenders: coupons(), without: forms(), ..usual() },
                Bounds { without: forms(), ..usual() },
                Bounds { kinds: vec!["banker"], cards: vec![0, 3, 9], ..wrong() },
                Bounds { wagers: 2, cards: vec![0, 6], without: forms(), ..usual() },
                Bounds {
                    kinds: vec!["banker"],
                    cards: vec![0, 9],
                    depth: Depth::Short(14),
                    prepared: false,
                    ..usual()
                },
                Bounds { kinds: vec!["banker", "player"], cards: vec![0, 9], without: forms(), ..two() },
            ]
        }
        "chemin-de-fer" => {
            let most = Some(Money::dollars(2));
            let without = || vec!["leaves", "takes pre-shuffled"];
            vec![
                Bounds { most, cards: vec![0, 9], without: without(), ..two() },
                Bounds { most, cards: vec![5], irregularities: true, without: without(), ..two() },
                Bounds { most, cards: vec![0, 3, 4, 5, 9], ..two() },
            ]
        }
        "blackjack" if by_card => ["As Ks 5h", "6s 7s 8s 6h", "7s 7h 7d Ts", "Ah Js As 9s", "Ad Ah Ac Kc 9h"]
            .into_iter()
            .map(|names| Bounds { wagers: 2, faces: faces(names), tenders: coupons(), ..usual() })
            .collect(),
        "blackjack" => vec![
            Bounds { kinds: vec!["hand"], cards: vec![1, 6, 10], tenders: coupons(), ..usual() },
            Bounds { wagers: 4, cards: vec![1, 8, 10], ..usual() },
            Bounds { kinds: vec!["hand"], cards: vec![2, 5, 10], ..usual() },
            Bounds { kinds: vec!["hand"], cards: vec![1, 6, 10], ..wrong() },
            Bounds { kinds: vec!["hand"], cards: vec![10], wagers: 2, ..two() },
            Bounds {
                kinds: vec!["hand"],
                cards: vec![10],
                depth: Depth::Short(14),
                prepared: false,
                ..usual()
            },
        ],
        "caribbean-stud" => {
            let named = |names| Bounds { wagers: 3, faces: faces(names), ..usual() };
            vec![
                Bounds { wagers: 3, cards: vec![1, 2], tenders: coupons(), ..wrong() },
                named("As Ks Qs Js Ts Ah Kh 3c 4d 5h"),
                named("2s 3s 4s 5s 6s Ah Kh 8c 9d Jh"),
                named("2s 4s 6s 8s Ts Ah Kh 9c 3d Jh"),
                named("4s 5h 6c 7d 8s Ah Kh Tc 2d Jh"),
                Bounds { wagers: 1, kinds: vec!["ante"], cards: vec![1], ..two() },
            ]
        }
        "double-down-stud" => {
            let named = |names| Bounds { wagers: 2, faces: faces(names), ..usual() };
            vec![
                Bounds { wagers: 2, cards: vec![1, 2, 7], ..wrong() },
                named("As Ks Qs Js Ts Tc"),
                named("2s 3s 4s 5s 6s Ah"),
                named("2s 4s 6s 8s Ts 9c"),
                named("4s 5h 6c 7d 8s 8c"),
                Bounds { wagers: 2, cards: vec![1, 7], ..two() },
            ]
        }
        "let-it-ride" => {
            let named = |names| Bounds { wagers: 3, faces: faces(names), ..usual() };
            vec![
                Bounds { wagers: 3, cards: vec![1, 2], ..wrong() },
                named("As Ks Qs Js Ts Tc"),
                named("2s 3s 4s 5s 6s Ah"),
                named("2s 4s 6s 8s Ts 9c"),
                named("4s 5h 6c 7d 8s 8c"),
                Bounds { wagers: 3, cards: vec![1], ..two() },
            ]
        }
        "pai-gow" => vec![
            Bounds { cards: vec![0], ..wrong() },
            Bounds { cards: vec![0, 17], ..usual() },
            Bounds { cards: vec![0], wagers: 2, ..two() },
        ],
        "pai-gow-poker" => vec![
            Bounds { faces: faces("As"), ..wrong() },
            Bounds { faces: faces("As joker"), ..usual() },
            Bounds { faces: faces("As"), wagers: 2, ..two() },
        ],
        _ => vec![usual()],
    }
}
