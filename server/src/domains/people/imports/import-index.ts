import type { Person } from '../person/person.ts'
import { emailKeyOf } from '../person/search-keys.ts'
import type { ImportRow } from './row.ts'
import type { IdsByPersonKey, StagedPerson } from './stage.ts'

/**
 * Indexes the people of a batch by the duplicate keys: id, then phone, then email; the oldest wins. A person whom the
 * file has identified by one id is never matched by a row with another: people who share a phone stay separate.
 */
export type ImportIndex = {
  find(row: ImportRow): StagedPerson | undefined
  /**
   * Whether only the database can decide: an earlier row removed this phone or email from the person indexed under it,
   * and others may have it.
   */
  isAmbiguous(row: ImportRow): boolean
  add(staged: StagedPerson): void
  /** Updates the index after a change; `before` is the person as indexed. */
  reindex(staged: StagedPerson, before: Person): void
  listTouched(): StagedPerson[]
}

export function createImportIndex(known: readonly Person[], named: IdsByPersonKey): ImportIndex {
  const all: StagedPerson[] = []
  const byId = new Map<string, StagedPerson>()
  const byPhone = createKeyIndex(({ phone }) => phone ?? undefined)
  const byEmail = createKeyIndex(({ email }) => (email ? emailKeyOf(email) : undefined))
  const book: ImportIndex = {
    find: (row) =>
      (row.id === undefined ? undefined : byId.get(row.id)) ??
      unlessAnother(byPhone.find(row.change), row) ??
      unlessAnother(byEmail.find(row.change), row),
    isAmbiguous: (row) =>
      !(row.id && byId.has(row.id)) && (byPhone.isUnsure(row.change) || byEmail.isUnsure(row.change)),
    add(staged) {
      all.push(staged)
      byId.set(staged.after.id, staged)
      byPhone.add(staged)
      byEmail.add(staged)
    },
    reindex(staged, before) {
      byPhone.move(staged, before)
      byEmail.move(staged, before)
    },
    listTouched: () => all.filter(({ before, after }) => before !== after),
  }
  for (const person of known) {
    const nothing = { changed: new Set<string>(), consents: [], phones: [] }
    book.add({ before: person, after: person, named: named.get(person.key), ...nothing })
  }
  return book
}

const unlessAnother = (staged: StagedPerson | undefined, { id }: ImportRow): StagedPerson | undefined =>
  staged && (id === undefined || staged.named === undefined || staged.named === id) ? staged : undefined

type MatchFields = { phone?: string | null; email?: string | null }

function createKeyIndex(keyOf: (fields: MatchFields) => string | undefined) {
  const held = new Map<string, StagedPerson>()
  const left = new Set<string>()
  function add(staged: StagedPerson): void {
    const value = keyOf(staged.after)
    const holder = value === undefined ? undefined : held.get(value)
    if (value !== undefined && (!holder || ageOf(staged) < ageOf(holder))) held.set(value, staged)
  }
  return {
    add,
    find(fields: MatchFields): StagedPerson | undefined {
      const value = keyOf(fields)
      return value === undefined ? undefined : held.get(value)
    },
    isUnsure(fields: MatchFields): boolean {
      const value = left.size > 0 ? keyOf(fields) : undefined
      return value !== undefined && left.has(value)
    },
    move(staged: StagedPerson, before: Person): void {
      const value = keyOf(before)
      if (value === keyOf(staged.after)) return
      if (value !== undefined) {
        left.add(value)
        if (held.get(value) === staged) held.delete(value)
      }
      add(staged)
    },
  }
}

/** Keys are assigned in order; people without one are newer than all others. */
const ageOf = ({ before }: StagedPerson): number => before?.key ?? Number.POSITIVE_INFINITY
