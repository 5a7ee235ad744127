import type { Db } from '../../../../platform/db/database.ts'
import { runPrepared } from '../../../../platform/db/prepared.ts'
import { defineStatement } from '../../../../platform/db/statement.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import { defineAddressed, type OutboxEvent, type OutboxRecipients } from '../../../../platform/outbox.ts'
import { recipients } from '../../../people/index.ts'
import { insertSendsFragment, toSendRow } from '../queries.ts'
import type { NewSend } from '../send.ts'

type Entry = Parameters<typeof recipients.entry.values>

/** Everything that several sends, of any number of agents, write. */
export type SendBatch = {
  sends: readonly { agent: AgentKey; send: NewSend & { known: boolean } }[]
  newcomers: Entry[0]
  updates: Entry[1]
  /** Events of a send and its person, published only if the send is inserted. */
  events: readonly { id: string; agentKey: number; because: string; event: OutboxEvent }[]
  now: Date
}

const { entry } = recipients

const batchParameters = {
  ...insertSendsFragment.parameters,
  ...entry.fragment.parameters,
  events: 'json',
  now: 'timestamptz',
} as const

/** A single statement: each extra round trip would cost as much as all of it. */
const batchText = (addressingText: string) =>
  `
    with ${insertSendsFragment.text},
    ${entry.fragment.text},
    new_events as (
      insert into outbox (id, org_id, type, data, created_at)
      select e.id, e.org_id, e.type, e.data, :now
        from json_to_recordset(:events::json)
          as e (id text, agent_key bigint, because text, org_id text, type text, data jsonb)
        join added on added.agent_key = e.agent_key and added.id = e.because
      returning id, org_id, type, created_at),
    addressed as (${addressingText})
    select added.id, (select count(*) from entered) as entered, (select count(*) from addressed) as addressed from added` as const

const prepareBatch = defineAddressed((addressingText, number) =>
  defineStatement({ name: `insert_sends_${number}`, parameters: batchParameters, text: batchText(addressingText) }),
)

/**
 * Returns the ids of the inserted sends; fails as a whole when a concurrent write changed an address or person.
 * @serves all tenants
 */
export async function insertSendBatch(
  db: Db,
  batch: SendBatch,
  { text, addressed }: OutboxRecipients,
): Promise<Set<string>> {
  const { sends, newcomers, updates, events, now } = batch
  const eventRows = events.map(({ id, agentKey, because, event }) => {
    return { id, agent_key: agentKey, because, org_id: event.orgId, type: event.type, data: event.data }
  })
  const statement = prepareBatch(text)({
    sends: JSON.stringify(sends.map(({ agent, send }) => toSendRow(agent, send))),
    ...entry.values(newcomers, updates),
    events: JSON.stringify(eventRows),
    now,
  })
  const rows = await runPrepared<{ id: string; addressed: number }>(db, statement, 'writes')
  if (rows[0]?.addressed) addressed(db)
  return new Set(rows.map(({ id }) => id))
}
