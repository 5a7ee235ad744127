-- What a draft was when a session began with it as canary: the session keeps it, whatever becomes of the draft. Written
-- once for each revision that answers sessions; deleted a week after the last session began with it.
create table canary_definitions (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  draft_id     text not null,
  revision     bigint not null,
  base_version integer not null,
  -- The whole definition without tool bindings, compressed.
  content      bytea not null,
  used_at      timestamptz not null,
  primary key (agent_key, draft_id, revision)
);
alter table canary_definitions alter column content set storage external;
create index canary_definitions_by_age on canary_definitions using brin (used_at);
