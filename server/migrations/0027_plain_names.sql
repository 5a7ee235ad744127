-- Names that operators can search for: the words of the specification and of the trade. Nothing but names changes.

-- Tables
alter table agent_logs_rest rename to agent_logs_default;
alter table campaign_leftovers rename to campaign_snapshot_cleanups;
alter table campaign_pumps rename to campaign_dispatchers;
alter table knowledge_meanings rename to knowledge_embedding_states;
alter table people_terms rename to people_search_keys;
alter table pulled_media rename to fetched_media;
alter table rehearsals rename to sandbox_people;
alter table traffic_rest rename to traffic_default;
alter table usage_folding rename to usage_rollup;
alter table waiting_rechecks rename to outreach_rechecks;

-- Columns
alter table agent_secrets rename column sealed to ciphertext;
alter table calendar_events rename column shown_end to published_end;
alter table calendar_events rename column shown_sequence to published_sequence;
alter table calendar_events rename column shown_start to published_start;
alter table campaign_recipients rename column n to row_number;
alter table campaign_recipients rename column place to position;
alter table campaign_stagings rename column begun_at to started_at;
alter table campaign_stagings rename column expected to estimated_count;
alter table campaign_stagings rename column looked_at to checked_count;
alter table campaigns rename column claimed to claimed_count;
alter table campaigns rename column claimed_from to previously_claimed;
alter table campaigns rename column tally to counters;
alter table campaigns rename column waiting to blocked_by;
alter table conversations rename column disclaimed_at to disclaimer_sent_at;
alter table conversations rename column opened_by to initiated_by;
alter table conversations rename column session_at to last_content_at;
alter table conversations rename column written_at to last_inbound_at;
alter table dispatchers rename column beat_at to heartbeat_at;
alter table follow_ups rename column delayed_from to delay_started_at;
alter table follow_ups rename column times to sent_count;
alter table knowledge_words rename column initial to first_letter;
alter table messages rename column handed to dispatched_bubbles;
alter table messages rename column handing to dispatching;
alter table messages rename column line to priority;
alter table messages rename column reached to dispatched_asid;
alter table messages rename column tried to tried_channels;
alter table messages rename column waits_for to waiting_for_asid;
alter table outreach_rechecks rename column since to requested_at;
alter table people_search_keys rename column term to search_key;
alter table rate_buckets rename column filled_at to refilled_at;
alter table relayed_calls rename column taken_by to claimed_by;
alter table relays rename column until to expires_at;
alter table sandbox_people rename column busy_until to lease_until;
alter table sends rename column held_for to hold_reason;
alter table sends rename column tries to provider_attempts;
alter table sessions rename column last_at to last_activity_at;
alter table test_runs rename column tally to counters;
alter table tool_calls rename column call to call_key;
alter table unresolved_messages rename column begun_at to dispatch_started_at;
alter table unresolved_messages rename column opened_by to initiated_by;
alter table unresolved_messages rename column opening_id to initiation_id;
alter table unresolved_messages rename column repeats to redispatches;
alter table unresolved_messages rename column since to unresolved_since;
alter table unresolved_messages rename column until to gives_up_at;
alter table usage_rollup rename column folded_from to rolled_up_from;
alter table usage_rollup rename column folded_until to rolled_up_until;
alter table webhook_deliveries rename column tried_at to last_attempt_at;
alter table webhook_deliveries rename column tries to attempt_log;

-- Indexes and constraints
alter index agent_logs_rest_by_time rename to agent_logs_default_by_time;
alter index calendar_events_shown rename to calendar_events_published;
alter index campaign_leftovers_due rename to campaign_snapshot_cleanups_due;
alter index campaign_pumps_due rename to campaign_dispatchers_due;
alter index campaign_recipients_by_place rename to campaign_recipients_by_position;
alter index conversation_events_line rename to conversation_events_lane;
alter index identities_left_by rename to identities_by_last_person;
alter index knowledge_meanings_due rename to knowledge_embedding_states_due;
alter index messages_line rename to messages_lane;
alter index people_seen rename to people_by_last_seen;
alter index pulled_media_by_use rename to fetched_media_by_use;
alter index sessions_going rename to sessions_open;
alter index test_cases_of_asid rename to test_cases_by_origin;
alter index test_results_of_asid rename to test_results_by_origin;
alter index test_runs_out_of_budget rename to test_runs_paused_by_quota;
alter index traffic_rest_by_time rename to traffic_default_by_time;
alter index waiting_rechecks_due rename to outreach_rechecks_due;
alter table campaign_snapshot_cleanups rename constraint campaign_leftovers_pkey to campaign_snapshot_cleanups_pkey;
alter table campaign_dispatchers rename constraint campaign_pumps_pkey to campaign_dispatchers_pkey;
alter table knowledge_embedding_states rename constraint knowledge_meanings_agent_key_fkey to knowledge_embedding_states_agent_key_fkey;
alter table knowledge_embedding_states rename constraint knowledge_meanings_pkey to knowledge_embedding_states_pkey;
alter table people_search_keys rename constraint people_terms_pkey to people_search_keys_pkey;
alter table fetched_media rename constraint pulled_media_agent_key_fkey to fetched_media_agent_key_fkey;
alter table fetched_media rename constraint pulled_media_pkey to fetched_media_pkey;
alter table fetched_media rename constraint pulled_media_token_key to fetched_media_token_key;
alter table sandbox_people rename constraint rehearsals_agent_key_fkey to sandbox_people_agent_key_fkey;
alter table sandbox_people rename constraint rehearsals_pkey to sandbox_people_pkey;
alter table usage_rollup rename constraint usage_folding_id_check to usage_rollup_id_check;
alter table usage_rollup rename constraint usage_folding_pkey to usage_rollup_pkey;
alter table outreach_rechecks rename constraint waiting_rechecks_agent_key_fkey to outreach_rechecks_agent_key_fkey;
alter table outreach_rechecks rename constraint waiting_rechecks_pkey to outreach_rechecks_pkey;
alter index agent_logs_rest_agent_key_asid_at_entry_idx rename to agent_logs_default_agent_key_asid_at_entry_idx;
alter index agent_logs_rest_agent_key_at_entry_idx rename to agent_logs_default_agent_key_at_entry_idx;
alter index agent_logs_rest_agent_key_event_level_at_entry_idx rename to agent_logs_default_agent_key_event_level_at_entry_idx;
alter index agent_logs_rest_agent_key_level_at_entry_idx rename to agent_logs_default_agent_key_level_at_entry_idx;
alter index traffic_rest_agent_key_asid_at_entry_type_idx rename to traffic_default_agent_key_asid_at_entry_type_idx;
alter index traffic_rest_agent_key_sandbox_at_entry_idx rename to traffic_default_agent_key_sandbox_at_entry_idx;
alter index traffic_rest_agent_key_sandbox_type_origin_at_entry_idx rename to traffic_default_agent_key_sandbox_type_origin_at_entry_idx;

-- Triggers and functions
alter trigger forget_conversations on agents rename to delete_conversations_of_agent;
alter trigger forget_outreach on agents rename to delete_outreach_of_agent;
alter trigger forget_people on agents rename to delete_people_of_agent;
alter trigger forget_runtime on agents rename to delete_runtime_of_agent;
alter trigger take_out_calendar_events on agents rename to enqueue_calendar_removals;
alter trigger leave_staging on campaign_stagings rename to queue_staging_cleanup;
alter trigger forget_campaign on campaigns rename to delete_campaign_work;
alter trigger leave_last_snapshot on campaigns rename to queue_last_snapshot_cleanup;
alter trigger leave_snapshot on campaigns rename to queue_snapshot_cleanup;
alter trigger keep_consent_entry on consent_entries rename to reject_consent_entry_change;
alter trigger keep_traffic on conversation_events rename to record_traffic;
alter trigger keep_traffic on messages rename to record_traffic;
alter trigger keep_traffic_of_new on messages rename to record_traffic_of_new;
alter trigger forget_identities on people rename to delete_identities_of_people;
alter trigger keep_ended_sends on sends rename to reject_final_send_change;
alter function forget_campaign() rename to delete_campaign_work;
alter function forget_conversations() rename to delete_conversations_of_agent;
alter function forget_identities() rename to delete_identities_of_people;
alter function forget_outreach() rename to delete_outreach_of_agent;
alter function forget_people() rename to delete_people_of_agent;
alter function forget_runtime() rename to delete_runtime_of_agent;
alter function keep_consent_entry() rename to reject_consent_entry_change;
alter function keep_ended_sends() rename to reject_final_send_change;
alter function keep_traffic_of_born() rename to record_traffic_of_new_messages;
alter function keep_traffic_of_events() rename to record_traffic_of_events;
alter function keep_traffic_of_messages() rename to record_traffic_of_messages;
alter function leave_snapshot() rename to queue_snapshot_cleanup;
alter function leave_staging() rename to queue_staging_cleanup;
alter function must(boolean) rename to raise_unless;
alter function take_out_calendar_events() rename to enqueue_calendar_removals;
alter function words_of_labels(json) rename to labels_text;
alter function words_of_parts(json) rename to parts_text;

create or replace function delete_campaign_work() returns trigger language plpgsql as $$
begin
  delete from campaign_stagings where agent_key = old.agent_key and campaign_key = old.campaign_key;
  delete from campaign_dispatchers where agent_key = old.agent_key and campaign_key = old.campaign_key;
  return null;
end $$;

create or replace function delete_people_of_agent() returns trigger language plpgsql as $$
begin
  delete from people where agent_key = old.agent_key;
  delete from identities where agent_key = old.agent_key;
  delete from people_search_keys where agent_key = old.agent_key;
  return null;
end $$;

create or replace function record_traffic_of_new_messages() returns trigger language plpgsql as $$
declare
  is_sent constant boolean := new.sent_at is not null;
begin
  insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id,
                       channel_message_id, channel_conversation_id, reason, detail, raw, sandbox, emulated_channel)
  values (new.agent_key, greatest(new.accepted_at, coalesce(new.sent_at, new.failed_at)), new.asid, new.session_id,
          'agent', 'content', new.message #>> '{parts,0,type}', case when new.sandbox then 'webchat' else new.channel end,
          coalesce(new.text, parts_text(new.message -> 'parts')), new.id,
          case when is_sent and not new.sandbox then coalesce(new.channel_message_id, new.id) end,
          case when is_sent and not new.sandbox and new.channel not in ('rcs', 'sms') then (
            select c.channel_conversation_id from conversations as c
             where c.agent_key = new.agent_key and c.asid = new.asid) end,
          case when not is_sent then new.reason end, case when not is_sent then new.detail end, new.message, new.sandbox,
          case when new.sandbox and new.channel in ('rcs', 'sms', 'vendorMessages', 'messengerA') then new.channel end);
  return null;
end $$;

create or replace function record_traffic_of_events() returns trigger language plpgsql as $$
begin
  insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id,
                       channel_message_id, channel_conversation_id, raw, sandbox, emulated_channel)
  select agent_key, at, asid, session_id, 'user',
         case type when 'action' then 'action' when 'system' then 'status' else 'content' end,
         case type
           when 'message' then case when event #> '{message,media}' is not null then 'media'
                                    when event #> '{message,place}' is not null then 'place' else 'text' end
           when 'action' then event #>> '{action,kind}'
           when 'system' then event ->> 'kind'
           else type end,
         case when sandbox then 'webchat' else channel end,
         case type
           when 'message' then coalesce(event #>> '{message,text}', event #>> '{message,media,name}',
                                        event #>> '{message,place,name}', event #>> '{message,place,address}')
           when 'result' then coalesce(event #>> '{result,text}', labels_text(event #> '{result,labels}'))
           when 'action' then event #>> '{action,label}' end,
         id,
         case when not sandbox then max(inbound_id) over (partition by agent_key, asid, at) end,
         case when not sandbox then (
           select c.channel_conversation_id from conversations as c
            where c.agent_key = fresh.agent_key and c.asid = fresh.asid) end,
         event, sandbox,
         case when sandbox and channel in ('rcs', 'sms', 'vendorMessages', 'messengerA') then channel end
    from fresh
   -- The message itself records its states, whether or not the agent receives status events.
   where type <> 'status'
   order by event_key;
  return null;
end $$;

create or replace function record_traffic_of_messages() returns trigger language plpgsql as $$
begin
  insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id,
                       channel_message_id, channel_conversation_id, reason, detail, raw, sandbox, emulated_channel)
  select m.agent_key,
         greatest(m.accepted_at, case what when 'content' then coalesce(m.sent_at, m.failed_at) else m.sent_at end,
                  case what when 'delivered' then m.delivered_at when 'read' then m.read_at when 'failed' then m.failed_at end),
         m.asid, m.session_id,
         case when what in ('delivered', 'read') then 'user' else 'agent' end,
         case what when 'content' then 'content' else 'status' end,
         case what when 'content' then m.message #>> '{parts,0,type}' else what end,
         case when m.sandbox then 'webchat' else m.channel end,
         case what when 'content' then coalesce(m.text, parts_text(m.message -> 'parts')) end,
         m.id,
         case when what = 'content' and is_sent and not m.sandbox then coalesce(m.channel_message_id, m.id) end,
         -- Carriers have no conversation ids.
         case when what = 'content' and is_sent and not m.sandbox and m.channel not in ('rcs', 'sms') then (
           select c.channel_conversation_id from conversations as c
            where c.agent_key = m.agent_key and c.asid = m.asid) end,
         case when has_reason then m.reason end, case when has_reason then m.detail end,
         case what when 'content' then m.message end, m.sandbox,
         case when m.sandbox and m.channel in ('rcs', 'sms', 'vendorMessages', 'messengerA') then m.channel end
    from (
      select fresh.*, stale.sent_at is null and stale.failed_at is null as is_first,
             stale.sent_at is null and fresh.sent_at is not null as is_sent,
             stale.delivered_at is null and fresh.delivered_at is not null as is_delivered,
             stale.read_at is null and fresh.read_at is not null as is_read,
             stale.failed_at is null and fresh.failed_at is not null as is_failed
        from fresh join stale on stale.agent_key = fresh.agent_key and stale.message_key = fresh.message_key) as m
    join (values (1, 'content'), (2, 'sent'), (3, 'delivered'), (4, 'read'), (5, 'failed')) as change (nth, what)
      on case what when 'content' then is_first and (is_sent or is_failed) when 'sent' then is_sent
                   when 'delivered' then is_delivered when 'read' then is_read else is_failed end
   cross join lateral (select what = 'failed' or (what = 'content' and not is_sent) as has_reason) as failure
   order by m.message_key, nth;
  return null;
end $$;

create or replace function queue_snapshot_cleanup() returns trigger language plpgsql as $$
begin
  insert into campaign_snapshot_cleanups (snapshot, due_at) values (old.snapshot, now()) on conflict do nothing;
  return null;
end $$;

create or replace function queue_staging_cleanup() returns trigger language plpgsql as $$
begin
  insert into campaign_snapshot_cleanups (snapshot, due_at)
  select old.snapshot, now()
   where not exists (select from campaigns where campaign_key = old.campaign_key and snapshot = old.snapshot)
      on conflict do nothing;
  return null;
end $$;

-- Chores under their old names: the next start registers them under the new ones.
delete from chores where name like 'forget-%' or name in ('keep-old-tallies', 'fold-usage');
