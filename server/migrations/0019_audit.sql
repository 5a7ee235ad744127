-- Who changed what in an org, and who signed in to it. Neither bodies nor names are kept: an entry has ids alone.

create table audit_log (
  org_id     text not null references orgs (id) on delete cascade,
  at         timestamptz not null,
  id         text not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'system')),
  actor_id   text not null,
  -- The automated caller that X-Svc-Agent named.
  via        text,
  action     text not null,
  method     text not null,
  path       text not null,
  -- No reference: what was done to an agent is told after it is gone, too.
  agent_id   text,
  request_id text not null,
  ip         text,
  status     int not null,
  primary key (org_id, at, id)
);
-- For the chore that forgets; entries come in the order of time, so that this costs a write next to nothing.
create index audit_log_by_age on audit_log using brin (at);
