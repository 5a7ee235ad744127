import type { PeopleField } from '@parley/definition'
import { Problem } from '../../../platform/http/problem.ts'
import { applyConsentEntry, type ConsentEntry, type ConsentStatus } from '../consent/consent.ts'
import { buildNewPerson, changePerson } from '../person/change.ts'
import type { Person } from '../person/person.ts'
import { type ImportCounts, type PeopleImportSettings, type RowError, zeroImportCounts } from './import.ts'
import { createImportIndex, type ImportIndex } from './import-index.ts'
import { type ImportRow, type RowPosition, toRowErrors } from './row.ts'

/** What an import makes of someone, not yet written. */
export type StagedPerson = {
  /** As the database has them; someone new is not there. */
  before?: Person
  /** Someone new has no key until they are written. */
  after: Person
  /** The fields that differ, as events name them. */
  changed: Set<string>
  /** What goes into the ledger; `from` is missing where something newer stands there. */
  consents: (ConsentEntry & { from?: ConsentStatus })[]
  /** The phones that are to become identities, each with the row that says it, and whether it says nothing else. */
  phones: { address: string; place: RowPosition; onlyChannel: boolean }[]
  /** The id by which the file names them. */
  named?: string
}

/** Whom the rows so far have named by an id, by the key of the person. */
export type IdsByPersonKey = Map<number, string>

export type StagedBatch = {
  people: StagedPerson[]
  counts: ImportCounts
  errors: RowError[]
  /** Rows that can only be looked at when the people above are written. */
  rest: readonly ImportRow[]
}

/** What is the same for all rows of an import. */
export type ImportContext = Pick<PeopleImportSettings, 'channel' | 'onDuplicate'> & {
  batchId: string
  /** When the import began. */
  now: Date
  named: IdsByPersonKey
  fields: readonly PeopleField[]
  newId: () => string
}

/** How many imports of a person are remembered. */
const maxBatches = 50
const noKey = 0

/** `at` is when those who are known were locked: nothing that is known of them is newer. */
export type BatchMoment = ImportContext & { at: Date }

/** What a batch of rows makes of the people who are known already, and who comes new. */
export function stageBatch(rows: readonly ImportRow[], known: readonly Person[], how: BatchMoment): StagedBatch {
  const book = createImportIndex(known, how.named)
  const counts = { ...zeroImportCounts }
  const errors: RowError[] = []
  for (const [index, row] of rows.entries()) {
    if (book.isAmbiguous(row)) return { people: book.listTouched(), counts, errors, rest: rows.slice(index) }
    try {
      counts[stageRow(row, book, how)] += 1
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      counts.failed += 1
      for (const wrong of toRowErrors(positionOf(row), error.details.errors ?? [])) errors.push(wrong)
    }
  }
  return { people: book.listTouched(), counts, errors, rest: [] }
}

function stageRow(row: ImportRow, book: ImportIndex, how: BatchMoment): keyof ImportCounts {
  const found = book.find(row)
  if (!found) {
    const person = buildNewPerson({ source: 'import', ...row.change }, { ...how, id: row.id ?? how.newId() })
    const after = { ...person, key: noKey, importBatchIds: [how.batchId] }
    const staged: StagedPerson = { after, changed: new Set(), consents: [], phones: [], named: row.id }
    stageConsent(staged, row, how)
    stagePhone(staged, row, how)
    book.add(staged)
    return 'created'
  }
  const before = found.after
  if (how.onDuplicate === 'update') {
    const { person, changed } = changePerson(before, row.change, { ...how, now: how.at, by: 'operator' })
    found.after = person
    for (const field of changed) found.changed.add(field)
    book.reindex(found, before)
    stageConsent(found, row, how)
  }
  const outcome = found.after === before ? 'skipped' : 'updated'
  if (how.onDuplicate === 'update') stagePhone(found, row, { ...how, alone: outcome === 'skipped' })
  if (row.id !== undefined) found.named = row.id
  addToBatch(found, how.batchId)
  return outcome
}

/** The ledger hears what is new: another status, or evidence that it did not have. */
function stageConsent(staged: StagedPerson, { consent: said }: ImportRow, { batchId, at }: BatchMoment): void {
  const { consent: current } = staged.after
  if (!said) return
  const isNew = said.evidence !== undefined && said.evidence !== current.evidence
  if (said.status === current.status && !isNew) return
  const { status, source = 'import', evidence } = said
  const entry: ConsentEntry = { status, source, evidence, by: { kind: 'import', id: batchId }, at }
  const after = applyConsentEntry(current, entry)
  if (after === current) return void staged.consents.push(entry)
  staged.consents.push({ ...entry, from: current.status })
  staged.after = { ...staged.after, consent: after, updatedAt: at }
}

/** Whether they get the identity is seen when it is given; most do, and their channels are written with them. */
function stagePhone(
  staged: StagedPerson,
  row: ImportRow,
  { channel, at, alone = false }: BatchMoment & { alone?: boolean },
): void {
  const { phone: address } = row.change
  if (!channel || !address) return
  staged.phones.push({ address, place: positionOf(row), onlyChannel: alone })
  const { channels } = staged.after
  if (channels.includes(channel)) return
  staged.after = { ...staged.after, channels: [...channels, channel], updatedAt: at }
}

/** Whoever is in the file is in the batch, whether or not it changes them. */
function addToBatch(staged: StagedPerson, batchId: string): void {
  const { importBatchIds } = staged.after
  if (importBatchIds.at(-1) === batchId) return
  staged.after = { ...staged.after, importBatchIds: [...importBatchIds, batchId].slice(-maxBatches) }
}

const positionOf = ({ row, line }: ImportRow): RowPosition => (line === undefined ? { row } : { row, line })
