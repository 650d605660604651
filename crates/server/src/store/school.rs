//! What the school keeps: who is in which class, the drills that learners were asked, and the shoes that they deal.
//! Classes are documents.

use super::{
    Answer,
    sql::{Arg, Row, Sql},
    tell::Engine,
};

/// A drill that a learner was asked. It is made again from its seed and options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptDrill {
    /// The id of the drill.
    pub id: String,
    /// The learner who was asked.
    pub learner: String,
    /// The class it counts for; empty if none.
    pub class: String,
    /// The game.
    pub game: String,
    /// The kind of question.
    pub kind: String,
    /// The number it is made from.
    pub seed: u64,
    /// The options of the table, JSON.
    pub options: String,
    /// The provision that decides it.
    pub cite: String,
    /// When it was asked, by the store's clock.
    pub asked: i64,
    /// Whether it was answered.
    pub is_answered: bool,
    /// The shoe it belongs to; empty if none.
    pub deal: String,
    /// Which question of that shoe it is, from 0.
    pub step: u32,
}

/// A shoe that a learner deals. The table is made again from its seed, its options and the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptDeal {
    /// The id by which the browser asks for it.
    pub id: String,
    /// The learner who deals it.
    pub learner: String,
    /// The class it counts for; empty if none.
    pub class: String,
    /// The game.
    pub game: String,
    /// The number it is made from.
    pub seed: u64,
    /// The options of the table, JSON.
    pub options: String,
    /// After how many rounds it ends; 0 if the shoe decides.
    pub rounds: u32,
    /// When it began, by the store's clock.
    pub began: i64,
    /// Whether all of it is dealt.
    pub is_ended: bool,
}

/// What became of a drill that was answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The learner who answered.
    pub learner: String,
    /// The class it counts for; empty if none.
    pub class: String,
    /// The game.
    pub game: String,
    /// The kind of question.
    pub kind: String,
    /// The provision that decides it.
    pub cite: String,
    /// When it was asked, in milliseconds since 1970, UTC.
    pub asked: i64,
    /// When it was answered.
    pub answered: i64,
    /// Whether rightly.
    pub is_right: bool,
}

/// Reading what the school keeps.
pub trait ReadSchool {
    /// A drill that was asked.
    fn drill(&mut self, id: &str) -> Answer<Option<KeptDrill>>;
    /// The drills that a learner has not answered yet, oldest first.
    fn open_drills(&mut self, learner: &str) -> Answer<Vec<KeptDrill>>;
    /// A shoe that somebody deals.
    fn deal(&mut self, id: &str) -> Answer<Option<KeptDeal>>;
    /// The shoes that a learner has not finished, latest first.
    fn open_deals(&mut self, learner: &str) -> Answer<Vec<KeptDeal>>;
    /// What was answered at a shoe, in order.
    fn deal_answers(&mut self, deal: &str) -> Answer<Vec<String>>;
    /// The marks of a shoe's questions, in order.
    fn deal_marks(&mut self, deal: &str) -> Answer<Vec<Mark>>;
    /// What became of a learner's drills, in the order in which they were asked.
    fn marks(&mut self, learner: &str) -> Answer<Vec<Mark>>;
    /// The same of everyone's that count for a class.
    fn class_marks(&mut self, class: &str) -> Answer<Vec<Mark>>;
    /// Who is in a class and since when, by name.
    fn members(&mut self, class: &str) -> Answer<Vec<(String, i64)>>;
    /// The classes somebody is in.
    fn classes_of(&mut self, learner: &str) -> Answer<Vec<String>>;
}

/// Writing it.
pub trait WriteSchool {
    /// Keeps a drill that is asked.
    fn add_drill(&mut self, drill: &KeptDrill) -> Answer<()>;
    /// Answers a drill, by the store's clock; false if it was answered before.
    fn answer_drill(&mut self, id: &str, answer: &str, is_right: bool) -> Answer<bool>;
    /// Keeps a shoe that somebody begins to deal.
    fn add_deal(&mut self, deal: &KeptDeal) -> Answer<()>;
    /// All of a shoe is dealt, by the store's clock.
    fn end_deal(&mut self, id: &str) -> Answer<()>;
    /// Somebody joins a class; false if they are in it already.
    fn add_member(&mut self, class: &str, learner: &str) -> Answer<bool>;
}

macro_rules! drills {
    ($rest:literal) => {
        concat!(
            "select id, learner, class, game, kind, seed, options, cite, asked, answered, deal, step from drills ",
            $rest
        )
    };
}

macro_rules! deals {
    ($rest:literal) => {
        concat!("select id, learner, class, game, seed, options, rounds, began, ended from deals ", $rest)
    };
}

macro_rules! marks {
    ($rest:literal) => {
        concat!(
            "select learner, class, game, kind, cite, asked, answered, is_right from drills where answered > 0 and ",
            $rest,
            " order by asked, deal, step, id"
        )
    };
}

impl<S: Sql> ReadSchool for S {
    fn drill(&mut self, id: &str) -> Answer<Option<KeptDrill>> {
        self.row(drills!("where id = $1"), &[Arg::Text(id)])?.as_mut().map(drill_of).transpose()
    }

    fn open_drills(&mut self, learner: &str) -> Answer<Vec<KeptDrill>> {
        let sql = drills!("where learner = $1 and answered = 0 and deal = '' order by asked, id");
        self.rows(sql, &[Arg::Text(learner)])?.iter_mut().map(drill_of).collect()
    }

    fn deal(&mut self, id: &str) -> Answer<Option<KeptDeal>> {
        self.row(deals!("where id = $1"), &[Arg::Text(id)])?.as_mut().map(deal_of).transpose()
    }

    fn open_deals(&mut self, learner: &str) -> Answer<Vec<KeptDeal>> {
        let sql = deals!("where learner = $1 and ended = 0 order by began desc, id");
        self.rows(sql, &[Arg::Text(learner)])?.iter_mut().map(deal_of).collect()
    }

    fn deal_answers(&mut self, deal: &str) -> Answer<Vec<String>> {
        let sql = "select answer from drills where deal = $1 and deal <> '' and answered > 0 order by step";
        self.rows(sql, &[Arg::Text(deal)])?.iter_mut().map(Row::text).collect()
    }

    fn deal_marks(&mut self, deal: &str) -> Answer<Vec<Mark>> {
        self.rows(marks!("deal = $1 and deal <> ''"), &[Arg::Text(deal)])?.iter_mut().map(mark_of).collect()
    }

    fn marks(&mut self, learner: &str) -> Answer<Vec<Mark>> {
        self.rows(marks!("learner = $1"), &[Arg::Text(learner)])?.iter_mut().map(mark_of).collect()
    }

    fn class_marks(&mut self, class: &str) -> Answer<Vec<Mark>> {
        self.rows(marks!("class = $1"), &[Arg::Text(class)])?.iter_mut().map(mark_of).collect()
    }

    fn members(&mut self, class: &str) -> Answer<Vec<(String, i64)>> {
        let sql = "select learner, joined from members where class = $1 order by learner";
        self.rows(sql, &[Arg::Text(class)])?.iter_mut().map(|row| Ok((row.text()?, row.int()?))).collect()
    }

    fn classes_of(&mut self, learner: &str) -> Answer<Vec<String>> {
        let sql = "select class from members where learner = $1 order by joined, class";
        self.rows(sql, &[Arg::Text(learner)])?.iter_mut().map(Row::text).collect()
    }
}

impl<S: Engine> WriteSchool for S {
    fn add_drill(&mut self, drill: &KeptDrill) -> Answer<()> {
        let asked = self.clock()?;
        let sql = "insert into drills (id, learner, class, game, kind, seed, options, cite, asked, deal, step, answered, answer, is_right) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, '', 0) on conflict do nothing";
        let args = [
            Arg::Text(&drill.id),
            Arg::Text(&drill.learner),
            Arg::Text(&drill.class),
            Arg::Text(&drill.game),
            Arg::Text(&drill.kind),
            Arg::Int(drill.seed.cast_signed()),
            Arg::Text(&drill.options),
            Arg::Text(&drill.cite),
            Arg::Int(asked),
            Arg::Text(&drill.deal),
            Arg::Int(drill.step.into()),
        ];
        self.run(sql, &args).map(drop)
    }

    fn answer_drill(&mut self, id: &str, answer: &str, is_right: bool) -> Answer<bool> {
        let now = self.clock()?;
        let sql =
            "update drills set answered = $1, answer = $2, is_right = $3 where id = $4 and answered = 0";
        let args = [Arg::Int(now), Arg::Text(answer), Arg::Int(is_right.into()), Arg::Text(id)];
        Ok(self.run(sql, &args)? == 1)
    }

    fn add_deal(&mut self, deal: &KeptDeal) -> Answer<()> {
        let began = self.clock()?;
        let sql = "insert into deals (id, learner, class, game, seed, options, rounds, began, ended) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8, 0)";
        let args = [
            Arg::Text(&deal.id),
            Arg::Text(&deal.learner),
            Arg::Text(&deal.class),
            Arg::Text(&deal.game),
            Arg::Int(deal.seed.cast_signed()),
            Arg::Text(&deal.options),
            Arg::Int(deal.rounds.into()),
            Arg::Int(began),
        ];
        self.run(sql, &args).map(drop)
    }

    fn end_deal(&mut self, id: &str) -> Answer<()> {
        let now = self.clock()?;
        let sql = "update deals set ended = $1 where id = $2 and ended = 0";
        self.run(sql, &[Arg::Int(now), Arg::Text(id)]).map(drop)
    }

    fn add_member(&mut self, class: &str, learner: &str) -> Answer<bool> {
        let now = self.clock()?;
        let sql = "insert into members (class, learner, joined) values ($1, $2, $3) on conflict do nothing";
        Ok(self.run(sql, &[Arg::Text(class), Arg::Text(learner), Arg::Int(now)])? == 1)
    }
}

fn drill_of(row: &mut Row) -> Answer<KeptDrill> {
    Ok(KeptDrill {
        id: row.text()?,
        learner: row.text()?,
        class: row.text()?,
        game: row.text()?,
        kind: row.text()?,
        seed: row.count()?,
        options: row.text()?,
        cite: row.text()?,
        asked: row.int()?,
        is_answered: row.int()? > 0,
        deal: row.text()?,
        step: row.count()?,
    })
}

fn deal_of(row: &mut Row) -> Answer<KeptDeal> {
    Ok(KeptDeal {
        id: row.text()?,
        learner: row.text()?,
        class: row.text()?,
        game: row.text()?,
        seed: row.count()?,
        options: row.text()?,
        rounds: row.count()?,
        began: row.int()?,
        is_ended: row.int()? > 0,
    })
}

fn mark_of(row: &mut Row) -> Answer<Mark> {
    Ok(Mark {
        learner: row.text()?,
        class: row.text()?,
        game: row.text()?,
        kind: row.text()?,
        cite: row.text()?,
        asked: row.int()?,
        answered: row.int()?,
        is_right: row.int()? != 0,
    })
}
