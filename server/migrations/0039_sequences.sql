-- Sequences, experiments of campaigns, and taps on links.

alter table definitions add column sequences json;

-- A person in a sequence: one row a sequence and person, which a later enrollment replaces. Work while it is active and
-- no step is being sent.
create table sequence_enrollments (
  agent_key          bigint not null references agents (agent_key) on delete cascade,
  sequence_id        text not null,
  person_id          text not null,
  -- Of this enrollment; the keys of its sends derive from it.
  id                 text not null,
  -- Of the idempotency key of the request.
  key_hash           bytea,
  -- active, completed, stopped, failed.
  state              text not null default 'active',
  -- Why it ended, or what its next step waits for.
  reason             text,
  -- Steps that are over, oldest first: stepId, sendId (unless it was skipped), state, reason, at.
  steps              jsonb not null default '[]',
  -- The next step, and when it is planned; null until the first evaluation, and after the end.
  step_id            text,
  planned_at         timestamptz,
  -- The send of the next step, once it is queued; after a failure, the send that failed.
  send_id            text,
  -- How often the next step was queued and ended before its dispatch.
  requeued           int not null default 0,
  enrolled_at        timestamptz not null,
  -- The step before, or the enrollment: what the delay of the next step counts from.
  delayed_from       timestamptz not null,
  replied_at         timestamptz,
  goal_at            timestamptz,
  ended_at           timestamptz,
  recheck_generation bigint not null default 0,
  due_at             timestamptz,
  lease_token        text,
  attempts           int not null default 0,
  crashes            int not null default 0,
  last_error         text,
  primary key (agent_key, sequence_id, person_id)
) with (fillfactor = 80);
create index sequence_enrollments_newest on sequence_enrollments (agent_key, sequence_id, enrolled_at, person_id);
create unique index sequence_enrollments_by_key on sequence_enrollments (agent_key, sequence_id, key_hash)
  where key_hash is not null;
create index sequence_enrollments_of_person on sequence_enrollments (agent_key, person_id);
create index sequence_enrollments_by_send on sequence_enrollments (agent_key, send_id) where send_id is not null;
create index sequence_enrollments_due on sequence_enrollments (due_at) where due_at is not null;
create index sequence_enrollments_to_recheck on sequence_enrollments (agent_key, recheck_generation)
  where state = 'active' and send_id is null;

alter table sends add column sequence_id text;
alter table sends add column step_id text;
-- The variant of the campaign whose opener it sends.
alter table sends add column variant_id text;

-- Experiments: variants (id, openerTemplateId, weight), the share that gets nothing, and the variant chosen since.
alter table campaigns add column variants json;
alter table campaigns add column holdout_percent double precision;
alter table campaigns add column chosen_variant text;
-- Counted by staging: recipients by variant, and people held out.
alter table campaigns add column variant_counts json;
alter table campaigns add column held_out int;
alter table campaign_recipients add column variant_id text;
alter table campaign_recipients add column held_out boolean not null default false;
create index campaign_recipients_held_out on campaign_recipients (snapshot, row_number) where held_out;

-- When a person last reached a Goal.
create table goals_reached (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  person_id  text not null,
  goal_id    text not null,
  reached_at timestamptz not null,
  primary key (agent_key, person_id, goal_id)
);
create index goals_reached_by_age on goals_reached using brin (reached_at);

-- Short links of openers and follow-ups. A link outlives its send: then it redirects, and counts nothing any more.
create table tracked_links (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  -- In the address of the short link.
  code       text not null,
  -- The opening that contains it: a send, or a follow-up of one.
  opening_id text not null,
  -- Its number among the links of the opening.
  number     int not null,
  send_id    text not null,
  url        text not null,
  created_at timestamptz not null,
  tapped_at  timestamptz,
  primary key (agent_key, opening_id, number)
);
create unique index tracked_links_by_code on tracked_links (code);
create index tracked_links_of_send on tracked_links (agent_key, send_id);
create index tracked_links_by_age on tracked_links using brin (created_at);
