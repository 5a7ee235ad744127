-- The channels that an agent is bound to. A released binding of a managed channel stays as an archive, so that what the
-- provider has verified comes back with it.
create table channel_bindings (
  agent_key            bigint not null references agents (agent_key) on delete cascade,
  binding_key          bigint generated always as identity,
  -- Stands in the address that the provider calls, and so is nobody else's.
  id                   text not null unique,
  channel              text not null,
  mode                 text not null,
  provider             text not null,
  status               text not null,
  status_detail        text,
  routing_id           text,
  inputs               json not null default '{}',
  -- Sealed; see auth.ts.
  auth                 bytea,
  min_message_delay_ms int,
  compliance_enabled   boolean,
  disclaimer_text      text,
  archived_at          timestamptz,
  -- Until then the bulk messages that were let through take up the provider's rate.
  batch_free_at        timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  due_at               timestamptz,
  lease_token          text,
  attempts             int not null default 0,
  crashes              int not null default 0,
  last_error           text,
  primary key (agent_key, binding_key)
);
create unique index channel_bindings_live on channel_bindings (agent_key, channel) where archived_at is null;
create index channel_bindings_due on channel_bindings (due_at) where due_at is not null;

create table channel_binding_events (
  agent_key   bigint not null,
  binding_key bigint not null,
  entry       bigint generated always as identity,
  at          timestamptz not null,
  from_status text,
  to_status   text not null,
  note        text,
  actor       text not null,
  primary key (agent_key, binding_key, entry),
  foreign key (agent_key, binding_key) references channel_bindings (agent_key, binding_key) on delete cascade
);

-- Where the agent's own webhook stands, if it has one.
alter table gateway_credentials add column webhook_url text, add column instance_id text;

-- Every agent can be talked to on the web from its first moment; those that were there before, from now on.
with bound as (
  insert into channel_bindings (agent_key, id, channel, mode, provider, status, created_at, updated_at)
  select agent_key, 'chn_' || replace(gen_random_uuid()::text, '-', ''), 'webchat', 'managed', 'webchat', 'Active', now(), now()
    from agents
  returning agent_key, binding_key, created_at)
insert into channel_binding_events (agent_key, binding_key, at, to_status, actor)
select agent_key, binding_key, created_at, 'Active', 'system' from bound;
