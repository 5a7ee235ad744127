-- What an agent knows: sources that were given, and everything that its search finds.

-- Both are trusted: the owner of a database may create them.
create extension if not exists btree_gin;
create extension if not exists fuzzystrmatch;

-- A source is work: reading it happens outside the request, with a lease.
create table knowledge_sources (
  agent_key     bigint not null references agents (agent_key) on delete cascade,
  id            text not null,
  kind          text not null check (kind in ('url', 'text', 'file')),
  name          text not null,
  url           text,
  content_type  text,
  status        text not null check (status in ('pending', 'ready', 'failed')),
  passage_count int not null default 0,
  refreshed_at  timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  due_at        timestamptz,
  lease_token   text,
  attempts      int not null default 0,
  crashes       int not null default 0,
  last_error    text,
  primary key (agent_key, id)
);
create index knowledge_sources_newest on knowledge_sources (agent_key, created_at desc, id desc);
create index knowledge_sources_due on knowledge_sources (due_at) where due_at is not null;

-- The bytes that came with a source; kept apart, so that listing and claiming sources never touches them.
create table knowledge_contents (
  agent_key bigint not null references agents (agent_key) on delete cascade,
  source_id text not null,
  bytes     bytea not null,
  primary key (agent_key, source_id),
  foreign key (agent_key, source_id) references knowledge_sources (agent_key, id) on delete cascade
);
-- PDF is packed already, and text is read once.
alter table knowledge_contents alter column bytes set storage external;

-- One row for whatever search can find: an enabled Fact, a Thing, a passage of a source.
create table knowledge_entries (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  kind         text not null check (kind in ('fact', 'thing', 'passage')),
  id           text not null,
  source_id    text,
  -- Null: for every playbook.
  playbook_ids text[],
  title        text not null,
  text         text not null,
  -- Question and alternates, name or heading, folded: what a query is held against as a whole.
  phrases      text[] not null,
  -- English stems, which leave the words of other languages recognisable; those of phrases weigh A.
  words        tsvector not null,
  primary key (agent_key, kind, id),
  foreign key (agent_key, source_id) references knowledge_sources (agent_key, id) on delete cascade
);
-- A search visits thousands of rows to count words, and reads the texts of a few: wide columns live elsewhere.
alter table knowledge_entries set (toast_tuple_target = 128);
alter table knowledge_entries alter column words set storage external;
-- What stands in the definition is written while somebody waits, and GIN gathers such writes; passages are written in
-- the background, into an index that has nothing gathered for searches to go through.
create index knowledge_definition_words on knowledge_entries using gin (agent_key, words)
  where kind <> 'passage';
create index knowledge_passages_words on knowledge_entries using gin (agent_key, words) with (fastupdate = off)
  where kind = 'passage';
create index knowledge_entries_by_source on knowledge_entries (agent_key, source_id) where source_id is not null;

-- The vocabulary of an agent by first letter: where a misspelt word of a query finds the ones that it resembles. A row
-- for each word would cost more to write than the entries themselves.
create table knowledge_words (
  agent_key bigint not null references agents (agent_key) on delete cascade,
  initial   text not null,
  words     text[] not null,
  primary key (agent_key, initial)
);
