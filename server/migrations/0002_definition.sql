-- The agent as one document: its sections, its secrets, and the events that tell the world of a change.

-- A column a section; null stands for what a new agent has there. `json`, not `jsonb`: a section is only ever read and
-- written whole, and comes back in the very order of keys it was given in, so that an ETag is the same everywhere.
create table definitions (
  agent_key             bigint primary key references agents (agent_key) on delete cascade,
  personality           json,
  objectives            json,
  goals                 json,
  playbooks             json,
  standing_instructions json,
  guardrails            json,
  rules                 json,
  message_templates     json,
  tool_bindings         json,
  things                json,
  collections           json,
  facts                 json,
  people_fields         json,
  scheduling            json,
  notifications         json,
  integrations          json,
  outreaches            json,
  automated_outreach    json,
  sending_settings      json
);

-- Not compressed: a change of one playbook among fifty would spend most of its time on it (6.9 instead of 1.2 ms).
alter table definitions
  alter column playbooks set storage external,
  alter column message_templates set storage external,
  alter column things set storage external,
  alter column facts set storage external;

alter table agents
  alter column identity type json using identity::json,
  add column template_ref json;

-- Every write draws a new version, and one that was rolled back is never drawn again: what a process remembers of a
-- version can not be wrong.
create sequence definition_versions;
select setval('definition_versions', (select coalesce(max(version), 1) + 1 from agents));

-- Write-only values, encrypted; `name` says whose: notifications.emailApiKey, integration.orders, tool.<id>.<field>.
create table agent_secrets (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  name       text not null,
  sealed     bytea not null,
  last4      text,
  updated_at timestamptz not null,
  primary key (agent_key, name)
);

-- What the gateway signs with; the access token beside it is kept as a hash.
alter table gateway_credentials
  alter column access_token_hash drop not null,
  alter column access_token_last4 drop not null,
  add column signing_secret bytea,
  add column signing_secret_last4 text;

-- What happened, written in the transaction that made it happen. Kept for 30 days.
create table outbox (
  id         text primary key,
  org_id     text not null references orgs (id) on delete cascade,
  type       text not null,
  data       jsonb not null,
  created_at timestamptz not null
);
create index outbox_by_age on outbox (created_at);
