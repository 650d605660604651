//! The gaming guide for patrons: how each game is played and paid under this house's options, with the layout and the house edge.

use crate::{
    Draft, Paper, Prices, Table,
    house::{Group, fields, title},
    page::Look,
    prices::{Price, payouts},
    words::{dollars, for_patrons},
};
use maud::{Markup, PreEscaped, html};
use rules::{Field, GameId, Takes, Value};
use views::odds::{ExactFor, method};

/// A table with at most this many rows stays on one page.
const SHORT: usize = 18;

/// The guide to every game of the house.
pub fn paper(draft: &Draft<'_>, prices: &Prices) -> Paper {
    let house = draft.house();
    let groups = house.groups(|one, other| one.settings == other.settings);
    let body = html! {
        h1 { "Guide to the games" }
        p.lead { "How every game at " (draft.licensee()) " is played, what it pays, and what it costs on average." }
        p {
            "This is an abridged guide. The complete rules are the regulation, N.J.A.C. 19:47, together with the licensee's \
             submission; both are open to inspection on request. The house edge is the part of a wager that the house \
             keeps on average, computed exactly from the rules and options in force. No betting pattern changes it."
        }
        nav aria-label="Contents" {
            h2 { "Games" }
            ol.contents {
                @for (at, group) in groups.iter().enumerate() {
                    li { a href={ "#g" (at) } { (title(group.game)) } span.small { " " (group.places()) } }
                }
            }
        }
        @for (at, group) in groups.iter().enumerate() {
            (game(draft, prices, at, group, at.checked_sub(1).map(|before| &groups[before])))
        }
    };
    draft.finish("guide.html", "Guide to the games", Look::Report, &body)
}

fn game(
    draft: &Draft<'_>,
    prices: &Prices,
    at: usize,
    group: &Group<'_>,
    before: Option<&Group<'_>>,
) -> Markup {
    let table = group.first();
    let again = before.filter(|before| before.game == group.game);
    let felt = drawing(table);
    // Skips a drawing that an earlier table already shows.
    let is_drawn = again.is_some_and(|before| picture(table) == picture(before.first()));
    let found = prices.at(table);
    let chosen: Vec<(&Field, String)> =
        fields(group.game).filter_map(|field| worth_telling(table, field)).collect();
    let by_hand: Vec<(String, String)> = payouts(table, &found)
        .into_iter()
        .skip_while(|(name, _)| found.iter().any(|price| price.name() == *name))
        .collect();
    html! {
        section class=[again.is_none().then_some("newpage")] aria-labelledby={ "g" (at) } {
            h2 id={ "g" (at) } { (title(group.game)) @if again.is_some() { ", " (group.places()) } }
            @if again.is_some() { p.where { "Played as described above." } }
            @else {
                @if !table.name.is_empty() { p.small.where { "At " (group.places()) "." } }
                @for text in how(group.game) { p { (text) } }
            }
            @if !is_drawn { div.felt { (felt) } }
            h3 { "The rules at these tables" }
            ul {
                @if let Some([least, most]) = limits(table) {
                    li { "Wagers are from " (dollars(least)) " to " (dollars(most)) "." }
                }
                @for (field, rule) in &chosen { li { (rule) ". " (draft.cite(field.cite)) } }
            }
            @if !found.is_empty() { (wagers(group.game, &found)) }
            @if !by_hand.is_empty() {
                table.dense.keep {
                    caption { @if group.game == GameId::RedDog { "What a win pays, by the spread" } @else { "What a winning bet pays, by the player's hand" } }
                    thead { tr { th scope="col" { @if group.game == GameId::RedDog { "Cards" } @else { "Hand" } } th.n scope="col" { "Pays" } } }
                    tbody { @for (hand, pays) in &by_hand { tr { td { (hand) } td.n { (pays) } } } }
                }
            }
        }
    }
}

/// What the wagers pay and cost. A short table stays on one page with its text.
fn wagers(game: GameId, found: &[Price]) -> Markup {
    let has_fair_odds = found.iter().any(|price| !price.true_odds().is_empty());
    html! {
        div.keep[found.len() <= SHORT] {
            table.dense {
                caption { "What wagers pay, and what the house keeps" }
                thead {
                    tr {
                        th scope="col" { "Wager" } th scope="col" { "Pays" }
                        @if has_fair_odds { th.n scope="col" { "Fair odds" } }
                        th.n scope="col" { "House edge" }
                    }
                }
                tbody {
                    @for price in found {
                        tr {
                            td { (price.name()) } td { (price.pays) }
                            @if has_fair_odds { td.n { (price.true_odds()) } }
                            td.n { (price.percent()) }
                        }
                    }
                }
            }
            p.small { (edge_note(game, has_fair_odds)) }
        }
    }
}

fn picture(table: &Table) -> Option<String> {
    felt::of(table.game, &table.settings.entries(), &mut |_| ()).map(|felt| felt::draw(&felt))
}

/// The layout of this table.
pub(crate) fn drawing(table: &Table) -> Markup {
    let Some(svg) = picture(table) else { return html! {} };
    // Each drawing on a page needs its own color names.
    let name = table.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let id = format!("felt-{}-{name}", table.game.name());
    let own = svg.replace("id=\"felt\"", &format!("id=\"{id}\""));
    PreEscaped(own.replace("url(#felt)", &format!("url(#{id})")))
}

/// The minimum and maximum wager.
pub(crate) fn limits(table: &Table) -> Option<[rules::Money; 2]> {
    let amount = |key| {
        let field = fields(table.game).find(|field| field.key == key)?;
        match table.holds(field).value() {
            Some(Value::Money(amount)) => Some(amount),
            _ => None,
        }
    };
    Some([amount("limits.minimum")?, amount("limits.maximum")?])
}

/// What a patron should know about an option: the topic and the choice.
fn worth_telling(table: &Table, field: &'static Field) -> Option<(&'static Field, String)> {
    let value = table.holds(field).value()?;
    let is_told = match field.takes {
        Takes::Switch | Takes::SomeOf { .. } | Takes::Rates { .. } => !value.is_nothing(),
        Takes::OneOf(_) => value != Value::Word("none"),
        _ => true,
    };
    for_patrons(field, value).filter(|_| is_told).map(|rule| (field, rule))
}

fn edge_note(game: GameId, has_fair_odds: bool) -> String {
    let holds = match ExactFor::fresh(game) {
        ExactFor::EveryRound => "in every round",
        ExactFor::FreshShoe | ExactFor::ShoeAsItIs => "with a fresh shoe",
    };
    let plays = match method(game) {
        "" => String::new(),
        how => format!(" The figures assume this play: {how}."),
    };
    let fair = match has_fair_odds {
        true => " “Fair odds” are the odds at which the wager would cost nothing.",
        false => "",
    };
    format!("Exact {holds}, per dollar first staked.{fair}{plays}")
}

/// How a game is played, in a few sentences.
pub(crate) const fn how(game: GameId) -> &'static [&'static str] {
    match game {
        GameId::Craps => &[
            "Two dice are thrown by a player, the shooter. On the first throw, the come-out roll, a 7 or 11 wins the Pass Bet, and a \
             2, 3 or 12 loses it. Any other total becomes the point: the Pass Bet then wins if the point is thrown again before a 7, and \
             loses to a 7. The Don't Pass Bet is the reverse, except that a 12 on the come-out roll neither wins nor loses it.",
            "Come and Don't Come Bets work the same way from any later throw. Place, Buy and Lay Bets are on a number against a 7. \
             Odds behind a bet with a point are paid at the true odds. Proposition bets are decided by a single throw or, for hardways, \
             when the number comes as a pair, comes otherwise, or loses to a 7.",
        ],
        GameId::Blackjack => &[
            "Each player tries to come closer to 21 than the dealer without going over. Aces count 1 or 11, picture cards 10, other \
             cards their number. An ace with a ten-value card as the first two cards is a blackjack, which beats any other 21 \
             and pays 3 to 2 unless the rules below say more.",
            "Players act in turn: they draw a card (hit), keep their hand (stand), double their wager for exactly one more card, or split \
             a pair into two hands. When the dealer shows an ace, an insurance wager of up to half the original wager pays \
             2 to 1 if the dealer has a blackjack. The dealer draws to 16 and stands on 17 and above. Ties lose nothing.",
        ],
        GameId::PuntoBanco => &[
            "Two hands are dealt, the Player's and the Banker's, and everyone may wager on either of them or on a tie. Aces count 1, \
             tens and picture cards nothing; only the last digit of a total counts, and the hand nearer 9 wins.",
            "Each hand has two cards and at most a third, which is drawn or not by a fixed table: nobody decides. On a tie, wagers \
             on the Player's and the Banker's Hand are returned. A winning wager on the Banker's Hand is charged vigorish.",
        ],
        GameId::CheminDeFer => &[
            "The players bank the game in turn. The Banker puts up an amount, and the other players wager against it, up to that amount \
             in total. Cards count as at baccarat: the hand nearer 9 wins, and only the last digit of a total counts.",
            "The player with the highest wager plays the hand against the Banker. With some totals the choice to draw is free. The house \
             only deals and takes vigorish from what the Banker wins.",
        ],
        GameId::Roulette => &[
            "The dealer spins the wheel one way and the ball the other. Chips may be placed on a number, on a line or corner between \
             numbers, or on the boxes beside the layout, until the dealer calls “No More Bets”. The compartment in which the ball comes \
             to rest decides every wager.",
        ],
        GameId::BigSix => &[
            "A large upright wheel has 54 stops, each with one of seven signs. Wagers are placed on the signs of the layout, and the \
             dealer spins the wheel at least three full turns. The sign at which the clapper comes to rest wins.",
        ],
        GameId::RedDog => &[
            "Two cards are dealt face up. If one or more ranks lie between them, that number of ranks is the spread, and players may raise before \
             a third card is drawn. They win if the third card falls strictly between the first two; the smaller the spread, the more it pays.",
            "Two cards in sequence return the wager. Two of the same rank draw a third card: three alike win, anything else returns the wager. \
             Aces are high and suits do not matter.",
        ],
        GameId::Minibaccarat => &[
            "Two hands are dealt, the Player's and the Banker's, and everyone may wager on either of them, on a tie, or on the other wagers of \
             the layout. Aces count 1, tens and picture cards nothing; only the last digit of a total counts, and the hand nearer 9 wins.",
            "Each hand has two cards and at most a third, which is drawn or not by a fixed table. On a tie, wagers on the \
             Player's and the Banker's Hand are returned.",
        ],
        GameId::SicBo => &[
            "Three dice are shaken in a covered shaker. Until the dealer calls “No More Bets”, chips may be placed on any of the fifty \
             positions of the layout: on a total, on Small or Big, on a number that one, two or three of the dice show, on two numbers \
             that both appear, or on any three of a kind.",
            "The dealer shakes and uncovers the dice and calls their numbers from low to high; the winning positions light up. Small (4 to 10) and \
             Big (11 to 17) lose when all three dice are alike.",
        ],
        GameId::Keno => &[
            "A ticket marks numbers from 1 to 80; until the game is closed, tickets are written and can be voided. Then twenty numbers are drawn, \
             one after the other. What a ticket pays stands on the rate card, by how many of its numbers are drawn; its price is kept.",
            "A split ticket has several wagers on groups of numbers. A way or combination ticket combines its groups, and each combination is a \
             wager; a king is a number that is part of all of them. A ticket can be bought for several games in a row.",
            "If the large prizes of one game come to more than the posted limit, each of them is reduced by the same part.",
        ],
        GameId::PaiGow => &[
            "Thirty-two tiles are mixed and stacked by fours, and every position gets a stack; one of them, the dead hand, nobody plays. A \
             player sets four tiles as two hands of two: the better two are the high hand. The Supreme Pair (2-4 with 1-2) beats every \
             other pair, pairs beat wong (6-6 or 1-1 with a nine), wong beats gong (6-6 or 1-1 with an eight), and gong beats points: \
             the last digit of the spots, in which 2-4 and 1-2 count three or six. Between equal points the higher tile decides.",
            "The dealer sets the dealer's tiles the house way, and both hands are compared. Both higher than the dealer's win; one higher \
             returns the wager; otherwise it loses, and equal hands are the dealer's. The casino takes a percentage of what is won. \
             Where players may bank, the bank is offered around the table, and everyone plays against the player who takes it.",
        ],
        GameId::PaiGowPoker => &[
            "Each player makes a wager and gets seven cards of a deck with a joker, and so does the dealer. A player sets them as two hands: \
             five cards that make the high hand, and two that make the low hand. The high hand must rank as high as the low hand or \
             higher, or the wager loses. The joker counts as an ace, or completes a straight or a flush.",
            "The dealer sets the dealer's cards the house way, and both hands are compared. Both higher than the dealer's win; one higher \
             returns the wager; otherwise it loses, and equal hands are the dealer's. The casino takes a percentage of what is won. \
             Where players may bank, the bank is offered around the table, and everyone plays against the player who takes it.",
        ],
        GameId::CaribbeanStud => &[
            "Each player makes an ante and gets five cards; the dealer gets five and shows one of them. A player then folds and loses the ante, or \
             makes a bet of twice the ante. The dealer's hand plays only with an ace and a king or better: otherwise antes are paid \
             1 to 1 and bets are returned.",
            "If the dealer's hand plays, the higher poker hand wins. A winning ante pays 1 to 1, and a winning bet pays by the player's hand. A \
             progressive wager of one dollar is paid by the player's hand alone, whatever the dealer has.",
        ],
        GameId::DoubleDownStud => &[
            "Each player makes a wager and gets one card; four community cards are dealt, three of them face up. A player may then \
             double by exactly as much again, or stand, before the last community card is turned.",
            "A player's card and the four community cards make a poker hand. A pair of jacks or better wins, and both wagers are paid by \
             the hand; a pair of sixes to tens returns them; anything less loses. Nobody plays against the dealer.",
        ],
        GameId::LetItRide => &[
            "Each player makes three equal wagers and gets three cards; two community cards lie face down in front of the dealer. A \
             player looks at the three cards and withdraws the first wager or lets it ride. The dealer turns a community card, and the \
             same is decided on the second wager. The third wager always stays.",
            "When the second community card is turned, a player's three cards and the two community cards make a poker hand. A pair of \
             tens or better wins, and every wager still in play is paid by the hand. Nobody plays against the dealer.",
        ],
    }
}
