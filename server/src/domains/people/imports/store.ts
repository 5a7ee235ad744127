import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { insertConsentEntries } from '../consent/queries.ts'
import type { PeopleDeps } from '../deps.ts'
import { consentChanged, personCreated, personUpdated } from '../events.ts'
import { giveIdentities } from '../identities/identities.ts'
import type { Person } from '../person/person.ts'
import { settleTerms } from '../person/queries/terms.ts'
import { insertPeople, updatePeople } from '../person/queries.ts'
import { emailKeyOf } from '../person/terms.ts'
import { type Counts, noCounts, type RowError } from './import.ts'
import { lockWanted, type Wanted } from './queries.ts'
import { type Row, rowErrors } from './row.ts'
import { type Circumstances, type Staged, stage } from './stage.ts'

/** People who are written, and what hangs on them and is not yet. */
export type Written = {
  keys: ReadonlySet<number>
  /** What could not be done for those who were taken all the same. */
  rest: Promise<RowError[]>
}
export type Stored = { counts: Counts; errors: RowError[]; written: Written }
export type StoreDeps = Pick<PeopleDeps, 'announce'> & { world: World }
type Asked = { rows: readonly Row[]; how: Circumstances; before: Written }

/**
 * Writes a batch of rows: those who are known are found together, and all that follows is written together. What hangs
 * on the people is not waited for: the database sees to it while the next rows are looked at.
 */
export async function storeRows(tx: Db, agent: AgentKey, asked: Asked, deps: StoreDeps): Promise<Stored> {
  const { rows, how, before } = asked
  const counts = { ...noCounts }
  const errors: RowError[] = []
  let staging = stage(rows, await findKnown(tx, agent, rows, before), how)
  for (;;) {
    const { people, rest: left } = staging
    for (const kind of Object.keys(counts) as (keyof Counts)[]) counts[kind] += staging.counts[kind]
    errors.push(...staging.errors)
    await writePeople(tx, agent, people)
    const rest = before.rest.then(() => writeRest(tx, agent, { people, how }, deps))
    if (left.length === 0) {
      // Whoever waits for it hears of a failure; until then it is nobody's.
      rest.catch(() => {})
      return { counts, errors, written: { keys: new Set(people.map(({ after }) => after.key)), rest } }
    }
    errors.push(...(await rest))
    staging = stage(left, await lockWanted(tx, agent, wantedBy(left)), how)
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
  const stored = await insertPeople(tx, agent, staged, 'staged_terms')
  for (const [index, staged] of made.entries()) staged.after = stored[index] as Person
  const changes = known.map(({ before, after }) => ({ before: before as Person, after }))
  // Among them may be some whose terms still stand aside.
  if (changes.length > 0) await settleTerms(tx, agent)
  await updatePeople(tx, agent, changes)
}

async function writeRest(
  tx: Db,
  agent: AgentKey,
  { people, how }: { people: Staged[]; how: Circumstances },
  { announce, world }: StoreDeps,
): Promise<RowError[]> {
  const entries = people.flatMap(({ after, consents }) => consents.map((entry) => ({ ...entry, personKey: after.key })))
  await insertConsentEntries(tx, agent, entries)
  await announce(tx, ...people.flatMap((staged) => eventsOf(agent, staged)))
  return give(tx, agent, { people, how }, world)
}

async function give(
  tx: Db,
  agent: AgentKey,
  { people, how: { channel } }: { people: Staged[]; how: Circumstances },
  world: World,
): Promise<RowError[]> {
  if (!channel) return []
  const wishes = people.flatMap(({ after: person, phones }) => phones.map((phone) => ({ person, channel, ...phone })))
  const { refused } = await giveIdentities(tx, agent, wishes, world)
  const message = `belongs to somebody else on ${channel}; the rest of the row was taken`
  return refused.flatMap(({ place }) => rowErrors(place, [{ field: 'phone', message }]))
}

function eventsOf(agent: AgentKey, { before, after, changed, consents }: Staged): OutboxEvent[] {
  const change = !before
    ? [personCreated(agent, after)]
    : changed.size > 0
      ? [personUpdated(agent, before, after, [...changed])]
      : []
  return [...change, ...consents.map(({ from, status }) => consentChanged(agent, after, { from, to: status }))]
}
