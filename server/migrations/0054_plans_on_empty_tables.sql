-- Messages are updated over connections that neither join by hash nor plan a statement again. The two tables of this
-- trigger have no index: without a hash, each of 200 messages is compared with the 199 others.
alter function record_traffic_of_messages() set enable_hashjoin = on;
alter function record_traffic_of_messages() set plan_cache_mode = force_custom_plan;

-- While a table is empty, an event by its key costs the same by `conversation_events_newest`, which has both columns
-- and would read all events of the agent. Of indexes that cost the same, PostgreSQL takes the newest.
alter table conversation_events drop constraint conversation_events_pkey;
alter table conversation_events add constraint conversation_events_pkey primary key (agent_key, event_key);
