-- Shoes that learners deal. Each question is a row of `drills` with the shoe in `deal` and its number in `step`; the table is
-- made again from the seed, the options and the answers. A shoe without a number of rounds has 0 there, and one that is not
-- finished has 0 in `ended`.
create table deals (
    id text not null primary key, learner text not null, class text not null, game text not null, seed integer not null,
    options text not null, rounds integer not null, began integer not null, ended integer not null
) strict, without rowid;
create index deals_by_learner on deals (learner, began);
alter table drills add column deal text not null default '';
alter table drills add column step integer not null default 0;
create index drills_by_deal on drills (deal, step) where deal <> '';
