-- Who looks at a conversation or types in it at this moment; both end by themselves.
alter table desk_views
  add column present_until timestamptz,
  add column typing_until timestamptz;
create index desk_views_present on desk_views (agent_key, present_until) where present_until is not null;

-- Closed conversations may be as many as all others; the order of the list is the order of the index.
create index conversations_closed on conversations (agent_key, session_started_at, session_id)
  where desk_state = 'closed';
