import type { PeopleField } from '@parley/definition'
import { Problem } from '../../../platform/http/problem.ts'
import { type ConsentEntry, type ConsentStatus, consentAfter } from '../consent/consent.ts'
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
  /** What goes into the ledger; `from` is missing where something newer stands there. */
  consents: (ConsentEntry & { from?: ConsentStatus })[]
  /** The phones that are to become identities, each with the row that says it, and whether it says nothing else. */
  phones: { address: string; place: Place; alone: boolean }[]
  /** The id by which the file names them. */
  named?: string
}

/** Whom the rows so far have named by an id, by the key of the person. */
export type Named = Map<number, string>

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
  /** When the import began. */
  now: Date
  named: Named
  fields: readonly PeopleField[]
  newId: () => string
}

/** How many imports of a person are remembered. */
const mostBatches = 50
const noKey = 0

/** `at` is when those who are known were locked: nothing that is known of them is newer. */
export type Moment = Circumstances & { at: Date }

/** What a batch of rows makes of the people who are known already, and who comes new. */
export function stage(rows: readonly Row[], known: readonly Person[], how: Moment): Staging {
  const book = bookOf(known, how.named)
  const counts = { ...noCounts }
  const errors: RowError[] = []
  for (const [index, row] of rows.entries()) {
    if (book.isUnsure(row)) return { people: book.touched(), counts, errors, rest: rows.slice(index) }
    try {
      counts[stageRow(row, book, how)] += 1
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      counts.failed += 1
      for (const wrong of rowErrors(placeOf(row), error.more.errors ?? [])) errors.push(wrong)
    }
  }
  return { people: book.touched(), counts, errors, rest: [] }
}

function stageRow(row: Row, book: Book, how: Moment): keyof Counts {
  const found = book.find(row)
  if (!found) {
    const person = newPerson({ source: 'import', ...row.change }, { ...how, id: row.id ?? how.newId() })
    const after = { ...person, key: noKey, importBatchIds: [how.batchId] }
    const staged: Staged = { after, changed: new Set(), consents: [], phones: [], named: row.id }
    consent(staged, row, how)
    reach(staged, row, how)
    book.add(staged)
    return 'created'
  }
  const before = found.after
  if (how.onDuplicate === 'update') {
    const { person, changed } = changePerson(before, row.change, { ...how, now: how.at, by: 'operator' })
    found.after = person
    for (const field of changed) found.changed.add(field)
    book.move(found, before)
    consent(found, row, how)
  }
  const outcome = found.after === before ? 'skipped' : 'updated'
  if (how.onDuplicate === 'update') reach(found, row, { ...how, alone: outcome === 'skipped' })
  if (row.id !== undefined) found.named = row.id
  join(found, how.batchId)
  return outcome
}

/** The ledger hears what is new: another status, or evidence that it did not have. */
function consent(staged: Staged, { consent: said }: Row, { batchId, at }: Moment): void {
  const { consent: current } = staged.after
  if (!said) return
  const isNew = said.evidence !== undefined && said.evidence !== current.evidence
  if (said.status === current.status && !isNew) return
  const { status, source = 'import', evidence } = said
  const entry: ConsentEntry = { status, source, evidence, by: { kind: 'import', id: batchId }, at }
  const after = consentAfter(current, entry)
  if (after === current) return void staged.consents.push(entry)
  staged.consents.push({ ...entry, from: current.status })
  staged.after = { ...staged.after, consent: after, updatedAt: at }
}

/** Whether they get the identity is seen when it is given; most do, and their channels are written with them. */
function reach(staged: Staged, row: Row, { channel, at, alone = false }: Moment & { alone?: boolean }): void {
  const { phone: address } = row.change
  if (!channel || !address) return
  staged.phones.push({ address, place: placeOf(row), alone })
  const { channels } = staged.after
  if (channels.includes(channel)) return
  staged.after = { ...staged.after, channels: [...channels, channel], updatedAt: at }
}

/** Whoever is in the file is in the batch, whether or not it changes them. */
function join(staged: Staged, batchId: string): void {
  const { importBatchIds } = staged.after
  if (importBatchIds.at(-1) === batchId) return
  staged.after = { ...staged.after, importBatchIds: [...importBatchIds, batchId].slice(-mostBatches) }
}

const placeOf = ({ row, line }: Row): Place => (line === undefined ? { row } : { row, line })
