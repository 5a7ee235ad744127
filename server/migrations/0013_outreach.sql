-- Outreach: what the business side sends to one person, what is due by itself, and links by which testers ask for it.

-- One for each time that an Outreach goes to a person. Work: due until it is sent, or has ended otherwise.
create table sends (
  agent_key       bigint not null,
  id              text not null,
  outreach_id     text not null,
  -- Of the Outreach when it was accepted: marketing or service.
  class           text not null,
  -- named, automated, campaign.
  origin          text not null,
  campaign_id     text,
  rule_id         text,
  person_id       text not null,
  -- The identity that it goes to, fixed on acceptance.
  asid            text not null,
  channel         text not null,
  -- A rehearsal with a persona; in no list.
  sandbox         boolean not null default false,
  -- Of the idempotency key, given or derived.
  key_hash        bytea,
  -- queued, sent, failed, suppressed, cancelled. A queued one that is leased is on its way: `sending`.
  state           text not null default 'queued',
  reason          text,
  detail          text,
  -- Values of this send for the opener, beside those on file.
  inputs          json,
  -- claimed, recorded, evidence, capturedAt, source.
  consent         json,
  message_id      text,
  -- How often it was tried in earnest.
  tries           int not null default 0,
  queued_at       timestamptz not null,
  sent_at         timestamptz,
  failed_at       timestamptz,
  cancelled_at    timestamptz,
  responded_at    timestamptz,
  due_at          timestamptz,
  lease_token     text,
  attempts        int not null default 0,
  crashes         int not null default 0,
  last_error      text,
  primary key (agent_key, id)
) with (fillfactor = 80);
create unique index sends_by_key on sends (agent_key, key_hash) where key_hash is not null;
create index sends_newest on sends (agent_key, queued_at, id) where not sandbox;
create index sends_of_person on sends (agent_key, person_id, queued_at);
create index sends_of_outreach on sends (agent_key, outreach_id, queued_at, id);
create index sends_of_campaign on sends (agent_key, campaign_id, queued_at, id) where campaign_id is not null;
create index sends_of_rule on sends (agent_key, rule_id, queued_at, id) where rule_id is not null;
-- What most sends are has no entry here: that would cost each of them.
create index sends_of_origin on sends (agent_key, origin, queued_at, id) where origin <> 'named';
create index sends_in_state on sends (agent_key, state, queued_at, id) where state <> 'sent';
create index sends_by_reason on sends (agent_key, reason, queued_at, id) where reason is not null;
create index sends_due on sends (due_at) where due_at is not null;
create index sends_by_age on sends using brin (queued_at);
alter table sends alter column agent_key set statistics 0;

-- A state that has ended stays as it is.
create function keep_ended_sends() returns trigger language plpgsql as $$
begin
  raise exception 'a send that is % cannot become %', old.state, new.state;
end $$;
create trigger keep_ended_sends before update of state on sends for each row
  when (old.state <> 'queued' and new.state <> old.state) execute function keep_ended_sends();

-- Whom a rule of Automated Outreach was triggered for: one row a rule and person. Work while it waits.
create table automated_rows (
  agent_key   bigint not null,
  rule_id     text not null,
  person_id   text not null,
  outreach_id text not null,
  -- waiting, sent, skipped, failed.
  state       text not null default 'waiting',
  reason      text,
  send_id     text,
  triggered_at timestamptz not null,
  -- When it is to be sent, or was; `due_at` is when it is looked at next.
  planned_at  timestamptz not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, rule_id, person_id)
) with (fillfactor = 80);
create index automated_rows_newest on automated_rows (agent_key, rule_id, triggered_at, person_id);
create index automated_rows_of_person on automated_rows (agent_key, person_id);
create index automated_rows_due on automated_rows (due_at) where due_at is not null;
create index automated_rows_by_age on automated_rows using brin (triggered_at);

-- The nudge that follows a send which nobody answered. Work.
create table follow_ups (
  agent_key   bigint not null,
  -- The send that it follows.
  send_id     text not null,
  outreach_id text not null,
  person_id   text not null,
  asid        text not null,
  -- How many have gone out.
  times       int not null default 0,
  -- waiting, done, stopped.
  state       text not null default 'waiting',
  reason      text,
  created_at  timestamptz not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, send_id)
);
create index follow_ups_of_outreach on follow_ups (agent_key, outreach_id) where state = 'waiting';
create index follow_ups_of_person on follow_ups (agent_key, person_id);
create index follow_ups_due on follow_ups (due_at) where due_at is not null;
create index follow_ups_by_age on follow_ups using brin (created_at);

-- Public pages on which a tester enters a number.
create table outreach_links (
  agent_key       bigint not null references agents (agent_key) on delete cascade,
  id              text not null,
  -- Stands in the address of the page.
  code            text not null,
  binding_id      text not null,
  label           text,
  max_uses        int not null,
  uses            int not null default 0,
  expires_at      timestamptz not null,
  disabled        boolean not null default false,
  -- binding_deleted, or nothing.
  disabled_reason text,
  created_at      timestamptz not null,
  primary key (agent_key, id)
);
create unique index outreach_links_by_code on outreach_links (code);
create index outreach_links_newest on outreach_links (agent_key, created_at, id);
create index outreach_links_of_binding on outreach_links (agent_key, binding_id);

-- The audit of links: each number that was entered, and what became of it. Work: the opening is sent from here.
create table link_redemptions (
  agent_key   bigint not null,
  id          text not null,
  link_id     text not null,
  -- Whom it went to; null once they are erased.
  asid        text,
  -- queued, sent, failed.
  state       text not null default 'queued',
  reason      text,
  detail      text,
  redeemed_at timestamptz not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (agent_key, id)
);
create index link_redemptions_of_link on link_redemptions (agent_key, link_id);
create index link_redemptions_of_identity on link_redemptions (agent_key, asid) where asid is not null;
create index link_redemptions_due on link_redemptions (due_at) where due_at is not null;
create index link_redemptions_by_age on link_redemptions using brin (redeemed_at);

-- Whether a number takes messages on its channel, as its provider has said; remembered for a week.
create table capabilities (
  agent_key  bigint not null,
  asid       text not null,
  capable    boolean not null,
  checked_at timestamptz not null,
  primary key (agent_key, asid)
);
create index capabilities_by_age on capabilities using brin (checked_at);

-- The send whose first answer is still to be noted.
alter table conversations add column opened_by text;

-- Several who ask at once are answered together: how many of them the last time.
alter table rate_buckets drop column allowed;
alter table rate_buckets add column granted int not null default 1;

-- Fails a statement that others have overtaken: what it was decided on has changed.
create function must(holds boolean) returns void language plpgsql as $$
begin
  if holds is not true then
    raise exception 'overtaken' using errcode = 'serialization_failure';
  end if;
end $$;

create function forget_outreach() returns trigger language plpgsql as $$
begin
  delete from sends where agent_key = old.agent_key;
  delete from automated_rows where agent_key = old.agent_key;
  delete from follow_ups where agent_key = old.agent_key;
  delete from link_redemptions where agent_key = old.agent_key;
  delete from capabilities where agent_key = old.agent_key;
  return null;
end $$;
create trigger forget_outreach after delete on agents for each row execute function forget_outreach();
