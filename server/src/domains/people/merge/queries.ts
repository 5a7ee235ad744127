import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../person/person.ts'

export type PersonPair = { from: Person; into: Person }

/** Moves the consent and journal entries to the remaining person; the entries themselves do not change. */
export async function reassignPersonEntries(tx: Db, agent: AgentKey, { from, into }: PersonPair): Promise<void> {
  for (const table of ['consent_entries', 'journal_entries'] as const) {
    await tx
      .updateTable(table)
      .set({ person_key: into.key })
      .where('agent_key', '=', agent.key)
      .where('person_key', '=', from.key)
      .execute()
  }
}
