-- Access that people grant to accounts of theirs at other providers: org connections and the tools of agents.
-- `tokens` is sealed and bound to its row.

create table connections (
  org_id        text not null references orgs (id) on delete cascade,
  id            text not null,
  provider      text not null,
  label         text not null,
  -- Whose account it is: as the provider knows it, by issuer and subject, and as people do. Granting the same account
  -- again renews its connection. An e-mail address would not do: at some providers anybody can claim one.
  account_key   text,
  account_label text,
  status        text not null check (status in ('connected', 'expired', 'revoked', 'error')),
  last_error    text,
  tokens        bytea not null,
  expires_at    timestamptz,
  last_used_at  timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (org_id, id)
);
create index connections_newest on connections (org_id, created_at desc, id desc);
create unique index connections_by_account on connections (org_id, provider, account_key);

create table tool_grants (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  tool_id      text not null,
  provider     text not null,
  status       text not null check (status in ('connected', 'expired', 'revoked', 'error')),
  last_error   text,
  tokens       bytea not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  connected_at timestamptz not null,
  updated_at   timestamptz not null,
  primary key (agent_key, tool_id)
);

-- One row a grant that somebody has begun; it goes when the provider sends them back, or after ten minutes. The state
-- itself is never kept, only its hash.
create table oauth_states (
  hash       bytea primary key,
  org_id     text not null references orgs (id) on delete cascade,
  agent_key  bigint references agents (agent_key) on delete cascade,
  tool_id    text,
  provider   text not null,
  label      text,
  verifier   bytea not null,
  return_to  text,
  created_by text not null,
  expires_at timestamptz not null,
  constraint oauth_states_tool check ((agent_key is null) = (tool_id is null))
);
create index oauth_states_by_org on oauth_states (org_id);
create index oauth_states_by_agent on oauth_states (agent_key);
create index oauth_states_by_expiry on oauth_states (expires_at);
