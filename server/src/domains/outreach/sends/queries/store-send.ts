import type { Db } from '../../../../platform/db/database.ts'
import { type PreparedStatement, runPrepared } from '../../../../platform/db/prepared.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { OutboxEvent, OutboxRecipients } from '../../../../platform/outbox.ts'
import { recipients } from '../../../people/index.ts'
import { insertSendsText, toSendRow } from '../queries.ts'
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

/** A single statement: each extra round trip would cost as much as all of it. */
const batchText = (addressingText: string) => `
    with ${insertSendsText(1)},
    ${entry.text(2)},
    told as (
      insert into outbox (id, org_id, type, data, created_at)
      select e.id, e.org_id, e.type, e.data, $${2 + entry.parameters + 1}
        from json_to_recordset($${2 + entry.parameters}::json)
          as e (id text, agent_key bigint, because text, org_id text, type text, data jsonb)
        join added on added.agent_key = e.agent_key and added.id = e.because
      returning id, org_id, type, created_at),
    addressed as (${addressingText})
    select added.id, (select count(*) from entered) as entered, (select count(*) from addressed) as addressed from added`

const statements = new Map<string, PreparedStatement>()

/** A prepared statement name must always have the same text. */
function prepareBatch(addressingText: string): PreparedStatement {
  const known = statements.get(addressingText)
  if (known) return known
  const made = { name: `keep_sends_${statements.size}`, text: batchText(addressingText) }
  statements.set(addressingText, made)
  return made
}

/**
 * Returns the ids of the inserted sends; fails as a whole when a concurrent write changed an address or person.
 * @serves all tenants
 */
export async function insertSendBatch(
  db: Db,
  keeping: SendBatch,
  { text, addressed }: OutboxRecipients,
): Promise<Set<string>> {
  const { sends, newcomers, updates, events, now } = keeping
  const told = events.map(({ id, agentKey, because, event }) => {
    return { id, agent_key: agentKey, because, org_id: event.orgId, type: event.type, data: event.data }
  })
  const values = [
    JSON.stringify(sends.map(({ agent, send }) => toSendRow(agent, send))),
    ...entry.values(newcomers, updates),
    JSON.stringify(told),
    now,
  ]
  const rows = await runPrepared<{ id: string; addressed: number }>(db, prepareBatch(text), values, 'writes')
  if (rows[0]?.addressed) addressed(db)
  return new Set(rows.map(({ id }) => id))
}
