import type { Channel } from '@parley/amf'
import type { PeopleField } from '@parley/definition'
import { Problem } from '../../../platform/http/problem.ts'
import type { ConsentEntry, ConsentStatus } from '../consent/consent.ts'
import { changePerson, newPerson } from '../person/change.ts'
import type { Person } from '../person/person.ts'
import { type Book, bookOf } from './book.ts'
import { type Counts, noCounts, type RowError, type Settings } from './import.ts'
import { type Place, type Row, rowErrors } from './row.ts'

/** What an import makes of someone, not yet written. */
export type Staged = {
  /** As the database has them; someone new is not there. */
  before?: Person
  /** Someone new has no key until they are written. */
  after: Person
  /** The fields that differ, as events name them. */
  changed: Set<string>
  consents: (ConsentEntry & { from: ConsentStatus })[]
  /** The phones that become identities, each with the row that says it. */
  phones: { address: string; place: Place }[]
}

export type Staging = {
  people: Staged[]
  counts: Counts
  errors: RowError[]
  /** Rows that can only be looked at when the people above are written. */
  rest: readonly Row[]
}

/** What is the same for all rows of an import. */
export type Circumstances = Pick<Settings, 'channel' | 'onDuplicate'> & {
  batchId: string
  now: Date
  fields: readonly PeopleField[]
  newId: () => string
}

/** How many imports of a person are remembered. */
const mostBatches = 50
const noKey = 0

/** What a batch of rows makes of the people who are known already, and who comes new. */
export function stage(rows: readonly Row[], known: readonly Person[], how: Circumstances): Staging {
  const book = bookOf(known)
  const counts = { ...noCounts }
  const errors: RowError[] = []
  for (const [index, row] of rows.entries()) {
    if (book.isUnsure(row)) return { people: book.touched(), counts, errors, rest: rows.slice(index) }
    try {
      counts[stageRow(row, book, how)] += 1
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      counts.failed += 1
      errors.push(...rowErrors(placeOf(row), error.more.errors ?? []))
    }
  }
  return { people: book.touched(), counts, errors, rest: [] }
}

function stageRow(row: Row, book: Book, how: Circumstances): keyof Counts {
  const found = book.find(row)
  if (!found) {
    const person = newPerson({ source: 'import', ...row.change }, { ...how, id: row.id ?? how.newId() })
    const after = { ...person, key: noKey, importBatchIds: [how.batchId] }
    const staged: Staged = { after, changed: new Set(), consents: [], phones: [] }
    extend(staged, row, how)
    book.add(staged)
    return 'created'
  }
  const before = found.after
  if (how.onDuplicate === 'update') {
    const { person, changed } = changePerson(before, row.change, { ...how, by: 'operator' })
    found.after = person
    for (const field of changed) found.changed.add(field)
    book.move(found, before)
    extend(found, row, how)
  }
  const outcome = found.after === before ? 'skipped' : 'updated'
  join(found, how.batchId)
  return outcome
}

/** What a row says beside the profile. */
function extend(staged: Staged, row: Row, how: Circumstances): void {
  consent(staged, row, how)
  if (how.channel && row.change.phone) {
    staged.phones.push({ address: row.change.phone, place: placeOf(row) })
    reach(staged, how.channel, how.now)
  }
}

/** The ledger hears what is new: another status, or evidence that it did not have. */
function consent(staged: Staged, { consent: said }: Row, { batchId, now }: Circumstances): void {
  const { consent: current } = staged.after
  if (!said) return
  const isNew = said.evidence !== undefined && said.evidence !== current.evidence
  if (said.status === current.status && !isNew) return
  const { status, source = 'import', evidence } = said
  staged.consents.push({ status, source, evidence, by: { kind: 'import', id: batchId }, at: now, from: current.status })
  staged.after = { ...staged.after, consent: { status, source, evidence, updatedAt: now }, updatedAt: now }
}

function reach(staged: Staged, channel: Channel, now: Date): void {
  const { channels } = staged.after
  if (channels.includes(channel)) return
  staged.changed.add('identities')
  staged.after = { ...staged.after, channels: [...channels, channel], updatedAt: now }
}

/** Whoever is in the file is in the batch, whether or not it changes them. */
function join(staged: Staged, batchId: string): void {
  const { importBatchIds } = staged.after
  if (importBatchIds.at(-1) === batchId) return
  staged.after = { ...staged.after, importBatchIds: [...importBatchIds, batchId].slice(-mostBatches) }
}

const placeOf = ({ row, line }: Row): Place => (line === undefined ? { row } : { row, line })
