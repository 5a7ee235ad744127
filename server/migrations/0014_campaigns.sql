-- Campaigns: one Outreach to many people, from a snapshot of whom it goes to.

create table campaigns (
  agent_key     bigint not null references agents (agent_key) on delete cascade,
  -- Names the rows that belong to it.
  campaign_key  bigint generated always as identity,
  id            text not null,
  name          text not null,
  outreach_id   text not null,
  -- One of segmentId, filter, importBatchId, personIds, personaIds.
  audience      json not null,
  -- Over personas: nothing of it is live.
  is_test       boolean not null,
  -- As it was given; by the class of the Outreach where it was not.
  include_previously_contacted boolean,
  send_window   json,
  -- draft, staged, running, paused, completed, cancelled, failed.
  status        text not null default 'draft',
  -- Why it failed.
  detail        text,
  -- Whom it goes to, as it was staged last; none while it is a draft.
  snapshot      bigint,
  -- Of the Outreach when it was staged: marketing or service.
  class         text,
  total         int,
  sendable      int,
  exclusions    json,
  estimate      json,
  previews      json,
  -- How many of the sendable have become sends, and how many had before the last were claimed.
  claimed       int not null default 0,
  claimed_from  int not null default 0,
  -- What keeps it from sending just now: reason, until.
  waiting       json,
  -- The report, once the sends that it was counted from are forgotten.
  tally         json,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  staged_at     timestamptz,
  started_at    timestamptz,
  ended_at      timestamptz,
  primary key (agent_key, id)
) with (fillfactor = 60);
create unique index campaigns_by_key on campaigns (campaign_key);
create index campaigns_newest on campaigns (agent_key, created_at, id);
create index campaigns_of_outreach on campaigns (agent_key, outreach_id);
create index campaigns_ended on campaigns (ended_at) where ended_at is not null and tally is null;

-- A campaign that is being staged. Work; gone when it is over, however it ends.
create table campaign_stagings (
  agent_key    bigint not null,
  campaign_key bigint not null,
  -- The snapshot that it makes.
  snapshot     bigint not null,
  -- The people who were looked at, and how many there are about.
  looked_at    int not null default 0,
  expected     int,
  begun_at     timestamptz not null,
  due_at       timestamptz,
  lease_token  text,
  attempts     int not null default 0,
  crashes      int not null default 0,
  last_error   text,
  primary key (agent_key, campaign_key)
);
create index campaign_stagings_due on campaign_stagings (due_at) where due_at is not null;

-- Whom a campaign goes to and whom not: the people of its audience when it was staged.
create table campaign_recipients (
  -- Drawn by lot, so that it was used nowhere before: not by another database, nor by this one before it was restored.
  snapshot     bigint not null,
  -- Its place in the list.
  n            int not null,
  -- Its place among those who are sent to, from 1 without gaps; null where it is excluded.
  place        int,
  -- The id of the person, or of the persona.
  person_id    text not null,
  -- The identity that it goes to.
  asid         text,
  -- Why it is excluded.
  reason       text,
  primary key (snapshot, n)
);
create unique index campaign_recipients_by_place on campaign_recipients (snapshot, place) where place is not null;
create index campaign_recipients_excluded on campaign_recipients (snapshot, reason, n) where reason is not null;

-- Snapshots that nobody reads any more. Work: they are deleted in pieces.
create table campaign_leftovers (
  snapshot     bigint not null primary key,
  due_at       timestamptz,
  lease_token  text,
  attempts     int not null default 0,
  crashes      int not null default 0,
  last_error   text
);
create index campaign_leftovers_due on campaign_leftovers (due_at) where due_at is not null;

-- Each hands the recipients of a running campaign over, a batch at a time; several at once, in any process. Work.
create table campaign_pumps (
  agent_key    bigint not null,
  campaign_key bigint not null,
  lane         int not null,
  due_at       timestamptz,
  lease_token  text,
  attempts     int not null default 0,
  crashes      int not null default 0,
  last_error   text,
  primary key (agent_key, campaign_key, lane)
);
create index campaign_pumps_due on campaign_pumps (due_at) where due_at is not null;

-- What a queued send waits for: in-conversation, or nothing.
alter table sends add column held_for text;
create index sends_open_of_campaign on sends (agent_key, campaign_id) where state = 'queued' and campaign_id is not null;

create function leave_snapshot() returns trigger language plpgsql as $$
begin
  insert into campaign_leftovers (snapshot, due_at) values (old.snapshot, now()) on conflict do nothing;
  return null;
end $$;
create trigger leave_snapshot after update of snapshot on campaigns for each row
  when (old.snapshot is distinct from new.snapshot and old.snapshot is not null) execute function leave_snapshot();
create trigger leave_last_snapshot after delete on campaigns for each row
  when (old.snapshot is not null) execute function leave_snapshot();

-- What was begun and did not become the snapshot of its campaign.
create function leave_staging() returns trigger language plpgsql as $$
begin
  insert into campaign_leftovers (snapshot, due_at)
  select old.snapshot, now()
   where not exists (select from campaigns where campaign_key = old.campaign_key and snapshot = old.snapshot)
      on conflict do nothing;
  return null;
end $$;
create trigger leave_staging after delete on campaign_stagings for each row execute function leave_staging();

create function forget_campaign() returns trigger language plpgsql as $$
begin
  delete from campaign_stagings where agent_key = old.agent_key and campaign_key = old.campaign_key;
  delete from campaign_pumps where agent_key = old.agent_key and campaign_key = old.campaign_key;
  return null;
end $$;
create trigger forget_campaign after delete on campaigns for each row execute function forget_campaign();
