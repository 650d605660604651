-- Shoes that learners deal. Each question is a row of `drills` with the shoe in `deal` and its number in `step`; the table is
-- made again from the seed, the options and the answers. A shoe without a number of rounds has 0 there, and one that is not
-- finished has 0 in `ended`.
create table deals (
    id text collate "C" primary key, learner text collate "C" not null, class text collate "C" not null,
    game text not null, seed bigint not null, options text not null, rounds bigint not null, began bigint not null,
    ended bigint not null
);
create index deals_by_learner on deals (learner, began);
alter table drills add column deal text collate "C" not null default '';
alter table drills add column step bigint not null default 0;
create index drills_by_deal on drills (deal, step) where deal <> '';
