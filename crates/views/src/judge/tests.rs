//! Disputes from the beginning and from the middle, and what cannot be judged.

use super::*;

#[test]
fn a_round_late_in_a_shoe_is_judged_without_telling_the_shoe() {
    let text = "game minibaccarat\ndealer prepares 10H 2c 3c 4c 5c 6c 7c 8c 9c tC jc\ndiscards 100\n";
    let view = JudgeView::of(text).expect("readable");
    assert!(view.in_order, "{:?}", view.left_out);
    let inputs: Vec<&str> = view.steps.iter().map(|step| step.input.as_str()).collect();
    assert_eq!((inputs[0], inputs[1]), ("dealer inspects", "floorperson verifies"));
    assert_eq!((inputs[8], inputs[17], inputs.len()), ("Th", "Tc", 19), "{inputs:?}");
    let fault = |line: &str| JudgeView::of(&format!("{text}{line}\n")).expect_err("unreadable");
    let shoe = Unreadable { line: Some(4), message: "no shoe has 300 cards before its cutting card".into() };
    assert_eq!(fault("discards 300"), shoe);
    assert_eq!(fault("dealer prepares").message, "no cards are to be prepared now");
    let spelling = "`anounces`: not something people do in this game; did you mean `announces`?";
    assert_eq!(fault("dealer anounces").message, spelling);
}

/// The three disputes that are in the examples, in six lines each.
#[test]
fn disputes_are_judged_from_the_middle() {
    let exposed =
        JudgeView::of(include_str!("../../../../examples/blackjack-exposed.dispute")).expect("readable");
    let [wrong, remedy] = &exposed.verdict.right[..] else { panic!("{:?}", exposed.verdict) };
    assert!(wrong.text.contains("“p1 draws” is not allowed"), "{}", wrong.text);
    assert_eq!(
        (&wrong.cites[..], &wrong.readings[..]),
        (&["2.15(c)".to_owned()][..], &["B20".to_owned()][..])
    );
    assert!(remedy.text.contains("card drawn in error"), "{}", remedy.text);
    assert!(exposed.verdict.now[0].text.starts_with("It is for p2 to act"), "{:?}", exposed.verdict.now);
    assert!(exposed.given.contains(&"p1@2 hand 25.00".to_owned()) && exposed.left_out.is_none());

    let third = JudgeView::of(include_str!("../../../../examples/minibaccarat-third-card.dispute"))
        .expect("readable");
    let p1 = &third.people[0];
    assert_eq!((p1.due_paid, p1.due_taken, p1.difference), (0, 10_000, Some(20_000)));
    assert_eq!(third.people[1].paid, None, "nobody says what p2 got");
    assert_eq!((third.people[1].due_paid, third.people[1].due_taken), (10_000, 500));
    let four = third.otherwise.iter().find(|other| other.when == "vigorish=4%").expect("another bargain");
    assert!(four.option && four.people[1].due_taken == 400);

    let late = JudgeView::of(include_str!("../../../../examples/roulette-late.dispute")).expect("readable");
    assert!(late.verdict.right[0].cites.contains(&"5.3(b)".to_owned()));
    assert_eq!(late.verdict.due[1].text, "p3’s $10 was no wager: it goes back.");
    let [before] = &late.otherwise[..] else { panic!("{:?}", late.otherwise) };
    assert_eq!(before.people.iter().map(|due| due.due_paid).sum::<i64>(), 35_000);
}

/// One more of every other kind: the right answer, the money, and the paragraph.
#[test]
fn disputes_of_other_games() {
    let judged = |text: &str| JudgeView::of(text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    let sums = |view: &JudgeView| -> Vec<(i64, i64, Option<i64>)> {
        view.people.iter().map(|due| (due.due_paid, due.due_taken, due.difference)).collect()
    };
    // A place bet is off on the come-out roll.
    let place = judged("game craps\ngiven p1 place 6 12; p2 pass 10; thrown\ndice 4-3\n= p1 taken 12\n");
    assert_eq!(sums(&place), [(0, 0, Some(-1_200)), (1_000, 0, None)]);
    let stands = place.verdict.due.iter().find(|said| said.text.contains("place 6 stands"));
    let stands = stands.unwrap_or_else(|| panic!("{:?}", place.verdict.due));
    assert_eq!(stands.cites, ["1.2(a)5"]);
    assert!(stands.readings.contains(&"C2".to_owned()), "{:?}", stands.readings);
    // A card that was asked for and missed: too late for it, but the wager goes back and does not lose to 19.
    let before = "game blackjack\noptions second-card=face-down\n\
        given p1@2 hand 25; p2@3 hand 10; box 2 9s 6h; box 3 Td 5c; dealer 6d; turn 2\n\
        p1 draws\nirregularity requested card missed, noticed late\np2 stands\n\
        dealer turns the hole card\nKc 3h\n";
    let missed = judged(before);
    assert!(missed.verdict.right[0].cites.contains(&"2.15(i)".to_owned()), "{:?}", missed.verdict.right);
    let may = "Before that p1 may act: calls the hand dead.";
    assert!(missed.verdict.now.iter().any(|said| said.text == may), "{:?}", missed.verdict.now);
    let dead = judged(&format!("{before}p1 calls the hand dead\ndealer settles\n"));
    assert_eq!(sums(&dead), [(0, 0, None), (0, 1_000, None)]);
    // The Banker's Hand lost, so its curator passes the shoe.
    let shoe = judged(
        "game punto-banco\n\
         given p1@1 banker 6; p2@4 player 10; curator p1; player 4c 5c; banker 2c 5h\n\
         dealer announces\np1 keeps the shoe\n",
    );
    let why = &shoe.verdict.right[0];
    assert!(why.text.contains("The rule: Curator must pass the shoe"), "{}", why.text);
    assert_eq!(why.cites, ["3.11(a)1"]);
    assert_eq!(sums(&shoe), [(0, 600, None), (1_000, 0, None)]);
    // A card after "Stay" is the Banker's, who must draw on four.
    let stay = judged(
        "game chemin-de-fer\n\
         given banker p1@2; p1@2 bank 100; p2@5 banco 100; player Kc 6d; p2 calls stay\n\
         irregularity card dealt after stay, 3c\np1 turns the cards up\nKd 4h\n",
    );
    let his = &stay.verdict.right[0].text;
    assert!(his.contains("gives the card to the Banker's Hand"), "{his}");
    assert_eq!(sums(&stay), [(10_000, 500, None), (0, 10_000, None)]);
    // Without ace and king the dealer does not qualify, and the bet is void.
    let ante = judged(
        "game caribbean-stud\ngiven p1@7 ante 10; p1@7 bet 20; up Ac\ndealer turns the hole cards\n\
         Qd Jh Ts 9c\nKd 7d 6h 5s 4c\n= p1 paid 30\n",
    );
    assert_eq!(sums(&ante), [(1_000, 0, Some(2_000))]);
    // Between two signs: wrong under either rule.
    let between = judged(
        "game big-six\ngiven spinning; p1 $5 10\nirregularity clapper between, past $5\n= p1 taken 10\n",
    );
    assert_eq!(sums(&between), [(0, 0, Some(-1_000))]);
    let [passed] = &between.otherwise[..] else { panic!("{:?}", between.otherwise) };
    assert_eq!((passed.when.as_str(), passed.people[0].due_paid), ("clapper=passed", 5_000));
    // No third card was due, and consecutive cards are a tie.
    let tie = judged(
        "game red-dog\ngiven p1@5 original 10; cards 5c 6d\n\
         irregularity third card on consecutive values, 7h\n= p1 taken 10\n",
    );
    assert_eq!(sums(&tie), [(0, 0, Some(-1_000))]);
    let now: Vec<&str> = tie.verdict.now.iter().map(|said| said.text.as_str()).collect();
    assert_eq!(now, ["Give p1 $10.", "It is for the dealer to act: calls the tie."]);
}

#[test]
fn what_cannot_be_judged_says_why() {
    let fault = |text: &str| JudgeView::of(text).expect_err(text);
    let impossible = fault("game minibaccarat\ngiven p1@1 player 100; player 6s Ks 2h; banker 4s Kh\n");
    assert_eq!(impossible.line, Some(2));
    assert!(impossible.message.contains("the Player's Hand"), "{}", impossible.message);
    assert!(fault("game roulette\nor p1 red 5\n").message.contains("there is none"));
    assert!(fault("game roulette\np1 red 5\nor p1 red 5, before ball 3\n").message.contains("`before`"));
    assert!(fault("game roulette\np1 red 5\ngiven p1 black 5\n").message.contains("before anything else"));
}
