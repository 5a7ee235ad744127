-- Who changed what in a draft: one row for each write, with the paths that it changed, for the review before publishing.
create table agent_draft_edits (
  agent_key bigint not null,
  draft_id  text not null,
  edit      bigint generated always as identity,
  at        timestamptz not null,
  by_type   text not null check (by_type in ('user', 'key', 'system')),
  by_id     text not null,
  sections  text[] not null,
  summary   text not null,
  paths     text[] not null,
  primary key (agent_key, draft_id, edit),
  foreign key (agent_key, draft_id) references agent_drafts (agent_key, id) on delete cascade
);
