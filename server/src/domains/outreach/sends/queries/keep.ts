import type { Db } from '../../../../platform/db/database.ts'
import { type Prepared, runPrepared } from '../../../../platform/db/prepared.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { Addressing, OutboxEvent } from '../../../../platform/outbox.ts'
import { recipients } from '../../../people/index.ts'
import { addingText, rowOf } from '../queries.ts'
import type { NewSend } from '../send.ts'

type Entry = Parameters<typeof recipients.entry.values>

/** All that several sends leave behind, of as many agents. */
export type Keeping = {
  sends: readonly { agent: AgentKey; send: NewSend & { known: boolean } }[]
  newcomers: Entry[0]
  updates: Entry[1]
  /** What is told of a send, and of its person, if it is added. */
  events: readonly { id: string; agentKey: number; because: string; event: OutboxEvent }[]
  now: Date
}

const { entry } = recipients

/** One statement for all of it: each round trip would cost as much as the whole. */
const textWith = (addressingText: string) => `
    with ${addingText(1)},
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

const statements = new Map<string, Prepared>()

/** A name stands for one text only. */
function keepWith(addressingText: string): Prepared {
  const known = statements.get(addressingText)
  if (known) return known
  const made = { name: `keep_sends_${statements.size}`, text: textWith(addressingText) }
  statements.set(addressingText, made)
  return made
}

/** Answers the ids of those that were added; fails as a whole where somebody was quicker with a place or a person. @serves all tenants */
export async function keepSends(db: Db, keeping: Keeping, { text, addressed }: Addressing): Promise<Set<string>> {
  const { sends, newcomers, updates, events, now } = keeping
  const told = events.map(({ id, agentKey, because, event }) => {
    return { id, agent_key: agentKey, because, org_id: event.orgId, type: event.type, data: event.data }
  })
  const values = [
    JSON.stringify(sends.map(({ agent, send }) => rowOf(agent, send))),
    ...entry.values(newcomers, updates),
    JSON.stringify(told),
    now,
  ]
  const rows = await runPrepared<{ id: string; addressed: number }>(db, keepWith(text), values, 'writes')
  if (rows[0]?.addressed) addressed(db)
  return new Set(rows.map(({ id }) => id))
}
