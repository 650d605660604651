//! Statistical checks of the complete dealing code; the absence of bias is proved next to the shuffle itself.
//! Seeds are fixed, so a test that passes once always passes. Shuffles known to be wrong must fail.

use books::{Chain, Deal, Key, Secret, salt};
use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng, SeedableRng},
};

const DECKS: u32 = 20_000;

fn deck() -> Vec<(String, u32)> {
    let suits = "cdhs".chars();
    suits.flat_map(|suit| "A23456789TJQK".chars().map(move |rank| (format!("{rank}{suit}"), 1))).collect()
}

/// One deck per number, dealt with a part and a cut, as positions in a new deck.
fn dealt() -> Vec<Vec<usize>> {
    let deck = deck();
    let chain = Chain::from_seed([47; 32], 200);
    let links: Vec<_> = (1..=200).filter_map(|depth| chain.part(depth)).collect();
    let order = |number: u32| {
        let mut seed = [47; 32];
        seed[..4].copy_from_slice(&number.to_be_bytes());
        let cut = u16::try_from(10 + number % 33).expect("a small number");
        let part = (1, links[usize::try_from(number / 100).expect("a small number")]);
        let key = Key::new(&Secret::from_bytes(seed), salt([part].into_iter()), None);
        let order = Deal::new(&key, &[cut], &deck).expect("a window").order();
        order.iter().filter_map(|card| deck.iter().position(|(text, _)| text == card)).collect()
    };
    (0..DECKS).map(order).collect()
}

/// Decks shuffled in another way.
fn shuffled(shuffle: impl Fn(&mut Vec<usize>, &mut ChaCha20Rng)) -> Vec<Vec<usize>> {
    let mut rng = ChaCha20Rng::from_seed([47; 32]);
    let mut one = || {
        let mut order = (0..52).collect();
        shuffle(&mut order, &mut rng);
        order
    };
    (0..DECKS).map(|_| one()).collect()
}

/// A number below `n`, with a bias of at most 2^-58: enough for a control.
fn below(rng: &mut ChaCha20Rng, n: usize) -> usize {
    usize::try_from(rng.next_u64() % n as u64).expect("a small number")
}

/// How many standard deviations a chi-square lies from its mean.
fn deviation(chi_square: f64, freedom: f64) -> f64 {
    (chi_square - freedom) / (2.0 * freedom).sqrt()
}

fn chi_square(counts: &[u32], expected: f64) -> f64 {
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// Which card lies at which position. Each card lies at one position only, hence the factor: the deviations
/// of a permutation span 51 x 51 dimensions with the variance of 52 x 51.
fn places(decks: &[Vec<usize>]) -> f64 {
    let mut counts = vec![0; 52 * 52];
    for deck in decks {
        deck.iter().enumerate().for_each(|(place, card)| counts[52 * place + card] += 1);
    }
    deviation(chi_square(&counts, f64::from(DECKS) / 52.0) * 51.0 / 52.0, 51.0 * 51.0)
}

/// Which card follows which.
fn neighbors(decks: &[Vec<usize>]) -> f64 {
    let mut counts = vec![0; 52 * 52];
    for deck in decks {
        deck.windows(2).for_each(|pair| counts[52 * pair[0] + pair[1]] += 1);
    }
    // No card follows itself.
    let pairs: Vec<u32> = (0..52 * 52).filter(|pair| pair % 53 != 0).map(|pair| counts[pair]).collect();
    deviation(chi_square(&pairs, f64::from(DECKS) / 52.0), 52.0 * 51.0 - 1.0)
}

/// Which of two cards comes first.
fn sequence(decks: &[Vec<usize>]) -> f64 {
    let place = |deck: &[usize], card| deck.iter().position(|&one| one == card);
    let mut counts = [0u32; 26];
    for deck in decks {
        for (pair, count) in counts.iter_mut().enumerate() {
            *count += u32::from(place(deck, 2 * pair) < place(deck, 2 * pair + 1));
        }
    }
    // The sum over one side of a fair coin, doubled, covers both sides.
    deviation(2.0 * chi_square(&counts, f64::from(DECKS) / 2.0), 26.0)
}

#[test]
fn shoes_as_they_are_dealt_show_no_pattern() {
    let decks = dealt();
    assert!(decks.iter().all(|deck| deck.len() == 52));
    let figures = [places(&decks), neighbors(&decks), sequence(&decks)];
    println!("deviations: {figures:.2?}");
    assert!(figures.iter().all(|figure| figure.abs() < 4.0), "{figures:?}");
}

/// Negative controls.
#[test]
fn wrong_shuffles_are_noticed() {
    let naive = shuffled(|order, rng| (0..52).for_each(|place| order.swap(place, below(rng, 52))));
    let off_by_one = shuffled(|order, rng| (1..52).rev().for_each(|last| order.swap(last, below(rng, last))));
    let byte = shuffled(|order, rng| {
        let mut byte = |n| usize::from(rng.next_u64().to_le_bytes()[0]) % n;
        (1..52).rev().for_each(|last| order.swap(last, byte(last + 1)));
    });
    let figures = [naive, off_by_one, byte].map(|decks| places(&decks));
    println!("naive, off by one, 8 bits modulo: {figures:.0?}");
    assert!(figures.iter().all(|&figure| figure > 6.0), "{figures:?}");
    let right = shuffled(|order, rng| (1..52).rev().for_each(|last| order.swap(last, below(rng, last + 1))));
    assert!(places(&right).abs() < 4.0, "the test itself lets a right shuffle pass");
}

/// A wheel shows each pocket equally often.
#[test]
fn a_wheel_shows_each_pocket_as_often_as_another() {
    let pockets: Vec<(String, u32)> = (0..38).map(|pocket| (format!("pocket {pocket}"), 1)).collect();
    let (mut counts, mut pairs) = ([0; 38], vec![0; 38 * 38]);
    let spins = 40_000;
    let mut deal = Deal::new(&Key::of(&[47; 32], salt([].into_iter())), &[], &pockets).expect("a deal");
    let mut last = 0;
    for _ in 0..spins {
        let pocket = deal.draw(&pockets).expect("a pocket");
        counts[pocket] += 1;
        pairs[38 * last + pocket] += 1;
        last = pocket;
    }
    let expected = f64::from(spins) / 38.0;
    let figures = [
        deviation(chi_square(&counts, expected), 37.0),
        deviation(chi_square(&pairs, expected / 38.0), 38.0 * 38.0 - 1.0),
    ];
    println!("deviations: {figures:.2?}");
    assert!(figures.iter().all(|figure| figure.abs() < 4.0), "{figures:?}");
}
