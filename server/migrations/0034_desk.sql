-- The desk: members of the org beside the agent. Its state is on the conversation's row, where messages are accepted and
-- dispatched, so that a take and a reply of the agent cannot miss each other.
alter table conversations
  -- Null while the agent has the conversation.
  add column desk_state text check (desk_state in ('waiting', 'human', 'closed')),
  -- The holder while `human`; while `waiting`, the member whose turn it is.
  add column desk_assignee text,
  add column desk_waiting_since timestamptz,
  add column desk_taken_at timestamptz,
  -- The take, or the last message of the holder: a conversation that is quiet for too long goes back to the agent.
  add column desk_active_at timestamptz,
  add column desk_snoozed_until timestamptz,
  -- When the last holder let go: the agent then reads what was said without it.
  add column desk_returned_at timestamptz;
-- None of these columns changes with a message, so that updates of the row stay within its page.
create index conversations_at_desk on conversations (agent_key, desk_state) where desk_state is not null;
create index conversations_by_assignee on conversations (agent_key, desk_assignee) where desk_assignee is not null;
create index conversations_held on conversations (desk_active_at) where desk_state = 'human';

-- The member who wrote it: { userId, name }. Null for messages of the agent.
alter table messages add column author json;

create table desk_settings (
  agent_key     bigint not null references agents (agent_key) on delete cascade primary key,
  enabled       boolean not null,
  settings      json not null,
  -- The member who got the last conversation in turn.
  last_assignee text,
  updated_at    timestamptz not null
);

create table desk_replies (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  id         text not null,
  title      text not null,
  shortcut   text,
  aml        text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_key, id)
);
create unique index desk_replies_by_shortcut on desk_replies (agent_key, lower(shortcut)) where shortcut is not null;

-- What follows a conversation is deleted with it.
create table desk_notes (
  agent_key bigint not null,
  note_key  bigint generated always as identity,
  id        text not null,
  asid      text not null,
  text      text not null,
  member_id text not null,
  at        timestamptz not null,
  primary key (agent_key, note_key),
  foreign key (agent_key, asid) references conversations (agent_key, asid) on delete cascade
);
create index desk_notes_of_conversation on desk_notes (agent_key, asid, note_key);

-- Moves, notes and messages: the history of a conversation, the counts of the desk, and its stream of events.
create table desk_events (
  agent_key  bigint not null,
  event_key  bigint generated always as identity,
  -- The position in the stream. Readers assign it to committed events, so that no event appears behind a position that
  -- a reader has already passed.
  position   bigint,
  asid       text not null,
  kind       text not null,
  state      text not null,
  assignee   text,
  -- Who acted; null for the agent, the person and the clock.
  member_id  text,
  -- Of a `message`.
  message_id text,
  -- What the agent learns when the conversation returns to it.
  note       text,
  -- From the start of the wait, or from the take: until the first message of a member, or until the close.
  seconds    int,
  sandbox    boolean not null default false,
  at         timestamptz not null,
  primary key (agent_key, event_key),
  foreign key (agent_key, asid) references conversations (agent_key, asid) on delete cascade
);
create index desk_events_of_conversation on desk_events (agent_key, asid, event_key);
create index desk_events_by_time on desk_events (agent_key, at);
create unique index desk_events_by_message on desk_events (agent_key, message_id) where message_id is not null;
create unique index desk_events_by_position on desk_events (agent_key, position) where position is not null;
create index desk_events_without_position on desk_events (agent_key, event_key) where position is null;
create index desk_events_by_age on desk_events using brin (at);

create table desk_streams (
  agent_key      bigint not null references agents (agent_key) on delete cascade primary key,
  last_position  bigint not null default 0,
  -- Messages up to here are in desk_events.
  messages_until timestamptz
);

create table desk_views (
  agent_key bigint not null,
  asid      text not null,
  member_id text not null,
  seen_at   timestamptz not null,
  primary key (agent_key, asid, member_id),
  foreign key (agent_key, asid) references conversations (agent_key, asid) on delete cascade
);
