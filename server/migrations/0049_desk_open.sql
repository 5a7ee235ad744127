-- Counts the open conversations of an agent without reading the closed ones, of which there may be many more.
create index conversations_open on conversations (agent_key)
  where not sandbox and desk_state is distinct from 'closed';
