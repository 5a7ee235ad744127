import type { Person } from '../person/person.ts'
import { emailKeyOf } from '../person/search-keys.ts'
import type { ImportRow } from './row.ts'
import type { IdsByPersonKey, StagedPerson } from './stage.ts'

/**
 * The people of a batch, by what duplicates are matched by: id, then phone, then e-mail; of several, the oldest. Somebody
 * whom the file has named by an id is nobody whom it names by another: people who share a phone stay apart.
 */
export type ImportIndex = {
  find(row: ImportRow): StagedPerson | undefined
  /**
   * Whether only the database knows: an earlier row has taken a phone or an e-mail from the one whom the book had for
   * it, and there may be others.
   */
  isAmbiguous(row: ImportRow): boolean
  add(staged: StagedPerson): void
  /** After a change, `before` being how the book knew them. */
  reindex(staged: StagedPerson, before: Person): void
  /** Those who are not as they were. */
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

function createKeyIndex(keyOf: (said: MatchFields) => string | undefined) {
  const held = new Map<string, StagedPerson>()
  const left = new Set<string>()
  function add(staged: StagedPerson): void {
    const value = keyOf(staged.after)
    const holder = value === undefined ? undefined : held.get(value)
    if (value !== undefined && (!holder || ageOf(staged) < ageOf(holder))) held.set(value, staged)
  }
  return {
    add,
    find(said: MatchFields): StagedPerson | undefined {
      const value = keyOf(said)
      return value === undefined ? undefined : held.get(value)
    },
    isUnsure(said: MatchFields): boolean {
      const value = left.size > 0 ? keyOf(said) : undefined
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

/** Keys are drawn in order; whoever has none yet is younger than all who have one. */
const ageOf = ({ before }: StagedPerson): number => before?.key ?? Number.POSITIVE_INFINITY
