-- What Improve shows of days that are over, counted once a day: a page of a month reads some thousand rows of these
-- tables instead of a million questions. A day that is not computed is counted from its questions and sessions.

-- The days of an agent, by the midnight in UTC with which they begin. A row is work: it is due two hours after its day, and again when something of the day changes.
create table insight_days (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  day         timestamptz not null,
  -- Null while the counts of the day are missing or out of date.
  computed_at timestamptz,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, day)
);
create index insight_days_due on insight_days (due_at) where due_at is not null;

-- Questions of the day that the agent could not answer, by group.
create table unanswered_days (
  agent_key bigint not null,
  day       timestamptz not null,
  group_key bigint not null,
  count     int not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  primary key (agent_key, day, group_key),
  foreign key (agent_key, day) references insight_days (agent_key, day) on delete cascade
);

-- Questions of the sessions that began on the day, by group, and what became of the sessions that contain one.
create table topic_days (
  agent_key   bigint not null,
  day         timestamptz not null,
  group_key   bigint not null,
  count       int not null,
  sessions    int not null,
  contained   int not null,
  handed_over int not null,
  reached     int not null,
  primary key (agent_key, day, group_key),
  foreign key (agent_key, day) references insight_days (agent_key, day) on delete cascade
);

-- What became of the sessions that began on the day. The turns of a session are a key, because a median cannot be summed.
create table outcome_days (
  agent_key     bigint not null,
  day           timestamptz not null,
  channel       text not null,
  playbook_id   text not null,
  version       text not null,
  turns         int not null,
  currency      text not null,
  sessions      int not null,
  contained     int not null,
  questions     int not null,
  unanswered    int not null,
  handed_over   int not null,
  goals_reached int not null,
  errors        int not null,
  cost_nanos    bigint not null,
  primary key (agent_key, day, channel, playbook_id, version, turns, currency),
  foreign key (agent_key, day) references insight_days (agent_key, day) on delete cascade
);

-- Makes a computed day due again. Without its lease, a computation under way cannot mark the work as done.
create function mark_insight_day(changed_agent bigint, changed_day timestamptz) returns void language sql as $$
  update insight_days set computed_at = null, lease_token = null, due_at = now() + interval '1 minute'
   where agent_key = changed_agent and day = changed_day and (computed_at is not null or lease_token is not null)
$$;

-- A day is computed two hours after its end, so a session that is younger than an hour is of no computed day.
create function mark_day_of_session() returns trigger language plpgsql as $$
begin
  perform mark_insight_day(new.agent_key, date_trunc('day', new.started_at, 'UTC'));
  return null;
end $$;
create trigger session_outcomes_changed after insert or update on session_outcomes
  for each row when (new.started_at < now() - interval '1 hour') execute function mark_day_of_session();

create function mark_days_of_deleted_sessions() returns trigger language plpgsql as $$
begin
  perform mark_insight_day(agent_key, day) from (
    select distinct agent_key, date_trunc('day', started_at, 'UTC') as day from deleted order by 1, 2) as changed;
  return null;
end $$;
create trigger session_outcomes_deleted after delete on session_outcomes
  referencing old table as deleted for each statement execute function mark_days_of_deleted_sessions();

create function mark_days_of_deleted_questions() returns trigger language plpgsql as $$
begin
  perform mark_insight_day(agent_key, day) from (
    select distinct agent_key, date_trunc('day', at, 'UTC') as day from deleted order by 1, 2) as changed;
  return null;
end $$;
create trigger turn_questions_deleted after delete on turn_questions
  referencing old table as deleted for each statement execute function mark_days_of_deleted_questions();

-- A hand-over counts for the last session that began before it.
create function mark_day_of_hand_over() returns trigger language plpgsql as $$
begin
  perform mark_insight_day(new.agent_key, date_trunc('day', session.started_at, 'UTC')) from (
    select started_at from session_outcomes
     where agent_key = new.agent_key and asid = new.asid and started_at <= new.at
     order by started_at desc limit 1) as session;
  return null;
end $$;
create trigger desk_events_handed_over after insert on desk_events
  for each row when (new.kind in ('waiting', 'taken', 'assigned') and not new.sandbox) execute function mark_day_of_hand_over();

-- Counts of unanswered questions in a part of a day, and of people who asked one, from the index alone.
drop index turn_questions_by_time;
create index turn_questions_by_time on turn_questions (agent_key, at) include (group_key, unanswered);
drop index turn_questions_unanswered;
create index turn_questions_unanswered on turn_questions (agent_key, group_key, at) include (asid) where unanswered;

-- What was recorded before is counted at once.
insert into insight_days (agent_key, day, due_at)
select agent_key, day, greatest(now(), day + interval '26 hours') from (
  select agent_key, date_trunc('day', started_at, 'UTC') as day from session_outcomes
   union
  select agent_key, date_trunc('day', at, 'UTC') from turn_questions) as recorded;
