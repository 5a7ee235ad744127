-- Conversations: what came in, what goes to the agent, what goes out to people. As with people there are no foreign keys
-- on the busy tables; a trigger takes away what hangs on an agent.

-- All messages with one userId (asid) over all time.
create table conversations (
  agent_key               bigint not null,
  asid                    text not null,
  channel                 text not null,
  -- The live session, or the last one, and its last content event in either direction.
  session_id              text not null,
  session_started_at      timestamptz not null,
  session_at              timestamptz not null,
  -- When the person last wrote; the reply window of channels that have one hangs on it.
  written_at              timestamptz,
  -- While the window is open: when it closes. Null where the channel has none, and once the closing was told.
  window_closes_at        timestamptz,
  -- The disclaimer of the messaging relationship went out.
  disclaimed_at           timestamptz,
  -- The last message that was handed to the channel, for pacing.
  dispatched_at           timestamptz,
  -- Questions that messages left open, the newest first.
  intents                 json not null default '[]',
  channel_conversation_id text,
  -- Personas: the conversation is a rehearsal.
  sandbox                 boolean not null default false,
  created_at              timestamptz not null,
  primary key (agent_key, asid)
) with (fillfactor = 70);
create index conversations_closing on conversations (window_closes_at) where window_closes_at is not null;
alter table conversations alter column agent_key set statistics 0;

-- Runs of content events with less than 30 quiet minutes between them; kept as history for traffic.
create table sessions (
  agent_key  bigint not null,
  asid       text not null,
  id         text not null,
  channel    text not null,
  started_at timestamptz not null,
  -- When it was found to be over, and that was told.
  ended_at   timestamptz,
  primary key (agent_key, asid, id)
);
create index sessions_newest on sessions (agent_key, started_at);
create index sessions_going on sessions (started_at) where ended_at is null;

-- What reaches the agent, strictly in order for each conversation, and what people did, for traffic.
create table conversation_events (
  agent_key   bigint not null,
  event_key   bigint generated always as identity,
  id          text not null,
  asid        text not null,
  session_id  text not null,
  channel     text not null,
  provider    text not null,
  -- message, result, action, status, system.
  type        text not null,
  event       json not null,
  window_state text not null default 'open',
  sandbox     boolean not null default false,
  -- The provider's id of what came in: it is taken once.
  inbound_id  text,
  at          timestamptz not null,
  due_at      timestamptz,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, event_key)
);
create unique index conversation_events_inbound on conversation_events (agent_key, asid, inbound_id)
  where inbound_id is not null;
create index conversation_events_line on conversation_events (agent_key, asid, event_key) where due_at is not null;
create index conversation_events_newest on conversation_events (agent_key, at, event_key);

-- What goes out to people, strictly in order for each conversation and line.
create table messages (
  agent_key    bigint not null,
  message_key  bigint generated always as identity,
  id           text not null,
  -- The caller's own id of it, and until when a repeat is answered like the first.
  caller_id    text,
  asid         text not null,
  -- `now`, or `batch`, which is paced by the provider's rate.
  line         text not null default 'now',
  session_id   text not null,
  -- Of the channel that it goes to, which a fallback changes.
  channel      text not null,
  -- `agent`, or words of our own: `disclaimer`, and `platform` for confirmations and help, which pass a STOP.
  origin       text not null default 'agent',
  message      json not null,
  locale       text,
  -- The event that it answers.
  event_id     text,
  sandbox      boolean not null default false,
  -- How many bubbles it became, how many the channel has taken, and what a person reads; known once it is rendered.
  bubbles      int,
  handed       int not null default 0,
  text         text,
  -- A hand-over began and its outcome was not written: where the provider takes repeats for new messages it is unknown.
  handing      boolean not null default false,
  -- The conversation whose reply window it waits for.
  waits_for    text,
  -- Channels that were tried in vain.
  tried        text[] not null default '{}',
  provider     text,
  accepted_at  timestamptz not null,
  queued_at    timestamptz,
  sent_at      timestamptz,
  delivered_at timestamptz,
  read_at      timestamptz,
  failed_at    timestamptz,
  reason       text,
  detail       text,
  due_at       timestamptz,
  attempts     int not null default 0,
  crashes      int not null default 0,
  last_error   text,
  primary key (agent_key, asid, message_key)
) with (fillfactor = 85);
create unique index messages_by_id on messages (agent_key, id);
create unique index messages_by_caller on messages (agent_key, asid, caller_id) where caller_id is not null;
-- For the end of their time: costs next to nothing to keep, since they come in the order of their age.
create index messages_by_age on messages using brin (accepted_at);
create index messages_waiting on messages (agent_key, waits_for) where waits_for is not null;
create index messages_expiring on messages (accepted_at) where waits_for is not null;
create index messages_line on messages (agent_key, asid, line, message_key) where due_at is not null;

-- What the provider calls a bubble, where it does not take our name for it, or the message has several.
create table dispatches (
  agent_key          bigint not null,
  binding_key        bigint not null,
  channel_message_id text not null,
  asid               text not null,
  message_key        bigint not null,
  bubble             int not null,
  delivered_at       timestamptz,
  read_at            timestamptz,
  created_at         timestamptz not null,
  primary key (agent_key, binding_key, channel_message_id)
);
create index dispatches_of_message on dispatches (agent_key, asid, message_key);
create index dispatches_by_age on dispatches (created_at);

-- What was pulled from the web for a message, or came from a person, under our own address. Kept for 30 days after use.
create table pulled_media (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  -- Of the full address, or of what the channel calls the file.
  source_hash  bytea not null,
  name         text not null,
  content_type text not null,
  bytes        int not null,
  sha256       bytea not null,
  token        text not null unique,
  content      bytea not null,
  used_at      timestamptz not null,
  primary key (agent_key, source_hash)
);
alter table pulled_media alter column content set storage external;
create index pulled_media_by_use on pulled_media (used_at);

-- Whatever can be fetched by whoever knows its token.
create view public_media as
  select token, name, content_type, bytes, sha256, content from media
  union all
  select token, name, content_type, bytes, sha256, content from pulled_media;

create table agent_logs (
  agent_key  bigint not null,
  entry      bigint generated always as identity,
  at         timestamptz not null,
  level      text not null,
  event      text not null,
  asid       text,
  session_id text,
  channel    text,
  data       json,
  error      json,
  primary key (agent_key, entry)
);
create index agent_logs_newest on agent_logs (agent_key, at, entry);

-- Conversations that went with their person a moment ago: what was on its way then goes after them.
create table erased_conversations (
  agent_key bigint not null references agents (agent_key) on delete cascade,
  asid      text not null,
  erased_at timestamptz not null,
  primary key (agent_key, asid)
);

create function forget_conversations() returns trigger language plpgsql as $$
begin
  delete from conversations where agent_key = old.agent_key;
  delete from sessions where agent_key = old.agent_key;
  delete from conversation_events where agent_key = old.agent_key;
  delete from messages where agent_key = old.agent_key;
  delete from dispatches where agent_key = old.agent_key;
  delete from agent_logs where agent_key = old.agent_key;
  return null;
end $$;
create trigger forget_conversations after delete on agents for each row execute function forget_conversations();
