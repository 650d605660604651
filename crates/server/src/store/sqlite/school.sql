-- The school: who is in which class, and the drills that learners were asked. A drill is made again from its seed and
-- its options. One that is not answered yet has 0 in `answered`; one outside of a class has an empty `class`.
create table members (
    class text not null, learner text not null, joined integer not null, primary key (class, learner)
) strict, without rowid;
create index members_by_learner on members (learner, class);
create table drills (
    id text not null primary key, learner text not null, class text not null, game text not null, kind text not null,
    seed integer not null, options text not null, cite text not null, asked integer not null, answered integer not null,
    answer text not null, is_right integer not null
) strict, without rowid;
create index drills_by_learner on drills (learner, asked);
create index drills_by_class on drills (class, learner, asked);
