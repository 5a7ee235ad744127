-- A campaign that was started waits until this time.
alter table campaigns add column start_at timestamptz;

-- A test of a campaign's opener: it counts neither towards the campaign nor as a contact of the person.
alter table sends add column is_test boolean not null default false;
-- Replaces the opener of the Outreach.
alter table sends add column opener_template_id text;

-- Rules and sequences that start on a date of the person: one row of work each, which looks through the people once a
-- day.
create table date_triggers (
  agent_key     bigint not null references agents (agent_key) on delete cascade,
  -- rule or sequence.
  kind          text not null,
  id            text not null,
  -- The trigger as it was when the row was written; a change starts it again.
  trigger       json not null,
  -- The last day, in the time zone of the trigger, whose people have all been found.
  done_until    text not null,
  -- While people are looked through: the day that the pass ends with, and the last person it has looked at.
  until_day     text,
  cursor        bigint not null default 0,
  due_at        timestamptz,
  lease_token   text,
  attempts      int not null default 0,
  crashes       int not null default 0,
  last_error    text,
  primary key (agent_key, kind, id)
);
create index date_triggers_due on date_triggers (due_at) where due_at is not null;
