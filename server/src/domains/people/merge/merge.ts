import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, notFound } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Consent } from '../consent/consent.ts'
import { listConsentEntries } from '../consent/queries.ts'
import type { PeopleDeps } from '../deps.ts'
import { createConsentChangedEvent, createPersonDeletedEvent, createPersonUpdatedEvent } from '../events.ts'
import { reassignIdentities } from '../identities/queries.ts'
import { maxJournalTextLength } from '../journal/journal.ts'
import { insertJournalEntry } from '../journal/queries.ts'
import type { Person } from '../person/person.ts'
import { deletePerson, findPerson, lockPeople, updatePeople } from '../person/queries.ts'
import { mergeProfiles } from './merge-profiles.ts'
import { type PersonPair, reassignPersonEntries } from './queries.ts'

/**
 * Builds journal entries for the person who stays, each at most `longest` characters: that there was a merge, and what
 * it could not keep.
 */
export function buildMergeNotes(left: readonly string[], longest: number): string[] {
  const notes: string[] = []
  let note = ''
  for (const line of ['Merged with another person.', ...left].flatMap((text) => splitText(text, longest))) {
    const longer = note === '' ? line : `${note}\n${line}`
    if (lengthOf(longer) <= longest) note = longer
    else {
      notes.push(note)
      note = line
    }
  }
  return [...notes, note]
}

function splitText(text: string, longest: number): string[] {
  const letters = [...text]
  const pieces: string[] = []
  for (let at = 0; at < letters.length; at += longest) pieces.push(letters.slice(at, at + longest).join(''))
  return pieces
}

/** Counts code points, as the journal's limit does. */
const lengthOf = (text: string): number => [...text].length

export type MergeDeps = Pick<PeopleDeps, 'announce' | 'listeners' | 'purgeCachedResponses'> & { world: World }

/** `from` is absent when the id belongs to no one, or to the person who stays. */
export type LockedPair = { into: Person; from?: Person }

/** Locks both in key order, so two opposite merges cannot deadlock. */
export async function lockPersonPair(tx: Db, agent: AgentKey, into: Person, fromPersonId: string): Promise<LockedPair> {
  const other = fromPersonId === into.id ? undefined : await findPerson(tx, agent, fromPersonId)
  const locked = await lockPeople(tx, agent, other ? [into.key, other.key] : [into.key])
  const stays = locked.find(({ key }) => key === into.key)
  if (!stays) throw notFound()
  return { into: stays, from: locked.find(({ key }) => key === other?.key) }
}

export function assertDistinct({ into, from }: LockedPair, fromPersonId: string): PersonPair {
  if (from) return { into, from }
  const message = fromPersonId === into.id ? 'must be another Person' : 'does not match any Person of this agent'
  throw invalidRequest([{ field: 'fromPersonId', message }])
}

/** Merges two people, both locked, without losing data of either. */
export async function mergePeople(tx: Db, agent: AgentKey, pair: PersonPair, deps: MergeDeps): Promise<Person> {
  const { from, into } = pair
  const now = deps.world.now()
  const { person, changed, left } = mergeProfiles(into, from, now)
  await reassignIdentities(tx, agent, pair)
  await reassignPersonEntries(tx, agent, pair)
  // The journal is shown newest first, so continuation entries are written before the entry they continue.
  for (const text of buildMergeNotes(left, maxJournalTextLength).toReversed()) {
    await insertJournalEntry(tx, agent, into.key, { author: 'operator', text, at: now })
  }
  const consent = await consentOf(tx, agent, into)
  const after = { ...person, consent }
  await updatePeople(tx, agent, [{ before: into, after }])
  for (const listener of deps.listeners) await listener.onMerge(tx, agent, { from, into: after })
  await deps.purgeCachedResponses(tx, agent, from.id)
  await deletePerson(tx, agent, from)
  await announceMerge(tx, agent, { ...pair, after, changed }, deps)
  return after
}

async function consentOf(tx: Db, agent: AgentKey, person: Person): Promise<Consent> {
  const [newest] = await listConsentEntries(tx, agent, person.key, 1)
  if (!newest) return person.consent
  const { status, source, evidence, at } = newest
  return { status, source, evidence, updatedAt: at }
}

type MergeOutcome = PersonPair & { after: Person; changed: string[] }

async function announceMerge(
  tx: Db,
  agent: AgentKey,
  { from, into, after, changed }: MergeOutcome,
  { announce }: MergeDeps,
): Promise<void> {
  const identities = from.channels.length > 0 ? ['identities'] : []
  const status = { from: into.consent.status, to: after.consent.status }
  await announce(
    tx,
    createPersonUpdatedEvent(agent, into, after, [...changed, ...identities, 'journal']),
    createPersonDeletedEvent(agent, from, into),
    ...(status.from === status.to ? [] : [createConsentChangedEvent(agent, after, status)]),
  )
}
