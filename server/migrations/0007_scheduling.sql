-- Appointments, who is told of them, and the calendars that they stand in.

create extension if not exists btree_gist;

create table appointments (
  agent_key            bigint not null references agents (agent_key) on delete cascade,
  id                   text not null,
  person_key           bigint not null,
  -- Empty where the agent has no representatives and is booked itself.
  representative_id    text not null,
  representative_name  text,
  representative_title text,
  start_at             timestamptz not null,
  end_at               timestamptz not null,
  prospect_timezone    text not null,
  status               text not null,
  notes                text,
  history              json not null,
  -- How often it was changed, as calendars count.
  sequence             int not null default 0,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  -- Work: when it is over, the person has had their call.
  due_at               timestamptz,
  lease_token          text,
  attempts             int not null default 0,
  crashes              int not null default 0,
  last_error           text,
  primary key (agent_key, id),
  foreign key (agent_key, person_key) references people (agent_key, person_key) on delete cascade,
  -- Nobody is booked twice at one time, whoever writes and however many at once.
  constraint appointments_do_not_overlap exclude using gist
    (agent_key with =, representative_id with =, tstzrange(start_at, end_at) with &&) where (status <> 'cancelled')
);
create index appointments_of_person on appointments (agent_key, person_key, created_at, id);
create index appointments_newest on appointments (agent_key, created_at, id);
create index appointments_of_representative on appointments (agent_key, representative_id, created_at, id);
create index appointments_by_start on appointments (agent_key, start_at);
create index appointments_due on appointments (due_at) where due_at is not null;

-- The calendar of a representative is account state, and no part of the configuration.
create table calendar_links (
  agent_key         bigint not null references agents (agent_key) on delete cascade,
  representative_id text not null,
  connection_id     text not null,
  calendar_id       text,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (agent_key, representative_id)
);
create index calendar_links_of_connection on calendar_links (connection_id);

-- The event of an appointment in a calendar. Not tied to the appointment or the agent: one that was erased, or went with
-- its agent, must still be taken out.
create table calendar_events (
  agent_key      bigint not null,
  org_id         text not null,
  appointment_id text not null,
  connection_id  text not null,
  calendar_id    text,
  -- As the provider knows it; null until it is there.
  event_id       text,
  -- The sequence and the time of the appointment that the calendar shows.
  shown_sequence int,
  shown_start    timestamptz,
  shown_end      timestamptz,
  due_at         timestamptz,
  lease_token    text,
  attempts       int not null default 0,
  crashes        int not null default 0,
  last_error     text,
  primary key (agent_key, appointment_id, connection_id)
);
create index calendar_events_due on calendar_events (due_at) where due_at is not null;
create index calendar_events_shown on calendar_events (agent_key, shown_start) where shown_start is not null;
create index calendar_events_of_connection on calendar_events (connection_id);

create function take_out_calendar_events() returns trigger language plpgsql as $$
begin
  update calendar_events
     set due_at = timestamptz '1970-01-01 00:00:00+00', lease_token = null, attempts = 0, crashes = 0, last_error = null
   where agent_key = old.agent_key;
  return null;
end $$;
create trigger take_out_calendar_events after delete on agents for each row execute function take_out_calendar_events();

-- One mail to one recipient about one change.
create table appointment_mails (
  agent_key      bigint not null references agents (agent_key) on delete cascade,
  id             text not null,
  appointment_id text not null,
  recipient      text not null,
  subject        text not null,
  body           text not null,
  calendar       text not null,
  created_at     timestamptz not null,
  sent_at        timestamptz,
  due_at         timestamptz,
  lease_token    text,
  attempts       int not null default 0,
  crashes        int not null default 0,
  last_error     text,
  primary key (agent_key, id),
  foreign key (agent_key, appointment_id) references appointments (agent_key, id) on delete cascade
);
create index appointment_mails_of_appointment on appointment_mails (agent_key, appointment_id);
create index appointment_mails_due on appointment_mails (due_at) where due_at is not null;
