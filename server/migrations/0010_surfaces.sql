-- The surfaces that Parley itself is the carrier of: virtual handsets and web chat.
create table handsets (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  channel    text not null,
  address    text not null,
  reachable  boolean not null default true,
  receipts   text not null default 'auto',
  -- What the next dispatches end in: how many, and how.
  fail_count int not null default 0,
  fail_with  json,
  latency_ms int not null default 0,
  created_at timestamptz not null,
  primary key (agent_key, channel, address)
);

-- What a handset shows, in both directions.
create table handset_messages (
  agent_key  bigint not null,
  channel    text not null,
  address    text not null,
  entry      bigint generated always as identity,
  -- The id of a bubble at the carrier; a repeat of it is ignored, as carriers do.
  carrier_id text not null,
  message_id text not null,
  direction  text not null,
  native     json not null,
  text       text not null,
  chips      json not null default '[]',
  state      text not null,
  at         timestamptz not null,
  primary key (agent_key, channel, address, entry),
  foreign key (agent_key, channel, address) references handsets (agent_key, channel, address) on delete cascade
);
create unique index handset_messages_carrier on handset_messages (agent_key, channel, address, carrier_id);
create index handset_messages_by_age on handset_messages using brin (at);

-- Web chat: a visitor's browser, known by a token of which the hash is kept; their address on the channel is `visitor`.
create table webchat_visitors (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  visitor    text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  primary key (agent_key, visitor)
);

-- What the chat shows, in both directions, in the order in which it shows it.
create table webchat_entries (
  agent_key  bigint not null,
  visitor    text not null,
  entry      bigint generated always as identity,
  -- Ours for a bubble, the browser's for what was typed: a repeat is ignored.
  entry_id   text not null,
  direction  text not null,
  payload    json not null,
  state      text not null,
  at         timestamptz not null,
  primary key (agent_key, visitor, entry),
  unique (agent_key, visitor, entry_id),
  foreign key (agent_key, visitor) references webchat_visitors (agent_key, visitor) on delete cascade
);
