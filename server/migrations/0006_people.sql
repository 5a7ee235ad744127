-- The people of each agent: profile, consent, channel identities, journal, segments and imports.

-- Neither people nor their terms and identities have foreign keys: a check for each row is most of what an import of a
-- million would cost (see docs/decisions/people.md). Whoever adds people holds the agent, whoever adds identities holds
-- the person, and triggers take away what hangs on either.
create table people (
  agent_key                  bigint not null,
  person_key                 bigint generated always as identity,
  id                         text not null,
  full_name                  text,
  first_name                 text,
  last_name                  text,
  email                      text,
  phone                      text,
  company                    text,
  title                      text,
  status                     text not null,
  source                     text,
  notes                      text,
  tags                       text[] not null default '{}',
  custom_fields              jsonb not null default '{}',
  assigned_representative_id text,
  timezone                   text,
  scheduled_call_at          timestamptz,
  last_call_at               timestamptz,
  last_seen_at               timestamptz,
  -- What the ledger says now; see consent_entries.
  consent_status             text not null default 'unknown',
  consent_updated_at         timestamptz,
  consent_source             text,
  consent_evidence           text,
  -- Every import that the person was part of, oldest first.
  import_batch_ids           text[] not null default '{}',
  -- The channels of their identities.
  channels                   text[] not null default '{}',
  -- The address as duplicates are matched by it: whatever its case.
  email_key                  text,
  -- The folded words that a search finds them by, each with a space before it.
  search                     text not null collate "C",
  sort_name                  text not null collate "C",
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  primary key (agent_key, person_key),
  unique (agent_key, id)
);
-- One for each order of the list, and one for each filter that a person has one value of: with the order behind the
-- value, a page costs the same whether the value is rare or common, and the last page what the first does.
create index people_newest on people (agent_key, created_at, person_key);
create index people_updated on people (agent_key, updated_at, person_key);
-- What is included lets PostgreSQL answer from the index alone, which it does not for an expression otherwise.
create index people_seen on people (agent_key, coalesce(last_seen_at, timestamptz '1970-01-01 00:00:00+00'), person_key)
  include (last_seen_at, created_at);
create index people_by_name on people (agent_key, sort_name, person_key);
create index people_by_status on people (agent_key, status, created_at, person_key);
create index people_by_consent on people (agent_key, consent_status, created_at, person_key);
create index people_by_source on people (agent_key, source, created_at, person_key) where source is not null;
create index people_by_representative on people (agent_key, assigned_representative_id, created_at, person_key)
  where assigned_representative_id is not null;
create index people_by_phone on people (agent_key, phone, person_key) where phone is not null;
create index people_by_email on people (agent_key, email_key, person_key) where email_key is not null;

-- What a person can have several of (tags, channels, custom fields, import batches) and the words of a search, one row
-- each, in the order of the list. They follow from the columns above, and go with them.
create table people_terms (
  agent_key  bigint not null,
  term       text not null collate "C",
  created_at timestamptz not null,
  person_key bigint not null,
  primary key (agent_key, term, created_at, person_key)
);

-- Of an agent that statistics do not know yet the planner would expect one row, and choose any index for it.
alter table people alter column agent_key set statistics 0;
alter table people_terms alter column agent_key set statistics 0;

-- Who a channel knows: one row for each agent, channel and address. An identity that nobody holds stays, so that the
-- address keeps its asid when it comes back; an erased one goes.
create table identities (
  agent_key       bigint not null,
  asid            text not null,
  channel         text not null,
  address         text not null,
  -- As the STOP list knows the address.
  address_hash    bytea not null,
  person_key      bigint,
  -- Who held it last, while nobody does: their erasure reaches it.
  last_person_key bigint,
  preferred       boolean not null default false,
  created_at      timestamptz not null,
  primary key (agent_key, asid),
  unique (agent_key, channel, address),
  check (person_key is not null or not preferred)
);
create index identities_of_person on identities (agent_key, person_key) where person_key is not null;
create index identities_left_by on identities (agent_key, last_person_key) where person_key is null;
create unique index identities_preferred on identities (agent_key, person_key) where preferred;
alter table identities alter column agent_key set statistics 0;

create function forget_identities() returns trigger language plpgsql as $$
begin
  delete from identities using gone
   where identities.agent_key = gone.agent_key and identities.person_key = gone.person_key;
  return null;
end $$;
create trigger forget_identities after delete on people referencing old table as gone
  for each statement execute function forget_identities();

create function forget_people() returns trigger language plpgsql as $$
begin
  delete from people where agent_key = old.agent_key;
  delete from identities where agent_key = old.agent_key;
  delete from people_terms where agent_key = old.agent_key;
  return null;
end $$;
create trigger forget_people after delete on agents for each row execute function forget_people();

-- The STOP list holds no addresses, only salted hashes of them: it outlives those whom it protects.
create table stop_lists (
  agent_key bigint primary key references agents (agent_key) on delete cascade,
  salt      bytea not null
);
create table stops (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  channel      text not null,
  address_hash bytea not null,
  created_at   timestamptz not null,
  primary key (agent_key, channel, address_hash)
);

-- Who said what about consent, and when; nothing here is ever changed.
create table consent_entries (
  agent_key  bigint not null,
  person_key bigint not null,
  entry      bigint generated always as identity,
  status     text not null,
  source     text,
  evidence   text,
  by_kind    text not null,
  by_id      text,
  created_at timestamptz not null,
  primary key (agent_key, person_key, entry),
  foreign key (agent_key, person_key) references people (agent_key, person_key) on delete cascade
);
-- A merge takes entries over to another person; that is all that can happen to one.
create function keep_consent_entry() returns trigger language plpgsql as $$
begin
  if (new.agent_key, new.entry, new.status, new.source, new.evidence, new.by_kind, new.by_id, new.created_at)
    is distinct from (old.agent_key, old.entry, old.status, old.source, old.evidence, old.by_kind, old.by_id, old.created_at)
  then raise exception 'an entry of the consent ledger cannot be changed';
  end if;
  return new;
end $$;
create trigger keep_consent_entry before update on consent_entries for each row execute function keep_consent_entry();

create table journal_entries (
  agent_key  bigint not null,
  person_key bigint not null,
  entry      bigint generated always as identity,
  author     text not null,
  text       text not null,
  created_at timestamptz not null,
  primary key (agent_key, person_key, entry),
  foreign key (agent_key, person_key) references people (agent_key, person_key) on delete cascade
);

create table segments (
  agent_key  bigint not null references agents (agent_key) on delete cascade,
  id         text not null,
  name       text not null,
  filter     json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agent_key, id)
);
create index segments_newest on segments (agent_key, created_at desc, id desc);

-- An import is one transaction; this row stands outside it and tells how far it has come.
create table people_imports (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  id          text not null,
  status      text not null,
  dry_run     boolean not null,
  total_bytes bigint not null,
  read_bytes  bigint not null default 0,
  row_count   int not null default 0,
  created     int not null default 0,
  updated     int not null default 0,
  skipped     int not null default 0,
  failed      int not null default 0,
  errors      json not null default '[]',
  last_error  text,
  created_at  timestamptz not null,
  -- While it runs, the last sign of life.
  updated_at  timestamptz not null,
  primary key (agent_key, id)
);
create index people_imports_newest on people_imports (agent_key, created_at desc, id desc);

-- What a kept answer is about, so that an erasure reaches it.
alter table idempotency_keys add column subjects text[] not null default '{}';
create index idempotency_keys_subjects on idempotency_keys using gin (subjects);
