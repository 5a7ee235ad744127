import { sql } from 'kysely'
import type { Db } from '../../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../../platform/http/route.ts'
import type { MessageRow } from '../../queries/message-row.ts'

export type UnmatchedReceipt = { channelMessageId: string; state: 'sent' | 'delivered' | 'read' }

const retentionMilliseconds = 86_400_000

type NewUnmatchedReceipt = UnmatchedReceipt & { channel: string; bindingKey: number; address: string; now: Date }

/** Stores a receipt and returns its person; undefined if no message to them has an unknown outcome. */
export async function insertUnmatchedReceipt(
  tx: Db,
  agent: AgentKey,
  receipt: NewUnmatchedReceipt,
): Promise<string | undefined> {
  const { channel, bindingKey, address, channelMessageId, state, now } = receipt
  const { rows } = await sql<{ asid: string }>`
    with doubted as (
      select i.asid from identities as i
       where i.agent_key = ${agent.key} and i.channel = ${channel} and i.address = ${address} and exists (
         select from messages as m
          where m.agent_key = i.agent_key and m.asid = i.asid and m.channel = i.channel
            and m.accepted_at > ${new Date(now.getTime() - retentionMilliseconds)}
            and (m.dispatching or m.unresolved_since is not null))),
    added as (
      insert into unmatched_receipts (agent_key, binding_key, channel_message_id, asid, state, received_at)
      select ${agent.key}, ${bindingKey}, ${channelMessageId}, asid, ${state}, ${now} from doubted
          on conflict do nothing)
    select asid from doubted`.execute(tx)
  return rows[0]?.asid
}

type UnresolvedRecipientKey = { asid: string; channel: string }

/**
 * Prefers an open message to an ended one. Locks it until the transaction ends; undefined while another message to the
 * person is being dispatched and may be the one meant.
 */
export async function lockOldestUnresolved(
  tx: Db,
  agent: AgentKey,
  { asid, channel }: UnresolvedRecipientKey,
  now: Date,
): Promise<MessageRow | undefined> {
  const since = new Date(now.getTime() - retentionMilliseconds)
  const theirs = tx
    .selectFrom('messages')
    .where('agent_key', '=', agent.key)
    .where('asid', '=', asid)
    .where('channel', '=', channel)
    .where('accepted_at', '>', since)
  const rows = await theirs
    .selectAll()
    .where((row) => row.or([row('dispatching', '=', true), row('unresolved_since', 'is not', null)]))
    .orderBy('message_key')
    .forUpdate()
    .execute()
  if (!rows.every((row) => row.unresolved_since)) return undefined
  return rows.find((row) => !row.failed_at) ?? rows[0]
}

type ClaimedReceipts = { channelMessageId: string; states: UnmatchedReceipt['state'][] }

/** Claims the oldest unmatched receipt with every state reported for it. */
export async function claimUnmatchedReceipts(
  tx: Db,
  agent: AgentKey,
  { asid, bindingKey }: { asid: string; bindingKey: number },
  since: Date,
): Promise<ClaimedReceipts | undefined> {
  const { rows } = await sql<{ id: string; state: UnmatchedReceipt['state'] }>`
    with oldest as materialized (
      select r.channel_message_id as id from unmatched_receipts as r
       where r.agent_key = ${agent.key} and r.asid = ${asid} and r.binding_key = ${bindingKey} and r.received_at >= ${since}
         and not exists (
           select from dispatches as d
            where d.agent_key = r.agent_key and d.binding_key = r.binding_key
              and d.channel_message_id = r.channel_message_id)
       order by r.received_at limit 1)
    delete from unmatched_receipts as r using oldest
     where r.agent_key = ${agent.key} and r.binding_key = ${bindingKey} and r.channel_message_id = oldest.id
    returning r.channel_message_id as id, r.state`.execute(tx)
  const [first] = rows
  const order = ['sent', 'delivered', 'read']
  const states = rows.map(({ state }) => state).sort((one, other) => order.indexOf(one) - order.indexOf(other))
  return first && { channelMessageId: first.id, states }
}

/** @serves all tenants */
export async function deleteOldUnmatchedReceipts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMilliseconds)
  await sql`delete from unmatched_receipts where received_at < ${before}`.execute(db)
}
