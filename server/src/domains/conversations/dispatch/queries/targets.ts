import type { Channel } from '@parley/amf'
import { batch } from '../../../../platform/db/batch.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { keyedJoinText } from '../../../../platform/db/keyed-join.ts'
import { runPrepared } from '../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import { isStoppedSql } from '../../messages/queries.ts'

export type DispatchTarget = {
  asid: string
  channel: Channel
  address: string
  locale?: string
  stopped: boolean
  /** A member of the desk holds the conversation that the message belongs to. */
  held: boolean
  /** When the read was sent, by the monotonic clock. */
  readAt: number
  lastInboundAt?: Date
  dispatchedAt?: Date
  conversationId?: string
}

type TargetKey = { agentKey: number; asid: string; channel: string }
type TargetRow = {
  n: number
  asid: string
  channel: string
  address: string
  locale: string | null
  stopped: boolean
  held: boolean
  last_inbound_at: Date | null
  dispatched_at: Date | null
  channel_conversation_id: string | null
}

/** The identity itself or, if the message fell back to another channel, that of the same person or number there. */
const targets = defineStatement({
  name: 'dispatch_targets',
  parameters: { agentKeys: 'bigint[]', asids: 'text[]', channels: 'text[]' },
  text: `
    with wanted as materialized (
      select *, ${keyedJoinText.column}
        from unnest(:agentKeys::bigint[], :asids::text[], :channels::text[]) with ordinality as w (agent_key, asid, channel, n))
    select wanted.n::int as n, i.asid, i.channel, i.address, ${isStoppedSql('i')} as stopped,
           coalesce((select own.desk_state = 'human' from conversations as own
                      where own.agent_key = wanted.agent_key and own.asid = wanted.asid), false) as held,
           coalesce(person.custom_fields ->> 'locale', person.custom_fields ->> 'language') as locale,
           c.last_inbound_at, c.dispatched_at, c.channel_conversation_id
      from wanted
      join identities as named on named.agent_key = wanted.agent_key and named.asid = wanted.asid
      join lateral (
        select * from identities as i
         where named.channel = wanted.channel and i.agent_key = named.agent_key and i.asid = named.asid
        union all
        (select * from (
           select * from identities as i
            where named.channel <> wanted.channel and i.agent_key = named.agent_key and i.channel = wanted.channel
              and i.person_key = named.person_key
           union
           select * from identities as i
            where named.channel <> wanted.channel and named.channel in ('rcs', 'sms') and wanted.channel in ('rcs', 'sms')
              and i.agent_key = named.agent_key and i.channel = wanted.channel and i.address = named.address) as i
          order by i.address = named.address desc, i.preferred desc, i.created_at limit 1)) as i on true
      left join conversations as c on c.agent_key = i.agent_key and c.asid = i.asid
      left join people as person on person.agent_key = i.agent_key and person.person_key = i.person_key
     where ${keyedJoinText.condition('wanted')}`,
})

export type FindTarget = (wanted: TargetKey) => Promise<DispatchTarget | undefined>

/** @serves all tenants */
export function createTargetFinder(db: Db): FindTarget {
  return batch(async (wanted: TargetKey[]) => {
    const statement = targets({
      agentKeys: wanted.map(({ agentKey }) => agentKey),
      asids: wanted.map(({ asid }) => asid),
      channels: wanted.map(({ channel }) => channel),
    })
    const readAt = performance.now()
    const rows = await runPrepared<TargetRow>(db, statement)
    const found = new Map(rows.map((row) => [row.n, toTarget(row, readAt)]))
    return wanted.map((_, index) => found.get(index + 1))
  })
}

function toTarget(row: TargetRow, readAt: number): DispatchTarget {
  return {
    asid: row.asid,
    channel: row.channel as Channel,
    address: row.address,
    locale: row.locale ?? undefined,
    stopped: row.stopped,
    held: row.held,
    readAt,
    lastInboundAt: row.last_inbound_at ?? undefined,
    dispatchedAt: row.dispatched_at ?? undefined,
    conversationId: row.channel_conversation_id ?? undefined,
  }
}
