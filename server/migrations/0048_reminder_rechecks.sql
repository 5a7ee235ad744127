-- A reminder that waits for safe hours, a binding or a switch is evaluated again when that changes: `reason` says what
-- a waiting reminder waits for, and this is the generation of the last recheck that made it due.
alter table appointment_reminders add column recheck_generation bigint not null default 0;
create index appointment_reminders_to_recheck on appointment_reminders (agent_key, recheck_generation)
  where state = 'waiting';
