-- Orgs, who may act in them, and what every later table stands on.
-- SQL of PostgreSQL 15. Times are given by the caller, so that tests can hold the clock.

create table orgs (
  id          text primary key,
  name        text not null,
  description text,
  time_zone   text,
  features    text[] not null default '{}',
  products    text[] not null default '{}',
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);

-- One account a person, whatever the number of orgs. The e-mail is kept in lower case.
create table users (
  id            text primary key,
  email         text not null unique,
  name          text,
  password_hash text,
  -- Counts password changes; a session token carries the count it was made under and dies when it moves.
  session_epoch int not null default 0,
  sysop         boolean not null default false,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);

create table members (
  org_id     text not null references orgs (id) on delete cascade,
  user_id    text not null references users (id) on delete cascade,
  role       text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, user_id)
);
create index members_by_user on members (user_id);

-- The key itself is never kept: it is random, so that a plain SHA-256 of it is enough.
create table api_keys (
  org_id       text not null references orgs (id) on delete cascade,
  id           text not null,
  name         text not null,
  description  text,
  prefix       text not null,
  hash         bytea not null,
  scopes       text[] not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (org_id, id)
);
create unique index api_keys_by_hash on api_keys (hash);

-- Keys of system operators belong to no org.
create table system_keys (
  id         text primary key,
  hash       bytea not null unique,
  created_at timestamptz not null
);

-- `agent_key` begins the key of every table an agent owns, so that they can be partitioned or distributed by it.
create table agents (
  agent_key   bigint generated always as identity primary key,
  org_id      text not null references orgs (id) on delete cascade,
  id          text not null,
  name        text not null,
  description text,
  identity    jsonb,
  version     bigint not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint agents_org_id_id unique (org_id, id)
);
create index agents_newest on agents (org_id, created_at desc, id desc);

-- The agent's own credential at the messaging gateway.
create table gateway_credentials (
  agent_key          bigint primary key references agents (agent_key) on delete cascade,
  access_token_hash  bytea not null unique,
  access_token_last4 text not null,
  created_at         timestamptz not null
);

-- Credentials of standalone emulator links ('link', token v2.) and of sittings ('sitting', token v1.).
create table emulator_grants (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  id         text not null,
  kind       text not null check (kind in ('link', 'sitting')),
  label      text,
  hash       bytea not null unique,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (agent_key, id)
);

-- The first answer to a POST that carried an Idempotency-Key, kept for 24 hours.
create table idempotency_keys (
  caller       text not null,
  key          text not null,
  request_hash bytea not null,
  status       int,
  -- Sealed: an answer may hold a key that is shown once.
  body         bytea,
  created_at   timestamptz not null,
  primary key (caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Token buckets. Unlogged: after a crash of PostgreSQL every bucket is full again, which harms nobody.
create unlogged table rate_buckets (
  key       text primary key,
  tokens    double precision not null,
  -- Whether the last call found a token.
  allowed   boolean not null default true,
  filled_at timestamptz not null
);

-- Facts about this installation: that it was seeded, which secret key it was set up with.
create table installation (
  key        text primary key,
  value      text not null,
  created_at timestamptz not null
);

-- One row a lane of ordered work (a conversation, say): when it is ready, who holds it, and a count that moves
-- whenever something is put into it.
create table work_lanes (
  kind        text not null,
  lane        text not null,
  ready_at    timestamptz,
  lease_token text,
  version     bigint not null default 0,
  crashes     int not null default 0,
  primary key (kind, lane)
);
create index work_lanes_ready on work_lanes (kind, ready_at) where ready_at is not null;

-- Housekeeping that runs once for all processes, by schedule.
create table chores (
  name        text primary key,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text
);
