import type { RowError } from '../../../platform/csv/import-request.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { insertConsentEntries } from '../consent/queries.ts'
import type { PeopleDeps } from '../deps.ts'
import { createConsentChangedEvent, createPersonCreatedEvent, createPersonUpdatedEvent } from '../events.ts'
import { claimIdentities, type IdentityClaim } from '../identities/identities.ts'
import { type ExistingAddress, findExistingAddresses } from '../identities/queries.ts'
import type { Person } from '../person/person.ts'
import { flushStagedSearchKeys, stageSearchKeys, toSearchKeyList } from '../person/queries/search-keys.ts'
import { insertUnindexedPeople, updatePeople } from '../person/queries.ts'
import { emailKeyOf } from '../person/search-keys.ts'
import { type ImportCounts, zeroImportCounts } from './import.ts'
import { lockMatchingPeople, type MatchKeys } from './queries.ts'
import { type ImportRow, toRowErrors } from './row.ts'
import { type BatchMoment, type ImportContext, type StagedPerson, stageBatch } from './stage.ts'

/** Written people, and the promise of their dependent rows. */
export type PendingWrite = { keys: ReadonlySet<number>; rest: Promise<DeferredResult> }

/** The results that are known once all dependent rows are written. */
export type DeferredResult = {
  /** Errors of rows that were accepted in part. */
  errors: readonly RowError[]
  /** How many rows changed nothing except to add an identity. */
  given: number
}
export const emptyDeferredResult: DeferredResult = { errors: [], given: 0 }

export type StoredBatch = { counts: ImportCounts; errors: RowError[]; written: PendingWrite }
export type StoreDeps = Pick<PeopleDeps, 'announce'> & { world: World }
type StoreRequest = { rows: readonly ImportRow[]; how: ImportContext; before: PendingWrite }

/**
 * Writes a batch of rows: matches existing people in one query and writes all results together. Dependent rows are not
 * awaited: the database writes them while the next rows are parsed.
 */
export async function storeRows(tx: Db, agent: AgentKey, request: StoreRequest, deps: StoreDeps): Promise<StoredBatch> {
  const { rows, before } = request
  const counts = { ...zeroImportCounts }
  const errors: RowError[] = []
  let left = rows
  let known = await findMatchingPeople(tx, agent, rows, before)
  for (;;) {
    const how = { ...request.how, at: deps.world.now() }
    const staging = stageBatch(left, known, how)
    const { people } = staging
    for (const kind of Object.keys(counts) as (keyof ImportCounts)[]) counts[kind] += staging.counts[kind]
    for (const error of staging.errors) errors.push(error)
    await writePeople(tx, agent, people)
    recordNamedIds(people, how)
    const rest = before.rest.then(() => writeDeferred(tx, agent, { people, how }, deps))
    left = staging.rest
    if (left.length === 0) {
      // The caller that awaits it gets the error; this only avoids an unhandled rejection until then.
      rest.catch(() => {})
      return { counts, errors, written: { keys: new Set(people.map(({ after }) => after.key)), rest } }
    }
    addDeferredResult({ counts, errors }, await rest)
    known = await lockMatchingPeople(tx, agent, matchKeysOf(left))
  }
}

export function addDeferredResult(
  { counts, errors }: { counts: ImportCounts; errors: RowError[] },
  rest: DeferredResult,
): void {
  counts.updated += rest.given
  counts.skipped -= rest.given
  for (const error of rest.errors) errors.push(error)
}

/** A person's own id need not be stored: a row with that id finds them by it. */
function recordNamedIds(people: readonly StagedPerson[], { named: all }: ImportContext): void {
  for (const { after, named } of people) {
    if (named !== undefined) all.set(after.key, named === after.id ? '' : named)
  }
}

/** If a match is still being written, looks up again afterward. */
async function findMatchingPeople(
  tx: Db,
  agent: AgentKey,
  rows: readonly ImportRow[],
  before: PendingWrite,
): Promise<Person[]> {
  const known = await lockMatchingPeople(tx, agent, matchKeysOf(rows))
  if (!known.some(({ key }) => before.keys.has(key))) return known
  await before.rest
  return lockMatchingPeople(tx, agent, matchKeysOf(rows))
}

function matchKeysOf(rows: readonly ImportRow[]): MatchKeys {
  const given = (values: (string | null | undefined)[]) => [
    ...new Set(values.filter((value) => typeof value === 'string')),
  ]
  return {
    ids: given(rows.map(({ id }) => id)),
    phones: given(rows.map(({ change }) => change.phone)),
    emailKeys: given(rows.map(({ change }) => change.email && emailKeyOf(change.email))),
  }
}

async function writePeople(tx: Db, agent: AgentKey, people: StagedPerson[]): Promise<void> {
  const { made = [], known = [] } = Object.groupBy(people, ({ before }) => (before ? 'known' : 'made'))
  const staged = made.map(({ after }) => after)
  const stored = await insertUnindexedPeople(tx, agent, staged)
  for (const [index, staged] of made.entries()) staged.after = stored[index] as Person
  const changes = known.map(({ before, after }) => ({ before: before as Person, after }))
  // Some of them may still have staged search keys.
  if (changes.length > 0) await flushStagedSearchKeys(tx, agent)
  await updatePeople(tx, agent, changes)
}

type BatchWrite = { people: StagedPerson[]; how: BatchMoment }

async function writeDeferred(
  tx: Db,
  agent: AgentKey,
  { people, how }: BatchWrite,
  { announce, world }: StoreDeps,
): Promise<DeferredResult> {
  const entries = people.flatMap(({ after, consents }) => consents.map((entry) => ({ ...entry, personKey: after.key })))
  await insertConsentEntries(tx, agent, entries)
  const { refused, given, corrected } = await claimPhones(tx, agent, { people, how }, world)
  await stageKeysOfNewPeople(tx, agent, people, corrected)
  for (const { staged } of given) staged.changed.add('identities')
  await announce(tx, ...people.flatMap((staged) => eventsOf(agent, staged)))
  const message = `belongs to another person on ${how.channel}; the rest of the row was imported`
  return {
    errors: refused.flatMap(({ place: position }) => toRowErrors(position, [{ field: 'phone', message }])),
    given: given.filter(({ onlyChannel }) => onlyChannel).length,
  }
}

async function stageKeysOfNewPeople(
  tx: Db,
  agent: AgentKey,
  people: StagedPerson[],
  corrected: Person[],
): Promise<void> {
  const written = new Map(corrected.map((person) => [person.key, person]))
  const made = people.flatMap(({ before, after }) => (before ? [] : [written.get(after.key) ?? after]))
  await stageSearchKeys(tx, agent, made.map(toSearchKeyList))
}

type PhoneClaim = IdentityClaim & StagedPerson['phones'][number] & { staged: StagedPerson }
type PhoneClaimResult = {
  refused: PhoneClaim[]
  /** Claims that gave an existing person a new identity. */
  given: PhoneClaim[]
  /** People who had to be updated again because of it. */
  corrected: Person[]
}

async function claimPhones(
  tx: Db,
  agent: AgentKey,
  { people, how }: BatchWrite,
  world: World,
): Promise<PhoneClaimResult> {
  const { channel, at } = how
  if (!channel) return { refused: [], given: [], corrected: [] }
  const wishes = people.flatMap((staged) =>
    staged.phones.map((phone): PhoneClaim => ({ person: staged.after, channel, ...phone, staged })),
  )
  const known = wishes.filter(({ staged }) => staged.before)
  const held = new Set(known.length === 0 ? [] : (await findExistingAddresses(tx, agent, known)).map(heldAddressKeyOf))
  const { refused, corrected } = await claimIdentities(tx, agent, wishes, world)
  const lost = new Set(refused)
  const given = known.filter((wish) => {
    const holding = heldAddressKeyOf({ ...wish, personKey: wish.person.key })
    const isNew = !lost.has(wish) && !held.has(holding)
    if (isNew) held.add(holding)
    return isNew
  })
  await touchPeople(tx, agent, { people: given.map(({ person }) => person), corrected, at })
  return { refused, given, corrected }
}

const heldAddressKeyOf = ({ address, personKey }: Pick<ExistingAddress, 'address' | 'personKey'>): string =>
  `${personKey} ${address}`

/** A person who got another identity on a channel they already had needs only a new timestamp. */
async function touchPeople(
  tx: Db,
  agent: AgentKey,
  { people, corrected, at }: { people: Person[]; corrected: Person[]; at: Date },
): Promise<void> {
  const written = new Set(corrected.map(({ key }) => key))
  const stale = people.filter(({ key, updatedAt }) => updatedAt < at && !written.has(key))
  const distinct = new Map(stale.map((person) => [person.key, person]))
  await updatePeople(
    tx,
    agent,
    [...distinct.values()].map((before) => ({ before, after: { ...before, updatedAt: at } })),
  )
}

function eventsOf(agent: AgentKey, { before, after, changed, consents }: StagedPerson): OutboxEvent[] {
  const change = !before
    ? [createPersonCreatedEvent(agent, after)]
    : changed.size > 0
      ? [createPersonUpdatedEvent(agent, before, after, [...changed])]
      : []
  const spoken = consents.flatMap(({ from, status }) =>
    from === undefined || from === status ? [] : [createConsentChangedEvent(agent, after, { from, to: status })],
  )
  return [...change, ...spoken]
}
