-- The weekly mail with questions to answer: one row for each member and agent who subscribed once.
create table weekly_mails (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  org_id      text not null,
  user_id     text not null,
  subscribed  boolean not null,
  time_zone   text not null,
  -- 1 is Monday.
  day         int not null check (day between 1 and 7),
  hour        int not null check (hour between 0 and 23),
  -- In the link of every mail; it can only end the subscription.
  unsubscribe_token text not null unique,
  -- The occurrence that is next, which `due_at` may lie after while a mail is retried.
  next_at     timestamptz,
  -- The occurrence whose mail was begun: a process that died in between does not send it again.
  begun_for   timestamptz,
  -- The last occurrence whose mail was sent, and when.
  sent_for    timestamptz,
  sent_at     timestamptz,
  problem     text,
  updated_at  timestamptz not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, user_id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
create index weekly_mails_due on weekly_mails (due_at) where due_at is not null;
create index weekly_mails_of_member on weekly_mails (org_id, user_id);
