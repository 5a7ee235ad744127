import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { PeopleDeps } from '../deps.ts'
import { consentChanged } from '../events.ts'
import type { Person } from '../person/person.ts'
import { updatePeople } from '../person/queries.ts'
import { applyConsentEntry, type ConsentEntry } from './consent.ts'
import { insertConsentEntries } from './queries.ts'

/** Adds a statement to the ledger; it becomes the person's current consent, unless the ledger has a newer one. */
export async function recordConsent(
  tx: Db,
  agent: AgentKey,
  { person: before, entry }: { person: Person; entry: ConsentEntry },
  { announce }: Pick<PeopleDeps, 'announce'>,
): Promise<Person> {
  await insertConsentEntries(tx, agent, [{ ...entry, personKey: before.key }])
  const consent = applyConsentEntry(before.consent, entry)
  if (consent === before.consent) return before
  const after = { ...before, consent, updatedAt: entry.at }
  await updatePeople(tx, agent, [{ before, after }])
  const status = { from: before.consent.status, to: consent.status }
  // Repeating a status is additional evidence, not a change, so no event is published.
  if (status.from !== status.to) await announce(tx, consentChanged(agent, before, status))
  return after
}
