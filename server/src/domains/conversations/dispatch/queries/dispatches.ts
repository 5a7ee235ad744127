import type { OpenIntent } from '@parley/amf'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/tables.generated.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

/** Questions stay open for this many messages; older ones are dropped. */
const maxIntents = 20

/** Runs before the dispatch, because an answer may arrive before we record it. Newest first. */
export async function storeIntents(
  db: Db,
  agent: AgentKey,
  { asid, intents }: { asid: string; intents: readonly OpenIntent[] },
): Promise<void> {
  const messageId = intents[0]?.messageId ?? ''
  await sql`
    update conversations
       set intents = (
         select json_agg(open.intent order by open.place) from (
           select intent, place from json_array_elements(${JSON.stringify(intents)}::json)
             with ordinality as fresh (intent, place)
           union all
           select intent, place + 1000 from json_array_elements(intents) with ordinality as old (intent, place)
            where place <= ${maxIntents} and intent ->> 'messageId' <> ${messageId}) as open)
     where agent_key = ${agent.key} and asid = ${asid}`.execute(db)
}

/** A message that never arrived cannot be answered. */
export async function removeIntents(
  tx: Db,
  agent: AgentKey,
  asids: readonly string[],
  messageId: string,
): Promise<void> {
  await sql`
    update conversations
       set intents = coalesce((
         select json_agg(intent order by place) from json_array_elements(intents) with ordinality as open (intent, place)
          where intent ->> 'messageId' <> ${messageId}), '[]')
     where agent_key = ${agent.key} and asid = any(${asids}::text[]) and intents::text like ${`%${messageId}%`}`.execute(
    tx,
  )
}

export type ConversationDispatch = { asid: string; at: Date; conversationId?: string }

export async function recordConversationDispatch(
  tx: Db,
  agent: AgentKey,
  dispatch: ConversationDispatch,
): Promise<void> {
  const { asid, at, conversationId } = dispatch
  await sql`
    update conversations
       set dispatched_at = ${at},
           channel_conversation_id = coalesce(${conversationId ?? null}, channel_conversation_id)
     where agent_key = ${agent.key} and asid = ${asid}`.execute(tx)
}

export type NewDispatch = {
  bindingKey: number
  channelMessageId: string
  asid: string
  messageKey: number
  bubble: number
  now: Date
}

export async function insertDispatches(tx: Db, agent: AgentKey, made: readonly NewDispatch[]): Promise<void> {
  if (made.length === 0) return
  const rows = made.map(({ bindingKey, channelMessageId, asid, messageKey, bubble, now }) => ({
    agent_key: agent.key,
    binding_key: bindingKey,
    channel_message_id: channelMessageId,
    asid,
    message_key: messageKey,
    bubble,
    created_at: now,
  }))
  await tx
    .insertInto('dispatches')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type MessageKey = { asid: string; messageKey: number }

/** Marks a bubble as dispatching; false if one already is, or the message is gone. */
export async function markDispatching(
  db: Db,
  agent: AgentKey,
  { asid, messageKey, bubble }: MessageKey & { bubble: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ dispatching: true, dispatched_bubbles: bubble })
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('message_key', '=', messageKey)
    .where('dispatching', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updateMessage(
  db: Db,
  agent: AgentKey,
  { asid, messageKey }: MessageKey,
  set: Updateable<Tables['messages']>,
): Promise<void> {
  await db
    .updateTable('messages')
    .set(set)
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('message_key', '=', messageKey)
    .execute()
}
