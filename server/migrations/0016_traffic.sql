-- Traffic: what was said, tapped and reported, an entry a row, and the logs of agents. Both are only added to, and are
-- partitioned by time, so that what has had its time goes with its partition; the partitions themselves are made by the
-- clock (platform/db/partitions.ts). What falls outside all of them waits in the rest.

create sequence traffic_entries;
create table traffic (
  agent_key               bigint not null,
  at                      timestamptz not null,
  asid                    text not null,
  session_id              text not null,
  -- user, agent.
  origin                  text not null,
  -- content, status, action.
  type                    text not null,
  subtype                 text,
  channel                 text not null,
  text                    text,
  message_id              text not null,
  channel_message_id      text,
  channel_conversation_id text,
  -- Why a message of the agent did not arrive.
  reason                  text,
  detail                  text,
  -- The event, or the message. Of receipts nothing is kept that the other columns do not tell.
  raw                     json,
  sandbox                 boolean not null default false,
  emulated_channel        text,
  -- Last, so that it is the one that whoever writes an entry leaves out.
  entry                   bigint not null default nextval('traffic_entries')
) partition by range (at);
alter sequence traffic_entries owned by traffic.entry;
create table traffic_rest partition of traffic default;
create index traffic_rest_by_time on traffic_rest (at);

alter table agent_logs rename to old_agent_logs;
create sequence agent_log_entries;
create table agent_logs (
  agent_key  bigint not null,
  entry      bigint not null default nextval('agent_log_entries'),
  at         timestamptz not null,
  level      text not null,
  event      text not null,
  asid       text,
  session_id text,
  channel    text,
  data       json,
  error      json
) partition by range (at);
alter sequence agent_log_entries owned by agent_logs.entry;
create table agent_logs_rest partition of agent_logs default;
create index agent_logs_rest_by_time on agent_logs_rest (at);

-- Where there is history already, it goes into partitions at once; of a new install the first start makes them.
do $$
declare
  span constant interval := '6 days';
  earliest timestamptz := least(
    (select min(at) from conversation_events), (select min(accepted_at) from messages), (select min(at) from old_agent_logs));
  begins timestamp := case when earliest is not null then
    date_trunc('day', greatest(earliest, now() - interval '200 days') at time zone 'UTC') end;
  name text;
begin
  while begins at time zone 'UTC' < now() + 2 * span loop
    foreach name in array array['traffic', 'agent_logs'] loop
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        name || '_' || to_char(begins, 'YYYYMMDD'), name, begins at time zone 'UTC', (begins + span) at time zone 'UTC');
    end loop;
    begins := begins + span;
  end loop;
end $$;

insert into agent_logs (agent_key, entry, at, level, event, asid, session_id, channel, data, error)
select agent_key, entry, at, level, event, asid, session_id, channel, data, error from old_agent_logs order by entry;
select setval('agent_log_entries', coalesce(max(entry), 1), count(*) > 0) from old_agent_logs;
drop table old_agent_logs;
create index agent_logs_newest on agent_logs (agent_key, at, entry);
create index agent_logs_of_user on agent_logs (agent_key, asid, at, entry) where asid is not null;
create index agent_logs_by_event on agent_logs (agent_key, event, level, at, entry);
create index agent_logs_by_level on agent_logs (agent_key, level, at, entry) where level <> 'info';

-- Functions of their own, since most entries need none of them, and a query inside another costs even unasked.
create function words_of_labels(labels json) returns text immutable language plpgsql as $$
begin
  return case json_typeof(labels) when 'array' then (
    select string_agg(label, ', ') from json_array_elements_text(labels) as label) end;
end $$;
create function words_of_parts(parts json) returns text immutable language plpgsql as $$
begin
  return case json_typeof(parts) when 'array' then (
    select string_agg(part ->> 'text', e'\n') from json_array_elements(parts) as part) end;
end $$;

-- What people did. One inbound may be told by several events, of which the first alone has its id.
create function keep_traffic_of_events() returns trigger language plpgsql as $$
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
           when 'result' then coalesce(event #>> '{result,text}', words_of_labels(event #> '{result,labels}'))
           when 'action' then event #>> '{action,label}' end,
         id,
         case when not sandbox then max(inbound_id) over (partition by agent_key, asid, at) end,
         case when not sandbox then (
           select c.channel_conversation_id from conversations as c
            where c.agent_key = fresh.agent_key and c.asid = fresh.asid) end,
         event, sandbox,
         case when sandbox and channel in ('rcs', 'sms', 'vendorMessages', 'messengerA') then channel end
    from fresh
   -- What became of a message is kept with the message, whether the agent is told of it or not.
   where type <> 'status'
   order by event_key;
  return null;
end $$;

-- What the provider calls the message, or the first bubble of it, where it does not take our name for it.
alter table messages add column channel_message_id text;
update messages as m set channel_message_id = d.channel_message_id
  from dispatches as d
 where d.agent_key = m.agent_key and d.asid = m.asid and d.message_key = m.message_key and d.bubble = 0;

-- What the agent said, once it has left or failed, and what became of it. This runs with every message: what mostly happens,
-- that one is sent, is one statement, and nothing is looked up that need not be.
create function keep_traffic_of_messages() returns trigger language plpgsql as $$
declare
  is_update constant boolean := tg_op = 'UPDATE';
  is_first constant boolean := old.sent_at is null and old.failed_at is null;
  is_sent constant boolean := old.sent_at is null and new.sent_at is not null;
  shown constant text := case when new.sandbox then 'webchat' else new.channel end;
  emulated constant text :=
    case when new.sandbox and new.channel in ('rcs', 'sms', 'vendorMessages', 'messengerA') then new.channel end;
  named text;
  within text;
begin
  if is_first and is_sent and not new.sandbox then
    named := coalesce(new.channel_message_id, new.id);
    -- Carriers know no conversations.
    if new.channel not in ('rcs', 'sms') then
      within := (
        select channel_conversation_id from conversations as c where c.agent_key = new.agent_key and c.asid = new.asid);
    end if;
  end if;
  if is_first and is_sent and is_update then
    insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id,
                         channel_message_id, channel_conversation_id, raw, sandbox, emulated_channel)
    values (new.agent_key, greatest(new.accepted_at, new.sent_at), new.asid, new.session_id, 'agent', 'content',
            new.message -> 'parts' -> 0 ->> 'type', shown, coalesce(new.text, words_of_parts(new.message -> 'parts')),
            new.id, named, within, new.message, new.sandbox, emulated),
           (new.agent_key, greatest(new.accepted_at, new.sent_at), new.asid, new.session_id, 'agent', 'status',
            'sent', shown, null, new.id, null, null, null, new.sandbox, emulated);
  -- What failed at once, and what was born as sent: that was only shown, and there are no receipts of it.
  elsif is_first and (is_sent or new.failed_at is not null) then
    insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id,
                         channel_message_id, channel_conversation_id, reason, detail, raw, sandbox, emulated_channel)
    values (new.agent_key, greatest(new.accepted_at, coalesce(new.sent_at, new.failed_at)), new.asid, new.session_id,
            'agent', 'content', new.message -> 'parts' -> 0 ->> 'type', shown,
            coalesce(new.text, words_of_parts(new.message -> 'parts')), new.id, named, within,
            case when not is_sent then new.reason end, case when not is_sent then new.detail end, new.message,
            new.sandbox, emulated);
  elsif is_sent then
    insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, message_id, sandbox, emulated_channel)
    values (new.agent_key, greatest(new.accepted_at, new.sent_at), new.asid, new.session_id, 'agent', 'status', 'sent',
            shown, new.id, new.sandbox, emulated);
  end if;
  if is_update and old.delivered_at is null and new.delivered_at is not null then
    insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, message_id, sandbox, emulated_channel)
    values (new.agent_key, greatest(new.accepted_at, new.sent_at, new.delivered_at), new.asid, new.session_id, 'user',
            'status', 'delivered', shown, new.id, new.sandbox, emulated);
  end if;
  if is_update and old.read_at is null and new.read_at is not null then
    insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, message_id, sandbox, emulated_channel)
    values (new.agent_key, greatest(new.accepted_at, new.sent_at, new.read_at), new.asid, new.session_id, 'user',
            'status', 'read', shown, new.id, new.sandbox, emulated);
  end if;
  if is_update and old.failed_at is null and new.failed_at is not null then
    insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, message_id, reason, detail,
                         sandbox, emulated_channel)
    values (new.agent_key, greatest(new.accepted_at, new.sent_at, new.failed_at), new.asid, new.session_id, 'agent',
            'status', 'failed', shown, new.id, new.reason, new.detail, new.sandbox, emulated);
  end if;
  return null;
end $$;

-- The history so far, by the same rules.
create temp table past_events (like conversation_events) on commit drop;
create trigger keep_traffic after insert on past_events referencing new table as fresh
  for each statement execute function keep_traffic_of_events();
insert into past_events select * from conversation_events;
create temp table past_messages (like messages) on commit drop;
create trigger keep_traffic_of_new after insert on past_messages for each row
  when (new.sandbox and new.sent_at = new.accepted_at) execute function keep_traffic_of_messages();
insert into past_messages select * from messages where coalesce(sent_at, failed_at) is not null;
create temp table what_became on commit drop as
  select agent_key, asid, message_key, sent_at, delivered_at, read_at, failed_at from past_messages;
update past_messages set sent_at = null, delivered_at = null, read_at = null, failed_at = null
 where (sandbox and sent_at = accepted_at) is not true;
create trigger keep_traffic after update on past_messages for each row execute function keep_traffic_of_messages();
update past_messages as past
   set sent_at = became.sent_at, delivered_at = became.delivered_at, read_at = became.read_at, failed_at = became.failed_at
  from what_became as became
 where (became.agent_key, became.asid, became.message_key) = (past.agent_key, past.asid, past.message_key)
   and coalesce(past.sent_at, past.failed_at) is null;
create index traffic_newest on traffic (agent_key, sandbox, at, entry);
-- With what is counted by.
create index traffic_of_user on traffic (agent_key, asid, at, entry) include (type);
create index traffic_by_kind on traffic (agent_key, sandbox, type, origin, at, entry);
analyze traffic;

create trigger keep_traffic after insert on conversation_events referencing new table as fresh
  for each statement execute function keep_traffic_of_events();
create trigger keep_traffic after update of sent_at, delivered_at, read_at, failed_at on messages for each row
  when ((old.sent_at is null and new.sent_at is not null) or (old.delivered_at is null and new.delivered_at is not null)
        or (old.read_at is null and new.read_at is not null) or (old.failed_at is null and new.failed_at is not null))
  execute function keep_traffic_of_messages();
create trigger keep_traffic_of_new after insert on messages for each row
  when (new.sent_at is not null or new.failed_at is not null)
  execute function keep_traffic_of_messages();

-- `last_at`: the last that was said or tapped in it, known once it is over; of one that goes on, conversations.session_at.
alter table sessions add column sandbox boolean not null default false, add column last_at timestamptz;
update sessions set sandbox = true from conversations
 where conversations.agent_key = sessions.agent_key and conversations.asid = sessions.asid and conversations.sandbox;
update sessions set last_at = coalesce((
  select max(at) from traffic
   where traffic.agent_key = sessions.agent_key and traffic.asid = sessions.asid and traffic.session_id = sessions.id
     and traffic.type <> 'status'), started_at)
 where ended_at is not null;
create index sessions_by_start on sessions (agent_key, sandbox, started_at, id);
create index sessions_by_last on sessions (agent_key, sandbox, last_at) where last_at is not null;
create index sessions_live on sessions (agent_key, sandbox, started_at) where ended_at is null;

create or replace function forget_conversations() returns trigger language plpgsql as $$
begin
  delete from conversations where agent_key = old.agent_key;
  delete from sessions where agent_key = old.agent_key;
  delete from conversation_events where agent_key = old.agent_key;
  delete from messages where agent_key = old.agent_key;
  delete from dispatches where agent_key = old.agent_key;
  delete from traffic where agent_key = old.agent_key;
  delete from agent_logs where agent_key = old.agent_key;
  return null;
end $$;
