-- Learning from conversations: what people ask, what the agent could not answer, and what became of each session.

-- What a person asked in a turn of the runtime, without rehearsals. Written with the turn; a worker finds its group.
create table turn_questions (
  agent_key    bigint not null,
  question_key bigint generated always as identity,
  asid         text not null,
  session_id   text not null,
  event_id     text not null,
  text         text not null,
  -- Of its normalized words: the same wording joins the same group.
  phrase_hash  bytea not null,
  unanswered   boolean not null,
  at           timestamptz not null,
  -- Null until the question is grouped.
  group_key    bigint,
  due_at       timestamptz,
  lease_token  text,
  attempts     int not null default 0,
  crashes      int not null default 0,
  last_error   text,
  primary key (agent_key, question_key),
  foreign key (agent_key, asid) references conversations (agent_key, asid) on delete cascade
);
create index turn_questions_due on turn_questions (due_at) where due_at is not null;
create index turn_questions_ungrouped on turn_questions (agent_key, question_key) where group_key is null;
create index turn_questions_of_conversation on turn_questions (agent_key, asid);
create index turn_questions_by_phrase on turn_questions (agent_key, phrase_hash);
create index turn_questions_of_group on turn_questions (agent_key, group_key, at);
create index turn_questions_unanswered on turn_questions (agent_key, group_key, at) where unanswered;
create index turn_questions_by_time on turn_questions (agent_key, at) include (group_key);
create index turn_questions_by_age on turn_questions using brin (at);

-- Questions with the same meaning. A group keeps its id, and it is never merged or split.
create table question_groups (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  group_key  bigint generated always as identity,
  id         text not null,
  -- Of the question that it is compared by: its stems, and its embedding in steps of 1/127, where there is one.
  words      text[] not null,
  vector     bytea,
  state      text not null default 'open' check (state in ('open', 'dismissed', 'answered')),
  fact_id    text,
  -- The draft that received the Fact, instead of live.
  draft_id   text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_key, group_key),
  unique (agent_key, id)
);
alter table question_groups alter column vector set storage external;

-- What became of a session that the runtime answered, counted turn by turn.
create table session_outcomes (
  agent_key   bigint not null,
  asid        text not null,
  session_id  text not null,
  channel     text not null,
  -- Of the last turn.
  playbook_id text,
  version     integer,
  draft_id    text,
  started_at  timestamptz not null,
  turns       int not null,
  questions   int not null default 0,
  unanswered  int not null default 0,
  -- Turns that showed contact options.
  contacts    int not null default 0,
  goals       int not null default 0,
  errors      int not null default 0,
  cost_nanos  bigint not null default 0,
  currency    text,
  primary key (agent_key, asid, session_id),
  foreign key (agent_key, asid) references conversations (agent_key, asid) on delete cascade
) with (fillfactor = 80);
create index session_outcomes_newest on session_outcomes (agent_key, started_at);
create index session_outcomes_by_age on session_outcomes using brin (started_at);
