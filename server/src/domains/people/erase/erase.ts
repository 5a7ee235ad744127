import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PeopleDeps } from '../deps.ts'
import { createPersonDeletedEvent } from '../events.ts'
import { deleteOrphanedIdentities, lockIdentitiesToErase } from '../identities/queries.ts'
import type { Person } from '../person/person.ts'
import { deletePerson } from '../person/queries.ts'

/**
 * Erases a locked person and all data about them: first what other domains store, then identities, consent and journal,
 * which cascade with the row. The STOP list stays, since it contains only hashes.
 */
export async function erasePerson(
  tx: Db,
  agent: AgentKey,
  person: Person,
  { announce, listeners, purgeCachedResponses }: Pick<PeopleDeps, 'announce' | 'listeners' | 'purgeCachedResponses'>,
): Promise<void> {
  const identities = await lockIdentitiesToErase(tx, agent, person)
  for (const listener of listeners) await listener.onErase(tx, agent, person, identities)
  await deleteOrphanedIdentities(tx, agent, person)
  await purgeCachedResponses(tx, agent, person.id)
  await deletePerson(tx, agent, person)
  await announce(tx, createPersonDeletedEvent(agent, person))
}
