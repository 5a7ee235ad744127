-- The front desk: members who work in the inbox and with people, without configuration. A process of the previous
-- version that still runs refuses them everything.
alter table members
  drop constraint members_role_check,
  add constraint members_role_check check (role in ('frontDesk', 'viewer', 'editor', 'admin', 'owner')),
  -- The agents that the member is limited to; null means all. Keys are never used again, so the key of a deleted agent
  -- grants nothing.
  add column agent_keys bigint[],
  add constraint members_limited_role check (agent_keys is null or role in ('frontDesk', 'viewer', 'editor'));

-- People who were invited to an org and have not joined it yet. Joining deletes the row.
create table invitations (
  org_id      text not null references orgs (id) on delete cascade,
  id          text not null,
  email       text not null,
  name        text,
  role        text not null check (role in ('frontDesk', 'viewer', 'editor', 'admin', 'owner')),
  agent_keys  bigint[],
  -- The member or key that sent it, for as long as they may administer the org.
  invited_by  text not null,
  -- Of the link that was sent last; null until the first mail is sent.
  token_hash  bytea unique,
  created_at  timestamptz not null,
  sent_at     timestamptz,
  expires_at  timestamptz not null,
  problem     text,
  -- The work of sending the mail; null when there is nothing to send.
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (org_id, id),
  unique (org_id, email),
  check (agent_keys is null or role in ('frontDesk', 'viewer', 'editor'))
);
create index invitations_due on invitations (due_at) where due_at is not null;
create index invitations_by_email on invitations (email);
create index invitations_by_expiry on invitations (expires_at);
