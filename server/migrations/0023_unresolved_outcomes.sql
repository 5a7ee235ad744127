-- A hand-over broke off and the channel may have taken the message: since when nobody knows. It stays set where the message
-- ended so, since a receipt may still tell.
alter table messages add column unresolved_since timestamptz;
-- The identity that it was handed over to, where a fallback led to another than it was addressed to.
alter table messages add column reached text;

-- Messages of unknown outcome: their provider is asked, and receipts are waited for, until the time is over.
create table unresolved_messages (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  message_id  text not null,
  -- The binding that it was handed to, which is asked; null where it is gone.
  binding_key bigint,
  -- What opened the conversation with it, and goes on with it; null where the lane of the person does.
  opening_id  text,
  -- The send whose first answer is to be noted.
  opened_by   text,
  begun_at    timestamptz not null,
  since       timestamptz not null,
  until       timestamptz not null,
  -- How many times it was handed over again because the provider had never taken it.
  repeats     int not null default 0,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, message_id)
);
create index unresolved_messages_due on unresolved_messages (due_at) where due_at is not null;
create index unresolved_messages_by_age on unresolved_messages (since);

-- Whether its channel has the message is being found out: it is on its way until then.
alter table sends add column unresolved boolean not null default false;

-- Receipts for what no message is known by, kept while a message to the same person may be the one they speak of: a provider
-- whose answer got lost gives an id that nobody has heard of.
create table unmatched_receipts (
  agent_key          bigint not null references agents (agent_key) on delete cascade,
  binding_key        bigint not null,
  channel_message_id text not null,
  -- Whom it was delivered to.
  asid               text not null,
  state              text not null,
  received_at        timestamptz not null,
  primary key (agent_key, binding_key, channel_message_id, state)
);
create index unmatched_receipts_of_person on unmatched_receipts (agent_key, asid);
create index unmatched_receipts_by_age on unmatched_receipts (received_at);

-- A state that has ended stays as it is, but for a send whose message has arrived after all: that is looked at again.
drop trigger keep_ended_sends on sends;
create trigger keep_ended_sends before update of state on sends for each row
  when (old.state <> 'queued' and new.state <> old.state
        and not (old.state = 'failed' and new.state = 'queued' and new.unresolved))
  execute function keep_ended_sends();
