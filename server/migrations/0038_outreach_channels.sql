-- Messages that move on to the next channel of their policy unless a receipt reports them as delivered in time. One row
-- for each channel that a message was sent on, deleted once it is decided.
create table delivery_deadlines (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  message_id  text not null,
  channel     text not null,
  -- When the provider was asked to take the message back. It may still report a delivery for a moment.
  revoked_at  timestamptz,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, message_id, channel)
);
create index delivery_deadlines_due on delivery_deadlines (due_at) where due_at is not null;

-- The channel by which a recipient is reached; null in snapshots staged before Outreach had channels, which is rcs.
alter table campaign_recipients add column channel text;
-- How many of the sendable people are reached by each channel.
alter table campaigns add column channels json;
