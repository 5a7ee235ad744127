import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PeopleDeps } from '../deps.ts'
import { consentChanged } from '../events.ts'
import type { Person } from '../person/person.ts'
import { updatePeople } from '../person/queries.ts'
import type { ConsentEntry } from './consent.ts'
import { insertConsentEntries } from './queries.ts'

/** Adds what a person has said to the ledger; from then on it is what their consent is. */
export async function recordConsent(
  tx: Db,
  agent: AgentKey,
  { person: before, entry }: { person: Person; entry: ConsentEntry },
  { announce }: Pick<PeopleDeps, 'announce'>,
): Promise<Person> {
  const { status, source, evidence, at } = entry
  const after = { ...before, consent: { status, source, evidence, updatedAt: at }, updatedAt: at }
  await insertConsentEntries(tx, agent, [{ ...entry, personKey: before.key }])
  await updatePeople(tx, agent, [{ before, after }])
  await announce(tx, consentChanged(agent, before, { from: before.consent.status, to: status }))
  return after
}
