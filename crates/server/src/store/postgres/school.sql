-- The school: who is in which class, and the drills that learners were asked. A drill is made again from its seed and
-- its options. One that is not answered yet has 0 in `answered`; one outside of a class has an empty `class`.
create table members (
    class text collate "C" not null, learner text collate "C" not null, joined bigint not null,
    primary key (class, learner)
);
create index members_by_learner on members (learner, class);
create table drills (
    id text collate "C" primary key, learner text collate "C" not null, class text collate "C" not null,
    game text not null, kind text not null, seed bigint not null, options text not null, cite text not null,
    asked bigint not null, answered bigint not null, answer text not null, is_right bigint not null
);
create index drills_by_learner on drills (learner, asked);
create index drills_by_class on drills (class, learner, asked);
