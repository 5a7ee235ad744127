-- Calls of catalog tools: written before a call starts and after it ends, so that a call with side effects runs once
-- per event, and shown as the last calls of a tool.
create table tool_binding_calls (
  agent_key   bigint not null references agents (agent_key) on delete cascade,
  call_key    bigint generated always as identity,
  id          text not null,
  tool_id     text not null,
  called_by   text not null,
  playbook_id text,
  -- The conversation and the event that caused the call; null for a trial.
  asid        text,
  event_id    text,
  -- The tool and its arguments: a repeated event finds the call it already made.
  dedupe_key  text,
  state       text not null check (state in ('running', 'succeeded', 'failed', 'unknown')),
  -- Attempts that the provider refused; part of the idempotency key, so that a retry is not mistaken for a repetition.
  failures    integer not null default 0,
  given       json not null,
  -- The last request and its response, with secrets masked.
  request     json,
  response    json,
  result      json,
  error       text,
  milliseconds integer,
  at          timestamptz not null,
  primary key (agent_key, call_key)
);
create unique index tool_binding_calls_by_event on tool_binding_calls (agent_key, asid, event_id, dedupe_key)
  where event_id is not null;
create index tool_binding_calls_by_tool on tool_binding_calls (agent_key, tool_id, at desc, call_key desc);
create index tool_binding_calls_by_age on tool_binding_calls using brin (at);
