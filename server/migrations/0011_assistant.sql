-- What an agent has answered to assistants, which fetch it when it suits them; kept for 30 days.
create table assistant_entries (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  -- As the assistant knows it: the person's address on the channel.
  conversation text not null,
  entry        bigint generated always as identity,
  -- Ours for a bubble: a repeat is ignored.
  entry_id     text not null,
  text         text not null,
  at           timestamptz not null,
  primary key (agent_key, conversation, entry),
  unique (agent_key, conversation, entry_id)
);
create index assistant_entries_by_age on assistant_entries (at);
