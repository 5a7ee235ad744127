-- A change of safe hours, windows, switches, bindings or consent makes waiting rows be evaluated again.

-- One for an agent, or for one of its people. Work; gone when every row that waited has been made due.
create table waiting_rechecks (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  -- Empty: all people of the agent.
  person_id   text not null default '',
  -- Rows that began to wait before this moment, and were not made due by this recheck or a later one, are meant. Both are
  -- null until a worker takes it up, after the change has committed.
  since       timestamptz,
  generation  bigint,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, person_id)
);
create index waiting_rechecks_due on waiting_rechecks (due_at) where due_at is not null;

-- Numbers, not times: clocks of processes differ.
create sequence recheck_generations;

-- The generation of the last recheck that made the row due.
alter table automated_rows add column recheck_generation bigint not null default 0;
create index automated_rows_to_recheck on automated_rows (agent_key, recheck_generation)
  where state = 'waiting' and send_id is null;

alter table sends add column recheck_generation bigint not null default 0;

alter table follow_ups add column recheck_generation bigint not null default 0;
-- When the delay of the next nudge began: the send, or the nudge before. Null: not known.
alter table follow_ups add column delayed_from timestamptz;
update follow_ups set delayed_from = created_at where times = 0 and state = 'waiting';
create index follow_ups_to_recheck on follow_ups (agent_key, recheck_generation) where state = 'waiting';
