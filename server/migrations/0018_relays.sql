-- Developers without a public address: whoever listens hears an agent's events in its webhook's place. All of it is of the
-- moment, and lost with a crash of PostgreSQL as a connection would be.

-- By the clock of the database, which is the same for all processes.
create unlogged table relays (
  agent_key bigint primary key references agents (agent_key) on delete cascade,
  listener  text not null,
  -- For whoever is taken over from.
  name      text not null,
  until     timestamptz not null
);

-- A call of the webhook on its way to the listener, and its answer on the way back; gone once that was read.
create unlogged table relayed_calls (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  id           text not null,
  call_key     bigint generated always as identity,
  headers      json not null,
  body         text not null,
  -- The listener that has it.
  taken_by     text,
  answered_at  timestamptz,
  status       int,
  content_type text,
  answer       bytea,
  -- Why there is no answer, in words.
  failure      text,
  created_at   timestamptz not null default now(),
  primary key (agent_key, id)
);
