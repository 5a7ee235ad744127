import type { Channel } from '@parley/amf'
import type { Db } from '../../../../../platform/db/database.ts'
import { keyedJoinText } from '../../../../../platform/db/keyed-join.ts'
import { runPrepared } from '../../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../../platform/db/statement.ts'
import type { AgentKey } from '../../../../../platform/http/route.ts'
import { isStoppedSql } from '../../../messages/queries.ts'
import type { Destination } from '../../../messages/recipient.ts'

export type RecipientFacts = {
  /** Absent if the agent has no such asid. */
  destination?: Destination
  locale?: string
  dispatchedAt?: Date
  disclaimed: boolean
  /** Cached capability of the number on its channel. */
  capable?: boolean
  /** The opener is stored already. */
  isStarted: boolean
}

type RecipientFactRow = {
  n: number
  asid: string | null
  channel: string
  address: string
  stopped: boolean
  locale: string | null
  last_inbound_at: Date | null
  dispatched_at: Date | null
  disclaimed: boolean
  capable: boolean | null
  is_started: boolean
}

const recipientFactsQuery = defineStatement({
  name: 'opening_facts',
  parameters: { agentKey: 'bigint', asids: 'text[]', messageIds: 'text[]', capableSince: 'timestamptz' },
  text: `
    with wanted as materialized (
      select *, :agentKey::bigint as agent_key, ${keyedJoinText.column}
        from unnest(:asids::text[], :messageIds::text[]) with ordinality as w (asid, message_id, n))
    select wanted.n::int as n, i.asid, i.channel, i.address, ${isStoppedSql('i')} as stopped,
           coalesce(person.custom_fields ->> 'locale', person.custom_fields ->> 'language') as locale,
           c.last_inbound_at, c.dispatched_at, c.disclaimer_sent_at is not null as disclaimed,
           (select known.capable from capabilities as known
             where known.agent_key = wanted.agent_key and known.asid = wanted.asid and known.checked_at > :capableSince
               and (known.capable or c.last_inbound_at is null or c.last_inbound_at <= known.checked_at)) as capable,
           (select true from messages as message
             where message.agent_key = wanted.agent_key and message.id = wanted.message_id) is not null as is_started
      from wanted
      left join identities as i on i.agent_key = wanted.agent_key and i.asid = wanted.asid
      left join conversations as c on c.agent_key = wanted.agent_key and c.asid = wanted.asid
      left join people as person on person.agent_key = i.agent_key and person.person_key = i.person_key
     where ${keyedJoinText.condition('wanted')}`,
})

type FactsQuery = { asids: readonly string[]; messageIds: readonly string[]; capableSince: Date }

/** In the given order. */
export async function readRecipientFacts(
  db: Db,
  agent: AgentKey,
  { asids, messageIds, capableSince }: FactsQuery,
): Promise<RecipientFacts[]> {
  const statement = recipientFactsQuery({ agentKey: agent.key, asids, messageIds, capableSince })
  const rows = await runPrepared<RecipientFactRow>(db, statement)
  const found = new Map(rows.map((row) => [row.n, toRecipientFacts(row)]))
  return asids.map((_, index) => found.get(index + 1) as RecipientFacts)
}

function toRecipientFacts(row: RecipientFactRow): RecipientFacts {
  const { asid, address, stopped } = row
  const destination = asid !== null && {
    destination: {
      asid,
      channel: row.channel as Channel,
      address,
      stopped,
      lastInboundAt: row.last_inbound_at ?? undefined,
    },
  }
  return {
    ...destination,
    locale: row.locale ?? undefined,
    dispatchedAt: row.dispatched_at ?? undefined,
    disclaimed: row.disclaimed,
    capable: row.capable ?? undefined,
    isStarted: row.is_started,
  }
}
