import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { personProfiles } from '../../people/index.ts'

/** Into the journal of whoever holds the identity now. */
export async function addToJournal(
  tx: Db,
  agent: AgentKey,
  asid: string,
  { text, at }: { text: string; at: Date },
): Promise<void> {
  const person = await personProfiles.findByAsid(tx, agent, asid)
  if (person) await personProfiles.addToJournal(tx, agent, person.key, { author: 'agent', text, at })
}
