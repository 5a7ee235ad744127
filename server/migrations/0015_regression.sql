-- Regression tests of agents: suites of cases, runs of them, and what came of each.

create table test_suites (
  agent_key     bigint not null references agents (agent_key) on delete cascade,
  id            text not null,
  name          text not null,
  description   text,
  -- Where its cases are played unless they say so themselves.
  channel       text,
  -- every, at, weekday, timezone.
  schedule      json,
  next_run_at   timestamptz,
  last_scheduled_run_id text,
  -- Kept in step with the Examples of this playbook; nobody else writes it.
  playbook_id   text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- Work: the next scheduled run.
  due_at        timestamptz,
  lease_token   text,
  attempts      int not null default 0,
  crashes       int not null default 0,
  last_error    text,
  primary key (agent_key, id)
);
create unique index test_suites_of_playbook on test_suites (agent_key, playbook_id) where playbook_id is not null;
create index test_suites_newest on test_suites (agent_key, created_at, id);
create index test_suites_due on test_suites (due_at) where due_at is not null;

create table test_cases (
  agent_key  bigint not null,
  id         text not null,
  suite_id   text not null,
  -- Unique within the suite; a case need not have one.
  key        text,
  -- As it was written last, without what the platform adds.
  document   json not null,
  tags       text[] not null default '{}',
  -- The conversation that it was recorded from was theirs.
  origin_asid text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_key, id),
  foreign key (agent_key, suite_id) references test_suites (agent_key, id) on delete cascade
);
create unique index test_cases_by_key on test_cases (agent_key, suite_id, key) where key is not null;
create index test_cases_of_suite on test_cases (agent_key, suite_id, created_at, id);
create index test_cases_of_asid on test_cases (agent_key, origin_asid) where origin_asid is not null;

create table test_runs (
  agent_key     bigint not null references agents (agent_key) on delete cascade,
  id            text not null,
  -- suiteIds, caseIds, tags.
  selection     json not null,
  -- queued, running, paused, completed, cancelled, failed.
  status        text not null default 'queued',
  -- operator or quota.
  pause_reason  text,
  -- userId, via.
  requested_by  json not null,
  attribution   json not null,
  estimate      json not null,
  total         int not null,
  -- Once its results are forgotten: counts and usage as they were at last.
  tally         json,
  diff          json,
  -- The newest of these is what later runs are compared with.
  pinned_at     timestamptz,
  fail_reason   text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  started_at    timestamptz,
  paused_at     timestamptz,
  completed_at  timestamptz,
  cancelled_at  timestamptz,
  failed_at     timestamptz,
  primary key (agent_key, id)
);
-- One at a time.
create unique index test_runs_active on test_runs (agent_key) where status in ('queued', 'running', 'paused');
create index test_runs_newest on test_runs (agent_key, created_at, id);
create index test_runs_out_of_budget on test_runs (agent_key) where status = 'paused' and pause_reason = 'quota';
create index test_runs_by_age on test_runs using brin (created_at);

-- One case, played once. Work.
create table test_results (
  agent_key     bigint not null,
  id            text not null,
  run_id        text not null,
  -- Its place in the run.
  n             int not null,
  suite_id      text not null,
  case_id       text not null,
  case_key      text,
  case_title    text not null,
  sample        int not null,
  -- The document as it was when the run was started, and the channel of its suite.
  case_snapshot json not null,
  suite_channel text,
  -- The conversation that the case was recorded from was theirs.
  origin_asid   text,
  -- pending, running, passed, failed, errored, skipped, cancelled.
  state         text not null default 'pending',
  -- The identity that it is played with.
  asid          text,
  transcript    json,
  checks        json,
  judge         json,
  effects       json,
  error         json,
  usage         json,
  units         int,
  turn_ids      text[],
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  started_at    timestamptz,
  finished_at   timestamptz,
  due_at        timestamptz,
  lease_token   text,
  attempts      int not null default 0,
  crashes       int not null default 0,
  last_error    text,
  primary key (agent_key, id),
  foreign key (agent_key, run_id) references test_runs (agent_key, id) on delete cascade
) with (fillfactor = 70);
create unique index test_results_of_run on test_results (agent_key, run_id, n);
create index test_results_of_case on test_results (agent_key, case_id, created_at);
create index test_results_of_asid on test_results (agent_key, origin_asid) where origin_asid is not null;
create index test_results_due on test_results (due_at) where due_at is not null;
create index test_results_running on test_results (agent_key) where state = 'running';
create index test_results_by_age on test_results using brin (created_at);

-- What an org has used of its budget on a day (UTC), and each of its agents: they may be gone, and what they used is not.
create table test_usage (
  org_id   text not null references orgs (id) on delete cascade,
  day      date not null,
  -- Empty for the whole org.
  agent_id text not null,
  units    int not null default 0,
  primary key (org_id, day, agent_id)
);

-- What system operators have set for an org; the platform's own limits hold where nothing is set.
create table test_limits (
  org_id             text primary key references orgs (id) on delete cascade,
  daily_units        int,
  max_units_per_run  int,
  max_cases_per_run  int
);

-- A session is recorded from by its id alone.
create index sessions_by_id on sessions (agent_key, id);

-- What a rehearsal is played with besides its person: what integrations answer, what was filled in on a form.
alter table rehearsals add column stubs json;
alter table rehearsals add column form_data json;
