//! All tests of the rules except the golden rounds, in one program: separate programs would each compile every game
//! again.

mod battery;
mod calls;
mod caribbean_stud;
mod chemin_de_fer;
mod choices;
mod craps;
mod house;
mod layout;
mod minibaccarat;
mod onlooker;
mod options;
mod pictures_baccarat;
mod pictures_blackjack;
mod pictures_caribbean_stud;
mod pictures_red_dog;
mod pictures_without_cards;
mod refusals;
mod seated;
