-- The number of the configuration, counted per agent. `version` says when cached copies are outdated, and knowledge
-- and secrets raise it too; this one grows only with a write of the configuration.
alter table agents
  add column configuration_version integer not null default 1,
  add column require_draft boolean not null default false,
  add column publishing_gate json;

create table agent_versions (
  agent_key     bigint not null references agents (agent_key) on delete cascade,
  version       integer not null,
  at            timestamptz not null,
  by_type       text not null check (by_type in ('user', 'key', 'system')),
  by_id         text not null,
  sections      text[] not null,
  summary       text not null,
  label         text,
  restored_from integer,
  primary key (agent_key, version)
);

-- The contents of sections, compressed. A row is a whole section (`base` = `version`) or what changed since the row
-- before it; a chain begins with a whole section and has a bounded length and size. Version 0 holds a section as it was
-- before its first recorded change. A section without rows has never changed: it is the one in `definitions`.
create table agent_version_sections (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  section     text not null,
  version     integer not null,
  base        integer not null,
  depth       integer not null,
  base_bytes  integer not null,
  chain_bytes integer not null,
  content     bytea not null,
  primary key (agent_key, section, version)
);
-- Contents are compressed already.
alter table agent_version_sections alter column content set storage external;

-- Every agent has a version to begin with. Its sections need no copies until they change.
insert into agent_versions (agent_key, version, at, by_type, by_id, sections, summary)
select agent_key, 1, updated_at, 'system', 'system', '{}', 'first version' from agents;

create table agent_drafts (
  agent_key      bigint not null references agents (agent_key) on delete cascade,
  id             text not null,
  name           text not null,
  base_version   integer not null,
  -- Drawn from `definition_versions` with each change of the content: caches and the publishing gate compare it.
  revision       bigint not null,
  by_type        text not null check (by_type in ('user', 'key', 'system')),
  by_id          text not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  canary_percent integer check (canary_percent between 1 and 99),
  primary key (agent_key, id)
);
create unique index agent_drafts_canary on agent_drafts (agent_key) where canary_percent is not null;

-- The sections in which a draft differs from its base version, whole and compressed.
create table agent_draft_sections (
  agent_key bigint not null,
  draft_id  text not null,
  section   text not null,
  content   bytea not null,
  primary key (agent_key, draft_id, section),
  foreign key (agent_key, draft_id) references agent_drafts (agent_key, id) on delete cascade
);
alter table agent_draft_sections alter column content set storage external;

-- The configuration that answered: a draft, or a version.
alter table sessions add column version integer, add column draft_id text;
alter table turns add column version integer, add column draft_id text;
-- The draft that a run plays, and its revision when the run began.
alter table test_runs add column draft_id text, add column draft_revision bigint;
-- The draft that answers the personas of a link.
alter table emulator_grants add column draft_id text;
