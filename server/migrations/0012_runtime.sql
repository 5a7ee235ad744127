-- The runtime: where each conversation stands, how each answer came about, rehearsals, and what is due without a request.

-- What Parley's own answering remembers of a conversation.
create table runtime_conversations (
  agent_key     bigint not null,
  asid          text not null,
  -- The session that playbook, flow and goals belong to.
  session_id    text not null,
  -- Active playbook, flow position, what an Outreach or a reminder has opened, goals reached, lines said.
  state         json not null,
  -- The event that it was written for last: told again, it is not answered anew.
  last_event_id text,
  updated_at    timestamptz not null,
  primary key (agent_key, asid)
) with (fillfactor = 60);
-- Summarises blocks alone: a row that moves on with each turn stays where it is.
create index runtime_conversations_by_age on runtime_conversations using brin (updated_at);

-- One for each turn of the agent: everything that explains the answer.
create table turns (
  agent_key  bigint not null,
  turn_key   bigint generated always as identity,
  id         text not null,
  asid       text not null,
  session_id text not null,
  -- Null for what the agent began by itself: an opening, a reminder.
  event_id   text,
  channel    text not null,
  sandbox    boolean not null default false,
  at         timestamptz not null,
  record     json not null,
  primary key (agent_key, turn_key)
);
create unique index turns_by_id on turns (agent_key, id);
create unique index turns_by_event on turns (agent_key, event_id) where event_id is not null;
create index turns_newest on turns (agent_key, at, turn_key);
create index turns_of_user on turns (agent_key, asid, turn_key);
create index turns_of_session on turns (agent_key, session_id, at);
create index turns_by_age on turns using brin (at);

-- What was done for a conversation beyond its own tables, each once for the event that made it due.
create table tool_calls (
  agent_key bigint not null,
  asid      text not null,
  event_id  text not null,
  -- The tool, its arguments and which of several like it: a turn that is told again finds what it did.
  call      text not null,
  outcome   json,
  at        timestamptz not null,
  primary key (agent_key, asid, event_id, call)
);
create index tool_calls_by_age on tool_calls using brin (at);

-- The other side of a rehearsed conversation: a person of whom nothing is in the CRM, with a calendar of their own.
create table rehearsals (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  asid         text not null,
  channel      text not null,
  person       json not null,
  appointments json not null default '[]',
  opted_out    boolean not null default false,
  -- A turn at a time.
  busy_until   timestamptz,
  created_at   timestamptz not null,
  primary key (agent_key, asid)
);

create table personas (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  id         text not null,
  name       text not null,
  channel    text not null,
  -- fields, consent and historySeed, as a test case presets them.
  preset     json not null,
  -- The rehearsal that it plays in.
  asid       text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_key, id)
);
create index personas_newest on personas (agent_key, created_at desc, id desc);
create unique index personas_by_asid on personas (agent_key, asid);

-- A conversation that is over: a line in the journal, and goals that are judged. Work.
create table session_reviews (
  agent_key   bigint not null,
  asid        text not null,
  session_id  text not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  created_at  timestamptz not null,
  primary key (agent_key, asid, session_id)
);
create index session_reviews_due on session_reviews (due_at) where due_at is not null;
create index session_reviews_by_age on session_reviews using brin (created_at);

-- Reminders of appointments. Work; the row stays, so that one reminder goes out for one time of an appointment.
create table appointment_reminders (
  agent_key      bigint not null,
  appointment_id text not null,
  start_utc      timestamptz not null,
  due_at         timestamptz,
  -- waiting, sent, skipped.
  state          text not null default 'waiting',
  reason         text,
  lease_token    text,
  attempts       int not null default 0,
  crashes        int not null default 0,
  last_error     text,
  created_at     timestamptz not null,
  primary key (agent_key, appointment_id, start_utc)
);
create index appointment_reminders_due on appointment_reminders (due_at) where due_at is not null;
create index appointment_reminders_by_start on appointment_reminders (start_utc);

-- What the team is told. Work.
create table team_notices (
  agent_key   bigint not null,
  id          text not null,
  asid        text,
  text        text not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  created_at  timestamptz not null,
  primary key (agent_key, id)
);
create index team_notices_due on team_notices (due_at) where due_at is not null;
create index team_notices_by_age on team_notices (created_at);

-- What entries mean, as numbers; made in the background, so that an entry may have none yet. Work, agent by agent.
create table knowledge_vectors (
  agent_key  bigint not null,
  kind       text not null,
  id         text not null,
  -- Of the text that it was made from.
  text_hash  bytea not null,
  vector     real[] not null,
  primary key (agent_key, kind, id)
);
alter table knowledge_vectors alter column vector set storage external;
create table knowledge_meanings (
  agent_key   bigint not null references agents (agent_key) on delete cascade primary key,
  -- Counts up with each change of the vectors: whoever remembers them knows when to read again.
  version     bigint not null default 0,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text
);
-- Agents that were there before.
insert into knowledge_meanings (agent_key, due_at) select distinct agent_key, now() from knowledge_entries;
create index knowledge_meanings_due on knowledge_meanings (due_at) where due_at is not null;

-- Whatever is left: years of it are taken away in pieces before.
create function forget_runtime() returns trigger language plpgsql as $$
begin
  delete from runtime_conversations where agent_key = old.agent_key;
  delete from turns where agent_key = old.agent_key;
  delete from tool_calls where agent_key = old.agent_key;
  delete from session_reviews where agent_key = old.agent_key;
  delete from appointment_reminders where agent_key = old.agent_key;
  delete from team_notices where agent_key = old.agent_key;
  delete from knowledge_vectors where agent_key = old.agent_key;
  return null;
end $$;
create trigger forget_runtime after delete on agents for each row execute function forget_runtime();
