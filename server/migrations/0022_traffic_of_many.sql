-- What becomes of messages is written for all messages of a statement at once: they leave, and are reported, many at a
-- time, and an insert for each of them was most of what carrying a message cost the database.
drop trigger keep_traffic on messages;
create or replace function keep_traffic_of_messages() returns trigger language plpgsql as $$
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
         case what when 'content' then coalesce(m.text, words_of_parts(m.message -> 'parts')) end,
         m.id,
         case when what = 'content' and is_sent and not m.sandbox then coalesce(m.channel_message_id, m.id) end,
         -- Carriers know no conversations.
         case when what = 'content' and is_sent and not m.sandbox and m.channel not in ('rcs', 'sms') then (
           select c.channel_conversation_id from conversations as c
            where c.agent_key = m.agent_key and c.asid = m.asid) end,
         case when tells_why then m.reason end, case when tells_why then m.detail end,
         case what when 'content' then m.message end, m.sandbox,
         case when m.sandbox and m.channel in ('rcs', 'sms', 'vendorMessages', 'messengerA') then m.channel end
    from (
      select fresh.*, stale.sent_at is null and stale.failed_at is null as is_first,
             stale.sent_at is null and fresh.sent_at is not null as is_sent,
             stale.delivered_at is null and fresh.delivered_at is not null as is_delivered,
             stale.read_at is null and fresh.read_at is not null as is_read,
             stale.failed_at is null and fresh.failed_at is not null as is_failed
        from fresh join stale on stale.agent_key = fresh.agent_key and stale.message_key = fresh.message_key) as m
    join (values (1, 'content'), (2, 'sent'), (3, 'delivered'), (4, 'read'), (5, 'failed')) as told (nth, what)
      on case what when 'content' then is_first and (is_sent or is_failed) when 'sent' then is_sent
                   when 'delivered' then is_delivered when 'read' then is_read else is_failed end
   cross join lateral (select what = 'failed' or (what = 'content' and not is_sent) as tells_why) as reasoned
   order by m.message_key, nth;
  return null;
end $$;
create trigger keep_traffic after update on messages referencing old table as stale new table as fresh
  for each statement execute function keep_traffic_of_messages();

-- What failed at once, and what was born as sent: that was only shown, and there are no receipts of it.
create function keep_traffic_of_born() returns trigger language plpgsql as $$
declare
  is_sent constant boolean := new.sent_at is not null;
begin
  insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, text, message_id,
                       channel_message_id, channel_conversation_id, reason, detail, raw, sandbox, emulated_channel)
  values (new.agent_key, greatest(new.accepted_at, coalesce(new.sent_at, new.failed_at)), new.asid, new.session_id,
          'agent', 'content', new.message #>> '{parts,0,type}', case when new.sandbox then 'webchat' else new.channel end,
          coalesce(new.text, words_of_parts(new.message -> 'parts')), new.id,
          case when is_sent and not new.sandbox then coalesce(new.channel_message_id, new.id) end,
          case when is_sent and not new.sandbox and new.channel not in ('rcs', 'sms') then (
            select c.channel_conversation_id from conversations as c
             where c.agent_key = new.agent_key and c.asid = new.asid) end,
          case when not is_sent then new.reason end, case when not is_sent then new.detail end, new.message, new.sandbox,
          case when new.sandbox and new.channel in ('rcs', 'sms', 'vendorMessages', 'messengerA') then new.channel end);
  return null;
end $$;
drop trigger keep_traffic_of_new on messages;
create trigger keep_traffic_of_new after insert on messages for each row
  when (new.sent_at is not null or new.failed_at is not null)
  execute function keep_traffic_of_born();
