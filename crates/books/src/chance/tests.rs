use super::*;
use hkdf::Hkdf;
use rules::{kit::cards::Card, vocabulary::Vocabulary};
use sha2::Sha256;
use std::{cell::RefCell, collections::BTreeMap};

fn menu(entries: &[(&str, u32)]) -> Vec<(String, u32)> {
    entries.iter().map(|&(text, weight)| (text.to_owned(), weight)).collect()
}

fn decks(decks: u32) -> Vec<(String, u32)> {
    (0..52).map(|card| (name(card), decks)).collect()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn secret(number: u8) -> Secret {
    Secret::from_bytes([number; 32])
}

fn key(number: u8) -> Key {
    Key::new(&secret(number), salt([(1, Hash([2; 32]))].into_iter()), None)
}

fn deal(composition: &Menu) -> Deal {
    Deal::new(&key(1), &[], composition).expect("a deal")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn cards_are_named_as_the_rules_name_them() {
    Card::each(&mut |of_rules| {
        let text = of_rules.to_string();
        assert_eq!(card(&text).map(usize::from), Some(of_rules.index()));
        assert_eq!(card(&text).map(name), Some(text));
    });
    for text in ["", "A", "as", "10s", "1s", "Ax", "cutting card", "00", "7", "sA", "é"] {
        assert_eq!(card(text), None, "{text:?}");
    }
}

// Known answers from the standards.

/// RFC 8439, 2.3.2 and A.1: block counter, nonce (used as our stream number) and key, read in the same words as ours.
#[test]
fn chacha20_known_answers() {
    let counting: Vec<u8> = (0..32).collect();
    let (mut one, mut other) = ([0; 32], [0; 32]);
    (one[31], other[1]) = (1, 0xff);
    for (key, block, stream, answer) in [
        (
            [0; 32],
            0,
            0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        ),
        (
            [0; 32],
            1,
            0,
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
        ),
        (
            one,
            1,
            0,
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
        ),
        (
            other,
            2,
            0,
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
        ),
        (
            [0; 32],
            0,
            0x0200_0000_0000_0000,
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c78a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
        ),
        (
            counting.try_into().expect("32 bytes"),
            0x0900_0000_0000_0001,
            0x4a00_0000,
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
        ),
    ] {
        let mut words = Stream::new(&key, stream);
        words.0.set_word_pos(block * 16);
        let bytes: Vec<u8> = (0..8).flat_map(|_| words.0.next_u64().to_le_bytes()).collect();
        assert_eq!(hex(&bytes), answer, "block {block} of stream {stream}");
    }
}

/// RFC 5869, A.1 and A.3.
#[test]
fn hkdf_known_answers() {
    let (salt, info): (Vec<u8>, Vec<u8>) = ((0..13).collect(), (0xf0..0xfa).collect());
    for (salt, info, answer) in [
        (
            Some(&salt[..]),
            &info[..],
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (None, &[], "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ] {
        let mut okm = [0; 42];
        Hkdf::<Sha256>::new(salt, &[0x0b; 22]).expand(info, &mut okm).expect("42 bytes");
        assert_eq!(hex(&okm), answer);
    }
}

// Properties that can be proved by exhaustion.

#[test]
fn scaling_is_unbiased_for_every_range_and_every_word() {
    for bits in [8, 12] {
        for n in 1..=1u64 << bits {
            let mut counts = vec![0u64; usize::try_from(n).expect("a small number")];
            for number in (0..1 << bits).filter_map(|word| scale(word, n, bits)) {
                counts[usize::try_from(number).expect("a small number")] += 1;
            }
            let each = (1 << bits) / n;
            assert!(counts.iter().all(|&count| count == each), "{bits} bits below {n}");
        }
    }
}

/// With 64 bits, the words that map to one number form an interval, of which at most the first can be rejected.
/// Checking both ends therefore counts all of them.
#[test]
fn scaling_is_unbiased_at_full_width() {
    let words = 1u128 << 64;
    for n in [1, 2, 3, 38, 52, 54, 416, 65_535, u64::from(u32::MAX) * 52, u64::MAX / 2 + 2, u64::MAX] {
        let scaled = |word: u128| scale(u64::try_from(word).expect("a word"), n, 64);
        let first = |number: u64| (u128::from(number) * words).div_ceil(n.into());
        for number in [0, 1, n / 3, n / 2, n - 1].into_iter().filter(|&number| number < n) {
            let (from, last) = (first(number), if number + 1 == n { words } else { first(number + 1) } - 1);
            let rejected = u128::from(scaled(from).is_none());
            assert_eq!(last - from + 1 - rejected, words / u128::from(n), "{number} below {n}");
            for word in [from + rejected, last - (last - from) / 2, last] {
                assert_eq!(scaled(word), Some(number), "{word} below {n}");
            }
        }
    }
}

/// Runs `run` with every possible sequence of random numbers and returns the probability of each result.
fn every_way<T: Ord>(run: impl Fn(&mut dyn FnMut(u64) -> u64) -> T) -> BTreeMap<T, (u128, u128)> {
    let mut results = BTreeMap::new();
    let mut way: Vec<(u64, u64)> = Vec::new();
    loop {
        let mut asked = 0;
        let result = run(&mut |n| {
            if asked == way.len() {
                way.push((0, n));
            }
            asked += 1;
            assert_eq!(way[asked - 1].1, n);
            way[asked - 1].0
        });
        let ways = way.iter().map(|&(_, n)| u128::from(n)).product();
        let sum = results.entry(result).or_insert((0, 1));
        *sum = add(*sum, (1, ways));
        while way.last().is_some_and(|&(number, n)| number + 1 == n) {
            way.pop();
        }
        let Some(last) = way.last_mut() else { return results };
        last.0 += 1;
    }
}

fn add((a, b): (u128, u128), (c, d): (u128, u128)) -> (u128, u128) {
    let (top, bottom) = (a * d + c * b, b * d);
    let common = gcd(top, bottom);
    (top / common, bottom / common)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn every_order_comes_in_just_one_way() {
    for cards in 0..=6u8 {
        let factorial = (1..=u128::from(cards)).product();
        let orders = every_way(|mut below| {
            let mut order: Vec<u8> = (0..cards).collect();
            shuffle(&mut order, &mut below);
            order
        });
        assert_eq!(orders.len() as u128, factorial);
        assert!(orders.values().all(|&odds| odds == (1, factorial)), "{cards} cards");
    }
}

/// Five cards, the first of them face down. What is seen, in order: whether the first is a ten, the second card, the
/// first card (now turned over), and the rest.
const FIVE: [&str; 5] = ["2c", "2c", "3c", "Tc", "Tc"];

fn seen(order: [usize; 5]) -> [String; 6] {
    let reader = if FIVE[order[0]] == "Tc" { "a ten" } else { "no ten" };
    let cards = [1, 0, 2, 3, 4].map(|place| FIVE[order[place]].to_owned());
    let [second, first, third, fourth, fifth] = cards;
    [reader.to_owned(), second, first, third, fourth, fifth]
}

/// What would be seen with real cards, for each of their 120 orders.
fn physical() -> Vec<[String; 6]> {
    let orders = every_way(|mut below| {
        let mut order = [0, 1, 2, 3, 4];
        shuffle(&mut order, &mut below);
        order.map(usize::from)
    });
    orders.into_keys().map(seen).collect()
}

/// The menu of a game that knows what has been seen: the cards that are left, or the exact weights where they differ.
fn listed(physical: &[[String; 6]], seen: &[String]) -> Vec<(String, u32)> {
    let mut weights = BTreeMap::new();
    for future in physical.iter().filter(|all| all.starts_with(seen)) {
        *weights.entry(future[seen.len()].clone()).or_insert(0u32) += 1;
    }
    let mut left = FIVE.to_vec();
    for card in seen {
        if let Some(at) = left.iter().position(|one| one == card) {
            left.remove(at);
        }
    }
    let total: u32 = weights.values().sum();
    let copies = |card: &str| u32::try_from(left.iter().filter(|&&one| one == card).count()).expect("few");
    let all = u32::try_from(left.len()).expect("few");
    let plain = weights.iter().all(|(card, weight)| weight * all == copies(card) * total);
    let common = weights.values().fold(0, |common, &weight| gcd(common, weight.into()));
    let common = u32::try_from(common).expect("small");
    let exact = |(card, weight): (String, u32)| match plain {
        true => (card.clone(), copies(&card)),
        false => (card, weight / common),
    };
    weights.into_iter().map(exact).collect()
}

type Way = fn(&mut Vec<u8>, &Menu, &mut dyn FnMut(u64) -> u64) -> Option<usize>;

/// The probability of everything that can be seen, if cards leave the order in this way.
fn dealt(way: Way) -> BTreeMap<Vec<String>, (u128, u128)> {
    let physical = physical();
    let menus = RefCell::new(BTreeMap::new());
    every_way(|mut below| {
        let mut order: Vec<u8> = FIVE.iter().filter_map(|text| card(text)).collect();
        shuffle(&mut order, &mut below);
        let mut seen = Vec::new();
        while seen.len() < 6 {
            let mut menus = menus.borrow_mut();
            let menu: &mut Vec<_> = menus.entry(seen.clone()).or_insert_with(|| listed(&physical, &seen));
            let place = way(&mut order, menu, below).expect("something is possible");
            seen.push(menu[place].0.clone());
        }
        seen
    })
}

fn expected() -> BTreeMap<Vec<String>, (u128, u128)> {
    let mut all = BTreeMap::new();
    for seen in physical() {
        let sum = all.entry(seen.to_vec()).or_insert((0, 1));
        *sum = add(*sum, (1, 120));
    }
    all
}

#[test]
fn a_digital_shoe_is_just_like_a_real_one_even_with_a_card_reader() {
    let told = listed(&physical(), &texts(&["no ten"]));
    assert_eq!(told, menu(&[("2c", 2), ("3c", 1), ("Tc", 3)]), "what the reader says changes the next card");
    assert_eq!(dealt(|order, menu, mut below| draw(order, menu, &mut below)), expected());
}

/// The probability of everything that can be seen, if a new key takes over before each of these draws and the remaining
/// cards, as the menu weighs them, are shuffled again. Computed draw by draw, so that equal pasts are counted together.
fn dealt_anew(changes: &[usize], composition: fn(&Menu) -> Vec<u8>) -> BTreeMap<Vec<String>, (u128, u128)> {
    let physical = physical();
    let mut pasts: BTreeMap<(Vec<String>, Vec<u8>), (u128, u128)> = every_way(|mut below| {
        let mut order: Vec<u8> = FIVE.iter().filter_map(|text| card(text)).collect();
        shuffle(&mut order, &mut below);
        (Vec::new(), order)
    });
    for number in 0..6 {
        let changes = changes.contains(&number);
        if changes {
            let mut merged = BTreeMap::new();
            for ((seen, _), odds) in pasts {
                let sum = merged.entry((seen, Vec::new())).or_insert((0, 1));
                *sum = add(*sum, odds);
            }
            pasts = merged;
        }
        let mut next = BTreeMap::new();
        for ((seen, order), (a, b)) in pasts {
            let menu = listed(&physical, &seen);
            let ways = every_way(|mut below| {
                let mut order = order.clone();
                if changes {
                    order = composition(&menu);
                    shuffle(&mut order, &mut below);
                }
                let place = draw(&mut order, &menu, &mut below).expect("something is possible");
                ([&seen[..], &[menu[place].0.clone()]].concat(), order)
            });
            for (past, (c, d)) in ways {
                let sum = next.entry(past).or_insert((0, 1));
                *sum = add(*sum, (a * c, b * d));
            }
        }
        pasts = next;
    }
    let mut all = BTreeMap::new();
    for ((seen, _), odds) in pasts {
        let sum = all.entry(seen).or_insert((0, 1));
        *sum = add(*sum, odds);
    }
    all
}

/// The cards of a menu, in the order in which a window starts.
fn begun(menu: &Menu) -> Vec<u8> {
    let counts = cards_alone(menu).unwrap_or([0; 52]);
    (0..).zip(counts).flat_map(|(card, count)| (0..count).map(move |_| card)).collect()
}

#[test]
fn a_change_of_key_between_any_two_draws_changes_no_chance() {
    let right = expected();
    for mask in 0..1 << 6 {
        let changes: Vec<usize> = (0..6).filter(|number| mask >> number & 1 == 1).collect();
        assert_eq!(dealt_anew(&changes, begun), right, "another key before {changes:?}");
    }
}

/// Negative control: starting a window with cards other than those in the menu gives wrong chances.
#[test]
fn a_window_of_other_cards_would_not_do() {
    fn a_card_short(menu: &Menu) -> Vec<u8> {
        begun(menu).into_iter().skip(1).collect()
    }
    fn biased(order: &mut Vec<u8>, menu: &Menu, below: &mut dyn FnMut(u64) -> u64) -> Option<usize> {
        // Draws whatever comes first, as if the menu consisted of the cards in the order.
        let place = |kind: u8| menu.iter().position(|(text, _)| card(text) == Some(kind));
        match order.first().copied().and_then(place) {
            Some(drawn) if cards_alone(menu).is_some() => {
                order.remove(0);
                Some(drawn)
            }
            _ => draw(order, menu, &mut |n| below(n)),
        }
    }
    assert_eq!(dealt_anew(&[3], a_card_short), expected(), "draws by weight do not look at the order");
    assert_ne!(dealt(biased), expected());
}

/// Negative control: taking the first card of the order that the menu allows is wrong.
#[test]
fn the_first_card_that_fits_would_not_do() {
    fn first(order: &mut Vec<u8>, menu: &Menu, below: &mut dyn FnMut(u64) -> u64) -> Option<usize> {
        if cards_alone(menu).is_none() {
            return draw(order, menu, &mut |n| below(n));
        }
        let place = |kind: u8| menu.iter().position(|(text, _)| card(text) == Some(kind));
        let at = order.iter().position(|&kind| place(kind).is_some())?;
        place(order.remove(at))
    }
    let (wrong, right) = (dealt(first), expected());
    assert_ne!(wrong, right);
    let third_is_ten = |odds: &BTreeMap<Vec<String>, (u128, u128)>| {
        let all = odds.iter().filter(|(seen, _)| seen[0] == "no ten" && seen[3] == "Tc");
        all.map(|(_, &odds)| odds).fold((0, 1), add)
    };
    assert_eq!((third_is_ten(&wrong), third_is_ten(&right)), ((21, 50), (3, 10)));
}

/// Negative control: when a kind of card was chosen by weight, removing the first card of that kind is also wrong.
#[test]
fn the_first_of_its_kind_would_not_do() {
    fn first(order: &mut Vec<u8>, menu: &Menu, below: &mut dyn FnMut(u64) -> u64) -> Option<usize> {
        let drawn = draw(&mut order.clone(), menu, &mut |n| below(n))?;
        let kind = card(&menu[drawn].0);
        if let Some(at) = order.iter().position(|&one| Some(one) == kind) {
            order.remove(at);
        }
        Some(drawn)
    }
    assert_ne!(dealt(first), expected());
}

#[test]
fn each_outcome_has_just_the_chance_of_its_weight() {
    let wheel = menu(&[("00", 1), ("red", 18), ("never", 0), ("As", 5), ("black", 18)]);
    let odds = every_way(|below| draw(&mut vec![], &wheel, &mut |n| below(n)));
    let expected = [(0, (1, 42)), (1, (3, 7)), (3, (5, 42)), (4, (3, 7))];
    assert_eq!(odds, expected.into_iter().map(|(place, odds)| (Some(place), odds)).collect());
}

// Tests of a whole deal.

#[test]
fn a_shoe_comes_in_its_order_to_the_last_card() {
    for number in 0..20 {
        let mut deal = Deal::new(&key(number), &[100, 7], &decks(4)).expect("a deal");
        let order = deal.order();
        assert_eq!(tally(&order.iter().filter_map(|text| card(text)).collect::<Vec<_>>()), [4; 52]);
        for (at, expected) in order.iter().enumerate() {
            let menu = deal.usual();
            assert_eq!(deal.draw(&menu).map(|place| &menu[place].0), Some(expected));
            assert_eq!(deal.draws(), at as u64 + 1);
        }
        assert_eq!((deal.draw(&deal.usual()), deal.draws()), (None, 208));
    }
}

#[test]
fn a_cut_moves_the_first_cards_to_the_back() {
    let order = |cuts: &[u16]| Deal::new(&key(3), cuts, &decks(1)).map(|deal| deal.order());
    let uncut = order(&[]).expect("a deal");
    for at in 0..=52 {
        let (front, back) = uncut.split_at(at);
        let cut = order(&[u16::try_from(at).expect("a small number")]).expect("a deal");
        assert_eq!(cut, [back, front].concat());
    }
    assert_eq!(order(&[10, 20]), order(&[30]));
    assert_eq!(order(&[53]), Err(Unfit::Cut { at: 53, cards: 52 }));
    let wheel = Deal::new(&key(3), &[1], &menu(&[("0", 1), ("00", 1)]));
    assert_eq!(wheel.err(), Some(Unfit::Cut { at: 1, cards: 0 }));
    let crowd = Deal::new(&key(3), &[], &menu(&[("As", 65_535), ("Ks", 1)]));
    assert_eq!(crowd.err(), Some(Unfit::TooMany));
}

/// RNG-6. A deal depends on these inputs alone, and on each of them.
#[test]
fn nothing_but_secret_parts_cuts_and_composition_decides() {
    type Parts<'a> = &'a [(u16, u8)];
    let order = |number, parts: Parts, steps, cuts: &[u16], decks: &Menu| {
        let salt = salt(parts.iter().map(|&(patron, value)| (patron, Hash([value; 32]))));
        Deal::new(&Key::new(&secret(number), salt, steps), cuts, decks).expect("a deal").order()
    };
    let parts: Parts = &[(1, 7), (3, 8)];
    let (one, first) = (decks(1), order(1, parts, None, &[20], &decks(1)));
    for _ in 0..1000 {
        assert_eq!(order(1, parts, None, &[20], &one), first);
    }
    let reversed: Vec<_> = one.iter().rev().cloned().collect();
    assert_eq!(order(1, parts, None, &[20], &reversed), first, "how a menu is listed does not matter");
    for other in [
        order(2, parts, None, &[20], &one),
        order(1, &[(1, 7)], None, &[20], &one),
        order(1, &[(2, 7), (3, 8)], None, &[20], &one),
        order(1, &[(1, 8), (3, 7)], None, &[20], &one),
        order(1, &[], None, &[20], &one),
        order(1, parts, Some(1), &[20], &one),
        order(1, parts, Some(2), &[20], &one),
        order(1, parts, None, &[21], &one),
        order(1, parts, None, &[20], &one[1..]),
    ] {
        assert_ne!(other, first);
    }
}

/// A wheel's outcome depends on the number of the draw, not on what was possible earlier.
#[test]
fn a_draw_does_not_depend_on_the_menus_before_it() {
    let wheel: Vec<_> = (0..38).map(|pocket| (pocket.to_string(), 1)).collect();
    let spin = |first: &Menu| {
        let mut deal = deal(&wheel);
        deal.draw(first);
        [0; 20].map(|_| deal.draw(&wheel))
    };
    let spins = spin(&wheel);
    assert_eq!(spins, spin(&menu(&[("only", 1)])));
    assert_eq!(spins, spin(&menu(&[("a", u32::MAX), ("b", u32::MAX / 2)])));
    assert!(spins.iter().any(|&pocket| pocket != spins[0]));
}

#[test]
fn what_is_certain_comes_and_what_is_impossible_does_not() {
    let mut deal = deal(&decks(1));
    let copies = |deal: &Deal, text: &str| deal.order().iter().filter(|&one| one == text).count();
    assert_eq!(deal.draw(&menu(&[("As", 0), ("cutting card", 1)])), Some(1));
    assert_eq!((deal.draws(), deal.order().len()), (1, 52));
    assert_eq!((deal.draw(&menu(&[("2c", 0), ("Qd", 1)])), copies(&deal, "Qd")), (Some(1), 0));
    assert_eq!(deal.draw(&menu(&[("As", 0)])), None);
    assert_eq!(deal.draw(&[]), None);
    assert_eq!((deal.draws(), deal.order().len()), (2, 51), "no draw was counted");
}

type Draws = Vec<(Vec<(String, u32)>, String)>;

/// A sequence with plain draws, a card reader's answer, exact weights and a choice.
fn story(decks: u32) -> (Deal, Draws) {
    let mut deal = Deal::new(&key(9), &[11], &self::decks(decks)).expect("a deal");
    let start = deal.clone();
    let mut draws = Vec::new();
    let is_ten = |text: &str| text.starts_with(['T', 'J', 'Q', 'K']);
    for step in 0..150 {
        let mut menu = deal.usual();
        match step % 10 {
            4 => menu = self::menu(&[("reader ten", 4), ("reader no ten", 9)]),
            5 => menu.iter_mut().for_each(|(text, weight)| *weight *= if is_ten(text) { 99 } else { 98 }),
            6 => menu.retain(|(text, _)| !is_ten(text)),
            _ => {}
        }
        let place = deal.draw(&menu).expect("something is possible");
        let shown = menu[place].0.clone();
        draws.push((menu, shown));
    }
    (start, draws)
}

#[test]
fn a_deal_goes_on_after_a_crash_as_if_there_had_been_none() {
    let (start, draws) = story(4);
    for crash in 0..=draws.len() {
        let mut again = start.clone();
        for (menu, shown) in &draws[..crash] {
            assert_eq!(again.skip(menu, shown), Ok(()));
        }
        for (menu, shown) in draws[crash..].iter().take(25) {
            assert_eq!(again.draw(menu).map(|place| &menu[place].0), Some(shown), "crash after {crash}");
        }
    }
}

#[test]
fn a_draw_that_did_not_happen_so_is_noticed() {
    let (mut deal, draws) = story(4);
    let (menu, shown) = &draws[0];
    deal.skip(menu, shown).expect("as it happened");
    let (menu, shown) = &draws[1];
    let differs = deal.clone().skip(menu, "nothing of the kind").expect_err("another");
    assert_eq!((differs.draw, differs.deals.as_ref()), (2, Some(shown)));
    assert_eq!(differs.to_string(), format!("draw 2 gives {shown}, not nothing of the kind"));
    let differs = deal.skip(&[], shown).expect_err("nothing is possible");
    assert_eq!((differs.draw, differs.deals), (2, None));
}

/// The test vector in `docs/fairness.md`: table `roulette-1`, window 7, a secret of bytes 0 to 31, and two patrons.
#[test]
fn the_bytes_of_the_page_come_out() {
    let bytes: Vec<u8> = (0..32).collect();
    let secret = Secret::from_bytes(bytes.try_into().expect("32 bytes"));
    let is = |hash: Hash, text: &str| assert_eq!(hash.to_string(), text);
    is(
        secret.commitment("roulette-1", 7),
        "791d5fe66a2f162c7139afde170695af6c181421ca0fdb9a70f74d43f53fded2",
    );
    let (one, three) = (Chain::from_seed([0x11; 32], 1024), Chain::from_seed([0x33; 32], 1024));
    is(one.anchor(), "c30e4762b1cdac1c45b3a469d0e9217e2972768606598902dbe91e13636f670a");
    is(three.anchor(), "2ef0cac30b4050b4d40c3f765b85bbdceaaa51d57cacb9a45121305212ed285e");
    let parts = [(1, one.part(3).expect("a value")), (3, three.part(2).expect("a value"))];
    is(parts[0].1, "09022507e797ee79c934b560d10fbf9aa93cbb04199449f1c7d7e6e2402743ab");
    is(parts[1].1, "43263c546b501301909470051338cf01773feed89670836e91bf504282a75696");
    let salt = salt(parts.into_iter());
    is(salt, "2ffc8a7b29ab83aa9d65fd8b4ba5b2216c2ab671e6d24488ad2ea59417783cb5");
    let key = Key::new(&secret, salt, None);
    is(key.reveal(), "ebfdbb77fb03f655258088bd48314dd7fae6c86bb9f6cc5b42e5b088ba960d68");
    assert_eq!(key.words(1, 1), [0xab7c_3e49_d7f5_5622]);
    assert_eq!(Stream::new(&key.0, 1).below(38), 25);
    let delayed = delayed(&secret, salt, Some(1000));
    is(Hash(*delayed), "51596da5bde7412396b59de2a777e552ff55ecbc8d51b78d84ab49f893c29c95");
    assert_eq!(Stream::new(&Key::of(&delayed, salt).0, 1).below(38), 15);
    assert_eq!((one.part(0), one.part(1025)), (None, None), "a chain ends");
}

#[test]
fn a_lot_is_fair_and_the_same_for_all() {
    let people: Vec<u16> = (1..=2000).collect();
    let drawn = key(5).lot(people.iter().rev().copied().collect(), 16);
    assert_eq!(drawn, key(5).lot(people.clone(), 16));
    assert_eq!(drawn, key(5).lot(people.clone(), 2000)[..16], "who was drawn first stays first");
    assert_ne!(drawn, key(6).lot(people, 16));
    assert_eq!(drawn.iter().collect::<std::collections::BTreeSet<_>>().len(), 16);
    assert_eq!(key(5).lot(vec![4, 2], 16).len(), 2);
}

/// `docs/fairness.md` must be enough to write a verifier from, so every number in it is checked.
#[test]
fn the_worked_example_is_true() {
    let page = include_str!("../../../../docs/fairness.md");
    let says = |what: &str| assert!(page.contains(&format!("`{what}`")), "the page does not say {what}");
    let json = page.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let file = crate::WindowFile::read(json).expect("a window file");
    let redealt = file.check().expect("a window");
    let key = Key::new(&Secret::read(&file.secret).expect("a secret"), file.salt(), None);
    says(&file.salt().to_string());
    says(&key.reveal().to_string());
    let mut stream = Stream::new(&key.0, 0);
    (0..7).for_each(|_| says(&format!("{:016x}", stream.word())));
    says(&Deal::new(&key, &[], &file.composition).expect("a deal").order().join(" "));
    says(&redealt.order.join(" "));
    let mut deal = Deal::new(&key, &file.cuts, &file.composition).expect("a deal");
    for drawn in &file.draws {
        let menu = drawn.menu.clone().unwrap_or(deal.usual());
        deal.draw(&menu).expect("something is possible");
        says(&deal.order().join(" "));
    }
}
