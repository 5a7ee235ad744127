-- The media library of each agent: pictures, films, sounds and documents that its messages show.
-- The bytes stand here too, because any number of processes on any number of machines serve them.

create table media (
  agent_key    bigint not null references agents (agent_key) on delete cascade,
  id           text not null,
  name         text not null,
  content_type text not null,
  bytes        int not null,
  width        int,
  height       int,
  sha256       bytea not null,
  -- Stands in the public address: who knows it may fetch the content, as those must who are sent it.
  token        text not null unique,
  content      bytea not null,
  created_at   timestamptz not null,
  primary key (agent_key, id)
);
create index media_newest on media (agent_key, created_at desc, id desc);
-- Such content is compressed already; kept as it is, a part of it can be read without the rest.
alter table media alter column content set storage external;
