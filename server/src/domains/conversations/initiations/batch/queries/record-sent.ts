import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/database.ts'
import { runPipelined } from '../../../../../platform/db/prepared.ts'
import type { AgentKey } from '../../../../../platform/http/route.ts'

/** A message of one bubble that its channel has accepted. */
export type SentInitiation = {
  asid: string
  messageKey: number
  provider: string
  locale: string | null
  text: string
  at: Date
  /** When it was sent, and for which send: the next inbound message counts as a reply to it. */
  since: Date
  openedBy: string | null
  conversationId: string | null
  /** Binding and provider's id of the message, if they must be stored. */
  bindingKey: number | null
  channelMessageId: string | null
}

type RecordedSendRow = { message_key: number; sent_at: Date; is_new: boolean }

/** `isNew`: no receipt reported it before. */
export type RecordedSend = { sentAt: Date; isNew: boolean }

/**
 * Records when messages were sent. Skips people who have replied since, messages that another process has ended, and
 * locked rows; the caller handles those individually. Never waits for a lock.
 */
export async function recordSentInitiations(
  db: Db,
  agent: AgentKey,
  gone: readonly SentInitiation[],
): Promise<Map<number, RecordedSend>> {
  const column = <K extends keyof SentInitiation>(name: K) => gone.map((one) => one[name])
  const noting = sql<RecordedSendRow>`
    with given as materialized (
      select *, ${agent.key}::bigint as agent_key, 1 as few
        from unnest(${column('asid')}::text[], ${column('messageKey')}::bigint[], ${column('provider')}::text[],
                    ${column('locale')}::text[], ${column('text')}::text[], ${column('at')}::timestamptz[],
                    ${column('since')}::timestamptz[], ${column('openedBy')}::text[], ${column('conversationId')}::text[],
                    ${column('bindingKey')}::bigint[], ${column('channelMessageId')}::text[])
          as g (asid, message_key, provider, locale, text, at, since, initiated_by, conversation_id, binding_key, channel_message_id)),
    held as materialized (
      select given.*, m.sent_at is null as is_new
        from given
        join messages as m on m.agent_key = given.agent_key and m.asid = given.asid and m.message_key = given.message_key
        join conversations as c on c.agent_key = given.agent_key and c.asid = given.asid
       where given.few = 1 and m.failed_at is null and m.unresolved_since is null and m.dispatched_bubbles = 0 and coalesce(m.bubbles, 1) = 1
         and (given.initiated_by is null or c.last_inbound_at is null or c.last_inbound_at <= given.since)
         for no key update of m, c skip locked),
    noted as (
      update conversations as c
         set dispatched_at = held.at,
             channel_conversation_id = coalesce(held.conversation_id, c.channel_conversation_id),
             initiated_by = coalesce(held.initiated_by, c.initiated_by)
        from held
       where c.agent_key = held.agent_key and c.asid = held.asid and held.few = 1),
    kept as (
      insert into dispatches (agent_key, binding_key, channel_message_id, asid, message_key, bubble, created_at)
      select agent_key, binding_key, channel_message_id, asid, message_key, 0, at from held
       where channel_message_id is not null
          on conflict do nothing)
    update messages as m
       set provider = held.provider, locale = held.locale, dispatched_bubbles = 1, dispatching = false, bubbles = 1, text = held.text,
           channel_message_id = held.channel_message_id, sent_at = coalesce(m.sent_at, held.at)
      from held
     where m.agent_key = held.agent_key and m.asid = held.asid and m.message_key = held.message_key and held.few = 1
    returning m.message_key, m.sent_at, held.is_new`
  const rows = await runPipelined(db, noting, 'results')
  return new Map(rows.map(({ message_key, sent_at, is_new }) => [message_key, { sentAt: sent_at, isNew: is_new }]))
}
