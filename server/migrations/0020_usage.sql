-- Usage: what happened in each hour (UTC), folded from its sources once the hour is over.
create table usage_hours (
  agent_key bigint not null references agents (agent_key) on delete cascade,
  hour      timestamptz not null,
  -- messagesIn, turns, …; only what is not zero has a row.
  measure   text not null,
  -- Of failures the reason, of goals the goal, of sends the state.
  detail    text not null default '',
  value     bigint not null,
  primary key (agent_key, hour, measure, detail)
);

-- Which hours are folded; what came since is counted from its sources.
create table usage_folding (
  id           boolean primary key default true check (id),
  folded_from  timestamptz not null,
  folded_until timestamptz not null
);

-- What a turn cost, beside its record, which is long. Null where it was kept before there was this.
alter table turns add column input_tokens int, add column output_tokens int, add column cache_read_tokens int,
  add column model_milliseconds int;
create index outbox_goals on outbox (org_id, created_at) where type = 'goal.reached';
