-- How far the clock of a sandbox person is ahead, and what has waited for it.
alter table sandbox_people
  add column clock_ahead_ms bigint not null default 0,
  -- Follow-ups and reminders of this person: how often each was sent, and until when it waits.
  add column clock_state    jsonb;

-- Conversations of simulated people with the agent, in the sandbox.
create table simulations (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  id           text not null,
  status       text not null,
  -- Who is played: [{ id, goal, facts, manner }].
  profiles     jsonb not null,
  suite        text,
  total        int not null,
  max_turns    int not null,
  seed         bigint not null,
  -- The draft that answers instead of live.
  draft_id     text,
  requested_by text,
  created_at   timestamptz not null,
  started_at   timestamptz,
  ended_at     timestamptz,
  primary key (agent_key, id)
);
create index simulations_by_time on simulations (agent_key, created_at desc, id desc);
create index simulations_open on simulations (agent_key) where status in ('queued', 'running');
create index simulations_by_age on simulations using brin (created_at);

-- One row of work for each conversation. A conversation that a killed process left begins again, with the same seed.
create table simulated_conversations (
  agent_key     bigint not null,
  id            text not null,
  simulation_id text not null,
  n             int not null,
  profile_id    text not null,
  -- The position of the profile in the simulation.
  profile       int not null,
  -- pending, running, done or cancelled.
  state         text not null,
  outcome       text,
  -- Why an outcome is an error.
  reason        text,
  transcript    jsonb,
  -- What the person did, as turns of a test case, and what the agent did in the last of them.
  directives    jsonb,
  observed      jsonb,
  turns         int,
  rule_hits     int,
  -- [{ amount, currency }]
  costs         jsonb,
  -- The sandbox person, while the conversation runs.
  asid          text,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  due_at        timestamptz,
  lease_token   text,
  attempts      int not null default 0,
  crashes       int not null default 0,
  last_error    text,
  primary key (agent_key, id),
  foreign key (agent_key, simulation_id) references simulations (agent_key, id) on delete cascade
);
create unique index simulated_conversations_of_simulation on simulated_conversations (agent_key, simulation_id, n);
create index simulated_conversations_due on simulated_conversations (due_at) where due_at is not null;
