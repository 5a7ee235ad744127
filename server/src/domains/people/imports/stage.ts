import type { PeopleField } from '@parley/definition'
import type { ConsentStatus } from '@parley/definition/vocabulary'
import type { RowError } from '../../../platform/csv/import-request.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { applyConsentEntry, type ConsentEntry } from '../consent/consent.ts'
import { buildNewPerson, changePerson } from '../person/change.ts'
import type { Person } from '../person/person.ts'
import { type ImportCounts, type PeopleImportSettings, zeroImportCounts } from './import.ts'
import { createImportIndex, type ImportIndex } from './import-index.ts'
import { type ImportRow, type RowPosition, toRowErrors } from './row.ts'

export type StagedPerson = {
  /** The stored person; absent for a new one. */
  before?: Person
  /** A new person has no key until written. */
  after: Person
  /** The changed fields, by their names in events. */
  changed: Set<string>
  /** Entries for the consent ledger; `from` is missing when the ledger has something newer. */
  consents: (ConsentEntry & { from?: ConsentStatus })[]
  /** Phones to turn into identities, each with the row it came from and whether that row changes nothing else. */
  phones: { address: string; place: RowPosition; onlyChannel: boolean }[]
  /** The id by which the file identifies them. */
  named?: string
}

/** The ids by which the rows so far have identified people, by person key. */
export type IdsByPersonKey = Map<number, string>

export type StagedBatch = {
  people: StagedPerson[]
  counts: ImportCounts
  errors: RowError[]
  /** Rows that can be processed only after the people above are written. */
  rest: readonly ImportRow[]
}

export type ImportContext = Pick<PeopleImportSettings, 'channel' | 'onDuplicate'> & {
  batchId: string
  now: Date
  named: IdsByPersonKey
  fields: readonly PeopleField[]
  newId: () => string
}

/** How many imports are remembered per person. */
const maxBatches = 50
const noKey = 0

/** `at` is when the existing people were locked; none of their data is newer. */
export type BatchMoment = ImportContext & { at: Date }

/** Applies a batch of rows to the existing people and creates new ones, in memory. */
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

/** Adds to the ledger only what is new: another status, or new evidence. */
function stageConsent(staged: StagedPerson, { consent }: ImportRow, { batchId, at }: BatchMoment): void {
  const { consent: current } = staged.after
  if (!consent) return
  const isNew = consent.evidence !== undefined && consent.evidence !== current.evidence
  if (consent.status === current.status && !isNew) return
  const { status, source = 'import', evidence } = consent
  const entry: ConsentEntry = { status, source, evidence, by: { kind: 'import', id: batchId }, at }
  const after = applyConsentEntry(current, entry)
  if (after === current) return void staged.consents.push(entry)
  staged.consents.push({ ...entry, from: current.status })
  staged.after = { ...staged.after, consent: after, updatedAt: at }
}

/**
 * Optimistically adds the channel to the person, since most claims on an identity succeed; the claim itself is made
 * later.
 */
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

/** Everyone in the file belongs to the batch, even if it does not change them. */
function addToBatch(staged: StagedPerson, batchId: string): void {
  const { importBatchIds } = staged.after
  if (importBatchIds.at(-1) === batchId) return
  staged.after = { ...staged.after, importBatchIds: [...importBatchIds, batchId].slice(-maxBatches) }
}

const positionOf = ({ row, line }: ImportRow): RowPosition => (line === undefined ? { row } : { row, line })
