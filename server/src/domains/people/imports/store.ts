import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { insertConsentEntries } from '../consent/queries.ts'
import type { PeopleDeps } from '../deps.ts'
import { consentChanged, personCreated, personUpdated } from '../events.ts'
import { giveIdentities, type Wish } from '../identities/identities.ts'
import { findHoldings, type Holding } from '../identities/queries.ts'
import type { Person } from '../person/person.ts'
import { setTermsAside, settleTerms, termListOf } from '../person/queries/terms.ts'
import { insertUnfound, updatePeople } from '../person/queries.ts'
import { emailKeyOf } from '../person/terms.ts'
import { type Counts, noCounts, type RowError } from './import.ts'
import { lockWanted, type Wanted } from './queries.ts'
import { type Row, rowErrors } from './row.ts'
import { type Circumstances, type Moment, type Staged, stage } from './stage.ts'

/** People who are written, and what hangs on them and is not yet. */
export type Written = { keys: ReadonlySet<number>; rest: Promise<Rest> }

/** What comes to light when all that hangs on the people is written. */
export type Rest = {
  /** What could not be done for those who were taken all the same. */
  errors: readonly RowError[]
  /** How many rows said nothing new, and have given somebody an identity after all. */
  given: number
}
export const noRest: Rest = { errors: [], given: 0 }

export type Stored = { counts: Counts; errors: RowError[]; written: Written }
export type StoreDeps = Pick<PeopleDeps, 'announce'> & { world: World }
type Asked = { rows: readonly Row[]; how: Circumstances; before: Written }

/**
 * Writes a batch of rows: those who are known are found together, and all that follows is written together. What hangs
 * on the people is not waited for: the database sees to it while the next rows are looked at.
 */
export async function storeRows(tx: Db, agent: AgentKey, asked: Asked, deps: StoreDeps): Promise<Stored> {
  const { rows, before } = asked
  const counts = { ...noCounts }
  const errors: RowError[] = []
  let left = rows
  let known = await findKnown(tx, agent, rows, before)
  for (;;) {
    const how = { ...asked.how, at: deps.world.now() }
    const staging = stage(left, known, how)
    const { people } = staging
    for (const kind of Object.keys(counts) as (keyof Counts)[]) counts[kind] += staging.counts[kind]
    for (const error of staging.errors) errors.push(error)
    await writePeople(tx, agent, people)
    remember(people, how)
    const rest = before.rest.then(() => writeRest(tx, agent, { people, how }, deps))
    left = staging.rest
    if (left.length === 0) {
      // Whoever waits for it hears of a failure; until then it is nobody's.
      rest.catch(() => {})
      return { counts, errors, written: { keys: new Set(people.map(({ after }) => after.key)), rest } }
    }
    addRest({ counts, errors }, await rest)
    known = await lockWanted(tx, agent, wantedBy(left))
  }
}

export function addRest({ counts, errors }: { counts: Counts; errors: RowError[] }, rest: Rest): void {
  counts.updated += rest.given
  counts.skipped -= rest.given
  for (const error of rest.errors) errors.push(error)
}

/** Their own id need not be kept: whoever says it finds them by it. */
function remember(people: readonly Staged[], { named: all }: Circumstances): void {
  for (const { after, named } of people) {
    if (named !== undefined) all.set(after.key, named === after.id ? '' : named)
  }
}

/** Whoever is still being written is looked up again when they are. */
async function findKnown(tx: Db, agent: AgentKey, rows: readonly Row[], before: Written): Promise<Person[]> {
  const known = await lockWanted(tx, agent, wantedBy(rows))
  if (!known.some(({ key }) => before.keys.has(key))) return known
  await before.rest
  return lockWanted(tx, agent, wantedBy(rows))
}

function wantedBy(rows: readonly Row[]): Wanted {
  const given = (values: (string | null | undefined)[]) => [
    ...new Set(values.filter((value) => typeof value === 'string')),
  ]
  return {
    ids: given(rows.map(({ id }) => id)),
    phones: given(rows.map(({ change }) => change.phone)),
    emailKeys: given(rows.map(({ change }) => change.email && emailKeyOf(change.email))),
  }
}

async function writePeople(tx: Db, agent: AgentKey, people: Staged[]): Promise<void> {
  const { made = [], known = [] } = Object.groupBy(people, ({ before }) => (before ? 'known' : 'made'))
  const staged = made.map(({ after }) => after)
  const stored = await insertUnfound(tx, agent, staged)
  for (const [index, staged] of made.entries()) staged.after = stored[index] as Person
  const changes = known.map(({ before, after }) => ({ before: before as Person, after }))
  // Among them may be some whose terms still stand aside.
  if (changes.length > 0) await settleTerms(tx, agent)
  await updatePeople(tx, agent, changes)
}

type Writing = { people: Staged[]; how: Moment }

async function writeRest(
  tx: Db,
  agent: AgentKey,
  { people, how }: Writing,
  { announce, world }: StoreDeps,
): Promise<Rest> {
  const entries = people.flatMap(({ after, consents }) => consents.map((entry) => ({ ...entry, personKey: after.key })))
  await insertConsentEntries(tx, agent, entries)
  const { refused, given, corrected } = await give(tx, agent, { people, how }, world)
  await standAside(tx, agent, people, corrected)
  for (const { staged } of given) staged.changed.add('identities')
  await announce(tx, ...people.flatMap((staged) => eventsOf(agent, staged)))
  const message = `belongs to somebody else on ${how.channel}; the rest of the row was taken`
  return {
    errors: refused.flatMap(({ place }) => rowErrors(place, [{ field: 'phone', message }])),
    given: given.filter(({ alone }) => alone).length,
  }
}

/** What those who came new are found by, as they are written in the end. */
async function standAside(tx: Db, agent: AgentKey, people: Staged[], corrected: Person[]): Promise<void> {
  const written = new Map(corrected.map((person) => [person.key, person]))
  const made = people.flatMap(({ before, after }) => (before ? [] : [written.get(after.key) ?? after]))
  await setTermsAside(tx, agent, made.map(termListOf))
}

type PhoneWish = Wish & Staged['phones'][number] & { staged: Staged }
type Gifts = {
  refused: PhoneWish[]
  /** To people who were known, and did not have them. */
  given: PhoneWish[]
  /** Those who were written once more for it. */
  corrected: Person[]
}

async function give(tx: Db, agent: AgentKey, { people, how }: Writing, world: World): Promise<Gifts> {
  const { channel, at } = how
  if (!channel) return { refused: [], given: [], corrected: [] }
  const wishes = people.flatMap((staged) =>
    staged.phones.map((phone): PhoneWish => ({ person: staged.after, channel, ...phone, staged })),
  )
  const known = wishes.filter(({ staged }) => staged.before)
  const held = new Set(known.length === 0 ? [] : (await findHoldings(tx, agent, known)).map(holdingOf))
  const { refused, corrected } = await giveIdentities(tx, agent, wishes, world)
  const lost = new Set(refused)
  const given = known.filter((wish) => {
    const holding = holdingOf({ ...wish, personKey: wish.person.key })
    const isNew = !lost.has(wish) && !held.has(holding)
    if (isNew) held.add(holding)
    return isNew
  })
  await touch(tx, agent, { people: given.map(({ person }) => person), corrected, at })
  return { refused, given, corrected }
}

const holdingOf = ({ address, personKey }: Pick<Holding, 'address' | 'personKey'>): string => `${personKey} ${address}`

/** Whoever got an identity on a channel that they had already is written with nothing but the time. */
async function touch(
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

function eventsOf(agent: AgentKey, { before, after, changed, consents }: Staged): OutboxEvent[] {
  const change = !before
    ? [personCreated(agent, after)]
    : changed.size > 0
      ? [personUpdated(agent, before, after, [...changed])]
      : []
  const spoken = consents.flatMap(({ from, status }) =>
    from === undefined || from === status ? [] : [consentChanged(agent, after, { from, to: status })],
  )
  return [...change, ...spoken]
}
