-- What people said in real sessions, said again in the sandbox to a version or a draft.
create table replays (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  id           text not null,
  status       text not null check (status in ('running', 'completed', 'failed', 'cancelled')),
  -- The draft that answers, or else the version; live is the version that it was when the replay began.
  draft_id     text,
  version      integer,
  span_start   timestamptz not null,
  span_end     timestamptz not null,
  channel      text,
  max_sessions integer not null,
  fail_reason  text,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  primary key (agent_key, id)
);
create index replays_newest on replays (agent_key, created_at, id);
create index replays_running on replays (agent_key) where status = 'running';
create index replays_by_age on replays using brin (created_at);

-- One session of a replay. Work: a few rows of each replay are due at a time, so that replays take turns.
create table replay_conversations (
  agent_key     bigint not null,
  id            text not null,
  replay_id     text not null,
  n             integer not null,
  -- The real session, and the person who said it.
  session_id    text not null,
  asid          text not null,
  session_at    timestamptz not null,
  state         text not null default 'pending' check (state in ('pending', 'running', 'completed', 'skipped')),
  verdict       text check (verdict in ('same', 'changed', 'error')),
  turn_count    integer not null default 0,
  turns         json,
  -- What the model calls cost, by currency.
  cost          json,
  -- The identity that it is played with; removed when it is done.
  sandbox_asid  text,
  started_at    timestamptz,
  finished_at   timestamptz,
  due_at        timestamptz,
  lease_token   text,
  attempts      integer not null default 0,
  crashes       integer not null default 0,
  last_error    text,
  primary key (agent_key, id),
  foreign key (agent_key, replay_id) references replays (agent_key, id) on delete cascade
) with (fillfactor = 70);
create unique index replay_conversations_of_replay on replay_conversations (agent_key, replay_id, n);
create index replay_conversations_of_session on replay_conversations (agent_key, replay_id, session_id);
create index replay_conversations_of_asid on replay_conversations (agent_key, asid);
create index replay_conversations_due on replay_conversations (due_at) where due_at is not null;
create index replay_conversations_by_age on replay_conversations using brin (session_at);

-- The tool calls of the turn that is said again, with their results, the most fitting first.
alter table sandbox_people add column recorded_calls json;
